#pragma once

#include "base/result.h"
#include "pipeline/stage_context.h"

namespace satchel::pipeline {

// Whether a stage returned a context that the next one can work with: the request,
// its snapshot and the frame of the packet are as they were, nothing that was packed
// has vanished without a report, costs add up and the budget holds. kInternal with
// what is wrong otherwise.
Status CheckContext(const StageContext& before, const StageContext& after);

}  // namespace satchel::pipeline
