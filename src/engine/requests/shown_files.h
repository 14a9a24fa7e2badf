#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/stores.h"
#include "packet/packet.h"
#include "store/raw_log.h"

// Which files a packet showed, and which of them the agent then read or edited. A use is one event
// of the run that made the packet, so it goes when the run goes. It has a path and no content.
namespace satchel::engine {

// The event of a run: a tool of the agent has read or edited a file that its packet showed.
inline constexpr std::string_view kUsedEvent = "used";

struct ShownFile {
  std::string path;  // from the workspace's root
  bool read = false;
  bool edited = false;

  bool used() const { return read || edited; }
  friend bool operator==(const ShownFile&, const ShownFile&) = default;
};
Json ToJson(const ShownFile& file);

// The files that have an entry among the packet's code, in the order of the paths.
std::vector<ShownFile> FilesOf(const packet::Packet& packet);
// Adds what the run's events say of these files.
void AddUses(std::span<const store::EventRow> events, std::vector<ShownFile>& files);

// One use of a file. Of each file, a run has at most one use of either kind.
struct FileUse {
  RunId run;
  std::string path;
  bool edited = false;  // false: it was read
};
// Whether the log still has the run, and not yet this use. The stores may be open for reading
// alone.
Result<bool> IsNewUse(Stores& stores, const FileUse& use, const Deadline& deadline);
// May be repeated.
Status RecordUse(Stores& stores, const FileUse& use, Time at, const Deadline& deadline);

}  // namespace satchel::engine
