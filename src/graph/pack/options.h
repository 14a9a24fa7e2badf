#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "graph/files/intent.h"
#include "pipeline/source.h"

namespace satchel::pipeline {

inline constexpr std::string_view kGraph = "graph";

// What a request may set for the graphs. The numbers are those of specification 000.
struct GraphOptions final : SourceOptions {
  std::string_view source() const override { return kGraph; }
  Json ToJson() const override;

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

// What is not there is as above, what is of another kind is kInvalidInput.
Result<GraphOptions> GraphOptionsFrom(const Json& json);

}  // namespace satchel::pipeline
