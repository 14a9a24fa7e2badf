#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace satchel::code {

// The paths that `.git/index` names: git's ignore rules do not apply to them. Immutable.
class GitIndex {
 public:
  static constexpr std::size_t kMostBytes = 512U << 20U;
  static constexpr std::size_t kMostPaths = 10'000'000;

  GitIndex() = default;  // nothing is tracked

  // Versions 2 to 4, with hashes of either kind. kCorrupt: it contradicts itself or is of another
  // version. kUnavailable: the paths are in a second file (split index).
  static Result<GitIndex> Parse(std::string_view bytes);

  std::size_t size() const { return ranges_.size(); }
  // In the order of bytes, without duplicates.
  std::string_view path(std::size_t at) const;

  bool Has(std::string_view file) const;
  // Whether it names something in that directory, or a repository that is it.
  bool HasBelow(std::string_view directory) const;

 private:
  struct PathRange {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  std::size_t LowerBound(std::string_view path) const;
  void Sort();

  std::string bytes_;  // all paths
  std::vector<PathRange> ranges_;
};

// A tracked file as git last saw it in the work tree.
struct GitIndexFile {
  std::string path;
  std::string id;  // of the blob, as bytes
  std::uint32_t mode = 0;
  std::uint32_t seconds = 0;  // when the file was written
  std::uint32_t nanoseconds = 0;
  std::uint32_t size = 0;   // the lowest 32 bits; 0 if git wants the content compared
  bool conflict = false;    // in a merge; `id` is of one side
  bool unwatched = false;   // assume-unchanged or skip-worktree: git does not look at it
  bool only_named = false;  // intent-to-add: nothing of it is staged
};

// The entries of `.git/index` in their order; a path in conflict is there up to three times. Errors
// as GitIndex::Parse(); kUnavailable also if there are more than `most`.
Result<std::vector<GitIndexFile>> ReadGitIndexFiles(std::string_view bytes, std::size_t most);

}  // namespace satchel::code
