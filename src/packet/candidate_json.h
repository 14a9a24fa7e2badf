#pragma once

#include "base/json.h"
#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/json_fields.h"

// What the JSON forms of packets, of packing records and of logged decisions share.
namespace satchel::packet {

Json CandidateJson(const Candidate& candidate);  // without renditions
Candidate ReadCandidate(Fields& fields);

Json TermsJson(const ScoreTerms& terms);
ScoreTerms ReadTerms(Fields& fields);  // from the key "terms"

Json ProvenanceJson(const Provenance& provenance);
Provenance ReadProvenance(Fields& fields);  // from the key "provenance"

Json RenditionsJson(const Candidate& candidate);
void ReadRenditions(Fields& fields, Candidate& candidate);

Json CostJson(Cost cost);
Cost ReadCost(Fields& fields);  // from the key "cost"

}  // namespace satchel::packet
