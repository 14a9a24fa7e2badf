#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/stores.h"

// Agents whose hooks are no longer called although the agent is at work here.
namespace satchel::engine {

struct QuietHooks {
  std::string agent;        // as `--agent` has it
  Time last;                // when a hook of it was last recorded
  std::size_t packets = 0;  // that it asked of the MCP server later than kQuietFor after that
  friend bool operator==(const QuietHooks&, const QuietHooks&) = default;
};

// An agent whose hooks work may ask the server in a conversation of which no prompt is recorded, so
// a few hours and one packet say nothing.
inline constexpr std::chrono::hours kQuietFor{24};
inline constexpr std::size_t kLeastQuietPackets = 3;

// By the log of runs: an agent with an earlier call of a hook, no later one, and packets that the
// same agent asked of the MCP server since. In the order of the names. The stores may be open for
// reading alone.
Result<std::vector<QuietHooks>> FindQuietHooks(Stores& stores, const Deadline& deadline);

}  // namespace satchel::engine
