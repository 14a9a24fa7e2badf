#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "engine/requests/packets.h"
#include "engine/stores/stores.h"
#include "graph/pack/options.h"
#include "settings/workspace.h"

// Context packs from knowledge, decisions and tasks: specification 000.
namespace satchel::engine {

using pipeline::GraphOptions;

// REQUIRES: one of plan, execute, explain, debug, research; anything else is explain.
graph::Intent IntentNamed(std::string_view name);

struct GraphPackRequest {
  PacketRequest packet;  // recipe and options are set from the rest
  GraphOptions options;
  std::size_t history_limit = 200;  // of request packs
  bool write_latest = true;
  bool apply_clarify = false;  // writes the task that asks for what is missing
  bool dry_run = false;        // writes no file among the graphs
};

struct GraphPack {
  PacketAnswer answer;
  Json json;                          // the request pack: docs/formats/graph.md
  std::optional<std::string> path;    // where it was written, from the workspace's root
  std::optional<std::string> commit;  // of the task that was added
};

// Completes a change that was cut off first, unless nothing may be written.
Result<GraphPack> MakeGraphPack(Stores& stores, const settings::Workspace& workspace,
                                const GraphPackRequest& request, const Deadline& deadline,
                                const SourceCaches* caches = nullptr);

}  // namespace satchel::engine
