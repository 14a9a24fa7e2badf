#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "ask/failed_command.h"
#include "base/log.h"

namespace satchel::rank {
struct RankedCode;
}

// A command of an agent that failed, and where it did among the files of a workspace.
namespace satchel::engine {

using CommandRun = ask::CommandRun;

// A command that its texts alone do not rule out; its log is the prompt.
struct FailedCommand {
  ask::CommandReading reading;
  std::filesystem::path directory;  // where the agent works
};
// Gives the reason for silence if the texts of the run are one, without opening anything.
std::expected<FailedCommand, ask::FailureReason> ReadFailure(const CommandRun& run,
                                                             std::filesystem::path directory);

// A line of the log with the reason's name, for an answer as for silence.
void LogFailure(Logger* log, std::string_view agent, std::string_view event,
                ask::FailureReason reason);

struct FailurePlace {
  std::string path;  // from the workspace's root
  std::uint32_t line = 0;
};

// Which place of the reading is in the workspace, as far as the disk says without any store.
struct PlaceOnDisk {
  std::optional<FailurePlace> place;  // the first whose file is below the root
  bool may_be_indexed = false;  // a place fits no file on this disk, but its end may be one here
};
PlaceOnDisk FindOnDisk(const FailedCommand& failed, const std::filesystem::path& root);

// The first place that is an indexed file, by the files that were ranked for the log.
std::optional<FailurePlace> FindIndexed(const FailedCommand& failed, const PlaceOnDisk& on_disk,
                                        const rank::RankedCode& ranked);

// The signature of the failure at this place: see ask::FailureSignature().
std::string SignatureAt(const FailedCommand& failed, const FailurePlace& place,
                        const std::filesystem::path& root);

}  // namespace satchel::engine
