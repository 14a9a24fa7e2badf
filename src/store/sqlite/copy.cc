#include "store/sqlite/copy.h"

#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/directory.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/sqlite_error.h"
#include "store/sqlite/store_file.h"

// The source is read in one transaction, so that a writer neither waits nor restarts the copy. The
// workspace's key is changed in the copy before it gets its name: a copy with the key of its source
// would be refused as stores of a different workspace.
namespace satchel::store {
namespace {

namespace fs = std::filesystem;

constexpr int kPagesBetweenChecks = 512;

Error FailureOf(sqlite3* database, const std::string& file) {
  return sqlite::ToError({.code = sqlite3_extended_errcode(database),
                          .message = sqlite3_errmsg(database),
                          .system_errno = sqlite3_system_errno(database)},
                         file);
}

// The file that is written, closed on every way out.
class Target {
 public:
  explicit Target(std::string file) : file_(std::move(file)) {}
  ~Target() { sqlite3_close(database_); }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  Status Open() {
    const int code = sqlite3_open_v2(
        file_.c_str(), &database_,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW,
        nullptr);
    if (database_ == nullptr) return Fail(Errc::kUnavailable, "out of memory");
    if (code != SQLITE_OK) return std::unexpected(FailureOf(database_, file_));
    // A draft that is not finished is removed, so nothing of it has to survive a crash.
    SATCHEL_TRY(Execute("PRAGMA synchronous = OFF"));
    SATCHEL_TRY(Execute("PRAGMA journal_mode = OFF"));
    return Execute("PRAGMA trusted_schema = OFF");
  }

  Status Fill(sqlite3* from, const Deadline& deadline) {
    sqlite3_backup* const backup = sqlite3_backup_init(database_, "main", from, "main");
    if (backup == nullptr) return std::unexpected(FailureOf(database_, file_));
    int code = SQLITE_OK;
    while (code == SQLITE_OK && !deadline.Expired()) {
      code = sqlite3_backup_step(backup, kPagesBetweenChecks);
    }
    const int finished = sqlite3_backup_finish(backup);
    if (code == SQLITE_OK) return deadline.Check("copy " + file_);
    return finished == SQLITE_OK && code == SQLITE_DONE
               ? Status()
               : std::unexpected(FailureOf(database_, file_));
  }

  Status Rename(const std::string& key, const std::string& new_key) {
    const int alone = SATCHEL_TRY(Change("UPDATE workspace SET name = name", {}, {}));
    const int renamed =
        SATCHEL_TRY(Change("UPDATE workspace SET key = ?2 WHERE key = ?1", key, new_key));
    if (alone == 1 && renamed == 1) return {};
    return Fail(Errc::kConflict, fmt::format("{} holds a different workspace", file_));
  }

 private:
  Status Execute(const char* sql) {
    return sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) == SQLITE_OK
               ? Status()
               : std::unexpected(FailureOf(database_, file_));
  }

  // The number of rows that it changed.
  Result<int> Change(const char* sql, std::string_view first, std::string_view second) {
    sqlite3_stmt* statement = nullptr;
    int code = sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr);
    if (code == SQLITE_OK && !first.empty()) {
      sqlite3_bind_text(statement, 1, first.data(), static_cast<int>(first.size()), SQLITE_STATIC);
      sqlite3_bind_text(statement, 2, second.data(), static_cast<int>(second.size()),
                        SQLITE_STATIC);
    }
    if (code == SQLITE_OK) sqlite3_step(statement);
    code = sqlite3_finalize(statement);
    if (code != SQLITE_OK) return std::unexpected(FailureOf(database_, file_));
    return sqlite3_changes(database_);
  }

  std::string file_;
  sqlite3* database_ = nullptr;
};

void Remove(const std::string& file) {
  for (const char* end : {"", "-wal", "-shm", "-journal"}) {
    std::error_code error;
    fs::remove(file + end, error);
  }
}

// Private from the first byte on, and never through a link.
Status Make(const std::string& file) {
  const Descriptor made(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (made.ok()) return {};
  return Fail(Errc::kSystem,
              fmt::format("cannot create {}: {}", file, std::generic_category().message(errno)));
}

Status Copy(const SqliteCopy& copy, const std::string& draft, const Deadline& deadline) {
  const auto source = SATCHEL_TRY(
      sqlite::Connection::Open({.file = copy.from, .area = copy.area, .deadline = deadline}));
  source->SetDeadline(deadline);
  const auto state = SATCHEL_TRY(sqlite::Recognise(*source, copy.area));
  if (state != sqlite::FileState::kOurs) {
    return Fail(Errc::kUnavailable, fmt::format("{} is not complete", copy.from));
  }
  SATCHEL_TRY(source->Execute(sqlite::Connection::Control::kBeginRead));
  const auto pages = SATCHEL_TRY(source->Evaluate("PRAGMA page_count"));
  const auto page = SATCHEL_TRY(source->Evaluate("PRAGMA page_size"));
  const auto* const count = std::get_if<std::int64_t>(&pages);
  const auto* const size = std::get_if<std::int64_t>(&page);
  if (count == nullptr || size == nullptr || *count < 1 || *size < 1 ||
      static_cast<std::uint64_t>(*count) > copy.most_bytes / static_cast<std::uint64_t>(*size)) {
    return Fail(Errc::kInvalidInput, fmt::format("{} is too large to be copied", copy.from));
  }
  SATCHEL_TRY(Make(draft));
  Target target(draft);
  SATCHEL_TRY(target.Open());
  SATCHEL_TRY(target.Fill(source->handle(), deadline));
  return target.Rename(copy.key, copy.new_key);
}

}  // namespace

Status CopySqlite(const SqliteCopy& copy, const Deadline& deadline) {
  const std::string draft = copy.to + ".copy";
  Remove(draft);
  Status done = Copy(copy, draft, deadline);
  if (done && ::rename(draft.c_str(), copy.to.c_str()) != 0) {
    done = Fail(Errc::kSystem,
                fmt::format("cannot rename {}: {}", draft, std::generic_category().message(errno)));
  }
  if (!done) Remove(draft);
  return done;
}

}  // namespace satchel::store
