#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/result.h"
#include "sources/graph/intent.h"

namespace satchel::pipeline {

// What a request of the recipe `graph` may set. The numbers are those of specification 000.
struct GraphOptions {
  std::string folder = "graphs";         // below the workspace's root
  std::optional<graph::Intent> intent;   // nothing: found out
  std::optional<std::string> commit_id;  // of the anchor of changes
  std::size_t max_tasks = 15;
  std::size_t max_knowledge = 30;
  std::size_t max_decisions = 10;
  std::size_t max_deltas = 20;
  bool suggest_clarify = true;
};

inline constexpr std::size_t kMostGraphItems = 100'000;

// Request::options; what is not there is as above, what is of another kind is kInvalidInput.
Json ToJson(const GraphOptions& options);
Result<GraphOptions> GraphOptionsFrom(const Json& json);

}  // namespace satchel::pipeline
