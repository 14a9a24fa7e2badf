// Workflows of GitHub, their own actions, and pipelines of GitLab: jobs, and which job waits for
// which. What a step uses from the same repository is an import.
#include <string_view>

#include <fmt/format.h>

#include "code/languages/keys/keys.h"

namespace satchel::code {
namespace {

bool IsGitLabJob(const KeyTree& tree, std::uint32_t node) {
  return !tree.at(node).item && tree.Child(node, "script") != kNoKey;
}

void ReadJob(const KeyTree& tree, std::uint32_t job, Outline& out) {
  const KeyNode& node = tree.at(job);
  out.Open(SymbolKind::kFunction, fmt::format("job {}", node.key), node.begin, node.head);
  for (std::uint32_t i = job + 1; i < node.after; ++i) {
    const KeyNode& entry = tree.at(i);
    const bool direct = entry.parent == job;
    const auto waits = [&](std::string_view text, std::size_t at) {
      out.Use(UseKind::kValue, fmt::format("job {}", text), at);
    };
    if (direct && (entry.key == "needs" || entry.key == "extends" || entry.key == "dependencies")) {
      tree.EachText(i, waits);
      tree.EachChild(i, [&](std::uint32_t item) {
        const std::string_view named = tree.ValueOf(item, "job");
        if (!named.empty()) waits(named, tree.at(item).begin);
      });
    }
    if (entry.key == "env" || (direct && entry.key == "variables")) {
      ReadEnvironment(tree, i, out);
      i = entry.after - 1;
    }
    if (entry.key == "uses" && entry.value.starts_with("./")) {
      out.Import(ImportKind::kModule, entry.value, entry.begin);
    }
  }
  out.Close(node.end);
}

}  // namespace

bool IsWorkflow(const KeyTree& tree) {
  const std::uint32_t jobs = tree.Child(kNoKey, "jobs");
  if (jobs != kNoKey && tree.at(jobs).children > 0 && tree.Child(kNoKey, "on") != kNoKey) {
    return true;
  }
  bool found = false;
  tree.EachChild(kNoKey, [&](std::uint32_t node) { found = found || IsGitLabJob(tree, node); });
  return found;
}

void ReadWorkflow(const KeyTree& tree, Outline& out) {
  const std::uint32_t jobs = tree.Child(kNoKey, "jobs");
  const bool github = jobs != kNoKey && tree.Child(kNoKey, "on") != kNoKey;
  tree.EachChild(kNoKey, [&](std::uint32_t node) {
    const KeyNode& entry = tree.at(node);
    if (entry.key == "env" || entry.key == "variables") ReadEnvironment(tree, node, out);
    if (github && node == jobs) {
      tree.EachChild(jobs, [&](std::uint32_t job) { ReadJob(tree, job, out); });
    }
    if (!github && IsGitLabJob(tree, node)) ReadJob(tree, node, out);
    if (!github && entry.key == "include") {
      tree.EachText(node, [&](std::string_view text, std::size_t at) {
        out.Import(ImportKind::kInclude, text, at);
      });
      tree.EachChild(node, [&](std::uint32_t item) {
        out.Import(ImportKind::kInclude, tree.ValueOf(item, "local"), tree.at(item).begin);
      });
    }
  });
}

}  // namespace satchel::code
