#include "code/languages/rust/use_imports.h"

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "code/languages/rust/words.h"

namespace satchel::code::rust {
namespace {

constexpr std::size_t kLongestPath = 500;

std::string Joined(std::string_view first, std::string_view second) {
  std::string path(first);
  if (!path.empty() && !second.empty()) path += "::";
  return path += second;
}

// What holds for all of a statement.
struct Statement {
  bool reexport = false;
  std::size_t modules = 0;  // that are written in the file, and that it is in
};

bool BeginsWithSuper(std::string_view path) {
  return path == "super" || path.starts_with("super::");
}

// Inside of a module that is written in the file, `super` is that file, or leads out of another
// such module. The path as the file itself would say it.
std::string FromFile(std::string_view path, std::size_t modules) {
  const bool leads_out = BeginsWithSuper(path) && modules > 0;
  for (; modules > 0 && BeginsWithSuper(path); --modules) {
    path.remove_prefix(std::min(path.size(), std::string_view("super::").size()));
  }
  return leads_out && !BeginsWithSuper(path) ? Joined("self", path) : std::string(path);
}

void Add(const Statement& statement, const Node& at, std::string_view written,
         std::string_view alias, Extraction& out) {
  const std::string path = FromFile(written, statement.modules);
  if (!statement.reexport) {
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

void AddAll(const Statement& statement, const Node& at, std::string_view written, Extraction& out) {
  const std::string path = FromFile(written, statement.modules);
  if (statement.reexport) {
    out.Import(ImportKind::kReexport, at, path, "*");
  } else {
    out.Import(ImportKind::kAll, at, path);
  }
}

}  // namespace

void Use(const Node& node, bool reexport, Extraction& out) {
  // Lists may be nested to any depth: parts that are left, the next one last, each with the
  // number of the path before it.
  const Statement statement{.reexport = reexport, .modules = out.NamespacesAround()};
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
        Add(statement, part, Joined(paths[before], out.Text(out.Child(part, kPath))),
            out.Text(out.Child(part, kAlias)), out);
        break;
      case kUseWildcard:
        AddAll(statement, part, Joined(paths[before], out.Text(out.FirstNamedChild(part))), out);
        break;
      case kSelf:
        Add(statement, part, before == 0 ? "self" : paths[before], {}, out);
        break;
      default:
        if (part.ok()) Add(statement, part, Joined(paths[before], out.Text(part)), {}, out);
    }
  }
}

}  // namespace satchel::code::rust
