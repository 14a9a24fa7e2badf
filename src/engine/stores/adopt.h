#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/deadline.h"
#include "base/result.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

namespace satchel::engine {

struct Adopted {
  std::filesystem::path directory;
  bool was_ours = false;  // there was nothing to do
};

// Registers the stores in the work tree, which another machine or user made, so that Satchel uses
// them from now on. The caller vouches for their contents. `digest`: only if they have this one.
// kNotFound: there are none. kConflict: the digest is different, Git tracks them, or they belong to
// another user. kCorrupt: the databases are not of one set of stores.
Result<Adopted> AdoptStores(const settings::Workspace& workspace,
                            const settings::Environment& environment,
                            const settings::Settings& settings,
                            const std::optional<std::string>& digest, const Deadline& deadline);

// Of the stores in the work tree, for `digest` above.
Result<std::string> DigestOfWorkspace(const settings::Workspace& workspace,
                                      const settings::Settings& settings,
                                      const settings::Environment& environment);

}  // namespace satchel::engine
