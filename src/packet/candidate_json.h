#pragma once

#include "base/json.h"
#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/json_fields.h"

// Internal: what the JSON forms of packets and of packing records share.
namespace satchel::packet {

Json CandidateJson(const Candidate& candidate);  // without renditions
Candidate ReadCandidate(Fields& fields);

Json RenditionsJson(const Candidate& candidate);
void ReadRenditions(Fields& fields, Candidate& candidate);

Json CostJson(Cost cost);
Cost ReadCost(Fields& fields);  // from the key "cost"

}  // namespace satchel::packet
