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
  struct Place {
    std::string directory;
    bool replaced = false;  // by a `replace` with a local path
  };
  // The longest module path that the import begins with; of several modules of that name, the one
  // nearest to the importing file.
  std::optional<Place> Find(std::string_view from_path, std::string_view import_path) const;
  bool empty() const { return by_path_.empty() && replaces_.empty(); }
  bool has_modules() const { return !by_path_.empty(); }

 private:
  void AddReplace(std::string_view directory, std::string_view line);
  const std::string* Replaced(std::string_view from_path, std::string_view module) const;

  std::map<std::string, std::vector<std::string>, std::less<>> by_path_;  // to directories
  // By the directory of the go.mod or go.work: module to local directory.
  std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> replaces_;
  std::size_t count_ = 0;
};

}  // namespace satchel::code
