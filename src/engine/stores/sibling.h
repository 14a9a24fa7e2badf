#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/store_place.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

// A new work tree of a Git repository starts with the index of another work tree of the same
// repository, its sibling, instead of none.
namespace satchel::engine {

struct Sibling {
  std::filesystem::path root;
  StorePlace place;
};

// The work tree whose index this one can start with: the main one, otherwise the first by name
// that has stores. nullopt: the workspace has stores or keeps them elsewhere, is no linked work
// tree, or no sibling has stores that are registered here. kInvalidInput: `.git` names a
// repository that does not list this work tree, or that belongs to another user. Reads small files
// only.
Result<std::optional<Sibling>> FindSibling(const settings::Workspace& workspace,
                                           const settings::Directories& directories,
                                           const settings::Environment& environment,
                                           const settings::Settings& settings);

// Makes stores for the workspace, with a registered id of their own and a copy of the sibling's
// index. The sibling's log and sessions stay with it. The index then describes the sibling's files
// until the next refresh; a packet shows no file that differs from it. kInvalidInput: the index is
// larger than `most_bytes`. kUnavailable: another process makes these stores now.
Status CopyFromSibling(const settings::Workspace& workspace, const StorePlace& place,
                       const Sibling& sibling, std::uint64_t most_bytes, Time now,
                       const Deadline& deadline);

}  // namespace satchel::engine
