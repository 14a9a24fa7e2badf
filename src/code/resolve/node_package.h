#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "code/resolve/ts_config.h"

namespace satchel::code {

// A package.json of the workspace. Files are relative to its directory, as written there.
struct NodePackage {
  std::string directory;
  std::string name;
  std::vector<std::string> entries;  // source, types, module, main: in this order
  std::vector<PathPattern> exports;  // `.`, `./sub`, `./sub/*`
  std::vector<PathPattern> imports;  // `#x`
  std::set<std::string, std::less<>> dependencies;
};

class NodePackages {
 public:
  // `entries`: how many it may still keep. False: there was more.
  bool Add(std::string_view path, std::string_view bytes, std::size_t& entries);
  void Finish();

  const NodePackage* In(std::string_view directory) const;
  // Of several with one name, the first by path.
  const NodePackage* Named(std::string_view name) const;
  const std::map<std::string, std::string, std::less<>>& directories() const { return by_name_; }
  bool empty() const { return packages_.empty(); }

 private:
  std::map<std::string, NodePackage, std::less<>> packages_;  // by directory
  std::map<std::string, std::string, std::less<>> by_name_;   // to its directory
};

// `@scope/name` of `@scope/name/sub`, `name` of `name/sub`.
std::string_view PackageNameOf(std::string_view specifier);

}  // namespace satchel::code
