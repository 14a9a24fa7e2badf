#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "engine/prompt.h"
#include "engine/requests/touched_files.h"
#include "settings/environment.h"
#include "surfaces/agents/install/installation.h"

// Satchel inside an agent: what the agent tells its hooks, what it takes from them, and how Satchel
// is put into its configuration.
namespace satchel::agents {

using Moment = engine::PromptMoment;

// What an agent told a hook. The texts come from outside; any of them may be empty.
struct HookInput {
  Moment moment = Moment::kPrompt;
  std::string prompt;
  std::string session;                          // the agent's own name of the conversation
  std::string cwd;                              // where it works
  engine::CommandRun run = {};                  // of Moment::kCommand
  std::vector<engine::TouchedFile> files = {};  // of Moment::kFiles
  // The subagent in whose conversation it happens; empty: in the agent's own.
  std::string subagent_id = {};
  std::string subagent_type = {};  // the same; of Moment::kSpawning, of the one that is to start
  bool typed = true;               // the prompt is the user's own
};

// Whose configuration is edited.
struct Machine {
  settings::Environment environment;
  std::filesystem::path home;
  std::string program;  // how an agent starts satchel: a name in PATH, or a path
};

// One agent that people use. Has no state: shared by all threads.
class Agent {
 public:
  virtual ~Agent() = default;

  // Stable: configurations that we wrote have it, as --agent NAME.
  virtual std::string_view name() const = 0;
  virtual std::string_view title() const = 0;  // as people know it

  // The variable in which its shell commands find the conversation's id; empty: it has none.
  virtual std::string_view session_variable() const { return {}; }

  // The agent's own names of the events whose hooks it calls us in.
  virtual std::span<const std::string_view> events() const = 0;
  // The input of one of them. Fields that are missing or of another type are as good as empty;
  // nothing: there is nothing to do.
  virtual std::optional<HookInput> Read(std::string_view event, const Json& payload) const = 0;
  // What a hook prints so that the model sees `context`.
  virtual Json Answer(std::string_view event, std::string_view context) const = 0;
  // What a hook prints so that the user sees a line and the model does not; nullopt: the agent has
  // no such channel for this event.
  virtual std::optional<Json> UserNote(std::string_view /*event*/,
                                       std::string_view /*line*/) const {
    return std::nullopt;
  }
  // Whether its hooks are told of files that its tools read or edit.
  virtual bool tells_of_files() const { return true; }
  // The longest context that the agent passes on whole.
  virtual std::size_t most_bytes() const { return 9'500; }

  virtual Installation InstallationOn(const Machine& machine) const = 0;
};

// All agents, by their names. An agent more is a file and a line in all.cc.
std::span<const Agent* const> AllAgents();
// Null when there is none.
const Agent* FindAgent(std::string_view name);
// kInvalidInput: there is no agent of this name. The hint suggests the nearest one, or lists all.
Error NoSuchAgent(std::string_view name);

const Agent& ClaudeCode();
const Agent& Codex();
const Agent& Cursor();
const Agent& Gemini();
const Agent& OpenClaw();
const Agent& OpenCode();

}  // namespace satchel::agents
