#include "engine/stores/stores.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "store/postgres/postgres.h"
#include "store/sql/schema.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

using store::Area;
using store::Database;
using store::SqliteOptions;
using enum SqliteOptions::Mode;

constexpr std::string_view kInitHint = "`satchel init` makes them";

// Ignores everything but the settings, and nobody's own .gitignore is touched.
constexpr std::string_view kGitignore = "*\n!config.toml\n";

SqliteOptions OptionsOf(const fs::path& file, Area area, SqliteOptions::Mode mode) {
  // The log and sessions cannot be rebuilt; what is curated can.
  return {.file = file.string(), .area = area, .mode = mode, .full_sync = area != Area::kCurated};
}

Result<std::unique_ptr<Database>> OpenFile(const fs::path& file, Area area,
                                           SqliteOptions::Mode mode) {
  return store::OpenSqlite(OptionsOf(file, area, mode));
}

Result<WorkspaceId> IdOf(Database& database, std::string_view key, const Deadline& deadline) {
  const auto id = database.FindWorkspace(key, deadline);
  if (!id) return std::unexpected(id.error());
  if (*id) return **id;
  return Fail(Errc::kNotFound, "the workspace is not in this store", kInitHint);
}

// The workspace's id in a file, which holds no other one.
Result<WorkspaceId> AddAlone(Database& database, const StorePlace& place, std::string_view name,
                             Time now, const Deadline& deadline) {
  const auto there = database.FindWorkspace(place.key, deadline);
  if (!there) return std::unexpected(there.error());
  if (*there) return **there;
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

Status SameWorkspace(WorkspaceId id, WorkspaceId expected, std::string_view file) {
  if (id == expected) return {};
  return Fail(Errc::kCorrupt, fmt::format("{} is of another workspace than raw.db", file),
              "move it away; `satchel init` makes a new one");
}

}  // namespace

Status PreparePlace(const fs::path& directory) {
  if (auto made = MakePrivateDirectory(directory); !made) return made;
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

Status Stores::OpenServer(const Deadline& deadline) {
  store::PostgresOptions options{.url = place_.url, .password = place_.password};
  if (const auto left = deadline.Remaining()) {
    options.connect_timeout =
        std::min(options.connect_timeout, std::chrono::ceil<std::chrono::milliseconds>(*left));
  }
  auto server = store::OpenPostgres(options);
  if (!server) return std::unexpected(server.error());
  curated_ = raw_ = *std::move(server);
  return deadline.Check("open the store");
}

Status Stores::OpenFiles(const Deadline& deadline) {
  const fs::path& directory = place_.directory;
  if (!place_.Exists()) {
    return Fail(Errc::kNotFound, fmt::format("there are no stores in {}", directory.string()),
                kInitHint);
  }
  for (const fs::path& each : {directory, directory / "sessions"}) {
    if (auto checked = CheckNoLink(each); !checked) return checked;
  }
  if (use_ == Use::kWrite) {
    auto lock = WriterLock::Acquire(directory, deadline);
    if (!lock) return std::unexpected(lock.error());
    lock_ = *std::move(lock);
  }
  auto raw =
      OpenFile(directory / "raw.db", Area::kRaw, use_ == Use::kReadOnly ? kReadOnly : kReadWrite);
  if (!raw) return std::unexpected(raw.error());
  auto curated = OpenFile(directory / "curated.db", Area::kCurated,
                          use_ == Use::kWrite ? kReadWrite : kReadOnly);
  if (!curated) return std::unexpected(curated.error());
  raw_ = *std::move(raw);
  curated_ = *std::move(curated);
  return {};
}

Result<Stores> Stores::Open(const StorePlace& place, Use use, const Deadline& deadline) {
  Stores stores(place, use);
  const bool server = place.kind == StoreKind::kPostgres;
  const Status opened = server ? stores.OpenServer(deadline) : stores.OpenFiles(deadline);
  if (!opened) return std::unexpected(opened.error());
  const auto id = IdOf(*stores.raw_, place.key, deadline);
  if (!id) return std::unexpected(id.error());
  stores.workspace_ = *id;
  if (server) return stores;
  const auto curated = IdOf(*stores.curated_, place.key, deadline);
  if (!curated) return std::unexpected(curated.error());
  if (auto same = SameWorkspace(*curated, *id, "curated.db"); !same) {
    return std::unexpected(same.error());
  }
  return stores;
}

Status Stores::CreateFiles(std::string_view name, Time now, const Deadline& deadline) {
  const fs::path& directory = place_.directory;
  auto prepared = PreparePlace(directory);
  if (prepared) prepared = MakePrivateDirectory(directory / "sessions");
  if (!prepared) return prepared;
  auto lock = WriterLock::Acquire(directory, deadline);
  if (!lock) return std::unexpected(lock.error());
  lock_ = *std::move(lock);
  auto curated = OpenFile(directory / "curated.db", Area::kCurated, kCreate);
  if (!curated) return std::unexpected(curated.error());
  const auto curated_id = AddAlone(**curated, place_, name, now, deadline);
  if (!curated_id) return std::unexpected(curated_id.error());
  // Last: stores are there when raw.db is.
  auto raw = OpenFile(directory / "raw.db", Area::kRaw, kCreate);
  if (!raw) return std::unexpected(raw.error());
  const auto raw_id = AddAlone(**raw, place_, name, now, deadline);
  if (!raw_id) return std::unexpected(raw_id.error());
  if (auto same = SameWorkspace(*curated_id, *raw_id, "curated.db"); !same) return same;
  curated_ = *std::move(curated);
  raw_ = *std::move(raw);
  workspace_ = *raw_id;
  return {};
}

Result<Stores> Stores::Create(const StorePlace& place, std::string_view name, Time now,
                              const Deadline& deadline) {
  Stores stores(place, Use::kWrite);
  if (place.kind == StoreKind::kSqlite) {
    if (auto made = stores.CreateFiles(name, now, deadline); !made) {
      return std::unexpected(made.error());
    }
    return stores;
  }
  if (auto opened = stores.OpenServer(deadline); !opened) return std::unexpected(opened.error());
  const auto id = stores.raw_->AddWorkspace(place.key, name, now, deadline);
  if (!id) return std::unexpected(id.error());
  stores.workspace_ = *id;
  return stores;
}

Status Stores::ChangeCurated(const std::function<Status(Database&)>& change) {
  if (use_ == Use::kReadOnly)
    return Fail(Errc::kInvalidInput, "the stores were opened for reading");
  if (place_.kind == StoreKind::kPostgres || use_ == Use::kWrite) return change(*curated_);
  const auto lock = WriterLock::Acquire(place_.directory, Deadline::After({}));
  if (!lock) return std::unexpected(lock.error());
  // Our own connection for reading stays open, and would keep the log of a large change.
  SqliteOptions options = OptionsOf(place_.directory / "curated.db", Area::kCurated, kReadWrite);
  options.end_long_log = true;
  auto curated = store::OpenSqlite(options);
  if (!curated) return std::unexpected(curated.error());
  return change(**curated);
}

Result<std::unique_ptr<Database>> Stores::MakeSession(std::string_view task, Time now,
                                                      const Deadline& deadline) const {
  const fs::path file = place_.directory / SessionFile(task);
  if (use_ == Use::kReadOnly) return OpenFile(file, Area::kSession, kReadOnly);
  if (auto made = MakePrivateDirectory(file.parent_path()); !made) {
    return std::unexpected(made.error());
  }
  // Until it is open, and so seen to be in use: see RemoveSessionFile.
  const auto lock = WriterLock::Acquire(file.parent_path(), deadline);
  if (!lock) return std::unexpected(lock.error());
  auto opened = OpenFile(file, Area::kSession, kCreate);
  if (!opened) return opened;
  const auto id = AddAlone(**opened, place_, "", now, deadline);
  if (!id) return std::unexpected(id.error());
  if (auto same = SameWorkspace(*id, workspace_, file.filename().string()); !same) {
    return std::unexpected(same.error());
  }
  return opened;
}

Result<Database*> Stores::Session(std::string_view task, Time now, const Deadline& deadline) {
  if (place_.kind == StoreKind::kPostgres) return raw_.get();
  if (const auto open = sessions_.find(task); open != sessions_.end()) return open->second.get();
  auto opened = MakeSession(task, now, deadline);
  if (!opened) return std::unexpected(opened.error());
  return sessions_.emplace(std::string(task), *std::move(opened)).first->second.get();
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
    return Fail(Errc::kUnavailable, fmt::format("cannot list the sessions: {}", error.message()));
  }
  std::ranges::sort(files);
  return files;
}

Result<std::unique_ptr<Database>> Stores::OpenSessionFile(const fs::path& file) const {
  return OpenFile(file, Area::kSession, kReadOnly);
}

Result<bool> Stores::RemoveSessionFile(const fs::path& file,
                                       const std::function<Result<bool>(Database&)>& unused,
                                       const Deadline& deadline) const {
  const auto lock = WriterLock::Acquire(file.parent_path(), deadline);
  if (!lock) return std::unexpected(lock.error());
  {
    auto database = OpenSessionFile(file);
    const auto first = database ? unused(**database) : std::unexpected(database.error());
    if (!first || !*first) return first;
  }
  // Once more, now that nobody else can use it.
  return store::RemoveSqlite(OptionsOf(file, Area::kSession, kReadWrite), unused);
}

}  // namespace satchel::engine
