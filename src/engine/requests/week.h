#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/requests/hook_log.h"
#include "engine/stores/stores.h"
#include "settings/environment.h"
#include "settings/workspace.h"

// What the packets of the last seven days were worth.
namespace satchel::engine {

// Of one recipe, asked for through one face.
struct PacketCount {
  std::string face;  // as Name(Face) has them; empty: a version that did not say
  std::string recipe;
  std::size_t packets = 0;
  std::int64_t tokens = 0;
  friend bool operator==(const PacketCount&, const PacketCount&) = default;
};

// A file counts once for each packet that showed it.
struct UsedFiles {
  std::size_t packets = 0;
  std::size_t shown = 0;
  std::size_t used = 0;  // of these: read or edited afterwards, until a later packet showed them
  friend bool operator==(const UsedFiles&, const UsedFiles&) = default;
};

struct Week {
  Time since;
  Time until;
  std::vector<PacketCount> packets;  // those that were shown, by face and recipe
  std::size_t silent = 0;            // packets that a hook made and kept to itself
  // Of packets that a hook showed to an agent that tells of the files that its tools read or edit.
  UsedFiles used;
  bool complete = true;  // false: the log has more runs than are looked at

  // Whether there is a history to compare with: without Git nothing is said about files.
  bool has_history = false;
  std::size_t commits = 0;  // no merges, behind the first packet
  // That these commits changed and that were there before. Without notes, which every packet shows.
  std::size_t files = 0;
  std::size_t shown = 0;  // of these: in a packet before a commit changed them

  std::size_t Packets() const;
  std::int64_t Tokens() const;
};

// The seven days before a moment. A packet counts from the time that its request counted from, a
// commit from the time at which it was committed.
Result<Week> LookAtWeek(Stores& stores, const settings::Workspace& workspace,
                        const settings::Environment& environment, Time now,
                        const Deadline& deadline);

// Says in the log that nobody was shown the packet of a run, and why.
Status MarkUnshown(Stores& stores, const RunId& run, const Unshown& why, const Deadline& deadline);

}  // namespace satchel::engine
