#pragma once

#include <optional>
#include <string>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/store_place.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

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
Result<Initialised> InitWorkspace(const settings::Workspace& workspace,
                                  const settings::Directories& directories,
                                  const settings::Environment& environment,
                                  const settings::Settings& settings,
                                  const std::optional<std::string>& store, Time now,
                                  const Deadline& deadline);

}  // namespace satchel::engine
