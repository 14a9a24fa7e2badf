#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/git_files.h"
#include "base/process.h"
#include "base/result.h"

namespace satchel {

// Git, for reading the history of a repository that is not trusted: only these four commands,
// without the user's and the machine's configuration, and with everything switched off by which a
// repository's own could run a program or reach the network. Bounded in memory and time, and not
// started where a pipe or device is in place of a repository's file. Safe to share between threads.
class Git {
 public:
  enum class Command : std::uint8_t {
    kLog,
    kRevList,
    kCatFile,
    kStaged,  // diff-index --cached: Git looks at no file of the work tree
  };

  // The program in `search_path`, which is the user's PATH; only absolute parts count.
  // kNotFound: it is not installed.
  static Result<Git> Find(std::string_view search_path);

  struct Call {
    Command command = Command::kLog;
    std::filesystem::path directory;  // in the repository
    // `directory` is a repository without a work tree. Never found by looking upwards, since any
    // directory of a work tree can be made to look like one; it must belong to the user.
    bool bare = false;
    std::vector<std::string> args;
    // kLog, kStaged: only paths below `directory`, named from there.
    bool below = false;
    std::vector<std::string> paths = {};  // kLog: commits that change one of these, named likewise
    std::string input;
    std::size_t max_output = 64U << 20U;
    std::function<Status(std::string_view)> take = {};  // see ProcessRequest; may be null
    ProcessLimits limits = {};
  };
  // What it prints; nothing if the call takes it. kNotFound: the directory is in no repository, or
  // is none. kInvalidInput: it prints too much, or Check() failed. kUnavailable: git failed, or
  // took more than its limits.
  Result<std::string> Run(const Call& call, const Deadline& deadline) const;

  // Whether git may be started there, and the work tree around: see CheckGitFiles(). Remembers the
  // answer for as long as this object or a copy of it lives. Run() calls it.
  Result<std::optional<GitWorkTree>> Check(const std::filesystem::path& directory, bool bare) const;

 private:
  struct Checked;

  explicit Git(std::filesystem::path program);
  std::filesystem::path program_;
  std::shared_ptr<Checked> checked_;
};

// The whole id of a commit or another object, SHA-1 or SHA-256, as Git prints it.
bool IsObjectId(std::string_view text);

}  // namespace satchel
