#pragma once

#include "base/json.h"
#include "base/json_fields.h"
#include "packet/candidate.h"
#include "packet/cost.h"

// What the JSON forms of packets, of packing records and of logged decisions share.
namespace satchel::packet {

Json CandidateJson(const Candidate& candidate);  // without renditions
Candidate ReadCandidate(JsonFields& fields);

Json TermsJson(const ScoreTerms& terms);
ScoreTerms ReadTerms(JsonFields& fields);  // from the key "terms"

Json ProvenanceJson(const Provenance& provenance);
Provenance ReadProvenance(JsonFields& fields);  // from the key "provenance"

Json RenditionsJson(const Candidate& candidate);
void ReadRenditions(JsonFields& fields, Candidate& candidate);

Json CostJson(Cost cost);
Cost ReadCost(JsonFields& fields);  // from the key "cost"

}  // namespace satchel::packet
