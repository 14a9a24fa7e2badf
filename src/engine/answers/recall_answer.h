#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "engine/requests/packets.h"
#include "engine/requests/run_view.h"

namespace satchel::engine {

// What a recall shows and what it left out, with the reasons: docs/formats/recall.md.
Json RecallAnswerJson(const PacketAnswer& answer, const RunView& run);

// Why nothing is recalled, in a sentence; empty when something is.
std::string EmptyRecall(const PacketAnswer& answer);

// What came nearest to the prompt and was too far from it, the best three: `id: title`.
std::vector<std::string> NearestMisses(const RunView& run);

}  // namespace satchel::engine
