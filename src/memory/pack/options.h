#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "base/score.h"
#include "base/time.h"
#include "pipeline/source.h"

namespace satchel::pipeline {

inline constexpr std::string_view kMemory = "memory";

// What a request may set for memories: specification 001, with its defaults.
struct MemoryOptions final : SourceOptions {
  std::string_view source() const override { return kMemory; }
  Json ToJson() const override;

  bool planner = true;           // recallPlannerEnabled
  std::size_t most_minimal = 4;  // recallPlannerMaxQmdResultsMinimal
  bool search = true;            // qmdEnabled
  std::size_t most_found = 8;    // qmdMaxResults
  std::string space;             // qmdCollection; empty: the project's own and the shared one
  bool intent_routing = false;   // intentRoutingEnabled
  Score intent_boost = Score::FromMillionths(120'000);  // intentRoutingBoost
  bool artifacts = false;                               // verbatimArtifactsEnabled
  bool expansion = false;                               // queryExpansionEnabled
  bool rerank = false;                                  // rerankEnabled
  Score recency_weight;                                 // recencyWeight
  bool spaces = true;                                   // namespacesEnabled: the shared one too
  std::string principal;                                // who asks
  std::optional<Time> as_of;                            // as things were then
  std::string model;                                    // that reranks; empty: none
  // Nothing is searched: a conversation begins, and gets its pinned memories and the profile.
  bool only_pinned = false;
};

// What is not there is as above, what is of another kind is kInvalidInput.
Result<MemoryOptions> MemoryOptionsFrom(const Json& json);

}  // namespace satchel::pipeline
