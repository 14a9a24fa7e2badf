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

// Inside of a module that is written in the file, `super` is that file, or leads out of another
// such module. The path as the file itself would say it.
std::string FromFile(std::string_view path, std::size_t modules) {
  constexpr std::string_view kSuper = "super";
  const bool out = path.starts_with(kSuper) && modules > 0;
  bool more = out;
  for (; more && modules > 0; --modules) {
    path.remove_prefix(kSuper.size());
    if (path.starts_with("::")) path.remove_prefix(2);
    more = path == kSuper || path.starts_with("super::");
  }
  return out && !more ? Joined("self", path) : std::string(path);
}

void Add(bool reexport, const Node& at, std::string_view written, std::string_view alias,
         Extraction& out) {
  const std::string path = FromFile(written, out.NamespacesAround());
  if (!reexport) {
    out.Import(ImportKind::kModule, at, path, {}, alias);
    return;
  }
  const std::size_t last = path.rfind("::");
  if (last == std::string::npos) {
    out.Import(ImportKind::kReexport, at, path, {}, alias);
  } else {
    out.Import(ImportKind::kReexport, at, std::string_view(path).substr(0, last),
               std::string_view(path).substr(last + 2), alias);
  }
}

void AddAll(bool reexport, const Node& at, std::string_view written, Extraction& out) {
  const std::string path = FromFile(written, out.NamespacesAround());
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
