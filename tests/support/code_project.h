#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "code/languages/resolve_import.h"

namespace satchel::test {

// A workspace made of paths and the few files that are read.
class CodeProject {
 public:
  explicit CodeProject(std::vector<std::string> paths,
                       std::vector<code::ConfigurationFile> files = {}) {
    for (const code::ConfigurationFile& file : files) paths.push_back(file.path);
    project_ = code::Project::Build(code::PathSet::Build(paths), files);
  }

  const code::Project& project() const { return project_; }

  // `path (rule)`, `path/ (rule)` of a directory, `external` or `none`.
  std::string Resolve(std::string_view from, std::string_view language, std::string module,
                      std::string name = "",
                      code::ImportKind kind = code::ImportKind::kModule) const {
    code::Import import;
    import.kind =
        name.empty() || kind != code::ImportKind::kModule ? kind : code::ImportKind::kName;
    import.module = std::move(module);
    import.name = std::move(name);
    const code::Resolution found = code::ResolveImport(project_, from, language, import);
    if (!found.target) return found.external ? "external" : "none";
    const code::Target& target = *found.target;
    const bool there = target.directory ? project_.paths().HasDirectory(target.path)
                                        : project_.paths().Has(target.path);
    if (!there || target.rule.empty()) return "not in the workspace: " + target.path;
    return target.path + (target.directory ? "/ (" : " (") + std::string(target.rule) + ")";
  }

 private:
  code::Project project_;
};

}  // namespace satchel::test
