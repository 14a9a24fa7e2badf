#pragma once

#include <optional>
#include <string>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/directories.h"
#include "engine/environment.h"
#include "engine/settings.h"
#include "engine/store_place.h"
#include "engine/workspace.h"

namespace satchel::engine {

struct Initialised {
  StorePlace place;
  bool was_there = false;       // nothing had to be made
  bool wrote_settings = false;  // the workspace's config.toml names the store now
};

// Whether a text can be a place for stores: a directory, or a PostgreSQL URL without
// a password.
Status CheckPlace(std::string_view store);

// Makes a workspace's stores where the settings say, or at `store`, which the workspace's
// config.toml then names, trusted for this user. May be repeated.
Result<Initialised> InitWorkspace(const Workspace& workspace, const Directories& directories,
                                  const Environment& environment, const Settings& settings,
                                  const std::optional<std::string>& store, Time now,
                                  const Deadline& deadline);

}  // namespace satchel::engine
