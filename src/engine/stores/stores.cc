#include "engine/stores/stores.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "engine/stores/store_owner.h"
#include "store/postgres/postgres.h"
#include "store/schema.h"
#include "store/segments.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

using store::Area;
using store::Database;
using store::SqliteOptions;
using enum SqliteOptions::Mode;

// Of a change; its caller says how long it does wait.
constexpr std::chrono::hours kMostWait{1};
constexpr std::string_view kInitHint = "`satchel init` makes them";

// Ignores everything but the settings, and nobody's own .gitignore is touched.
constexpr std::string_view kGitignore = "*\n!config.toml\n";

SqliteOptions OptionsOf(const fs::path& file, Area area, SqliteOptions::Mode mode,
                        const Deadline& deadline) {
  // The log and sessions cannot be rebuilt; what is curated can.
  return {.file = file.string(),
          .area = area,
          .mode = mode,
          .full_sync = area != Area::kCurated,
          .deadline = deadline};
}

Result<std::unique_ptr<Database>> OpenFile(const fs::path& file, Area area,
                                           SqliteOptions::Mode mode, const Deadline& deadline) {
  auto opened = store::OpenSqlite(OptionsOf(file, area, mode, deadline));
  if (opened) return opened;
  return std::move(opened).error().About(store::SubjectOf(area));
}

// Whether a request goes on with its log in memory when the log's file fails like this. A log that
// is not there has not been made yet.
bool IsDispensable(const Error& error) {
  return error.code() != Errc::kNotFound && error.code() != Errc::kInternal;
}

// In its file, which holds the rows of one workspace.
constexpr std::string_view kMemoryKey = "workspace";
constexpr std::string_view kMemoryLock = "memory.lock";

// Whether a file of derived rows that cannot be opened like this is replaced.
bool IsReplaceable(const Error& error) {
  return error.code() == Errc::kCorrupt || error.code() == Errc::kForeign;
}

Status RemoveDatabase(const fs::path& file) {
  for (const char* end : {"", "-wal", "-shm"}) {
    std::error_code error;
    fs::remove(fs::path(file) += end, error);
    if (error) {
      return Fail(Errc::kSystem,
                  fmt::format("cannot remove {}{}: {}", file.string(), end, error.message()));
    }
  }
  return {};
}

// For a log that a request can do without: most of its time is its own.
Deadline WaitForLog(const Deadline& deadline) {
  constexpr std::chrono::nanoseconds kMost = std::chrono::seconds(5);
  const auto left = deadline.Remaining();
  return deadline.Within(left ? std::min(kMost, *left / 4) : kMost);
}

// The first name of these that is free.
fs::path FreeName(const fs::path& file) {
  std::error_code error;
  for (int number = 1;; ++number) {
    fs::path name = fmt::format("{}.unknown-{}", file.string(), number);
    if (!fs::exists(fs::symlink_status(name, error))) return name;
  }
}

Result<WorkspaceId> IdOf(Database& database, std::string_view key, const Deadline& deadline) {
  const auto id = SATCHEL_TRY(database.FindWorkspace(key, deadline));
  if (id) return *id;
  return Fail(Errc::kNotFound, "the workspace is not in this store", kInitHint);
}

// The same, where the log knows the workspace already.
Result<WorkspaceId> IdInIndex(Database& curated, std::string_view key, const Deadline& deadline) {
  auto id = SATCHEL_TRY(curated.FindWorkspace(key, deadline));
  if (id) return *id;
  return Fail(Errc::kCorrupt, "the index is damaged: the workspace is not in it")
      .error()
      .About(Subject::kIndex);
}

// The workspace's id in a file, which holds no other one.
Result<WorkspaceId> AddAlone(Database& database, const StorePlace& place, std::string_view name,
                             Time now, const Deadline& deadline) {
  const auto there = SATCHEL_TRY(database.FindWorkspace(place.key, deadline));
  if (there) return *there;
  const auto other =
      database.Begin({.workspace = WorkspaceId(1), .deadline = deadline}, store::Access::kWrite);
  if (other) {
    return Fail(Errc::kConflict,
                fmt::format("{} holds the stores of another workspace", place.directory.string()),
                "choose another directory with `satchel init --store DIR`");
  }
  if (other.error().code() != Errc::kConflict) return std::unexpected(other.error());
  return database.AddWorkspace(place.key, name, now, deadline);
}

// A database that is gone with this process, with the workspace in it.
Result<std::unique_ptr<Database>> InMemoryDatabase(Area area, const StorePlace& place, Time now,
                                                   const Deadline& deadline) {
  auto memory = SATCHEL_TRY(
      store::OpenSqlite({.file = ":memory:", .area = area, .mode = SqliteOptions::Mode::kCreate}));
  SATCHEL_TRY(memory->AddWorkspace(place.key, "", now, deadline));
  return memory;
}

Status SameWorkspace(WorkspaceId id, WorkspaceId expected, std::string_view file,
                     Subject subject = Subject::kOther) {
  if (id == expected) return {};
  return Fail(Errc::kCorrupt, fmt::format("{} is of another workspace than raw.db", file),
              "move it away; `satchel init` makes a new one")
      .error()
      .About(subject);
}

}  // namespace

Status PreparePlace(const fs::path& directory) {
  SATCHEL_TRY(MakePrivateDirectory(directory));
  return WriteFileAtomicallyBeneath(directory, ".gitignore", kGitignore);
}

StoreHealth LookAtStores(const StorePlace& place, const Deadline& deadline) {
  auto stores = Stores::Open(place, Stores::Use::kReadOnly, deadline);
  // Every file that opens has this version; so has a server.
  if (stores) return {.schema = store::kSchemaVersion};
  const bool missing = stores.error().code() == Errc::kNotFound;
  return {.state = missing ? StoreHealth::State::kNotMade : StoreHealth::State::kFailed,
          .reason = std::move(stores.error())};
}

std::vector<Error> FindDamage(const StorePlace& place, const Deadline& deadline) {
  std::vector<Error> damage;
  if (place.kind != StoreKind::kSqlite || !place.Exists()) return damage;
  struct FileOfArea {
    fs::path file;
    Area area;
  };
  std::vector<FileOfArea> files = {{place.directory / "curated.db", Area::kCurated},
                                   {place.directory / "raw.db", Area::kRaw}};
  if (!place.memory_file.empty()) files.push_back({place.memory_file, Area::kCurated});
  for (const auto& [file, area] : files) {
    auto checked = store::CheckSqlite(OptionsOf(file, area, kReadOnly, deadline), deadline);
    if (!checked && checked.error().code() == Errc::kCorrupt) {
      damage.push_back(std::move(checked).error().About(store::SubjectOf(area)).error());
    }
  }
  return damage;
}

Status Stores::OpenServer(const Deadline& deadline) {
  store::PostgresOptions options{.url = place_.url, .password = place_.password};
  if (const auto left = deadline.Remaining()) {
    options.connect_timeout =
        std::min(options.connect_timeout, std::chrono::ceil<std::chrono::milliseconds>(*left));
  }
  auto server = SATCHEL_TRY(store::OpenPostgres(options));
  curated_ = raw_ = std::move(server);
  return deadline.Check("open the store");
}

Status Stores::OpenFiles(std::optional<Time> without_log, const Deadline& deadline) {
  const fs::path& directory = place_.directory;
  if (!place_.Exists()) {
    return Fail(Errc::kNotFound, fmt::format("there are no stores in {}", directory.string()),
                kInitHint);
  }
  for (const fs::path& each : {directory, directory / "sessions"}) {
    SATCHEL_TRY(CheckNoLink(each));
  }
  if (use_ == Use::kWrite) {
    auto lock = SATCHEL_TRY(WriterLock::Acquire(directory, deadline));
    lock_ = std::move(lock);
  }
  workspace_ = SATCHEL_TRY(OpenLog(without_log, deadline));
  curated_ = SATCHEL_TRY(OpenFile(directory / "curated.db", Area::kCurated,
                                  use_ == Use::kWrite ? kReadWrite : kReadOnly, deadline));
  return {};
}

Result<WorkspaceId> Stores::OpenLog(std::optional<Time> without_log, const Deadline& deadline) {
  const Deadline wait = without_log ? WaitForLog(deadline) : deadline;
  const auto open = [&]() -> Result<WorkspaceId> {
    raw_ = SATCHEL_TRY(OpenFile(place_.directory / "raw.db", Area::kRaw,
                                use_ == Use::kReadOnly ? kReadOnly : kReadWrite, wait));
    return IdOf(*raw_, place_.key, wait);
  };
  auto id = open();
  if (id || !without_log || !IsDispensable(id.error())) return id;
  SATCHEL_TRY(deadline.Check("open the log"));
  log_failure_ = id.error();
  raw_ = SATCHEL_TRY(InMemoryDatabase(Area::kRaw, place_, *without_log, deadline));
  return IdOf(*raw_, place_.key, deadline);
}

Result<Stores> Stores::Open(const StorePlace& place, Use use, const Deadline& deadline) {
  return Open(place, use, std::nullopt, deadline);
}

Result<Stores> Stores::OpenWithoutLog(const StorePlace& place, Use use, Time now,
                                      const Deadline& deadline) {
  return Open(place, use, now, deadline);
}

Result<Stores> Stores::InMemory(const StorePlace& place, Time now, Error failure,
                                const Deadline& deadline) {
  // On a server sessions are rows of the same database, and so they are here.
  StorePlace there = place;
  there.kind = StoreKind::kPostgres;
  Stores stores(std::move(there), Use::kWrite);
  auto memory = SATCHEL_TRY(InMemoryDatabase(Area::kEvery, place, now, deadline));
  stores.curated_ = stores.raw_ = std::move(memory);
  const auto id = SATCHEL_TRY(IdOf(*stores.raw_, place.key, deadline));
  stores.workspace_ = id;
  stores.log_failure_ = std::move(failure);
  stores.in_memory_ = true;
  return stores;
}

Result<pipeline::SpareLog> Stores::MakeSpareLog(Time now) const {
  auto memory = SATCHEL_TRY(InMemoryDatabase(Area::kRaw, place_, now, Deadline::Never()));
  const auto id = SATCHEL_TRY(IdOf(*memory, place_.key, Deadline::Never()));
  return pipeline::SpareLog{.database = std::move(memory), .workspace = id};
}

Result<std::optional<fs::path>> Stores::RemakeCurated(const StorePlace& place,
                                                      std::string_view name, Time now,
                                                      const Deadline& deadline) {
  if (place.kind != StoreKind::kSqlite) return Fail(Errc::kInvalidInput, "a server heals itself");
  const auto lock = SATCHEL_TRY(WriterLock::Acquire(place.directory, deadline));
  const fs::path file = place.directory / "curated.db";
  std::optional<fs::path> aside;
  if (const auto known = OpenFile(file, Area::kCurated, kReadOnly, deadline);
      !known && known.error().code() == Errc::kForeign) {
    aside = FreeName(file);
    std::error_code error;
    fs::rename(file, *aside, error);
    if (error) {
      return Fail(Errc::kSystem,
                  fmt::format("cannot move {} away: {}", file.string(), error.message()));
    }
  }
  SATCHEL_TRY(RemoveDatabase(file));
  auto curated = SATCHEL_TRY(OpenFile(file, Area::kCurated, kCreate, deadline));
  SATCHEL_TRY(AddAlone(*curated, place, name, now, deadline));
  std::error_code error;
  if (!place.memory_file.empty() && fs::exists(fs::symlink_status(place.memory_file, error))) {
    const auto memory_lock =
        SATCHEL_TRY(WriterLock::Acquire(place.memory_file.parent_path(), deadline, kMemoryLock));
    SATCHEL_TRY(RemoveDatabase(place.memory_file));
  }
  return aside;
}

Result<Stores> Stores::Open(const StorePlace& place, Use use, std::optional<Time> without_log,
                            const Deadline& deadline) {
  Stores stores(place, use);
  const bool server = place.kind == StoreKind::kPostgres;
  SATCHEL_TRY(server ? stores.OpenServer(deadline) : stores.OpenFiles(without_log, deadline));
  if (server) {
    stores.workspace_ = SATCHEL_TRY(IdOf(*stores.raw_, place.key, deadline));
    return stores;
  }
  const auto curated = SATCHEL_TRY(IdInIndex(*stores.curated_, place.key, deadline));
  SATCHEL_TRY(SameWorkspace(curated, stores.workspace_, "curated.db", Subject::kIndex));
  return stores;
}

Status Stores::CreateFiles(std::string_view name, Time now, const Deadline& deadline) {
  const fs::path& directory = place_.directory;
  if (directory.empty()) {
    return Fail(Errc::kInvalidInput,
                place_.refused ? place_.refused->text() : "no place for stores",
                "set HOME, or XDG_STATE_HOME to a directory of yours: Satchel keeps its own there");
  }
  auto prepared = PreparePlace(directory);
  if (!prepared) return prepared;
  auto lock = SATCHEL_TRY(WriterLock::Acquire(directory, deadline));
  lock_ = std::move(lock);
  if (place_.registry) {
    // Another process may have made them since the place was looked for.
    auto id = SATCHEL_TRY(ClaimStores(directory, *place_.registry));
    place_.key = std::move(id);
  }
  SATCHEL_TRY(MakePrivateDirectory(directory / "sessions"));
  auto curated = SATCHEL_TRY(OpenFile(directory / "curated.db", Area::kCurated, kCreate, deadline));
  const auto curated_id = SATCHEL_TRY(AddAlone(*curated, place_, name, now, deadline));
  // Last: stores are there when raw.db is.
  auto raw = SATCHEL_TRY(OpenFile(directory / "raw.db", Area::kRaw, kCreate, deadline));
  const auto raw_id = SATCHEL_TRY(AddAlone(*raw, place_, name, now, deadline));
  SATCHEL_TRY(SameWorkspace(curated_id, raw_id, "curated.db", Subject::kIndex));
  curated_ = std::move(curated);
  raw_ = std::move(raw);
  workspace_ = raw_id;
  return {};
}

Result<Stores> Stores::Create(const StorePlace& place, std::string_view name, Time now,
                              const Deadline& deadline) {
  Stores stores(place, Use::kWrite);
  if (place.kind == StoreKind::kSqlite) {
    SATCHEL_TRY(stores.CreateFiles(name, now, deadline));
    return stores;
  }
  SATCHEL_TRY(stores.OpenServer(deadline));
  const auto id = SATCHEL_TRY(stores.raw_->AddWorkspace(place.key, name, now, deadline));
  stores.workspace_ = id;
  return stores;
}

Status Stores::ChangeCurated(const std::function<Status(Database&)>& change, const Deadline& wait) {
  if (use_ == Use::kReadOnly)
    return Fail(Errc::kInvalidInput, "the stores were opened for reading");
  if (place_.kind == StoreKind::kPostgres || use_ == Use::kWrite) return change(*curated_);
  const auto lock = SATCHEL_TRY(WriterLock::Acquire(place_.directory, wait, "lock", kMostWait));
  // Our own connection for reading stays open, and would keep the log of a large change.
  SqliteOptions options =
      OptionsOf(place_.directory / "curated.db", Area::kCurated, kReadWrite, wait);
  options.end_long_log = true;
  auto curated = SATCHEL_TRY(store::OpenSqlite(options));
  return change(*curated);
}

Result<std::unique_ptr<Database>> Stores::OpenMemoryFile(const Deadline& deadline) const {
  auto opened = SATCHEL_TRY(OpenFile(place_.memory_file, Area::kCurated, kReadOnly, deadline));
  const auto id = SATCHEL_TRY(IdInIndex(*opened, kMemoryKey, deadline));
  SATCHEL_TRY(SameWorkspace(id, workspace_, place_.memory_file.string(), Subject::kIndex));
  return opened;
}

// The file is in a directory of Satchel's own and is derived, so one that is of no use is replaced.
Result<std::unique_ptr<Database>> Stores::MakeMemoryFile(Time now, const Deadline& deadline) const {
  const fs::path& file = place_.memory_file;
  SATCHEL_TRY(MakePrivateDirectory(file.parent_path()));
  const auto lock = SATCHEL_TRY(WriterLock::Acquire(file.parent_path(), deadline, kMemoryLock));
  // Another process may have made it.
  auto opened = OpenMemoryFile(deadline);
  if (opened) return opened;
  if (IsReplaceable(opened.error())) SATCHEL_TRY(RemoveDatabase(file));
  {
    const auto made = SATCHEL_TRY(OpenFile(file, Area::kCurated, kCreate, deadline));
    const auto there = SATCHEL_TRY(made->FindWorkspace(kMemoryKey, deadline));
    if (!there) SATCHEL_TRY(made->AddWorkspace(kMemoryKey, "", now, deadline));
  }
  return OpenMemoryFile(deadline);
}

Result<Database*> Stores::MemoryRows(Time now, const Deadline& deadline) {
  if (place_.kind == StoreKind::kPostgres || place_.memory_file.empty()) return curated_.get();
  const std::scoped_lock lock(memory_rows_->mutex);
  if (memory_rows_->database != nullptr) return memory_rows_->database.get();
  auto opened = OpenMemoryFile(deadline);
  if (!opened && use_ != Use::kReadOnly) opened = MakeMemoryFile(now, deadline);
  if (!opened) {
    SATCHEL_TRY(deadline.Check("open the rows of memories"));
    StorePlace place = place_;
    place.key = kMemoryKey;
    opened = SATCHEL_TRY(InMemoryDatabase(Area::kCurated, place, now, deadline));
    memory_rows_->in_memory = true;
  }
  memory_rows_->database = *std::move(opened);
  return memory_rows_->database.get();
}

Status Stores::ChangeMemoryRows(const std::function<Status(Database&)>& change,
                                const Deadline& wait) {
  if (place_.kind == StoreKind::kPostgres || place_.memory_file.empty()) {
    return ChangeCurated(change, wait);
  }
  {
    const std::scoped_lock lock(memory_rows_->mutex);
    if (memory_rows_->in_memory) return change(*memory_rows_->database);
  }
  if (use_ == Use::kReadOnly)
    return Fail(Errc::kInvalidInput, "the stores were opened for reading");
  const auto lock = SATCHEL_TRY(
      WriterLock::Acquire(place_.memory_file.parent_path(), wait, kMemoryLock, kMostWait));
  SqliteOptions options = OptionsOf(place_.memory_file, Area::kCurated, kReadWrite, wait);
  options.end_long_log = true;
  auto database = SATCHEL_TRY(store::OpenSqlite(options));
  return change(*database);
}

Status Stores::DropMemoryRows(const Deadline& wait) {
  if (place_.kind == StoreKind::kPostgres || place_.memory_file.empty()) return {};
  return ChangeCurated(
      [&](Database& curated) -> Status {
        auto transaction = SATCHEL_TRY(curated.Begin(scope(wait), store::Access::kWrite));
        SATCHEL_TRY(store::RemoveSources(*transaction, kMemorySources));
        SATCHEL_TRY(transaction->Commit({}));
        return {};
      },
      wait);
}

Result<std::unique_ptr<Database>> Stores::MakeSession(const fs::path& file, Time now,
                                                      const Deadline& deadline) const {
  if (use_ == Use::kReadOnly) return OpenFile(file, Area::kSession, kReadOnly, deadline);
  SATCHEL_TRY(MakePrivateDirectory(file.parent_path()));
  // Until it is open, and so seen to be in use: see RemoveSessionFile. Shared, because processes
  // that open sessions need not wait for each other.
  const auto lock = SATCHEL_TRY(WriterLock::AcquireShared(file.parent_path(), deadline));
  auto opened = SATCHEL_TRY(OpenFile(file, Area::kSession, kCreate, deadline));
  const auto id = SATCHEL_TRY(AddAlone(*opened, place_, "", now, deadline));
  SATCHEL_TRY(SameWorkspace(id, workspace_, file.filename().string()));
  return opened;
}

Result<std::shared_ptr<Database>> Stores::Session(std::string_view task, Time now,
                                                  const Deadline& deadline) {
  if (place_.kind == StoreKind::kPostgres) return raw_;
  const std::string file = (place_.directory / SessionFile(task)).string();
  if (auto open = sessions_->Find(file)) return open;
  auto opened = SATCHEL_TRY(MakeSession(file, now, deadline));
  return sessions_->Add(file, std::move(opened));
}

Result<std::vector<fs::path>> Stores::SessionFiles() const {
  std::vector<fs::path> files;
  if (place_.kind == StoreKind::kPostgres) return files;
  std::error_code error;
  for (fs::directory_iterator at(place_.directory / "sessions", error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == ".db" && fs::is_regular_file(at->symlink_status(ignored))) {
      files.push_back(at->path());
    }
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return Fail(Errc::kSystem, fmt::format("cannot list the sessions: {}", error.message()));
  }
  std::ranges::sort(files);
  return files;
}

Result<std::unique_ptr<Database>> Stores::OpenSessionFile(const fs::path& file) const {
  return OpenFile(file, Area::kSession, kReadOnly, Deadline::Never());
}

Result<bool> Stores::RemoveSessionFile(const fs::path& file,
                                       const std::function<Result<bool>(Database&)>& unused,
                                       const Deadline& deadline) const {
  const auto lock = SATCHEL_TRY(WriterLock::Acquire(file.parent_path(), deadline));
  sessions_->Forget(file.string());
  {
    auto database = OpenSessionFile(file);
    const auto first = database ? unused(**database) : std::unexpected(database.error());
    if (!first || !*first) return first;
  }
  // Once more, now that nobody else can use it.
  return store::RemoveSqlite(OptionsOf(file, Area::kSession, kReadWrite, Deadline::Never()),
                             unused);
}

}  // namespace satchel::engine
