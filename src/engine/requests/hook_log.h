#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/requests/packet_request.h"
#include "engine/requests/shown_files.h"
#include "engine/stores/stores.h"
#include "pipeline/source.h"

// What hooks gave agents and why they gave nothing, in the log of runs.
//
// A packet that a hook makes is a run with `hook` in its details. If it is not shown, the run has
// an event `unshown`. A hook that is silent without a packet logs one row with the recipe `hook`.
namespace satchel::engine {

// The event of a run whose packet nobody was shown.
inline constexpr std::string_view kUnshownEvent = "unshown";

// Why nobody was shown anything.
struct Unshown {
  std::string reason;  // a stable name, such as quota_used
  std::string why;     // the same as a sentence
};
Json ToJson(const Unshown& unshown);

// Who asks, in the details of a run. `failure`: the message of a failed command; `spent`: in
// microseconds, by the hook before the run began.
struct HookDetail {
  std::string_view agent;
  std::string_view event;
  std::string_view failure;
  std::int64_t spent = 0;
  bool sees_files = false;  // the agent tells of files that its tools read or edit
};
Json ToJson(const HookDetail& detail);

// The request of a hook has it for its run. The packet does not depend on it.
struct HookOption final : pipeline::SourceOptions {
  explicit HookOption(Json of) : hook(std::move(of)) {}
  std::string_view source() const override { return kName; }
  Json ToJson() const override { return Json::object(); }

  static constexpr std::string_view kName = "hook";
  Json hook;  // of ToJson(HookDetail)
};
// The agent whose hook made a run, by the run's details; empty: none, or an earlier version did not
// log it.
std::string AgentOfHook(const Json& details);
// Whether the details of a run say that its hook is told of files.
bool SeesFiles(const Json& details);
// Adds it to the details of a run if a hook asks.
void NameHook(const RequestOptions& options, Json& details);

// A hook that said nothing and has no run yet.
struct SilentHook {
  Json hook;  // of ToJson(HookDetail)
  std::string_view prompt;
  std::string_view conversation;
  std::optional<Time> now = {};  // of the request; nullopt: `began`
  Time began;
  Unshown why;
};
// Writes one row. The prompt is redacted and only its beginning is kept. The stores must be open
// for more than reading alone.
Status RecordSilentHook(Stores& stores, const SilentHook& silent, const Deadline& deadline);
// Whether the latest run is of this hook: a packet that failed has a run already.
Result<bool> IsLatestRun(Stores& stores, const Json& hook, const Deadline& deadline);

// One event of an agent that its hook looked at: a prompt, the start of a session or of a subagent,
// a failed command.
struct LoggedPrompt {
  RunId run;
  Time at;
  std::string conversation;  // empty: the agent names none
  std::string agent;         // empty: an earlier version did not log it
  std::string event;         // the same
  std::string prompt;        // the first kMostPromptCharacters on one line, without secrets
  std::optional<std::int64_t> micros = {};  // nullopt: the hook was ended
  std::int64_t tokens = 0;                  // shown
  std::size_t items = 0;                    // shown
  std::optional<Unshown> unshown = {};      // nullopt: the prompt was answered
  // Those of the packet; nullopt: nobody tells whether they were used.
  std::optional<std::vector<ShownFile>> files = {};
};
inline constexpr std::size_t kMostPromptCharacters = 60;

struct HookLogQuery {
  std::int64_t most = 20;
  std::string conversation;  // as LoggedPrompt has it, or without the agent; empty: all
};

struct HookLog {
  std::vector<LoggedPrompt> prompts;  // the latest first
  bool complete = true;               // false: fewer than asked for, and not all runs were read

  std::size_t Answered() const;
  // How many were silent, by reason.
  std::map<std::string, std::size_t> Silent() const;
};

Result<HookLog> ReadHookLog(Stores& stores, const HookLogQuery& query, const Deadline& deadline);

}  // namespace satchel::engine
