#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/stores/store_place.h"
#include "engine/stores/usage.h"
#include "settings/directories.h"
#include "settings/workspace.h"

// The files and directories that belong to Satchel, and their removal.
//
// Stores are found by their registered ids (engine/stores/store_owner.h), so only directories that
// Satchel made on this machine count. A `.satchel/` belongs to Satchel as a whole, except for files
// that Git tracks; in any other directory of stores only files with the names of stores do.
namespace satchel::engine {

enum class OwnedKind : std::uint8_t { kStore, kCache, kConfiguration, kMemories, kState };
std::string_view Name(OwnedKind kind);  // "store", "cache", ...; stable: JSON shows it

struct OwnedEntry {
  std::string name;  // directly in the directory
  DiskUsage usage;
};

struct OwnedPlace {
  OwnedKind kind = OwnedKind::kStore;
  std::filesystem::path path;
  std::vector<OwnedEntry> entries;  // all that RemoveOwned() removes, by name
  DiskUsage usage;                  // of all entries
  std::optional<Error> refused;     // why nothing of it is removed; `entries` is empty then
};

// Every place that exists, in an order in which an interrupted removal can be repeated: stores
// first, and the state, which registers them, last. `workspace` and `store` describe the current
// one. Changes nothing.
std::vector<OwnedPlace> FindOwned(const settings::Directories& directories,
                                  const settings::Workspace* workspace, const StorePlace* store);

// Removes the entries, and the directory if it is empty then. Symbolic links are removed and never
// followed. REQUIRES: `place` is not refused.
Status RemoveOwned(const OwnedPlace& place);

}  // namespace satchel::engine
