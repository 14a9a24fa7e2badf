#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::code {

// The Go modules of a workspace: go.mod and go.work files.
class GoModules {
 public:
  // `path` ends with go.mod or go.work.
  void Add(std::string_view path, std::string_view bytes);

  // Where a package is, as far as its module is in the workspace.
  struct Package {
    std::string directory;
    bool replaced = false;  // by a `replace` with a local path
  };
  // The longest module path that the import begins with; of several modules of that name, the one
  // nearest to the importing file.
  std::optional<Package> Find(std::string_view from_path, std::string_view import_path) const;
  bool empty() const { return by_path_.empty() && replaces_.empty(); }
  bool has_modules() const { return !by_path_.empty(); }

 private:
  void AddReplace(std::string_view directory, std::string_view line);
  using Replaces = std::map<std::string, std::string, std::less<>>;  // module to local directory
  // Of the files above, nearest first.
  std::vector<const Replaces*> ReplacesAbove(std::string_view from_path) const;

  std::map<std::string, std::vector<std::string>, std::less<>> by_path_;  // to directories
  std::map<std::string, Replaces, std::less<>> replaces_;  // by directory of go.mod or go.work
  std::size_t count_ = 0;
};

}  // namespace satchel::code
