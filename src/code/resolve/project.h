#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "code/resolve/cargo.h"
#include "code/resolve/compile_commands.h"
#include "code/resolve/composer.h"
#include "code/resolve/go_module.h"
#include "code/resolve/node_package.h"
#include "code/resolve/path_set.h"
#include "code/resolve/ts_config.h"

namespace satchel::code {

struct ConfigurationFile {
  std::string path;
  std::string bytes;
};

// How much of manifests is read. Those of the largest repositories that are known stay below a
// tenth of each; what is beyond is as if it were not there.
struct ManifestLimits {
  std::size_t files = 50'000;
  std::size_t file_bytes = 256U << 10U;
  std::size_t bytes = 32U << 20U;   // of all together
  std::size_t entries = 1'000'000;  // dependencies, patterns, targets
};

// What finding the files behind imports needs to know of a workspace. Fixed after Finish(), to be
// read by any number of threads; does no I/O.
class Project {
 public:
  // Whether the bytes of this file belong into it.
  static bool Wants(std::string_view path);
  // The order of files does not matter. What cannot be read is passed over.
  static Project Build(PathSet paths, std::span<const ConfigurationFile> files);

  // The same file by file, so that not all of them are in memory at once: Begin(), then for each
  // file that it wants, in the order of paths, Admits() and Add(), then Finish().
  static Project Begin(PathSet paths, const ManifestLimits& limits = {});
  // Whether a file of so many bytes is within the limits. One that is not is counted.
  bool Admits(std::string_view path, std::size_t bytes);
  void Add(std::string_view path, std::string_view bytes);
  void Finish();
  // Files that the limits kept out, or of which they kept a part out.
  std::size_t beyond_limits() const { return beyond_limits_; }

  const PathSet& paths() const { return paths_; }
  // Of the configuration that was used. When it or paths().digest() is another one, any import may
  // lead somewhere else.
  std::uint64_t digest() const { return digest_; }

  const TsConfigs& ts_configs() const { return ts_configs_; }
  const NodePackages& node_packages() const { return node_packages_; }
  const GoModules& go_modules() const { return go_modules_; }
  const Crates& crates() const { return crates_; }
  const CompileCommands& compile_commands() const { return compile_commands_; }
  const Composer& composer() const { return composer_; }

  // The directories that hold a top-level Python package of this name, in order.
  std::span<const std::string> PythonRoots(std::string_view package) const;

 private:
  void FindPythonRoots();

  PathSet paths_;
  ManifestLimits left_;
  std::size_t beyond_limits_ = 0;
  std::uint64_t digest_ = 0;
  TsConfigs ts_configs_;
  NodePackages node_packages_;
  GoModules go_modules_;
  Crates crates_;
  CompileCommands compile_commands_;
  Composer composer_;
  std::map<std::string, std::vector<std::string>, std::less<>> python_roots_;
};

}  // namespace satchel::code
