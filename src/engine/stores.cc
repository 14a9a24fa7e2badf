#include "engine/stores.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "engine/files.h"
#include "store/postgres/postgres.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

using store::Area;
using store::Database;
using store::SqliteOptions;

constexpr std::string_view kInitHint = "`satchel init` makes them";

// Ignores everything but the settings, and nobody's own .gitignore is touched.
constexpr std::string_view kGitignore = "*\n!config.toml\n";

Result<std::unique_ptr<Database>> OpenFile(const fs::path& file, Area area,
                                           SqliteOptions::Mode mode) {
  // The log and sessions cannot be rebuilt; what is curated can.
  return store::OpenSqlite(
      {.file = file.string(), .area = area, .mode = mode, .full_sync = area != Area::kCurated});
}

Result<WorkspaceId> IdOf(Database& database, std::string_view key, const Deadline& deadline) {
  const auto id = database.FindWorkspace(key, deadline);
  if (!id) return std::unexpected(id.error());
  if (*id) return **id;
  return Fail(Errc::kNotFound, "the workspace is not in this store", kInitHint);
}

Result<std::shared_ptr<Database>> OpenServer(const StorePlace& place) {
  return store::OpenPostgres({.url = place.url, .password = place.password});
}

}  // namespace

Status PreparePlace(const fs::path& directory) {
  if (auto made = MakePrivateDirectory(directory); !made) return made;
  return WriteFileAtomicallyBeneath(directory, ".gitignore", kGitignore);
}

Result<Stores> Stores::Open(const StorePlace& place, Use use, const Deadline& deadline) {
  Stores stores(place, use);
  if (place.kind == StoreKind::kPostgres) {
    auto server = OpenServer(place);
    if (!server) return std::unexpected(server.error());
    stores.curated_ = stores.raw_ = *std::move(server);
  } else {
    if (!place.Exists()) {
      return Fail(Errc::kNotFound,
                  fmt::format("there are no stores in {}", place.directory.string()), kInitHint);
    }
    using enum SqliteOptions::Mode;
    auto raw = OpenFile(place.directory / "raw.db", Area::kRaw,
                        use == Use::kReadOnly ? kReadOnly : kReadWrite);
    if (!raw) return std::unexpected(raw.error());
    auto curated = OpenFile(place.directory / "curated.db", Area::kCurated,
                            use == Use::kWrite ? kReadWrite : kReadOnly);
    if (!curated) return std::unexpected(curated.error());
    stores.raw_ = *std::move(raw);
    stores.curated_ = *std::move(curated);
  }
  const auto id = IdOf(*stores.raw_, place.key, deadline);
  if (!id) return std::unexpected(id.error());
  stores.workspace_ = *id;
  return stores;
}

Result<Stores> Stores::Create(const StorePlace& place, std::string_view name, Time now,
                              const Deadline& deadline) {
  Stores stores(place, Use::kWrite);
  if (place.kind == StoreKind::kPostgres) {
    auto server = OpenServer(place);
    if (!server) return std::unexpected(server.error());
    stores.curated_ = stores.raw_ = *std::move(server);
  } else {
    auto prepared = PreparePlace(place.directory);
    if (prepared) prepared = MakePrivateDirectory(place.directory / "sessions");
    if (!prepared) return std::unexpected(prepared.error());
    using enum SqliteOptions::Mode;
    auto curated = OpenFile(place.directory / "curated.db", Area::kCurated, kCreate);
    if (!curated) return std::unexpected(curated.error());
    auto raw = OpenFile(place.directory / "raw.db", Area::kRaw, kCreate);
    if (!raw) return std::unexpected(raw.error());
    stores.curated_ = *std::move(curated);
    stores.raw_ = *std::move(raw);
    const auto added = stores.curated_->AddWorkspace(place.key, name, now, deadline);
    if (!added) return std::unexpected(added.error());
  }
  const auto id = stores.raw_->AddWorkspace(place.key, name, now, deadline);
  if (!id) return std::unexpected(id.error());
  stores.workspace_ = *id;
  return stores;
}

Result<Database*> Stores::Session(std::string_view task, Time now, const Deadline& deadline) {
  if (place_.kind == StoreKind::kPostgres) return raw_.get();
  if (const auto open = sessions_.find(task); open != sessions_.end()) return open->second.get();
  using enum SqliteOptions::Mode;
  const bool read_only = use_ == Use::kReadOnly;
  auto opened = OpenFile(place_.directory / SessionFile(task), Area::kSession,
                         read_only ? kReadOnly : kCreate);
  if (!opened) return std::unexpected(opened.error());
  if (!read_only) {
    const auto added = (*opened)->AddWorkspace(place_.key, "", now, deadline);
    if (!added) return std::unexpected(added.error());
  }
  return sessions_.emplace(std::string(task), *std::move(opened)).first->second.get();
}

Result<std::vector<fs::path>> Stores::SessionFiles() const {
  std::vector<fs::path> files;
  if (place_.kind == StoreKind::kPostgres) return files;
  std::error_code error;
  for (fs::directory_iterator at(place_.directory / "sessions", error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().extension() == ".db" && at->is_regular_file(error)) files.push_back(at->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return Fail(Errc::kUnavailable, fmt::format("cannot list the sessions: {}", error.message()));
  }
  std::ranges::sort(files);
  return files;
}

Result<std::unique_ptr<Database>> Stores::OpenSessionFile(const fs::path& file) const {
  using enum SqliteOptions::Mode;
  return OpenFile(file, Area::kSession, use_ == Use::kReadOnly ? kReadOnly : kReadWrite);
}

}  // namespace satchel::engine
