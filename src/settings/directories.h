#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "settings/environment.h"

namespace satchel::settings {

// Satchel's own directories by the XDG rules. One is absent when neither its
// variable nor HOME gives an absolute path. Only names: nothing is created.
struct Directories {
  std::filesystem::path system;                 // /etc/satchel
  std::optional<std::filesystem::path> config;  // $XDG_CONFIG_HOME/satchel
  std::optional<std::filesystem::path> data;    // $XDG_DATA_HOME/satchel
  std::optional<std::filesystem::path> state;   // $XDG_STATE_HOME/satchel
  std::optional<std::filesystem::path> cache;   // $XDG_CACHE_HOME/satchel

  // Variables that were set to a relative path and are therefore ignored.
  std::vector<std::string> ignored;
};

Directories FindDirectories(const Environment& environment);

// `~/x` in the home directory; any other text as it is. Without a home `~` stays.
std::filesystem::path ExpandHome(const Environment& environment, std::string_view text);

// The directory, or an error that says which variable to set.
Result<std::filesystem::path> Require(const std::optional<std::filesystem::path>& directory,
                                      std::string_view variable);

}  // namespace satchel::settings
