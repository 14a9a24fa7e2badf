#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/result.h"
#include "engine/requests/packets.h"
#include "engine/stores/stores.h"

// The tasks of subagents that an agent is about to start, where the agent names the task in one
// event and the subagent in another. Kept in the session of the conversation that starts them.
namespace satchel::engine {

struct SpawnedTask {
  std::string type;  // of the subagent, as the agent names it
  std::string task;
  friend bool operator==(const SpawnedTask&, const SpawnedTask&) = default;
};

// The latest are kept.
inline constexpr std::size_t kMostSpawned = 32;
// A task whose subagent has not started by then never will: the user refused it.
inline constexpr std::chrono::minutes kMostSpawnWait(10);

// Keeps at most 4 KiB of the task, without secrets. `parent`: a request of the conversation that
// starts the subagent.
Status RememberSpawned(Stores& stores, const PacketRequest& parent, const SpawnedTask& spawned,
                       const Deadline& deadline);
// Takes the earliest task for a subagent of that type. Each task is taken once, also by processes
// that ask at the same time. nullopt: there is none.
Result<std::optional<std::string>> TakeSpawned(Stores& stores, const PacketRequest& parent,
                                               std::string_view type, const Deadline& deadline);

}  // namespace satchel::engine
