#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "store/statement.h"
#include "store/table.h"
#include "store/value.h"

namespace satchel::store {

// What a request cost its stores. Confined to one thread; part of a run's log.
struct StoreCount {
  std::uint64_t calls = 0;        // statements and bulk inserts
  std::uint64_t round_trips = 0;  // times an engine was waited for
  std::uint64_t rows = 0;         // read or written

  StoreCount& operator+=(const StoreCount& other);
  friend bool operator==(const StoreCount&, const StoreCount&) = default;
};

// Whose rows, until when, and where it is counted. The workspace comes from the
// authenticated caller, never from a request's body.
struct Scope {
  WorkspaceId workspace;
  Deadline deadline = Deadline::Never();
  StoreCount* count = nullptr;  // may be null
};

struct Query {
  const Statement* statement = nullptr;
  std::vector<Parameter> parameters;  // $2, $3, …
};

enum class OnConflict : std::uint8_t {
  kFail,     // kConflict
  kIgnore,   // the row that is there stays
  kReplace,  // the new one takes its place
};

// Many rows at once, cell by cell, columns as the table has them.
struct Insert {
  const Table* table = nullptr;
  OnConflict on_conflict = OnConflict::kFail;
  std::vector<Parameter> cells;
};

using Call = std::variant<Query, Insert>;

struct Answer {
  Rows rows;
  std::uint64_t changed = 0;
};

enum class Access : std::uint8_t { kRead, kWrite };

// A transaction of one workspace, confined to one thread. What was not committed
// is rolled back when it goes. After an error only that is left to do.
//
// A write transaction first checks that this database is the workspace's home.
class Transaction {
 public:
  virtual ~Transaction() = default;

  // All calls in one round trip; an answer for each.
  virtual Result<std::vector<Answer>> Run(std::span<const Call> calls) = 0;
  // Runs the last calls and commits, in one round trip. An error kUnavailable or
  // kDeadline may mean that it was committed all the same: repeat only what may be
  // repeated.
  virtual Result<std::vector<Answer>> Commit(std::span<const Call> calls) = 0;
};

// The one seam between Satchel and an engine. Shared by all threads.
class Database {
 public:
  virtual ~Database() = default;
  virtual Result<std::unique_ptr<Transaction>> Begin(const Scope& scope, Access access) = 0;

  // The directory: the workspace with a key, and a new one whose home this is.
  // Adding one that is there gives the one that is there.
  virtual Result<std::optional<WorkspaceId>> FindWorkspace(std::string_view key,
                                                           const Deadline& deadline) = 0;
  virtual Result<WorkspaceId> AddWorkspace(std::string_view key, std::string_view name, Time now,
                                           const Deadline& deadline) = 0;

  virtual std::string_view engine() const = 0;  // "sqlite", "postgresql"
};

// One transaction of some calls.
Result<std::vector<Answer>> Read(Database& database, const Scope& scope,
                                 std::span<const Call> calls);
Result<Rows> ReadOne(Database& database, const Scope& scope, const Call& call);
Result<std::vector<Answer>> Write(Database& database, const Scope& scope,
                                  std::span<const Call> calls);

// The same for calls that may be repeated: tries again, waiting longer each time,
// while the engine is unavailable and there is time.
Result<std::vector<Answer>> WriteRepeatable(Database& database, const Scope& scope,
                                            std::span<const Call> calls);

}  // namespace satchel::store
