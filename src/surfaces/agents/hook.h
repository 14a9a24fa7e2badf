#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "settings/directories.h"
#include "settings/environment.h"

namespace satchel::agents {

// One call of a hook.
struct HookCall {
  std::string agent;  // --agent
  std::string event;  // the agent's name of it
  settings::Environment environment;
  settings::Directories directories;
  std::optional<std::filesystem::path> workspace = {};  // --workspace; nothing: where the agent is
  std::optional<Time> now = {};
  std::istream* in = nullptr;  // null: nobody writes to it
  std::ostream& out;
  Logger* log = nullptr;  // may be null
  Deadline deadline = Deadline::Never();
  bool hurry = true;  // a packet that takes longer than 250 ms is not waited for
  // The log is to say all that the judgement of a prompt rests on: nothing is cut short.
  bool signs = false;
  // Starts an index run of this workspace that nobody waits for; may be null.
  std::function<void(const std::filesystem::path& root)> index_in_background = {};

  // Logs a line of this hook, if there is a log.
  void Say(LogLevel level, std::string_view text) const;
};

// Answers with what the prompt needs and the conversation has not seen, or with nothing. A few
// files that changed are indexed first. Migrates no stores, and makes some only in a new work tree,
// as a copy of its sibling's (engine/stores/sibling.h). Never fails: what goes wrong is in the log,
// and the agent goes on without us.
void RunHook(const HookCall& call);

// kInvalidInput if there is no such agent, or it has no such event. For people who try a hook.
Status CheckHook(std::string_view agent, std::string_view event);

}  // namespace satchel::agents
