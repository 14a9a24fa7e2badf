#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/git_objects.h"
#include "base/result.h"
#include "code/history/log_parser.h"

// Commits of a repository as `git log` has them. Nothing of it is trusted.
namespace satchel::code {

// Files of the commit that were there before it.
std::vector<std::string> ChangedFiles(const LoggedCommit& commit);

// Which paths of a commit there are.
enum class LoggedPaths : std::uint8_t {
  kAll,    // from the top of the repository
  kBelow,  // those below the directory that is named as the repository, from there
};

// Reads commits in pages of one git process each, whose memory and time are limited. A commit that
// git cannot list within the limits is too_large. After a few of them, or after 512 MB of changes,
// the reader gives up. Not thread-safe.
class CommitReader {
 public:
  // 10,000 commits of Linux are 30 MB. Git needs about a second for 16 MB of changes.
  static constexpr std::size_t kMostPrinted = std::size_t{512} << 20U;

  // The limits hold for one git process, `most_printed` bytes for all that they print.
  CommitReader(const Git& git, GitStore repository, LoggedPaths paths,
               ProcessLimits limits = PageLimits(), std::size_t most_printed = kMostPrinted)
      : git_(&git),
        repository_(std::move(repository)),
        paths_(paths),
        limits_(limits),
        most_printed_(most_printed) {}
  static ProcessLimits PageLimits();

  // Gives these commits to `take`, in this order, and stops at its first error. A commit that git
  // does not print is omitted. kUnavailable: gave_up().
  Status Read(std::span<const std::string> ids, const LogParser::Take& take,
              const Deadline& deadline);

  // Whether git could not list too many commits, or listed far more than a history needs.
  bool gave_up() const { return unlisted_ > kMostUnlisted || printed_ > most_printed_; }

 private:
  static constexpr int kMostUnlisted = 3;
  static constexpr int kMostInexact = 3;
  enum class Want : std::uint8_t { kRenames, kExactRenames, kHeads };

  Result<std::size_t> ReadPage(std::span<const std::string> ids, const LogParser::Take& take,
                               const Deadline& deadline);
  Status ReadAlone(const std::string& id, const LogParser::Take& take, const Deadline& deadline);
  Status Run(std::span<const std::string> ids, Want want, const LogParser::Take& take,
             const Deadline& deadline);
  static Status TooMuch();

  // A clone that lacks contents fails at each rename.
  bool only_exact() const { return inexact_ >= kMostInexact; }

  const Git* git_;
  GitStore repository_;
  LoggedPaths paths_;
  ProcessLimits limits_;
  std::size_t most_printed_;
  int inexact_ = 0;   // commits that git listed only with exact renames
  int unlisted_ = 0;  // commits that git could not list
  std::size_t printed_ = 0;
};

// Commits from HEAD back, newest first: `count` of them behind the first `skip`. kNotFound: in no
// repository.
Result<std::vector<LoggedCommit>> ReadLog(const Git& git, const GitStore& repository,
                                          std::size_t skip, std::size_t count,
                                          const Deadline& deadline);

// The newest commits from HEAD back that are no merges and were committed at a second or later, at
// most so many. Paths are those below the directory that is named as the repository, from there.
// kNotFound: in no repository.
Result<std::vector<LoggedCommit>> ReadLogSince(const Git& git, const GitStore& repository,
                                               std::int64_t second, std::size_t most,
                                               const Deadline& deadline);

// The ids of at most `most` commits that are no merges, from one back, newest first as `git log`
// has them. `from`: an id. None when there is no commit yet.
Result<std::vector<std::string>> ListCommits(const Git& git, const GitStore& repository,
                                             const std::string& from, std::size_t most,
                                             const Deadline& deadline);

// Whether a commit without parents in the log has one in truth: the end of a shallow clone.
Result<bool> HasHiddenParent(const Git& git, const GitStore& repository, const std::string& commit,
                             const Deadline& deadline);

}  // namespace satchel::code
