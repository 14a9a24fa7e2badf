#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/result.h"

namespace satchel::code {

// The files that the work on a branch has changed, from the workspace's root.
struct BranchChanges {
  // Different from HEAD, staged or not, or not tracked. By path.
  std::vector<std::string> uncommitted;
  // Changed by the branch's own commits, and not in `uncommitted`. The latest commit's first, and
  // by path within a commit.
  std::vector<std::string> committed;
};

// At most so many commits of a branch are read.
inline constexpr int kMostBranchCommits = 200;

// Reads `.git/index` and asks Git for what is staged and for the commits of HEAD that no default
// branch has: `main` and `master`, here and in the remote repository `origin`, and what
// `origin/HEAD` names. Empty if there is no commit yet. `known`: files of the workspace; those that
// Git does not track are uncommitted. Files whose stat data differ from the index are compared by
// their content, up to a limit; beyond it they count as changed. A content filter of the
// repository, such as one for line ends, is not run: a file that it changes and somebody touched
// counts as changed.
//
// kNotFound: `root` is in no Git repository. kUnavailable: the index is too large or in two files.
Result<BranchChanges> ReadBranchChanges(const Git& git, const std::filesystem::path& root,
                                        std::span<const std::string> known,
                                        const Deadline& deadline);

}  // namespace satchel::code
