#include "code/resolve/go_module.h"

#include <algorithm>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostBytes = 4UL << 20U;
constexpr std::size_t kMostModules = 50'000;
constexpr std::size_t kMostOfOneName = 64;
constexpr std::size_t kMostReplaces = 4;  // files with them above one file

// The next word of a line, without quotes; empty at its end or at a comment.
std::string_view TakeWord(std::string_view& line) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!line.empty() && blank(line.front())) line.remove_prefix(1);
  if (line.starts_with("//")) line = {};
  if (line.empty()) return {};
  if (line.front() == '"' || line.front() == '`') {
    const std::size_t end = line.find(line.front(), 1);
    const std::string_view word = line.substr(1, end == std::string_view::npos ? end : end - 1);
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    return word;
  }
  const auto end = static_cast<std::size_t>(std::ranges::find_if(line, blank) - line.begin());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

}  // namespace

void GoModules::Add(std::string_view path, std::string_view bytes) {
  bytes = bytes.substr(0, kMostBytes);
  const std::string_view directory = DirectoryOf(path);
  std::string_view block;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    std::string_view verb = block;
    std::string_view rest = line;
    if (block.empty()) {
      verb = TakeWord(rest);
      std::string_view look = rest;
      if (TakeWord(look) == "(") {
        block = verb;
        continue;
      }
    } else if (TakeWord(line) == ")") {
      block = {};
      continue;
    }
    if (verb == "replace") AddReplace(directory, rest);
    if (verb != "module") continue;
    const std::string_view module = TakeWord(rest);
    if (module.empty() || module.size() > kMostPathBytes || count_ == kMostModules) continue;
    auto& directories = by_path_[std::string(module)];
    if (directories.size() < kMostOfOneName) directories.emplace_back(directory);
    ++count_;
  }
}

void GoModules::AddReplace(std::string_view directory, std::string_view line) {
  const std::string_view module = TakeWord(line);
  std::string_view word = TakeWord(line);
  if (word != "=>") word = TakeWord(line);  // a version before it
  const std::string_view target = TakeWord(line);
  if (word != "=>" || module.empty() || !target.starts_with('.') || count_ == kMostModules) return;
  auto local = JoinPath(directory, target);
  if (!local) return;
  replaces_[std::string(directory)].insert_or_assign(std::string(module), std::move(*local));
  ++count_;
}

std::vector<const GoModules::Replaces*> GoModules::ReplacesAbove(std::string_view from_path) const {
  std::vector<const Replaces*> above;
  if (replaces_.empty()) return above;
  VisitUp(DirectoryOf(from_path), [&](std::string_view directory) {
    const auto file = replaces_.find(directory);
    if (file != replaces_.end()) above.push_back(&file->second);
    return above.size() == kMostReplaces;
  });
  return above;
}

std::optional<GoModules::Package> GoModules::Find(std::string_view from_path,
                                                  std::string_view import_path) const {
  std::optional<Package> package;
  const std::vector<const Replaces*> above = ReplacesAbove(from_path);
  VisitUp(import_path, [&](std::string_view module) {
    if (module.empty()) return true;
    const std::string_view rest =
        import_path.substr(std::min(module.size() + 1, import_path.size()));
    for (const Replaces* replaces : above) {
      if (const auto local = replaces->find(module); local != replaces->end()) {
        package = Package{.directory = Below(local->second, rest), .replaced = true};
        return true;
      }
    }
    const auto found = by_path_.find(module);
    if (found == by_path_.end()) return false;
    const auto& all = found->second;
    const auto best = std::ranges::max_element(all, {}, [&](const std::string& directory) {
      return SharedDepth(directory, DirectoryOf(from_path));
    });
    package = Package{.directory = Below(*best, rest), .replaced = false};
    return true;
  });
  return package;
}

}  // namespace satchel::code
