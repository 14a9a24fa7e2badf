#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Paths inside a workspace: relative to its root, `/` between components, no `.`, `..` or empty
// component. The root is the empty path.
namespace satchel::code {

inline constexpr std::size_t kMostPathBytes = 4096;
inline constexpr std::size_t kMostPathDepth = 256;

// `a/b` of `a/b/c.h`; empty at the root.
std::string_view DirectoryOf(std::string_view path);
// `c.h` of `a/b/c.h`.
std::string_view BaseOf(std::string_view path);
// `c` of `a/b/c.h`, `c.d` of `c.d.ts`, `.x` of `.x`.
std::string_view StemOf(std::string_view path);
// `.h` of `a/b/c.h`, with its dot; or empty.
std::string_view ExtensionOf(std::string_view path);

// Whether it is a path as described above, within the limits and without a NUL byte.
bool IsWorkspacePath(std::string_view path);

// `relative` seen from `directory`, without `.` and `..`. Nothing when it leaves the workspace, is
// absolute or is over the limits.
std::optional<std::string> JoinPath(std::string_view directory, std::string_view relative);

// The same for two paths that are known to be clean.
std::string Below(std::string_view directory, std::string_view path);

// Whether `path` is `directory` or below it.
bool IsBelow(std::string_view path, std::string_view directory);

// How many leading components two directories share.
std::size_t SharedDepth(std::string_view left, std::string_view right);

// Parts between separators; at most kMostPathDepth of them, else none at all.
std::vector<std::string_view> SplitName(std::string_view name, std::string_view separator);

// Calls `visit(directory)` for the directory, its parent and so on to the root, until it returns
// true. Returns whether it did.
template <class Visit>
bool VisitUp(std::string_view directory, Visit visit) {
  while (!visit(directory)) {
    if (directory.empty()) return false;
    directory = DirectoryOf(directory);
  }
  return true;
}

}  // namespace satchel::code
