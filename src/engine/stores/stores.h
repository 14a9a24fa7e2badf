#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "base/writer_lock.h"
#include "engine/stores/open_sessions.h"
#include "engine/stores/store_place.h"
#include "pipeline/run_record.h"
#include "store/database.h"

namespace satchel::engine {

// How the name of each source of memories in the index begins.
inline constexpr std::string_view kMemorySources = "memory/";

// The directory for a workspace's data, with a .gitignore of its own; may be repeated.
Status PreparePlace(const std::filesystem::path& directory);

// What a look at a workspace's stores found, without changing anything.
struct StoreHealth {
  enum class State : std::uint8_t { kReady, kNotMade, kFailed };
  State state = State::kReady;
  int schema = 0;               // kReady
  std::optional<Error> reason;  // otherwise
};
StoreHealth LookAtStores(const StorePlace& place, const Deadline& deadline);

// Reads the files of a workspace's stores to the end: one error for each that is damaged, curated
// first. Empty on a server.
std::vector<Error> FindDamage(const StorePlace& place, const Deadline& deadline);

// A workspace's curated, raw and session stores, on whichever engine it has. Shared by all
// threads, like the databases inside.
class Stores {
 public:
  enum class Use : std::uint8_t {
    kRead,      // curated read-only; the log and sessions are still written
    kWrite,     // everything, and nobody else does meanwhile: kUnavailable when somebody is
    kReadOnly,  // nothing is written, created or migrated
  };

  // kNotFound with the next step when the workspace has no stores yet.
  static Result<Stores> Open(const StorePlace& place, Use use, const Deadline& deadline);
  // The same; if the log cannot be opened for writing, it is in memory and gone afterwards. For
  // requests that are worth more than their log: log_failure() says what is wrong with it. Waits
  // for the log for a part of the time only.
  static Result<Stores> OpenWithoutLog(const StorePlace& place, Use use, Time now,
                                       const Deadline& deadline);
  // Nothing but memory, for a request that needs no store when there is none: what went wrong is
  // its log_failure().
  static Result<Stores> InMemory(const StorePlace& place, Time now, Error failure,
                                 const Deadline& deadline);
  // In memory, for a run whose log cannot be written.
  Result<pipeline::SpareLog> MakeSpareLog(Time now) const;
  // Throws curated away and makes it anew, empty: it is derived, and this one is damaged. A file
  // that is not known as ours is not thrown away but moved aside: its new path is what this gives.
  // The rows of memories, which are derived too, are removed. Nobody may have it open for longer.
  // SQLite alone.
  static Result<std::optional<std::filesystem::path>> RemakeCurated(const StorePlace& place,
                                                                    std::string_view name, Time now,
                                                                    const Deadline& deadline);
  // Makes what is missing; may be repeated.
  static Result<Stores> Create(const StorePlace& place, std::string_view name, Time now,
                               const Deadline& deadline);

  store::Database& curated() { return *curated_; }
  // Changes curated however these were opened, unless kReadOnly. Waits for another writer until
  // `wait` is over, an hour at most: then kUnavailable with its pid, and `change` was not called.
  // On a server nobody keeps others out.
  Status ChangeCurated(const std::function<Status(store::Database&)>& change, const Deadline& wait);
  // The database of the rows of memories, for reading: place().memory_file, or curated() on a
  // server and without such a file. Opened when it is first asked for, and made unless kReadOnly;
  // where that fails, it is an empty one in memory. Fails only if the time is over.
  Result<store::Database*> MemoryRows(Time now, const Deadline& deadline);
  // Changes it as ChangeCurated() changes curated. REQUIRES: MemoryRows() has given it.
  Status ChangeMemoryRows(const std::function<Status(store::Database&)>& change,
                          const Deadline& wait);
  // Takes rows of memories out of curated, where an export of a server or an earlier version has
  // put them. Does nothing if they belong there.
  Status DropMemoryRows(const Deadline& wait);
  store::Database& raw() { return *raw_; }
  // The store of a task's session; made when it is missing, unless kReadOnly. It stays open for
  // as long as somebody has it, and a while longer.
  Result<std::shared_ptr<store::Database>> Session(std::string_view task, Time now,
                                                   const Deadline& deadline);
  // SQLite: the files of all sessions. Empty on a server, where they are rows.
  Result<std::vector<std::filesystem::path>> SessionFiles() const;
  // One of those files, for reading; kNotFound when it is only being made.
  Result<std::unique_ptr<store::Database>> OpenSessionFile(const std::filesystem::path& file) const;
  // Removes one unless it is open somewhere or `unused` says no, which is asked at last
  // while nobody else can write to it. True when it is gone.
  Result<bool> RemoveSessionFile(const std::filesystem::path& file,
                                 const std::function<Result<bool>(store::Database&)>& unused,
                                 const Deadline& deadline) const;

  // Set if nothing that is done here is recorded.
  const std::optional<Error>& log_failure() const { return log_failure_; }
  // Whether there is nothing here but memory.
  bool in_memory() const { return in_memory_; }
  const StorePlace& place() const { return place_; }
  bool may_write() const { return use_ != Use::kReadOnly; }
  WorkspaceId workspace() const { return workspace_; }
  store::Scope scope(const Deadline& deadline, store::StoreCount* count = nullptr) const {
    return {.workspace = workspace_, .deadline = deadline, .count = count};
  }

 private:
  Stores(StorePlace place, Use use) : place_(std::move(place)), use_(use) {}

  static Result<Stores> Open(const StorePlace& place, Use use, std::optional<Time> without_log,
                             const Deadline& deadline);
  Status OpenFiles(std::optional<Time> without_log, const Deadline& deadline);
  Result<WorkspaceId> OpenLog(std::optional<Time> without_log, const Deadline& deadline);
  Status CreateFiles(std::string_view name, Time now, const Deadline& deadline);
  Status OpenServer(const Deadline& deadline);
  Result<std::unique_ptr<store::Database>> OpenMemoryFile(const Deadline& deadline) const;
  Result<std::unique_ptr<store::Database>> MakeMemoryFile(Time now, const Deadline& deadline) const;
  Result<std::unique_ptr<store::Database>> MakeSession(const std::filesystem::path& file, Time now,
                                                       const Deadline& deadline) const;

  // Fixed once they are open.
  StorePlace place_;
  Use use_ = Use::kRead;
  WorkspaceId workspace_;
  std::optional<WriterLock> lock_;            // SQLite, kWrite
  std::shared_ptr<store::Database> curated_;  // on a server the same one as raw_
  std::shared_ptr<store::Database> raw_;
  std::optional<Error> log_failure_;
  bool in_memory_ = false;
  // Has a lock of its own.
  std::unique_ptr<OpenSessions> sessions_ = std::make_unique<OpenSessions>();  // SQLite
  struct OpenedMemoryRows {
    std::mutex mutex;
    std::unique_ptr<store::Database> database;  // locked by mutex; fixed once it is there
    bool in_memory = false;                     // locked by mutex
  };
  std::unique_ptr<OpenedMemoryRows> memory_rows_ = std::make_unique<OpenedMemoryRows>();  // SQLite
};

}  // namespace satchel::engine
