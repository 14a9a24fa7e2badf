#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "settings/directories.h"
#include "settings/environment.h"

namespace satchel::settings {

// How a workspace's root was found. Names are stable: JSON shows them.
enum class FoundBy : std::uint8_t {
  kFlag,       // --workspace DIR
  kGit,        // the nearest parent with a .git directory or file
  kParent,     // no Git here: the nearest parent with a .satchel directory of ours
  kDirectory,  // neither: the directory itself
};
std::string_view Name(FoundBy found_by);

// One project root and where its stores are. Only finds and describes; whoever
// writes first creates `place`.
struct Workspace {
  std::filesystem::path root;  // absolute, no symlinks
  FoundBy found_by = FoundBy::kDirectory;

  // 16 hexadecimal digits of the root's path: names the workspace outside it.
  std::string key;

  // Where config.toml, the databases and the sessions are: root/.satchel, or
  // $XDG_STATE_HOME/satchel/<key> when that cannot be written.
  std::filesystem::path place;
  bool place_in_root = true;
  bool place_exists = false;
};

// `chosen` is --workspace DIR, relative to the working directory; it wins and is
// taken as it is. Otherwise the search starts at the working directory.
Result<Workspace> FindWorkspace(const Environment& environment, const Directories& directories,
                                const std::optional<std::filesystem::path>& chosen);

}  // namespace satchel::settings
