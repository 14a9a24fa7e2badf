#pragma once

#include <cstddef>
#include <functional>
#include <optional>
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

// The paths that matter most.
struct NamedFiles {
  std::vector<std::string> edited;  // by the agent, and not indexed since: read before all others
  std::vector<std::string> named;   // by the prompt
};

// Looks for changed files and indexes those that are `first` and those that were written last, as
// far as the time allows. Opens the stores for writing only if there is one. The rest, commits, and
// an index that is not complete are left to an index run.
Result<PromptRefresh> RefreshForPrompt(const RefreshedPlace& place, const NamedFiles& first,
                                       Stores& reading,
                                       const std::function<Result<Stores*>()>& writing,
                                       const Deadline& deadline);

// Which of these files differ from the index, as few as a prompt may wait for. nullopt: the index
// is not complete, or too much has changed, so an index run has to look at all files.
Result<std::optional<std::vector<std::string>>> LookAtEdited(const RefreshedPlace& place,
                                                             const std::vector<std::string>& paths,
                                                             Stores& reading,
                                                             const Deadline& deadline);
// Indexes these files. Returns false if another process writes or the disk refuses it.
Result<bool> IndexEdited(const RefreshedPlace& place, const std::vector<std::string>& paths,
                         Stores& stores, const Deadline& deadline);

}  // namespace satchel::engine
