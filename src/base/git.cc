#include "base/git.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/git_files.h"

namespace satchel {
namespace {

std::string Relative(const Git::Call& call, const std::optional<GitWorkTree>& tree) {
  if (!call.below || !tree || tree->below.empty()) return "--no-relative";
  return "--relative=" + tree->below.generic_string() + "/";
}

// Neither needs the work tree, so it runs in the repository's own directory, as if there was none.
// `log` looks for a file `.gitattributes` in every directory of a renamed path, and one of them
// could be a pipe.
bool RunsInOwn(const Git::Call& call) {
  return call.command == Git::Command::kLog || call.command == Git::Command::kStaged;
}

std::vector<std::string> ArgsOf(const Git::Call& call, const std::optional<GitWorkTree>& tree) {
  const bool in_own = call.bare || (tree && RunsInOwn(call));
  std::vector<std::string> args = {
      "--no-pager", "--literal-pathspecs", "-C",
      (in_own && !call.bare ? tree->git : call.directory).string(), "-c", "core.fsmonitor=false",
      "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never", "-c",
      "log.showSignature=false", "-c", "safe.bareRepository=explicit",
      // A repository could name a pipe.
      "-c", "core.attributesFile=/dev/null",
      // Git maps packs into memory and reads whole files. Its own bounds are 1 GB for a part of a
      // pack, all memory for all parts, and 512 MB for a file.
      "-c", "core.packedGitWindowSize=32m", "-c", "core.packedGitLimit=256m", "-c",
      "core.bigFileThreshold=32m"};
  // -C comes first: the name is relative to it, and may begin with anything.
  if (in_own) args.insert(args.end(), {"--git-dir=.", "-c", "core.bare=true"});
  switch (call.command) {
    case Git::Command::kLog:
      args.insert(args.end(), {"log", "--no-ext-diff", "--no-textconv", "--no-mailmap",
                               "--no-decorate", "-O/dev/null", Relative(call, tree)});
      break;
    case Git::Command::kRevList:
      args.emplace_back("rev-list");
      break;
    case Git::Command::kCatFile:
      args.emplace_back("cat-file");
      break;
    case Git::Command::kStaged:
      args.insert(args.end(),
                  {"diff-index", "--cached", "--no-ext-diff", "--no-textconv",
                   "--ignore-submodules=all", "--no-renames", "-O/dev/null", Relative(call, tree)});
      break;
  }
  args.insert(args.end(), call.args.begin(), call.args.end());
  if (call.paths.empty()) return args;
  args.emplace_back("--");
  for (const std::string& path : call.paths) {
    args.push_back(in_own && !call.bare ? (tree->below / path).generic_string() : path);
  }
  return args;
}

std::vector<std::string> CleanEnvironment() {
  return {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
          "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_TERMINAL_PROMPT=0",
          "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1",
          "GIT_ATTR_NOSYSTEM=1",
          // A repository can say protocol.ext.allow, which counts more than protocol.allow; this
          // counts more than both. Old versions of git do not know GIT_NO_LAZY_FETCH, and fetch
          // the objects that a partial clone lacks.
          "GIT_ALLOW_PROTOCOL=none"};
}

// With a directory that is named git does not look whose it is.
Status CheckOwner(const std::filesystem::path& directory) {
  for (const auto& path : {directory, directory / "config", directory / "HEAD"}) {
    struct stat facts{};
    if (::stat(path.c_str(), &facts) != 0) {
      if (errno == ENOENT && path.filename() == "config") continue;  // git needs none
      return Fail(Errc::kNotFound, fmt::format("{} is no Git repository", directory.string()));
    }
    if (facts.st_uid != ::geteuid()) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("the Git repository {} belongs to another user", directory.string()),
                  "run it as the owner");
    }
  }
  return {};
}

std::unexpected<Error> Explain(const Git::Call& call, const ProcessResult& result) {
  const std::string line = result.err.substr(0, result.err.find('\n'));
  if (line.contains("not a git repository")) {
    return Fail(Errc::kNotFound, fmt::format("{} is in no Git repository", call.directory.string()),
                "history is read from Git: run `git init` and commit");
  }
  if (line.contains("dubious ownership")) {
    return Fail(
        Errc::kInvalidInput,
        fmt::format("the Git repository of {} belongs to another user", call.directory.string()),
        "run it as the owner");
  }
  return Fail(Errc::kUnavailable, fmt::format("git failed ({}): {}", result.code, line));
}

}  // namespace

struct Git::Checked {
  std::mutex mutex;
  std::map<std::pair<std::filesystem::path, bool>, std::optional<GitWorkTree>> places;
};

Git::Git(std::filesystem::path program)
    : program_(std::move(program)), checked_(std::make_shared<Checked>()) {}

Result<std::optional<GitWorkTree>> Git::Check(const std::filesystem::path& directory,
                                              bool bare) const {
  const std::pair place(directory, bare);
  {
    const std::scoped_lock lock(checked_->mutex);
    const auto known = checked_->places.find(place);
    if (known != checked_->places.end()) return known->second;
  }
  auto tree = SATCHEL_TRY(CheckGitFiles(directory, bare));
  const std::scoped_lock lock(checked_->mutex);
  checked_->places.emplace(place, tree);
  return tree;
}

Result<Git> Git::Find(std::string_view search_path) {
  if (auto program = FindProgram("git", search_path)) return Git(*std::move(program));
  return Fail(Errc::kNotFound, "there is no git in PATH", "install it: history is read from Git");
}

Result<std::string> Git::Run(const Call& call, const Deadline& deadline) const {
  if (call.bare) {
    SATCHEL_TRY(CheckOwner(call.directory));
  }
  const auto tree = SATCHEL_TRY(Check(call.directory, call.bare));
  if (tree && RunsInOwn(call)) SATCHEL_TRY(CheckOwner(tree->git));
  auto result = SATCHEL_TRY(RunProcess({.program = program_,
                                        .args = ArgsOf(call, tree),
                                        .environment = CleanEnvironment(),
                                        .input = call.input,
                                        .max_output = call.max_output,
                                        .take = call.take,
                                        .limits = call.limits},
                                       deadline));
  if (result.code == 0) return std::move(result.out);
  if (result.err.contains("does not have any commits yet")) return std::string();
  return Explain(call, result);
}

bool IsObjectId(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == text.npos;
}

}  // namespace satchel
