#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "engine/requests/failed_command.h"

// What an agent's hook asks on behalf of a user who asked for nothing.
namespace satchel::engine {

// When an agent calls its hook, whatever its name for it is.
enum class PromptMoment : std::uint8_t {
  kPrompt,     // the user has sent a prompt that the model has not seen yet
  kStarted,    // a conversation begins that has seen nothing
  kResumed,    // one goes on, with all that it has seen
  kCompacted,  // the conversation was compacted: what it was shown is gone
  kForgotten,  // the same, where the agent takes no answer
  kCommand,    // a shell command of the agent has ended
  kFiles,      // a tool of the agent has edited files: see Engine::NoteFiles()
  kSpawning,   // the agent is about to start a subagent for the prompt; takes no answer
  kSubagent,   // a subagent has started; its task is the one of kSpawning
};

struct PromptRequest {
  PromptMoment moment = PromptMoment::kPrompt;
  std::string prompt;
  std::optional<FailedCommand> command = {};  // REQUIRES: of kCommand, and of no other moment
  std::string conversation;  // a name that sessions can have; empty: nothing is remembered
  // The type of the subagent whose conversation it is, as the agent names it; of kSpawning, of the
  // one that is to start. Empty: the agent itself asks.
  std::string subagent = {};
  std::string parent = {};     // of kSubagent: the conversation of kSpawning
  std::string agent;           // its name: the files that it reads by itself are omitted
  std::string event;           // the agent's name of the moment, for the log
  std::size_t most_bytes = 0;  // of the longest text that the agent passes on whole
  std::optional<Time> now = {};
  bool hurry = true;        // give up a packet that takes longer than 250 ms
  bool sees_files = false;  // the agent tells of files that its tools read or edit
  bool signs = false;       // log all that the judgement of a prompt rests on: nothing is cut short
  // Is given the text before it is recorded as shown: that waits for the disk, and the agent may
  // end the process meanwhile.
  std::function<void(const std::string& text)> say = {};
};

// Why there is nothing to say. No failure.
enum class Silence : std::uint8_t {
  kNoStores,
  kShownBefore,
  kNoAnswerTaken,
  kNoPrompt,
  kQuotaUsed,
  kElsewhere,  // the prompt is about something else than the workspace
  kNothingRelevant,
  kFailure,  // of a command: PromptReply::failure says why
  kSubagentOff,
};
// Stable: in the log and in the records of runs.
std::string_view Text(Silence silence);
// The same as a word. Stable.
std::string_view Name(Silence silence);

struct PromptReply {
  std::string text;
  std::optional<Silence> silence;   // nullopt: the text was said
  bool behind = false;              // an index run has something to do
  ask::FailureReason failure = {};  // of Silence::kFailure
};

}  // namespace satchel::engine
