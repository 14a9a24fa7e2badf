#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sources/code/resolve/cargo.h"
#include "sources/code/resolve/compile_commands.h"
#include "sources/code/resolve/go_module.h"
#include "sources/code/resolve/node_package.h"
#include "sources/code/resolve/path_set.h"
#include "sources/code/resolve/ts_config.h"

namespace satchel::code {

struct ConfigurationFile {
  std::string path;
  std::string bytes;
};

// What finding the files behind imports needs to know of a workspace. Fixed after Build(), to be
// read by any number of threads; does no I/O.
class Project {
 public:
  // Whether the bytes of this file belong into Build().
  static bool Wants(std::string_view path);
  // The order of files does not matter. What cannot be read is passed over.
  static Project Build(PathSet paths, std::span<const ConfigurationFile> files);

  const PathSet& paths() const { return paths_; }
  // Of the configuration that was used. When it or paths().digest() is another one, any import may
  // lead somewhere else.
  std::uint64_t digest() const { return digest_; }

  const TsConfigs& ts_configs() const { return ts_configs_; }
  const NodePackages& node_packages() const { return node_packages_; }
  const GoModules& go_modules() const { return go_modules_; }
  const Crates& crates() const { return crates_; }
  const CompileCommands& compile_commands() const { return compile_commands_; }

  // The directories that hold a top-level Python package of this name, in order.
  std::span<const std::string> PythonRoots(std::string_view package) const;

 private:
  void FindPythonRoots();

  PathSet paths_;
  std::uint64_t digest_ = 0;
  TsConfigs ts_configs_;
  NodePackages node_packages_;
  GoModules go_modules_;
  Crates crates_;
  CompileCommands compile_commands_;
  std::map<std::string, std::vector<std::string>, std::less<>> python_roots_;
};

}  // namespace satchel::code
