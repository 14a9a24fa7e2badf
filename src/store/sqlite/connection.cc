#include "store/sqlite/connection.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <span>
#include <system_error>
#include <thread>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/ascii.h"
#include "store/ddl.h"
#include "store/sqlite/parameter_check.h"
#include "store/sqlite/recovery.h"
#include "store/sqlite/sqlite_error.h"
#include "store/sqlite/unnest.h"

// A store's file may come from anywhere, so a connection allows only what our own statements need:
// limits are set and triggers and views are switched off before the first statement is prepared.
//
// Deadlines reach SQLite by two callbacks. One is called while another process holds the lock, and
// waits a little each time; the other is called every thousand steps of a statement and can end it.
// Statements are prepared once and remembered by the address of their description.
namespace satchel::store::sqlite {
namespace {

constexpr int kMostValueBytes = 256 << 20;
constexpr int kStepsBetweenChecks = 1'000;  // some tens of microseconds
constexpr std::size_t kRowsBetweenChecks = 256;

// What our statements need; a hostile schema can ask for no more.
constexpr std::array kLimits = {
    std::pair{SQLITE_LIMIT_LENGTH, kMostValueBytes},
    std::pair{SQLITE_LIMIT_SQL_LENGTH, 64 << 10},
    std::pair{SQLITE_LIMIT_COLUMN, 64},
    std::pair{SQLITE_LIMIT_EXPR_DEPTH, 64},
    std::pair{SQLITE_LIMIT_COMPOUND_SELECT, 8},
    std::pair{SQLITE_LIMIT_FUNCTION_ARG, 8},
    std::pair{SQLITE_LIMIT_ATTACHED, 0},
    std::pair{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1'000},
    std::pair{SQLITE_LIMIT_VARIABLE_NUMBER, 64},
    std::pair{SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    std::pair{SQLITE_LIMIT_WORKER_THREADS, 0},
};

// Our tables have neither triggers nor views, so a file that has some runs none of them.
constexpr std::array kSwitches = {
    std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
    std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    std::pair{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    std::pair{SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    std::pair{SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE, 0},
    std::pair{SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE, 0},
};

int OpenFlags(const SqliteOptions& options) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  switch (options.mode) {
    case SqliteOptions::Mode::kReadOnly:
      flags |= SQLITE_OPEN_READONLY;
      break;
    case SqliteOptions::Mode::kReadWrite:
      flags |= SQLITE_OPEN_READWRITE;
      break;
    case SqliteOptions::Mode::kCreate:
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
      break;
  }
  return flags;
}

std::unexpected<Error> NoStore(const std::string& file) {
  return Fail(Errc::kNotFound, fmt::format("there is no store at {}", file),
              "`satchel init` makes one");
}

// Links in the directories above are the user's own; the file itself must not be one.
Result<std::string> ResolvePath(const SqliteOptions& options) {
  namespace fs = std::filesystem;
  const std::string& file = options.file;
  if (file.empty() || file.contains('\0')) {
    return Fail(Errc::kInvalidInput, "the store's file has no name");
  }
  if (file == ":memory:" || !options.vfs.empty()) return file;
  std::error_code error;
  const fs::path path(file);
  const fs::path parent = fs::canonical(path.has_parent_path() ? path.parent_path() : ".", error);
  if (error == std::errc::no_such_file_or_directory) return NoStore(file);
  if (error) {
    return Fail(Errc::kSystem, fmt::format("cannot open {}: {}", file, error.message()));
  }
  const fs::path resolved = parent / path.filename();
  const auto status = fs::symlink_status(resolved, error);
  if (!fs::exists(status) && options.mode != SqliteOptions::Mode::kCreate) return NoStore(file);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return Fail(Errc::kInvalidInput,
                fmt::format("cannot open {}: it is {}", file,
                            fs::is_symlink(status) ? "a symbolic link" : "not a file"));
  }
  return resolved.string();
}

// A name by which SQLite reads the file and nothing next to it.
std::string ImmutableUri(std::string_view path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool plain = IsAlnum(c) || c == '/' || c == '.' || c == '_' || c == '-';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri + "?immutable=1";
}

// Sets, each of one member.
bool HasOnlySingles(std::span<const Parameter> parameters) {
  bool any = false;
  for (const Parameter& parameter : parameters) {
    std::size_t size = 1;
    bool is_set = true;
    if (const auto* integers = std::get_if<IntegerSet>(&parameter)) {
      size = integers->values.size();
    } else if (const auto* texts = std::get_if<TextSet>(&parameter)) {
      size = texts->values.size();
    } else if (const auto* bytes = std::get_if<BytesSet>(&parameter)) {
      size = bytes->values.size();
    } else {
      is_set = false;
    }
    if (size != 1) return false;
    any = any || is_set;
  }
  return any;
}

Parameter OnlyMember(const Parameter& parameter) {
  if (const auto* integers = std::get_if<IntegerSet>(&parameter)) return integers->values.front();
  if (const auto* texts = std::get_if<TextSet>(&parameter)) return Text{texts->values.front()};
  if (const auto* bytes = std::get_if<BytesSet>(&parameter)) return Bytes{bytes->values.front()};
  return parameter;
}

}  // namespace

Connection::Connection(sqlite3* database, std::string file)
    : database_(database), file_(std::move(file)) {}

Connection::~Connection() {
  inserts_.clear();
  statements_.clear();
  singles_.clear();
  controls_ = {};
  sqlite3_progress_handler(database_, 0, nullptr, nullptr);
  sqlite3_close(database_);
}

Result<std::unique_ptr<Connection>> Connection::Open(const SqliteOptions& options) {
  WatchRecoveries();
  auto path = SATCHEL_TRY(ResolvePath(options));
  int flags = OpenFlags(options);
  if (options.vfs.empty() && options.file != ":memory:") flags |= SQLITE_OPEN_NOFOLLOW;
  if (options.immutable) {
    flags |= SQLITE_OPEN_URI;
    path = ImmutableUri(path);
  }
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &database, flags,
                                   options.vfs.empty() ? nullptr : options.vfs.c_str());
  if (database == nullptr) return satchel::Fail(Errc::kUnavailable, "out of memory");
  std::unique_ptr<Connection> connection(new Connection(database, options.file));
  connection->subject_ = SubjectOf(options.area);
  if (code != SQLITE_OK) return std::unexpected(connection->OpenError(code, options.mode));
  if (const int hardened = connection->Harden(); hardened != SQLITE_OK) {
    return std::unexpected(connection->ErrorOf(hardened));
  }
  // SQLite falls back to reading where it may not write.
  if (options.mode != SqliteOptions::Mode::kReadOnly &&
      sqlite3_db_readonly(database, "main") != 0) {
    return satchel::Fail(Errc::kSystem, fmt::format("cannot open {} for writing", options.file),
                         "the file and its directory must be writable");
  }
  return connection;
}

Error Connection::OpenError(int code, SqliteOptions::Mode mode) const {
  // SQLite tried to create the file, then to read what it could not create: the first reason is
  // lost.
  if (mode == SqliteOptions::Mode::kCreate && sqlite3_system_errno(database_) == ENOENT) {
    return ToError({.code = code, .message = "it cannot be created"}, file_);
  }
  return ErrorOf(code);
}

int Connection::Harden() {
  for (const auto& [limit, value] : kLimits) sqlite3_limit(database_, limit, value);
  for (const auto& [name, value] : kSwitches) {
    if (const int code = sqlite3_db_config(database_, name, value, nullptr); code != SQLITE_OK) {
      return code;
    }
  }
  SetDeadline(Deadline::Never());
  sqlite3_busy_handler(database_, &OnBusy, this);
  sqlite3_progress_handler(database_, kStepsBetweenChecks, &OnProgress, this);
  return RegisterUnnest(database_);
}

Status Connection::Configure(Sync sync, int checkpoint_pages) {
  // Pages that lie about their cells are reported, not followed; a file that shrinks under a
  // memory map would end the process; the log file of a large write is cut back afterwards.
  for (const std::string_view sql :
       {"PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0", "PRAGMA cache_size = -8192",
        "PRAGMA journal_size_limit = 16777216"}) {
    SATCHEL_TRY(Execute(sql));
  }
  sqlite3_wal_autocheckpoint(database_, checkpoint_pages);
  return SetSync(sync);
}

Status Connection::SetSync(Sync sync) {
  switch (sync) {
    case Sync::kNormal:
      return Execute("PRAGMA synchronous = NORMAL");
    case Sync::kFull:
      return Execute("PRAGMA synchronous = FULL");
    case Sync::kExtra:
      return Execute("PRAGMA synchronous = EXTRA");
  }
  return {};
}

void Connection::SetDeadline(const Deadline& deadline) {
  deadline_ = deadline;
  wait_ = deadline.Within(kMostWait);
}

int Connection::OnBusy(void* self, int count) {
  using std::chrono::milliseconds;
  const auto& connection = *static_cast<const Connection*>(self);
  const auto left = connection.wait_.Remaining();
  if (left && left->count() == 0) return 0;
  const milliseconds wait(std::min(1 << std::min(count / 2, 5), 25));
  std::this_thread::sleep_for(left ? std::min<std::chrono::nanoseconds>(wait, *left) : wait);
  return 1;
}

int Connection::OnProgress(void* self) {
  return static_cast<const Connection*>(self)->deadline_.Expired() ? 1 : 0;
}

Error Connection::ErrorOf(int code) const {
  // The errno is that of the last system call; it tells something about files only. A disk that
  // cannot read is corruption to SQLite; to us it is not, for then the store would be rebuilt.
  const int kind = code & 0xff;
  const bool cannot_read =
      (kind == SQLITE_CORRUPT || code == SQLITE_IOERR_CORRUPTFS) && errno == EIO;
  if (cannot_read) {
    return ToError({.code = SQLITE_IOERR_READ, .message = "disk I/O error", .system_errno = EIO},
                   file_);
  }
  const bool of_system = kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN;
  const bool own = sqlite3_extended_errcode(database_) == code;
  const Failure failure{.code = code,
                        .message = own ? sqlite3_errmsg(database_) : sqlite3_errstr(code),
                        .system_errno = of_system ? sqlite3_system_errno(database_) : 0};
  return ToError(failure, file_).About(subject_).error();
}

Status Connection::Fail(int code) {
  broken_ = broken_ || BreaksConnection(code);
  return std::unexpected(ErrorOf(code));
}

Status Connection::FailStatement(int code, std::string_view name) {
  Status failed = Fail(code);
  if ((code & 0xff) != SQLITE_INTERRUPT) {
    return std::move(failed).error().While(fmt::format("statement {}", name));
  }
  return failed;
}

Status Connection::FailPrepare(int code, std::string_view name) {
  const std::string_view said = sqlite3_errmsg(database_);
  if ((code & 0xff) != SQLITE_ERROR || said.contains("syntax error")) {
    return FailStatement(code, name);
  }
  // Every statement of ours fits the tables that we make, so these are not the ones.
  return satchel::Fail(
             Errc::kCorrupt,
             fmt::format("{} is damaged: its tables are not as they were made ({})", file_, said))
      .error()
      .About(subject_);
}

std::unexpected<Error> Connection::FailRow(std::string_view name) const {
  return satchel::Fail(Errc::kCorrupt,
                       fmt::format("{} is damaged: a row of statement {} has a value of another "
                                   "type than its column",
                                   file_, name))
      .error()
      .About(subject_);
}

Result<Value> Connection::Evaluate(std::string_view sql) {
  errno = 0;
  Prepared prepared;
  int code = Prepared::Make(database_, sql, 0, prepared);
  if (code != SQLITE_OK) return std::unexpected(Fail(code).error());
  Value value;
  bool first = true;
  while ((code = prepared.Step()) == SQLITE_ROW) {
    if (first && prepared.columns() > 0) code = prepared.Read(0, value);
    first = false;
    if (code != SQLITE_ROW && code != SQLITE_OK) break;
  }
  if (code != SQLITE_DONE) return std::unexpected(Fail(code).error());
  return value;
}

Status Connection::Execute(std::string_view sql) {
  SATCHEL_TRY(Evaluate(sql));
  return {};
}

Status Connection::Execute(Control control) {
  constexpr std::array<std::string_view, 3> kSql = {"BEGIN", "BEGIN IMMEDIATE", "COMMIT"};
  const auto at = static_cast<std::size_t>(control);
  Prepared& prepared = controls_[at];
  if (!prepared) {
    const int made = Prepared::Make(database_, kSql[at], 0, prepared);
    if (made != SQLITE_OK) return Fail(made);
  }
  errno = 0;
  const int code = prepared.Step();
  Status done = code == SQLITE_DONE ? Status() : Fail(code);
  prepared.Reset();
  return done;
}

bool Connection::Restore() {
  if (sqlite3_get_autocommit(database_) == 0) {
    SetDeadline(Deadline::Never());
    if (!Execute("ROLLBACK")) return false;
  }
  return !broken_;
}

// A set of one needs neither the table function nor a table of its members.
Result<Prepared*> Connection::PreparedFor(const Statement& statement, bool single) {
  auto& known = single ? singles_ : statements_;
  KnownStatement& found = known[&statement];
  if (found.prepared && found.text == statement.sql) return &found.prepared;
  Prepared prepared;
  const int code = Prepared::Make(
      database_, single ? WithSets(statement.sql, SetForm::kOne) : std::string(statement.sql),
      statement.types.size() + 1, prepared);
  if (code != SQLITE_OK) return std::unexpected(FailPrepare(code, statement.name).error());
  found = {.text = statement.sql, .prepared = std::move(prepared)};
  return &found.prepared;
}

Result<Prepared*> Connection::PreparedFor(const Table& table, OnConflict on_conflict) {
  const auto key = std::pair(&table, on_conflict);
  if (const auto found = inserts_.find(key); found != inserts_.end()) return &found->second;
  Prepared prepared;
  const int code = Prepared::Make(database_, InsertSql(Dialect::kSqlite, table, on_conflict),
                                  table.columns.size() + 1, prepared);
  if (code != SQLITE_OK) return std::unexpected(FailPrepare(code, table.name).error());
  return &(inserts_[key] = std::move(prepared));
}

Result<Answer> Connection::Run(const Call& call, WorkspaceId workspace, Access access) {
  SATCHEL_TRY(deadline_.Check(file_));
  errno = 0;
  if (const auto* query = std::get_if<Query>(&call)) return RunQuery(*query, workspace, access);
  if (access == Access::kRead) {
    return satchel::Fail(Errc::kInternal, "a bulk insert in a transaction that reads");
  }
  return RunInsert(std::get<Insert>(call), workspace);
}

Result<Answer> Connection::RunQuery(const Query& query, WorkspaceId workspace, Access access) {
  const Statement& statement = *query.statement;
  SATCHEL_TRY(CheckParameters(statement, query.parameters));
  const bool single = HasOnlySingles(query.parameters);
  auto found = SATCHEL_TRY(PreparedFor(statement, single));
  Prepared& prepared = *found;
  const bool writes = !prepared.reads_only();
  if (writes && access == Access::kRead) {
    return satchel::Fail(Errc::kInternal, fmt::format("statement {} writes in a transaction that "
                                                      "reads",
                                                      statement.name));
  }
  int code = prepared.Bind(0, workspace.value());
  for (std::size_t i = 0; i < query.parameters.size() && code == SQLITE_OK; ++i) {
    // A set is bound by its address, so it must not be a copy.
    code = single ? prepared.Bind(i + 1, OnlyMember(query.parameters[i]))
                  : prepared.Bind(i + 1, query.parameters[i]);
  }
  if (prepared.columns() != statement.gives.size()) {
    prepared.Clear();
    return satchel::Fail(Errc::kInternal,
                         fmt::format("statement {} gives {} columns and declares {}",
                                     statement.name, prepared.columns(), statement.gives.size()));
  }
  Answer answer{.rows = Rows(prepared.columns())};
  bool fits = true;
  while (code == SQLITE_OK && (code = prepared.Step()) == SQLITE_ROW) {
    code = SQLITE_OK;
    for (std::size_t i = 0; i < prepared.columns() && code == SQLITE_OK; ++i) {
      Value value;
      code = prepared.Read(i, value);
      fits = fits && (code != SQLITE_OK || statement.gives.Fits(i, value));
      answer.rows.Add(std::move(value));
    }
    if (!fits) break;
  }
  if (!fits) {
    prepared.Clear();
    return FailRow(statement.name);
  }
  if (code != SQLITE_DONE) {
    auto failed = FailStatement(code, statement.name);
    prepared.Clear();
    return std::unexpected(failed.error());
  }
  prepared.Clear();
  if (writes) answer.changed = static_cast<std::uint64_t>(sqlite3_changes64(database_));
  return answer;
}

Result<Answer> Connection::RunInsert(const Insert& insert, WorkspaceId workspace) {
  auto found = SATCHEL_TRY(PreparedFor(*insert.table, insert.on_conflict));
  Prepared& prepared = *found;
  const auto before = sqlite3_total_changes64(database_);
  if (const int code = prepared.Bind(0, workspace.value()); code != SQLITE_OK) {
    return std::unexpected(Fail(code).error());
  }
  auto inserted = InsertRows(prepared, insert);
  prepared.Clear();
  if (!inserted) return std::unexpected(inserted.error());
  return Answer{.changed = static_cast<std::uint64_t>(sqlite3_total_changes64(database_) - before)};
}

Status Connection::InsertRows(Prepared& prepared, const Insert& insert) {
  const Table& table = *insert.table;
  const std::size_t width = table.columns.size();
  const std::span<const Parameter> cells(insert.cells);
  if (cells.size() % width != 0) {
    return satchel::Fail(Errc::kInternal, fmt::format("{}: a row of another width", table.name));
  }
  for (std::size_t at = 0, row = 0; at < cells.size(); at += width, ++row) {
    if (row % kRowsBetweenChecks == 0) {
      SATCHEL_TRY(deadline_.Check(file_));
    }
    const auto values = cells.subspan(at, width);
    SATCHEL_TRY(CheckRow(table, values));
    int code = SQLITE_OK;
    for (std::size_t i = 0; i < width && code == SQLITE_OK; ++i) {
      code = prepared.Bind(i + 1, values[i]);
    }
    if (code == SQLITE_OK) code = prepared.Step();
    if (code != SQLITE_DONE) return FailStatement(code, table.name);
    prepared.Reset();
  }
  return {};
}

}  // namespace satchel::store::sqlite
