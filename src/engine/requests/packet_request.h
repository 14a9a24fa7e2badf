#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/requests/packets.h"
#include "pipeline/recipe.h"
#include "pipeline/request.h"
#include "pipeline/source.h"

namespace satchel::engine {

using RequestOptions = std::vector<std::shared_ptr<const pipeline::SourceOptions>>;

// Those of a source; null: there are none.
const pipeline::SourceOptions* OptionsOf(const RequestOptions& options, std::string_view source);

// The task of a request, without secrets: as somebody has read it before, or read now.
ask::Question ReadQuestion(const PacketRequest& asked);

// A request as the pipeline takes it and the log has it, without secrets. kInvalidInput: a text or
// a stage of it does not fit.
Result<pipeline::Request> ToRequest(const PacketRequest& asked, const pipeline::Recipe& recipe,
                                    Time now);

}  // namespace satchel::engine
