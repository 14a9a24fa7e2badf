#include "base/git.h"

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/process.h"

namespace satchel {
namespace {

std::vector<std::string> ArgsOf(const Git::Call& call) {
  std::vector<std::string> args = {
      "--no-pager", "--literal-pathspecs",         "-C", call.directory.string(),
      "-c",         "core.fsmonitor=false",        "-c", "core.hooksPath=/dev/null",
      "-c",         "protocol.allow=never",        "-c", "log.showSignature=false",
      "-c",         "safe.bareRepository=explicit"};
  // -C comes first: the name is relative to it, and may begin with anything.
  if (call.bare) args.emplace_back("--git-dir=.");
  switch (call.command) {
    case Git::Command::kLog:
      args.insert(args.end(), {"log", "--no-ext-diff", "--no-textconv"});
      break;
    case Git::Command::kRevList:
      args.emplace_back("rev-list");
      break;
    case Git::Command::kCatFile:
      args.emplace_back("cat-file");
      break;
  }
  args.insert(args.end(), call.args.begin(), call.args.end());
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

Result<Git> Git::Find(std::string_view search_path) {
  if (auto program = FindProgram("git", search_path)) return Git(*std::move(program));
  return Fail(Errc::kNotFound, "there is no git in PATH", "install it: history is read from Git");
}

Result<std::string> Git::Run(const Call& call, const Deadline& deadline) const {
  if (call.bare) {
    SATCHEL_TRY(CheckOwner(call.directory));
  }
  auto result = SATCHEL_TRY(RunProcess({.program = program_,
                                        .args = ArgsOf(call),
                                        .environment = CleanEnvironment(),
                                        .input = call.input,
                                        .max_output = call.max_output},
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
