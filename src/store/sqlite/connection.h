#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/deadline.h"
#include "base/result.h"
#include "store/database.h"
#include "store/sqlite/prepared.h"
#include "store/sqlite/sqlite_database.h"

struct sqlite3;

namespace satchel::store::sqlite {

// How long a lock is waited for when the caller's deadline is later.
inline constexpr std::chrono::seconds kMostWait{5};

// One connection to one file, hardened against what the file may hold, with its prepared
// statements. Used by one thread at a time.
class Connection {
 public:
  // Opens without reading the file; `Configure` comes after it was recognised.
  static Result<std::unique_ptr<Connection>> Open(const SqliteOptions& options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // How commits reach the disk. EXTRA is FULL for a file that has no write-ahead log yet.
  enum class Sync : std::uint8_t { kNormal, kFull, kExtra };
  Status Configure(Sync sync, int checkpoint_pages);
  Status SetSync(Sync sync);

  // From now on statements run, and locks are waited for, no longer than this.
  void SetDeadline(const Deadline& deadline);
  bool expired() const { return deadline_.Expired(); }

  Result<Answer> Run(const Call& call, WorkspaceId workspace, Access access);

  // Our own SQL without parameters; the first cell of its first row, or nothing.
  Result<Value> Evaluate(std::string_view sql);
  Status Execute(std::string_view sql);
  // The same for what begins and ends every transaction: prepared once.
  enum class Control : std::uint8_t { kBeginRead, kBeginWrite, kCommit };
  Status Execute(Control control);

  // Rolls back what is open. False: the connection is of no more use.
  bool Restore();

  Error ErrorOf(int code) const;
  const std::string& file() const { return file_; }
  sqlite3* handle() const { return database_; }

 private:
  Connection(sqlite3* database, std::string file);

  Error OpenError(int code, SqliteOptions::Mode mode) const;
  int Harden();
  Result<Answer> RunQuery(const Query& query, WorkspaceId workspace, Access access);
  Result<Answer> RunInsert(const Insert& insert, WorkspaceId workspace);
  Status InsertRows(Prepared& prepared, const Insert& insert);
  Result<Prepared*> PreparedFor(const Statement& statement, bool single);
  Result<Prepared*> PreparedFor(const Table& table, OnConflict on_conflict);
  Status Fail(int code);
  Status FailStatement(int code, std::string_view name);
  std::unexpected<Error> FailRow(std::string_view name) const;
  Status FailPrepare(int code, std::string_view name);

  static int OnBusy(void* self, int count);
  static int OnProgress(void* self);

  sqlite3* database_;
  std::string file_;
  Subject subject_ = Subject::kOther;
  Deadline deadline_ = Deadline::Never();
  Deadline wait_ = Deadline::Never();
  bool broken_ = false;
  std::array<Prepared, 3> controls_;
  // The text tells a statement from another at the same address.
  struct KnownStatement {
    std::string_view text;
    Prepared prepared;
  };
  std::unordered_map<const Statement*, KnownStatement> statements_;
  std::unordered_map<const Statement*, KnownStatement> singles_;  // for sets of one
  std::map<std::pair<const Table*, OnConflict>, Prepared> inserts_;
};

}  // namespace satchel::store::sqlite
