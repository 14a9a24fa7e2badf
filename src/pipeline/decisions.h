#pragma once

#include <string_view>
#include <vector>

#include "packet/packet.h"
#include "packet/record.h"
#include "pipeline/stage_context.h"

namespace satchel::pipeline {

// What packing decided between two states of a packet: items that got a place or
// another rendition, candidates that were left out. In the order of the sections. The
// record knows what the report does not: terms and provenance of what is left out.
std::vector<Decision> DecisionsBetween(const packet::Packet& before, const packet::Packet& after,
                                       const packet::PackRecord& record);

}  // namespace satchel::pipeline
