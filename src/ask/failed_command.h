#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/trace.h"

// Whether a hook speaks about a command that an agent ran. Nobody asked, so only a failure that
// names a place in the workspace is worth an answer. This is the only place that decides it.
namespace satchel::ask {

// A shell command of an agent. All texts are untrusted.
struct CommandRun {
  std::string command;           // as the shell got it; empty: unknown
  std::string output;            // of any size
  std::optional<int> exit_code;  // nullopt: the agent does not tell
  bool interrupted = false;      // by the user
};

enum class FailureReason : std::uint8_t {
  kFailedCommand,  // speaks
  kInterrupted,
  kSucceeded,
  kOnlyReads,    // grep, git diff, cat and others: their output quotes places, it reports none
  kNoPlace,      // the output has no `path:line` and no frame
  kNoFailure,    // nothing in the output reads like a test, compiler, linter or traceback
  kElsewhere,    // no place is a file of the workspace
  kAnswered,     // the conversation got an answer to the same failure
  kQuotaUsed,    // of the conversation
  kSwitchedOff,  // hook.failures
};
// Stable: the log names it.
std::string_view Name(FailureReason reason);
// The same as a sentence, for the log.
std::string_view Text(FailureReason reason);

// What the texts of a run say, without a look at any file.
struct CommandReading {
  // The texts alone are a reason for silence. The members below are then empty.
  std::optional<FailureReason> silent;
  std::string log;                 // the output, bounded and without control sequences: the task
  std::vector<TraceFrame> places;  // that the log names, the most telling first
  std::string message;             // the line that says what went wrong; may be empty
};
// Bounded whatever the output is. Reads no output of a command that cannot be a reason to speak.
CommandReading ReadCommandRun(const CommandRun& run);

// The decision is made as soon as a fact rules an answer out. What is not known yet counts as the
// best case.
struct FailureFacts {
  std::optional<FailureReason> silent;  // of the reading
  bool switched_on = true;
  std::optional<bool> in_workspace;  // a place is a file of the workspace
  std::optional<bool> answered;      // the conversation got an answer to this signature
  std::optional<bool> has_quota;
};
FailureReason DecideOnFailure(const FailureFacts& facts);

// Two runs that fail in the same way have the same signature: file, text of its line, message
// without words that have digits (numbers, times, addresses). The number of the line is no part of
// it, so an edit above changes nothing, and an edit of the line itself makes it a different
// failure.
std::string FailureSignature(std::string_view path, std::string_view source_line,
                             std::string_view message);

}  // namespace satchel::ask
