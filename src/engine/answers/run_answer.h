#pragma once

#include <vector>

#include "base/json.h"
#include "engine/requests/run_view.h"
#include "engine/requests/runs.h"

namespace satchel::engine {

// `runs list`.
Json ToJson(const std::vector<RunSummary>& runs);
// `runs show`: all that the log knows of a run.
Json ToJson(const RunView& view);
// `runs gc`.
Json ToJson(const Collection& gone);

}  // namespace satchel::engine
