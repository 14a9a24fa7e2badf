#include "code/find/frame_roots.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/sort_unique.h"
#include "code/rank/path_words.h"

namespace satchel::retrieval {
namespace {

std::string_view DirectoryOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

}  // namespace

std::vector<std::string> RootsOf(std::span<const ask::TraceFrame> frames,
                                 std::span<const std::string_view> files) {
  std::vector<std::string> roots;
  std::map<std::string_view, std::set<std::string_view>> at_root;  // names by directory
  for (const ask::TraceFrame& frame : frames) {
    const std::string_view path = frame.path;
    const std::string_view directory = DirectoryOf(path);
    if (directory.empty()) continue;
    std::string_view longest;
    for (const std::string_view file : files) {
      if (file.size() > longest.size() && file != path && rank::EndsWithPart(path, file)) {
        longest = file;
      }
    }
    if (longest.contains('/')) {
      roots.emplace_back(path.substr(0, path.size() - longest.size() - 1));
    } else if (!longest.empty()) {
      at_root[directory].insert(longest);
    }
  }
  for (const auto& [directory, names] : at_root) {
    if (names.size() > 1) roots.emplace_back(directory);
  }
  SortUnique(roots);
  return roots;
}

std::string_view BelowRoots(std::string_view path, std::span<const std::string> roots) {
  std::size_t longest = 0;
  for (const std::string& root : roots) {
    const bool begins =
        path.size() > root.size() + 1 && path.starts_with(root) && path[root.size()] == '/';
    if (begins) longest = std::max(longest, root.size() + 1);
  }
  return path.substr(longest);
}

}  // namespace satchel::retrieval
