#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "base/deadline.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/stores.h"
#include "llm/completer.h"
#include "notes/pack/source.h"
#include "pack/built_in.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "pipeline/catalog.h"
#include "pipeline/request.h"
#include "pipeline/runner.h"
#include "pipeline/source.h"
#include "settings/workspace.h"
#include "text/token_counter.h"

// From a task to a packet: what every face of Satchel calls.
namespace satchel::engine {

using pipeline::NotesOptions;
using pipeline::Rendering;
using pipeline::StageReport;

// Through what a packet was asked for. Names are stable: the log has them.
enum class Face : std::uint8_t { kCommand, kHook, kServer, kLibrary };
std::string_view Name(Face face);
// Beside the request of a logged run: the face's name.
inline constexpr std::string_view kFaceDetail = "face";
// The agent that asked the MCP server, if it is known.
std::string AgentOfServer(const Json& details);

struct PacketRequest {
  std::string recipe;
  std::string task;  // may be empty where the recipe needs none
  // The task as it was read before, by ReadQuestion(); nothing: it is read with the request.
  std::optional<ask::Question> question = {};
  std::string task_id;       // empty: made from recipe, conversation and task
  std::string conversation;  // the agent's own id; may be empty
  std::optional<std::size_t> budget;
  std::optional<text::Tokenizer> tokenizer;
  Rendering rendering = Rendering::kMarkdown;
  std::vector<std::string> stages;  // empty: the recipe's own
  std::optional<Time> now;          // nothing: the machine's clock
  // Of the recipe's sources, one each at most; of a source without any they are its own.
  std::vector<std::shared_ptr<const pipeline::SourceOptions>> options;
  // Asked where a recipe has a part for a model; null: without one. A model that is required ends
  // the request when it cannot be asked.
  std::shared_ptr<const llm::Completer> model;
  bool model_required = false;
  // Of a packet of everything only what this run did not show.
  std::optional<RunId> since;
  // Begin anew even where an earlier run on the task was cut off.
  bool fresh = false;
  // Go on from the final context and the refinement request in the task's session.
  bool refine = false;
  // Of a refinement: tokens that it may add; `budget` has room for them. 0: see ShownBefore.
  std::size_t added = 0;
  Face face = Face::kCommand;  // an engine sets its own
  std::string agent;           // that is given the packet; empty: unknown
};

// What the sources keep between requests. Safe to share between threads.
class SourceCaches {
 public:
  explicit SourceCaches(const pipeline::Catalog& catalog = pipeline::BuiltIn());
  // Null when the source keeps nothing.
  pipeline::SourceCache* Of(std::string_view source) const;

 private:
  std::vector<std::pair<std::string, std::unique_ptr<pipeline::SourceCache>>> caches_;
};

// A finished packet and the run that made it.
using PacketAnswer = pipeline::RunResult;

// Runs a request. `caches`: null: everything is read anew. Reads the sources first, as they are
// now, and brings curated up to date with them as far as that can be had at once; the run itself
// only reads it. Everything decided is in the log when this returns. The stores must be open for
// more than reading alone.
Result<PacketAnswer> MakePacket(Stores& stores, const settings::Workspace& workspace,
                                const PacketRequest& request, const Deadline& deadline,
                                const SourceCaches* caches = nullptr,
                                const pipeline::Surroundings& around = {});

// The layout that a rendering is counted and printed with, by these line rules.
const packet::Layout& LayoutOf(Rendering rendering, int line_rules = packet::kLineRules);

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
