#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ask/task_query.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/score.h"
#include "packet/candidate.h"
#include "packet/offers.h"
#include "packet/packet.h"
#include "packet/record.h"
#include "pipeline/refinement.h"
#include "pipeline/request.h"

namespace satchel::pipeline {

// What was decided about one candidate, and why. The runner writes one for all that
// is packed; a stage adds those about candidates that never get that far.
struct Decision {
  std::string section;
  std::string source;
  ItemId item;
  std::string title;
  bool included = false;
  std::string rendition;  // empty when it is not included
  std::string reason;     // empty when it is included as wished
  std::size_t tokens = 0;
  std::int32_t priority = 0;
  ScoreTerms terms;
  packet::Provenance provenance;
};

// What the stages pass on, each refining what the one before it found. A value: a run
// that was cut off goes on from a stored one.
struct StageContext {
  Request request;
  ask::TaskQuery query;
  // What the sources were when the run began: digests, versions, counts.
  Json snapshot = Json::object();
  std::optional<Refinement> refinement;  // only on re-entry
  // Found and not yet packed, by section.
  packet::Offers offers;
  // What else a stage tells a later one.
  std::map<std::string, Json> values;
  // Of the stage that is running, not stored: what a source could not use, which the
  // runner reports, and decisions, which it logs.
  std::vector<packet::Notice> notices;
  std::vector<Decision> decisions;
};

// What is packed so far, and how it came about. The runner's alone.
struct Packing {
  packet::Packet packet;
  packet::PackRecord record;
};

// Both together, as the session has them.
struct StoredContext {
  StageContext context;
  Packing packing;
};

inline constexpr int kContextVersion = 2;

// Canonical JSON of both, and of two of their parts, printed once. Offers must be whole:
// Offers::Complete().
struct ContextText {
  std::string whole;
  std::string packet;
  std::string record;
};
ContextText ToText(const StageContext& context, const Packing& packing);

Result<StoredContext> ContextFromJson(const Json& json);

}  // namespace satchel::pipeline
