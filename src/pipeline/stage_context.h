#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/score.h"
#include "packet/candidate.h"
#include "packet/packet.h"
#include "packet/record.h"
#include "pipeline/request.h"
#include "pipeline/task_query.h"

namespace satchel::pipeline {

// What was decided about one candidate, and why. The runner writes one for all that
// a stage packs; a stage adds those about candidates that never get that far.
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

// What the stages pass on, each refining what the one before it found. A value: the
// session stores it after every stage, and a run that was cut off goes on from it.
struct StageContext {
  Request request;
  TaskQuery query;
  // What the sources were when the run began: digests, versions, counts.
  Json snapshot = Json::object();
  std::optional<Refinement> refinement;  // only on re-entry
  // Found and not yet packed, by a name that the stages of a recipe agree on.
  std::map<std::string, std::vector<packet::Candidate>> candidates;
  // What else a stage tells a later one.
  std::map<std::string, Json> values;
  // Sections packed so far, the budget that is left, and how it came about.
  packet::Packet packet;
  packet::PackRecord record;
  // Of the stage that is running: not stored, the runner logs and clears them.
  std::vector<Decision> decisions;
};

inline constexpr int kContextVersion = 1;

Json ToJson(const StageContext& context);

// Canonical JSON of a context and of two of its parts, printed once.
struct ContextText {
  std::string whole;
  std::string packet;
  std::string record;
};
ContextText ToText(const StageContext& context);

Result<StageContext> ContextFromJson(const Json& json);

}  // namespace satchel::pipeline
