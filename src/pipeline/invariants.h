#pragma once

#include <span>

#include "ask/task_query.h"
#include "base/json.h"
#include "base/result.h"
#include "packet/packet.h"
#include "packet/policy.h"
#include "pipeline/request.h"
#include "pipeline/stage_context.h"

namespace satchel::pipeline {

// Whether a stage returned a context that the next one can work with: request, snapshot and task
// query are as they were, and what it offers has ids, renditions and a section of the recipe.
// kInternal with what is wrong otherwise.
Status CheckContext(const StageContext& after, const Request& request, const ask::TaskQuery& query,
                    const Json& snapshot, std::span<const packet::SectionPolicy> sections);

// Whether fillings left a packet as it may be: its frame is as it was, nothing that was packed has
// vanished without a report, costs add up and the budget holds.
Status CheckPacked(const packet::Packet& before, const packet::Packet& after);

}  // namespace satchel::pipeline
