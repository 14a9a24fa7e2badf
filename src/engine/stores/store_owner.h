#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

// Whether the stores in a work tree were made by this user on this machine.
//
// A repository, an archive or another user can put files into `.satchel/`. Rows of such stores
// would be shown as the user's own memories and as Satchel's own words, and would switch hooks on.
// So Satchel draws a random id when it creates stores. The id stands in `store.id` next to them and
// inside every database, and a file of that name below $XDG_STATE_HOME/satchel/stores/ registers
// it. Stores whose id is not registered are never opened and never removed.
//
// A tree that is moved on this machine keeps its stores. A container that mounts the tree has a
// state directory of its own, so it keeps stores there instead.
namespace satchel::engine {

struct StoreOwner {
  std::string id;                // registered; empty: there are no stores, or they are refused
  std::optional<Error> refused;  // why the stores that are there must not be used
  bool may_be_adopted = false;   // they are refused only because their id is not registered
};

// Whether Git tracks files in a directory of stores, except those that a team may commit.
bool HasTrackedStores(const std::filesystem::path& directory);

// `registry`: the directory of registered ids. Opens no database.
StoreOwner FindOwner(const std::filesystem::path& directory, const std::filesystem::path& registry);

// The id of the stores of a directory; drawn and registered if there are none yet.
// kConflict: there are some and they are refused. REQUIRES: the writer's lock is held.
Result<std::string> ClaimStores(const std::filesystem::path& directory,
                                const std::filesystem::path& registry);

// The id in the directory, whether it is registered or not.
std::optional<std::string> StoredId(const std::filesystem::path& directory);
// Registers stores that another machine or user made.
Status RegisterStores(const std::filesystem::path& directory, const std::filesystem::path& registry,
                      std::string_view id);

// SHA-256 over names and contents of the databases of a directory.
Result<std::string> DigestOfStores(const std::filesystem::path& directory);

}  // namespace satchel::engine
