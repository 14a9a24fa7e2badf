#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/stores.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "pipeline/request.h"
#include "pipeline/runner.h"
#include "settings/workspace.h"
#include "sources/graph/folder.h"
#include "text/token_counter.h"

// From a task to a packet: what every face of Satchel calls.
namespace satchel::engine {

using pipeline::Rendering;
using pipeline::StageReport;

struct PacketRequest {
  std::string recipe;
  std::string task;          // may be empty where the recipe needs none
  std::string task_id;       // empty: made from recipe, conversation and task
  std::string conversation;  // the agent's own id; may be empty
  std::optional<std::size_t> budget;
  std::optional<text::Tokenizer> tokenizer;
  Rendering rendering = Rendering::kMarkdown;
  std::vector<std::string> stages;  // empty: the recipe's own
  std::optional<Time> now;          // nothing: the machine's clock
  Json options = Json::object();    // of the recipe's stages and its sources
  // Keeps graphs between requests; null: they are read anew.
  graph::GraphCache* graphs = nullptr;
  // Begin anew even where an earlier run on the task was cut off.
  bool fresh = false;
};

// A finished packet and the run that made it.
using PacketAnswer = pipeline::RunResult;

// Runs a request. Reads the sources first, as they are now, and brings curated up to
// date with them as far as that can be had at once; the run itself only reads it.
// Everything decided is in the log when this returns. The stores must be open for
// more than reading alone.
Result<PacketAnswer> MakePacket(Stores& stores, const settings::Workspace& workspace,
                                const PacketRequest& request, const Deadline& deadline);

// The layout that a rendering is counted and printed with.
const packet::Layout& LayoutOf(Rendering rendering);

// The name of the session that a request belongs to.
std::string TaskIdOf(const PacketRequest& request);

// Within a conversation a packet is not repeated before `cooldown` is over: when the
// last one was shown, if that is not so long ago. Nothing: go ahead.
Result<std::optional<Time>> ShownWithin(Stores& stores, const PacketRequest& request,
                                        std::chrono::microseconds cooldown,
                                        const Deadline& deadline);
Status RememberShown(Stores& stores, const PacketRequest& request, const Deadline& deadline);

// The stages of a run in Chrome's trace format.
Json TraceOf(const PacketAnswer& answer);

}  // namespace satchel::engine
