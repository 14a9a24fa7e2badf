#include "sources/code/languages/rust/use_imports.h"

#include <cstddef>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "sources/code/languages/rust/words.h"

namespace satchel::code::rust {
namespace {

constexpr std::size_t kLongestPath = 500;

std::string Joined(std::string_view first, std::string_view second) {
  std::string path(first);
  if (!path.empty() && !second.empty()) path += "::";
  return path += second;
}

void Add(bool reexport, const Node& at, std::string_view path, std::string_view alias,
         Extraction& out) {
  if (!reexport) {
    out.Import(ImportKind::kModule, at, path, {}, alias);
    return;
  }
  const std::size_t last = path.rfind("::");
  if (last == std::string_view::npos) {
    out.Import(ImportKind::kReexport, at, path, {}, alias);
  } else {
    out.Import(ImportKind::kReexport, at, path.substr(0, last), path.substr(last + 2), alias);
  }
}

void AddAll(bool reexport, const Node& at, std::string_view path, Extraction& out) {
  if (reexport) {
    out.Import(ImportKind::kReexport, at, path, "*");
  } else {
    out.Import(ImportKind::kAll, at, path);
  }
}

}  // namespace

void Use(const Node& node, bool reexport, Extraction& out) {
  // Lists may be nested to any depth: parts that are left, the next one last, each with the
  // number of the path before it.
  std::vector<std::string> paths = {""};
  std::vector<std::pair<Node, std::size_t>> left = {{out.Child(node, kArgument), 0}};
  while (!left.empty()) {
    const auto [part, before] = left.back();
    left.pop_back();
    if (paths[before].size() > kLongestPath) continue;
    switch (out.CodeOf(part)) {
      case kScopedUseList:
        paths.push_back(Joined(paths[before], out.Text(out.Child(part, kPath))));
        left.emplace_back(out.Child(part, kList), paths.size() - 1);
        break;
      case kUseList: {
        const auto children = out.NamedChildren(part);
        for (const Node& child : children | std::views::reverse) left.emplace_back(child, before);
        break;
      }
      case kUseAs:
        Add(reexport, part, Joined(paths[before], out.Text(out.Child(part, kPath))),
            out.Text(out.Child(part, kAlias)), out);
        break;
      case kUseWildcard:
        AddAll(reexport, part, Joined(paths[before], out.Text(out.FirstNamedChild(part))), out);
        break;
      case kSelf:
        Add(reexport, part, before == 0 ? "self" : paths[before], {}, out);
        break;
      default:
        if (part.ok()) Add(reexport, part, Joined(paths[before], out.Text(part)), {}, out);
    }
  }
}

}  // namespace satchel::code::rust
