#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "engine/requests/packets.h"
#include "engine/stores/stores.h"
#include "packet/packet.h"

namespace satchel::engine {

// What a conversation was shown without having asked for it, so that it is not shown again and does
// not grow without end. Kept in the session of the request.
struct ShownItems {
  std::set<std::string> items;  // see ItemsOf()
  std::size_t tokens = 0;       // of all packets together
  std::string task;             // of the last one, without secrets
  // Signatures of the failures that were answered, the latest last.
  std::vector<std::string> failures = {};
  // The run whose packet showed a file last, by the file's path. At most kMostShownFiles.
  std::map<std::string, RunId> files = {};
  // Files that it was shown before it was compacted, at most kMostEarlierFiles.
  std::vector<std::string> earlier = {};
  bool compacted = false;  // and nothing was shown since
};

// How many of them are kept.
inline constexpr std::size_t kMostFailures = 64;
inline constexpr std::size_t kMostShownFiles = 256;
inline constexpr std::size_t kMostEarlierFiles = 20;

// Remembers the files of a packet; those of the oldest runs go first.
void AddShownFiles(const packet::Packet& packet, const RunId& run, ShownItems& shown);

// Names of what a packet shows, beside what it always shows.
std::set<std::string> ItemsOf(const packet::Packet& packet);
// The files of code among them, then those that were shown before the conversation was compacted.
std::vector<std::string> FilesOf(const ShownItems& shown);

// Nothing was shown where there is no session yet, or one that cannot be read. The stores may be
// open for reading alone.
Result<ShownItems> ReadShownItems(Stores& stores, const PacketRequest& request,
                                  const Deadline& deadline);
Status WriteShownItems(Stores& stores, const PacketRequest& request, const ShownItems& shown,
                       const Deadline& deadline);

}  // namespace satchel::engine
