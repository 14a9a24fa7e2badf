#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/result.h"
#include "sources/code/walk/git_objects.h"

// The history of a repository as questions: what a commit says, and which files it changed.
namespace satchel::evaluation {

struct LoggedCommit {
  std::string id;
  std::vector<std::string> parents;
  std::string message;
  std::vector<std::string> changed;  // files that were there before; regular ones only
};

// Commits from HEAD back, newest first: `count` of them behind the first `skip`. kNotFound: in no
// repository.
Result<std::vector<LoggedCommit>> ReadLog(const Git& git, const code::GitStore& repository,
                                          std::size_t skip, std::size_t count,
                                          const Deadline& deadline);

// What `git log --raw -z` prints with the format of ReadLog(). Nothing of it is trusted.
Result<std::vector<LoggedCommit>> ParseLog(std::string_view out);

// Whether a commit without parents in the log has one in truth: the end of a shallow clone.
Result<bool> HasHiddenParent(const Git& git, const code::GitStore& repository,
                             const std::string& commit, const Deadline& deadline);

// A message without what is no description: trailers (Signed-off-by: and its like), and lines that
// name other commits (cherry picks, reverts, see also).
std::string TaskOf(std::string_view message);

}  // namespace satchel::evaluation
