#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "settings/directories.h"
#include "settings/workspace.h"

// Files that an agent has edited and that its hook could not index, until a later hook does. They
// are in the user's state directory, a list of paths per workspace. Best effort: of two hooks that
// write at once, one may win; then the look at all files finds the path.
namespace satchel::engine {

// How many paths of a workspace are kept; the latest win.
inline constexpr std::size_t kMostEditedFiles = 64;

// Paths from the workspace's root. Does nothing if there is no state directory.
Status KeepEditedFiles(const settings::Directories& directories,
                       const settings::Workspace& workspace, std::span<const std::string> paths);

// Empties the list and returns what it had, in the order of the paths.
std::vector<std::string> TakeEditedFiles(const settings::Directories& directories,
                                         const settings::Workspace& workspace);

}  // namespace satchel::engine
