#pragma once

#include "base/deadline.h"
#include "base/result.h"
#include "code/requests/code_refresh.h"
#include "engine/stores/stores.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

namespace satchel::engine {

// RefreshCode(), and where that is not enough, because too much has changed or the store is not
// complete, an index run with its record in the log. Afterwards the store has the files as they
// are, or the state is kBusy.
Result<CodeRefresh> BringUpToDate(Stores& stores, const settings::Workspace& workspace,
                                  const settings::Directories& directories,
                                  const settings::Environment& environment,
                                  const settings::Settings& settings, const RefreshOptions& options,
                                  const Deadline& deadline);

}  // namespace satchel::engine
