#include "store/sqlite/sqlite_database.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/clock.h"
#include "store/schema.h"
#include "store/sqlite/pool.h"
#include "store/sqlite/recovery.h"
#include "store/sqlite/store_file.h"

// A transaction is a connection of the pool from BEGIN on; giving the connection back ends it
// without a commit. One that writes takes the lock of the file at once. If it took the lock with
// its first write, what it had read until then could be outdated, and SQLite would refuse to go on.
//
// Two things are checked under that lock: that the file's name still stands for the file that is
// open, and that this store is the workspace's home. Both could change right after a check without
// it.
namespace satchel::store {
namespace {

using sqlite::Connection;
using sqlite::Pool;
using Lease = sqlite::Pool::Lease;

constexpr Statement kIsHome = {.name = "is_home",
                               .sql = "SELECT here FROM home WHERE workspace_id = $1",
                               .gives = {ParameterType::kInteger}};
// The directory is read before a workspace is known: $1 stands for nothing in these two.
constexpr Statement kWorkspaceByKey = {
    .name = "workspace_by_key",
    .sql =
        "SELECT w.workspace_id, EXISTS (SELECT 1 FROM home h WHERE h.workspace_id ="
        " w.workspace_id) FROM workspace w WHERE w.key = $2 AND $1 IS NOT NULL",
    .types = {ParameterType::kText},
    .gives = {ParameterType::kInteger, ParameterType::kInteger}};
constexpr Statement kLastWorkspace = {
    .name = "last_workspace",
    .sql = "SELECT coalesce(max(workspace_id), 0) FROM workspace WHERE $1 IS NOT NULL",
    .gives = {ParameterType::kInteger}};

Status CheckHome(Connection& connection, WorkspaceId workspace) {
  auto answer = SATCHEL_TRY(connection.Run(Query{&kIsHome, {}}, workspace, Access::kWrite));
  if (answer.rows.empty() || answer.rows.Integer(0, 0) != 1) {
    return Fail(Errc::kConflict, "this store is not the home of the workspace");
  }
  return {};
}

// Whether the file's name now stands for another file, or for none.
Status CheckInPlace(const Connection& connection) {
  int moved = 0;
  const int code =
      sqlite3_file_control(connection.handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (code != SQLITE_OK || moved == 0) return {};  // in memory: nothing to ask
  return Fail(Errc::kConflict,
              fmt::format("{} was removed or replaced while it was open", connection.file()),
              "nothing was written; run the command again");
}

// A file as it was when it was opened without locks.
struct FileMark {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  std::int64_t changed = 0;
  bool log = false;  // whether its write-ahead log holds anything

  static FileMark Of(const std::string& file) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    struct stat facts{};
    FileMark mark;
    if (::lstat(file.c_str(), &facts) == 0) {
      mark = {.device = facts.st_dev,
              .inode = facts.st_ino,
              .size = facts.st_size,
              .changed = (facts.st_mtim.tv_sec * kSecond) + facts.st_mtim.tv_nsec};
    }
    mark.log = ::lstat((file + "-wal").c_str(), &facts) == 0 && facts.st_size > 0;
    return mark;
  }
  friend bool operator==(const FileMark&, const FileMark&) = default;
};

class SqliteTransaction final : public Transaction {
 public:
  SqliteTransaction(Lease lease, const Scope& scope, Access access)
      : lease_(std::in_place, std::move(lease)), scope_(scope), access_(access) {}

  Result<std::vector<Answer>> Run(std::span<const Call> calls) override {
    if (!lease_) return Fail(Errc::kInternal, "the transaction has ended");
    if (scope_.count != nullptr) ++scope_.count->round_trips;
    auto answers = RunAll(**lease_, calls);
    if (!answers) lease_.reset();
    return answers;
  }

  Result<std::vector<Answer>> Commit(std::span<const Call> calls) override {
    auto answers = Run(calls);
    if (!answers || !lease_) return answers;
    auto committed = (*lease_)->Execute(Connection::Control::kCommit);
    lease_.reset();
    if (!committed) return std::unexpected(committed.error());
    return answers;
  }

 private:
  Result<std::vector<Answer>> RunAll(Connection& connection, std::span<const Call> calls) {
    std::vector<Answer> answers;
    answers.reserve(calls.size());
    for (const Call& call : calls) {
      auto answer = SATCHEL_TRY(connection.Run(call, scope_.workspace, access_));
      if (scope_.count != nullptr) {
        ++scope_.count->calls;
        scope_.count->rows += answer.rows.size() + answer.changed;
      }
      answers.push_back(std::move(answer));
    }
    return answers;
  }

  std::optional<Lease> lease_;  // until the end; giving it back rolls back
  const Scope scope_;
  const Access access_;
};

// Of a write-ahead log; reading less than that takes no time.
constexpr std::uintmax_t kShortLog = 256UL << 10U;
// Free ones that are not worth giving back.
constexpr std::int64_t kFewPages = 1000;
// For a writer or reader of another process; then the log stays as it is.
constexpr auto kWaitToEndLog = std::chrono::milliseconds(100);

class SqliteDatabase final : public Database {
 public:
  // `mark`: of a file that is read without locks, from before it was opened.
  SqliteDatabase(const SqliteOptions& options, std::unique_ptr<Connection> first,
                 const std::optional<FileMark>& mark = std::nullopt)
      : pool_(options, std::move(first)), mark_(mark) {}
  ~SqliteDatabase() override {
    if (!pool_.options().end_long_log) return;
    GiveBackPages();
    EndLongLog();
  }
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  Result<std::unique_ptr<Transaction>> Begin(const Scope& scope, Access access) override {
    auto lease = SATCHEL_TRY(TakeAndBegin(scope.deadline, access));
    if (access == Access::kWrite) {
      SATCHEL_TRY(CheckHome(*lease, scope.workspace));
    }
    return std::make_unique<SqliteTransaction>(std::move(lease), scope, access);
  }

  Result<std::optional<WorkspaceId>> FindWorkspace(std::string_view key,
                                                   const Deadline& deadline) override {
    auto lease = SATCHEL_TRY(TakeAndBegin(deadline, Access::kRead));
    return Find(*lease, key);
  }

  Result<WorkspaceId> AddWorkspace(std::string_view key, std::string_view name, Time now,
                                   const Deadline& deadline) override {
    auto lease = SATCHEL_TRY(TakeAndBegin(deadline, Access::kWrite));
    auto there = SATCHEL_TRY(Find(*lease, key));
    if (there) return *there;
    return Add(*lease, key, name, now);
  }

  std::string_view engine() const override { return "sqlite"; }

 private:
  Result<Lease> TakeAndBegin(const Deadline& deadline, Access access) {
    if (access == Access::kWrite && pool_.options().mode == SqliteOptions::Mode::kReadOnly) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("cannot write {}: it was opened for reading", pool_.options().file));
    }
    SATCHEL_TRY(deadline.Check(pool_.options().file));
    SATCHEL_TRY(CheckUnchanged());
    auto lease = SATCHEL_TRY(pool_.Take(access, deadline));
    SATCHEL_TRY(lease->Execute(access == Access::kWrite ? Connection::Control::kBeginWrite
                                                        : Connection::Control::kBeginRead));
    // Under the lock: nobody removes the file from now until the commit.
    if (access == Access::kWrite) {
      SATCHEL_TRY(CheckInPlace(*lease));
    }
    return lease;
  }

  // Pages that are read without a lock may be of two states of the file.
  Status CheckUnchanged() const {
    if (!mark_ || *mark_ == FileMark::Of(pool_.options().file)) return {};
    return Fail(
        Errc::kUnavailable,
        fmt::format("{} was changed by another process while it was read", pool_.options().file),
        "run the command again");
  }

  // What removed rows left, when it is much of the file; a little at a time, so that nobody has to
  // wait. Best effort: pages that stay are used again.
  void GiveBackPages() {
    if (pool_.options().mode == SqliteOptions::Mode::kReadOnly) return;
    const auto lease = pool_.Take(Access::kWrite, Deadline::After(kWaitToEndLog));
    if (!lease) return;
    const auto number = [&](std::string_view sql) -> std::int64_t {
      const auto value = (*lease)->Evaluate(sql);
      return value && std::holds_alternative<std::int64_t>(*value) ? std::get<std::int64_t>(*value)
                                                                   : 0;
    };
    std::int64_t free = number("PRAGMA freelist_count");
    if (free < kFewPages || free < number("PRAGMA page_count") / 8) return;
    for (std::int64_t before = free + 1; free > 0 && free < before;
         free = number("PRAGMA freelist_count")) {
      before = free;
      (*lease)->SetDeadline(Deadline::After(kWaitToEndLog));
      if (!(*lease)->Execute("PRAGMA incremental_vacuum(1000)")) return;
    }
  }

  // Best effort: nothing depends on it but the time of the next one.
  void EndLongLog() {
    std::error_code error;
    const auto size = std::filesystem::file_size(pool_.options().file + "-wal", error);
    if (error || size < kShortLog) return;
    const Deadline deadline = Deadline::After(kWaitToEndLog);
    const auto lease = pool_.Take(Access::kWrite, deadline);
    if (!lease) return;
    (*lease)->SetDeadline(deadline);
    [[maybe_unused]] const Status ended = sqlite::EndRecoveredLog(**lease);
  }

  Result<std::optional<WorkspaceId>> Find(Connection& connection, std::string_view key) const {
    auto answer =
        SATCHEL_TRY(connection.Run(Query{&kWorkspaceByKey, {Text{key}}}, {}, Access::kRead));
    if (answer.rows.empty()) return std::nullopt;
    // Both rows are written at once.
    if (answer.rows.Integer(0, 1) != 1) {
      return Fail(Errc::kCorrupt,
                  fmt::format("{} is damaged: its workspace has no home", connection.file()))
          .error()
          .About(SubjectOf(pool_.options().area));
    }
    return WorkspaceId(answer.rows.Integer(0, 0));
  }

  // The first one is 1, the only one in a file of `satchel init`.
  static Result<WorkspaceId> Add(Connection& connection, std::string_view key,
                                 std::string_view name, Time now) {
    auto last = SATCHEL_TRY(connection.Run(Query{&kLastWorkspace, {}}, {}, Access::kRead));
    const WorkspaceId id(last.rows.Integer(0, 0) + 1);
    const std::array<Call, 2> rows = {
        Insert{.table = &kWorkspaceTable, .cells = {Text{key}, Text{name}, now.micros}},
        Insert{.table = &kHomeTable, .cells = {std::int64_t{1}, std::int64_t{1}}}};
    for (const Call& row : rows) {
      SATCHEL_TRY(connection.Run(row, id, Access::kWrite));
    }
    SATCHEL_TRY(connection.Execute(Connection::Control::kCommit));
    return id;
  }

  Pool pool_;
  const std::optional<FileMark> mark_;
};

Status Prepare(Connection& connection, const SqliteOptions& options) {
  sqlite::TakeRecovered();
  auto state = SATCHEL_TRY(sqlite::Recognise(connection, options.area));
  connection.SetDeadline(options.deadline);
  const auto sync = options.full_sync ? Connection::Sync::kFull : Connection::Sync::kNormal;
  if (options.mode == SqliteOptions::Mode::kReadOnly) {
    if (state != sqlite::FileState::kOurs) {
      return Fail(Errc::kNotFound, fmt::format("{} has not been set up", options.file),
                  "`satchel init` does");
    }
    auto configured = connection.Configure(sync, options.checkpoint_pages);
    return configured ? sqlite::CheckVersion(connection, kSchemaVersion) : configured;
  }
  auto done = connection.Configure(Connection::Sync::kExtra, options.checkpoint_pages);
  if (!done) return done;
  done = sqlite::Claim(connection, options.area, options.file == ":memory:");
  if (!done) return done;
  done = sqlite::Migrate(connection, Tables(), options.area, kSchemaVersion, SystemClock().Now());
  if (done && sqlite::TakeRecovered()) done = sqlite::EndRecoveredLog(connection);
  return done ? connection.SetSync(sync) : done;
}

Result<std::unique_ptr<Connection>> OpenPrepared(const SqliteOptions& options) {
  auto connection = SATCHEL_TRY(Connection::Open(options));
  SATCHEL_TRY(Prepare(*connection, options));
  return connection;
}

}  // namespace

// SQLite reads a file by shared memory next to it, which it makes if it is not there. Where it
// cannot, the file itself is whole as long as its write-ahead log is empty.
Result<std::unique_ptr<Database>> OpenSqlite(const SqliteOptions& options) {
  auto connection = OpenPrepared(options);
  if (connection) return std::make_unique<SqliteDatabase>(options, *std::move(connection));
  const FileMark mark = FileMark::Of(options.file);
  if (options.mode == SqliteOptions::Mode::kReadOnly && options.vfs.empty() && !mark.log &&
      connection.error().code() == Errc::kSystem) {
    SqliteOptions as_it_is = options;
    as_it_is.immutable = true;
    auto opened = OpenPrepared(as_it_is);
    if (opened) return std::make_unique<SqliteDatabase>(as_it_is, *std::move(opened), mark);
  }
  return std::unexpected(std::move(connection).error());
}

Status CheckSqlite(const SqliteOptions& options, const Deadline& deadline) {
  auto connection = SATCHEL_TRY(Connection::Open(options));
  SATCHEL_TRY(Prepare(*connection, options));
  connection->SetDeadline(deadline);
  SATCHEL_TRY(sqlite::CheckTables(*connection, Tables(), options.area));
  const Value found = SATCHEL_TRY(connection->Evaluate("PRAGMA quick_check(1)"));
  const auto* text = std::get_if<std::string>(&found);
  if (text != nullptr && *text == "ok") return {};
  return Fail(Errc::kCorrupt, fmt::format("{} is damaged: {}", options.file,
                                          text == nullptr ? "no answer" : *text));
}

Result<bool> RemoveSqlite(const SqliteOptions& options,
                          const std::function<Result<bool>(Database&)>& unused) {
  auto connection = SATCHEL_TRY(Connection::Open(options));
  SATCHEL_TRY(Prepare(*connection, options));
  // Leaving the write-ahead log needs every other connection gone, removes the files beside the
  // store, and keeps the file locked until it is closed.
  for (const std::string_view sql :
       {"PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = DELETE"}) {
    auto done = connection->Execute(sql);
    if (!done && done.error().code() == Errc::kUnavailable) return false;
    if (!done) return std::unexpected(done.error());
  }
  Connection& held = *connection;
  SqliteDatabase alone(options, std::move(connection));
  const auto go = unused(alone);
  if (!go || !*go) {
    // Readers refuse a file without a write-ahead log.
    for (const std::string_view sql :
         {"PRAGMA locking_mode = NORMAL", "PRAGMA journal_mode = WAL"}) {
      SATCHEL_TRY(held.Execute(sql));
    }
    return go;
  }
  if (::unlink(options.file.c_str()) == 0) return true;
  return Fail(Errc::kSystem, fmt::format("cannot remove {}: {}", options.file,
                                         std::generic_category().message(errno)));
}

}  // namespace satchel::store
