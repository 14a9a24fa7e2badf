#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/result.h"
#include "sources/code/walk/git_objects.h"

// Commits of a repository as `git log` has them. Nothing of it is trusted.
namespace satchel::code {

// What a commit did to a path. Regular files alone.
struct PathChange {
  enum class Kind : std::uint8_t { kChanged, kAdded, kGone, kRenamed };
  Kind kind = Kind::kChanged;
  std::string path;  // afterwards; of one that is gone, before
  std::string old;   // of one that was renamed: before
  friend bool operator==(const PathChange&, const PathChange&) = default;
};

struct LoggedCommit {
  std::string id;  // in hexadecimal digits
  std::vector<std::string> parents;
  std::int64_t committed = 0;  // seconds since 1970
  std::string message;
  std::vector<PathChange> changes;  // against the first parent; none of a merge
};

// Files of the commit that were there before it.
std::vector<std::string> ChangedFiles(const LoggedCommit& commit);

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

// Which paths of a commit there are.
enum class LoggedPaths : std::uint8_t {
  kAll,    // from the top of the repository
  kBelow,  // those below the directory that is named as the repository, from there
};

// These commits, in this order.
Result<std::vector<LoggedCommit>> ReadCommits(const Git& git, const GitStore& repository,
                                              LoggedPaths paths, std::span<const std::string> ids,
                                              const Deadline& deadline);

// What `git log --raw -z` prints with the format of all these.
Result<std::vector<LoggedCommit>> ParseLog(std::string_view out);

// Whether a commit without parents in the log has one in truth: the end of a shallow clone.
Result<bool> HasHiddenParent(const Git& git, const GitStore& repository, const std::string& commit,
                             const Deadline& deadline);

}  // namespace satchel::code
