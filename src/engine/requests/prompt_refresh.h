#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "code/requests/code_refresh.h"
#include "engine/stores/stores.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

namespace satchel::engine {

// How far the index is behind the files, after what a prompt may wait for.
struct PromptRefresh {
  CodeRefresh found = {};  // by the look
  std::size_t read = 0;    // files that were indexed now
  bool old_files = false;  // files have changed that are not indexed
  bool needs_run = false;  // an index run has something to do
};

struct RefreshedPlace {
  const settings::Workspace& workspace;
  const settings::Directories& directories;
  const settings::Environment& environment;
  const settings::Settings& settings;
};

// Looks for changed files and indexes those that are `named` and those that were written last, as
// far as the time allows. Opens the stores for writing only if there is one. The rest, commits, and
// an index that is not complete are left to an index run.
Result<PromptRefresh> RefreshForPrompt(const RefreshedPlace& place,
                                       const std::vector<std::string>& named, Stores& reading,
                                       const std::function<Result<Stores*>()>& writing,
                                       const Deadline& deadline);

}  // namespace satchel::engine
