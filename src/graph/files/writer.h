#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/directory.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "base/writer_lock.h"
#include "graph/files/folder.h"
#include "graph/files/graph.h"

namespace satchel::graph {

// New rows of the logs, and what the commit row says of them.
struct Change {
  std::string mode;  // "add", "link", "import", "clarify"
  std::vector<std::pair<Layer, Json>> rows;
  Json details = Json::object();  // further fields of the commit row
};

struct Committed {
  std::string commit_id;
  std::string pack;  // the file of the post-response pack, from the folder
};

// A folder that nobody else writes to while this is held.
struct LockedFolder {
  std::string name;
  Directory directory;
  WriterLock lock;
  std::string completed;  // the commit of a change that was cut off and is complete now
};

// Makes the folder if it is missing, waits for the lock, completes a change that was cut
// off. kDeadline: another one goes on writing; kSystem: it cannot be written.
Result<LockedFolder> LockFolder(const std::filesystem::path& root, std::string_view folder,
                                const Deadline& deadline);

// The one who may write to a folder of graphs: holds its lock, and the graph as it is. Made
// once for a change, confined to one thread.
//
// A change is: its rows at the end of their logs; the post-response pack in
// `context_packs/`, read back and checked; the same in place of `context_pack.latest.json`; the
// commit row, last. `.pending.json` holds all of it before the first byte is written and goes
// when everything is there, so that whoever comes next completes what was cut off.
class Writer {
 public:
  // As LockFolder().
  static Result<Writer> Open(const std::filesystem::path& root, std::string_view folder,
                             const Deadline& deadline);

  const Graph& graph() const { return *loaded_.graph; }
  const Loaded& loaded() const { return loaded_; }
  const LockedFolder& folder() const { return folder_; }

  // REQUIRES: called once, with at least one row.
  Result<Committed> Commit(const Change& change, Time now) &&;

 private:
  explicit Writer(LockedFolder folder) : folder_(std::move(folder)) {}

  LockedFolder folder_;
  Loaded loaded_;
};

// The commit whose change was cut off and waits to be completed; empty when there is none.
Result<std::string> PendingCommit(const Directory& directory);

}  // namespace satchel::graph
