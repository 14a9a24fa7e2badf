#include "store/sqlite/store_file.h"

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>
#include <sqlite3.h>

#include "store/calls.h"
#include "store/ddl.h"
#include "store/schema.h"

namespace satchel::store::sqlite {
namespace {

constexpr std::size_t kHeaderBytes = 100;
constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr std::size_t kApplicationIdAt = 68;
constexpr std::size_t kReadVersionAt = 19;
constexpr char kWriteAheadLog = 2;
constexpr std::array kAreas = {Area::kEvery, Area::kCurated, Area::kRaw, Area::kSession};

std::string_view NameOf(Area area) {
  switch (area) {
    case Area::kEvery:
      return "every area";
    case Area::kCurated:
      return "curated rows";
    case Area::kRaw:
      return "the log";
    case Area::kSession:
      return "a session";
  }
  return "";
}

std::uint32_t BigEndian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char byte : bytes) value = value << 8U | static_cast<unsigned char>(byte);
  return value;
}

Status Foreign(const Connection& connection, std::uint32_t id, Area wanted) {
  for (const Area area : kAreas) {
    if (id == ApplicationId(area)) {
      return Fail(Errc::kInvalidInput, fmt::format("{} holds {}, not {}", connection.file(),
                                                   NameOf(area), NameOf(wanted)));
    }
  }
  return Fail(Errc::kForeign,
              fmt::format("{} is not a Satchel store; it was left as it is", connection.file()),
              "move the file away, or choose another place for the store");
}

// Whether a cut may have left this of the id: each byte is there or still zero.
bool MayBeTorn(std::uint32_t found, std::uint32_t id) {
  for (std::uint32_t mask = 0xff; mask != 0; mask <<= 8U) {
    if ((found & mask) != 0 && (found & mask) != (id & mask)) return false;
  }
  return true;
}

bool HasJournal(sqlite3* database) {
  sqlite3_vfs* vfs = nullptr;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, static_cast<void*>(&vfs));
  const char* name = sqlite3_db_filename(database, "main");
  if (vfs == nullptr || name == nullptr) return false;
  int there = 0;
  const std::string journal = std::string(name) + "-journal";
  return vfs->xAccess(vfs, journal.c_str(), SQLITE_ACCESS_EXISTS, &there) == SQLITE_OK &&
         there != 0;
}

Result<std::int64_t> Integer(Connection& connection, std::string_view sql) {
  auto value = SATCHEL_TRY(connection.Evaluate(sql));
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer == nullptr) {
    return Fail(Errc::kCorrupt,
                fmt::format("{} is damaged: no number where one must be", connection.file()));
  }
  return *integer;
}

Status TooNew(const Connection& connection, std::int64_t version, int known) {
  return Fail(Errc::kInvalidInput,
              fmt::format("{} was written by a newer Satchel (schema {}, this one knows {})",
                          connection.file(), version, known),
              "update Satchel, or move the file away");
}

// The version in the header; the record of migrations must agree.
Result<int> VersionOf(Connection& connection, int known) {
  auto version = SATCHEL_TRY(Integer(connection, "PRAGMA user_version"));
  if (version > known) return std::unexpected(TooNew(connection, version, known).error());
  auto tables =
      SATCHEL_TRY(Integer(connection, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"));
  std::int64_t recorded = 0;
  if (tables > 0) {
    auto newest = connection.Evaluate("SELECT max(version) FROM migration");
    if (newest && std::holds_alternative<std::int64_t>(*newest)) {
      recorded = std::get<std::int64_t>(*newest);
    } else if (!newest && newest.error().code() != Errc::kInternal) {
      return std::unexpected(newest.error());
    }
  }
  if (version < 0 || recorded != version || (version == 0) != (tables == 0)) {
    return Fail(Errc::kCorrupt,
                fmt::format("{} is damaged: its schema's versions disagree", connection.file()),
                "move the file away");
  }
  return static_cast<int>(version);
}

Status UseWriteAheadLog(Connection& connection) {
  for (int tries = 1;; ++tries) {
    auto mode = connection.Evaluate("PRAGMA journal_mode = WAL");
    if (mode) {
      if (*mode == Value(std::string("wal"))) return {};
      return Fail(Errc::kSystem,
                  fmt::format("{}: this file system has no shared memory for a write-ahead log",
                              connection.file()),
                  "put the store on a local disk");
    }
    // Two that create a file at once: SQLite waits for no lock here.
    const bool busy = (sqlite3_errcode(connection.handle()) & 0xff) == SQLITE_BUSY;
    if (!busy || tries == 50 || connection.expired()) {
      return std::unexpected(mode.error());
    }
    sqlite3_sleep(20);
  }
}

}  // namespace

std::uint32_t ApplicationId(Area area) {
  switch (area) {
    case Area::kEvery:
      return BigEndian("StcE");
    case Area::kCurated:
      return BigEndian("StcC");
    case Area::kRaw:
      return BigEndian("StcR");
    case Area::kSession:
      return BigEndian("StcS");
  }
  return 0;
}

Result<FileState> Recognise(const Connection& connection, Area area) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(connection.handle(), "main", SQLITE_FCNTL_FILE_POINTER,
                       static_cast<void*>(&file));
  if (file == nullptr || file->pMethods == nullptr) return FileState::kEmpty;  // in memory
  sqlite3_int64 size = 0;
  if (const int code = file->pMethods->xFileSize(file, &size); code != SQLITE_OK) {
    return std::unexpected(connection.ErrorOf(code));
  }
  if (size == 0) return FileState::kEmpty;
  std::array<char, kHeaderBytes> header{};
  const int code = file->pMethods->xRead(file, header.data(), kHeaderBytes, 0);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) {
    return std::unexpected(connection.ErrorOf(code));
  }
  const std::string_view bytes(header.data(), header.size());
  const bool is_sqlite = code == SQLITE_OK && bytes.starts_with(kMagic);
  const std::uint32_t id = is_sqlite ? BigEndian(bytes.substr(kApplicationIdAt, 4)) : 0;
  if (id == ApplicationId(area)) {
    return bytes[kReadVersionAt] == kWriteAheadLog ? FileState::kOurs : FileState::kNoLog;
  }
  if (MayBeTorn(id, ApplicationId(area)) && HasJournal(connection.handle())) {
    return FileState::kUnknown;
  }
  return std::unexpected(Foreign(connection, id, area).error());
}

Status Claim(Connection& connection, Area area, bool in_memory) {
  // Asked again: by now SQLite has taken back what an interrupted creation left, which may have
  // been all of the file whose header was looked at. The pages come first: another process that
  // creates the file commits its first page together with the id.
  const std::uint32_t id = ApplicationId(area);
  const auto pages = SATCHEL_TRY(Integer(connection, "PRAGMA page_count"));
  auto now = SATCHEL_TRY(Integer(connection, "PRAGMA application_id"));
  if (now != id) {
    if (pages > 0) return Foreign(connection, static_cast<std::uint32_t>(now), area);
    // Pages that removed rows leave can be given back, which is decided once and for all here; in
    // one transaction with the id, since a file with pages and without the id is a stranger's. Not
    // IMMEDIATE: that would make the first page before its kind is decided.
    for (const std::string& sql :
         {std::string("BEGIN"), std::string("PRAGMA auto_vacuum = INCREMENTAL"),
          fmt::format("PRAGMA application_id = {}", id), std::string("COMMIT")}) {
      if (auto done = connection.Execute(sql); !done) {
        connection.Restore();
        return done;
      }
    }
  }
  return in_memory ? Status() : UseWriteAheadLog(connection);
}

Status Migrate(Connection& connection, std::span<const Table* const> tables, Area area, int to,
               Time now) {
  if (auto from = VersionOf(connection, to); !from || *from == to) {
    return from ? Status() : std::unexpected(from.error());
  }
  SATCHEL_TRY(connection.Execute("BEGIN IMMEDIATE"));
  // Another process may have been first.
  auto from = SATCHEL_TRY(VersionOf(connection, to));
  for (const std::string& sql : MigrationSql(Dialect::kSqlite, tables, area, from, to)) {
    SATCHEL_TRY(connection.Execute(sql));
  }
  for (int version = from + 1; version <= to; ++version) {
    const Insert record{.table = &kMigrationTable, .cells = {std::int64_t{version}, now.micros}};
    SATCHEL_TRY(connection.Run(record, WorkspaceId(0), Access::kWrite));
  }
  auto set = connection.Execute(fmt::format("PRAGMA user_version = {}", to));
  return set ? connection.Execute("COMMIT") : set;
}

Status CheckVersion(Connection& connection, int wanted) {
  auto version = SATCHEL_TRY(VersionOf(connection, wanted));
  if (version == wanted) return {};
  if (version == 0) {  // claimed, and its first migration has not been committed
    return Fail(Errc::kNotFound, fmt::format("{} has not been set up", connection.file()),
                "`satchel init` does");
  }
  return Fail(
      Errc::kInvalidInput,
      fmt::format("{} has schema {}, this Satchel reads {}", connection.file(), version, wanted),
      "`satchel init` brings it up to date");
}

Status CheckTables(Connection& connection, std::span<const Table* const> tables, Area area) {
  const auto damaged = [&](std::string_view what, std::string_view name) {
    return Fail(Errc::kCorrupt, fmt::format("{} is damaged: {} {}", connection.file(), what, name));
  };
  for (const Table* table : tables) {
    if (!IsIn(*table, area)) continue;
    auto count = SATCHEL_TRY(Integer(
        connection,
        fmt::format("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '{}'",
                    table->name)));
    if (count != 1) return damaged("there is no table", table->name);
    std::string columns = "workspace_id";
    for (const Column& column : table->columns) columns += fmt::format(", {}", column.name);
    auto read = connection.Evaluate(fmt::format("SELECT {} FROM {} LIMIT 0", columns, table->name));
    if (!read && read.error().code() == Errc::kInternal) {
      return damaged("other columns in the table", table->name);
    }
    if (!read) return std::unexpected(read.error());
    if (table != &kCounterTable) continue;
    auto wrong = SATCHEL_TRY(Integer(
        connection,
        fmt::format("SELECT count(*) FROM counter WHERE next NOT BETWEEN 1 AND {}", kMostCount)));
    if (wrong != 0) return damaged("no count in the table", table->name);
  }
  return {};
}

}  // namespace satchel::store::sqlite
