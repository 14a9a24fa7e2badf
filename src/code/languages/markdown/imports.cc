#include "code/languages/markdown/imports.h"

#include <cstddef>
#include <string>

#include "base/percent.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

// `https:`, `mailto:`, `//host`.
bool LeavesTheWorkspace(std::string_view link) {
  return link.starts_with("//") || link.substr(0, link.find('/')).contains(':');
}

}  // namespace

Resolution ResolveMarkdownLink(const Project& project, std::string_view from_path,
                               const Import& import) {
  const PathSet& paths = project.paths();
  const std::string_view whole = import.module;
  if (LeavesTheWorkspace(whole)) return Resolution::External();
  const std::string_view link = whole.substr(0, whole.find_first_of("?#"));
  if (link.empty()) return {};
  const std::string decoded = PercentDecoded(link);
  const bool from_root = decoded.starts_with('/');
  const std::string_view rule = from_root ? "root_relative" : "relative";
  auto path =
      from_root ? JoinPath("", decoded.substr(1)) : JoinPath(DirectoryOf(from_path), decoded);
  if (!path) return {};
  if (paths.Has(*path)) return Resolution::File(std::move(*path), rule);
  for (const std::string_view end : {".md", "/README.md", "/index.md"}) {
    if (path->empty() && end == ".md") continue;
    std::string longer = path->empty() ? std::string(end.substr(1)) : *path + std::string(end);
    if (paths.Has(longer)) return Resolution::File(std::move(longer), rule);
  }
  if (!path->empty() && paths.HasDirectory(*path)) {
    return Resolution::Directory(std::move(*path), rule);
  }
  return {};
}

}  // namespace satchel::code
