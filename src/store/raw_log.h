#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "store/database.h"

// The audit log: what was asked, what every stage decided, and why. Rows are
// only added; retention takes whole runs.
namespace satchel::store {

// The recipe of a run that brought the index of code up to date and made no packet.
inline constexpr std::string_view kIndexRecipe = "index";
// That of a run in which a model described files.
inline constexpr std::string_view kEnrichRecipe = "enrich";
// That of a run that says that a memory was used; it made no packet either.
inline constexpr std::string_view kUseRecipe = "use";
// That of a hook that said nothing and made no packet.
inline constexpr std::string_view kHookRecipe = "hook";

struct RunRow {
  RunId id;
  Time started_at;
  std::optional<Time> finished_at;
  std::string recipe;
  std::string status;  // "running", "done", "failed"
  bool pinned = false;
  std::optional<std::int64_t> budget;
  std::int64_t size = 0;  // bytes of all rows of the run
  std::string request;    // JSON
  std::string outcome;    // JSON; empty while it runs
  friend bool operator==(const RunRow&, const RunRow&) = default;
};

struct StageRow {
  std::int64_t ordinal = 0;
  std::string name;
  std::string record;  // JSON
  friend bool operator==(const StageRow&, const StageRow&) = default;
};

struct DecisionRow {
  std::int64_t ordinal = 0;
  std::string stage;
  std::string section;
  std::string source;
  ItemId item;
  bool included = false;
  std::string rendition;
  std::string reason;
  std::int64_t score = 0;  // millionths
  std::string detail;      // JSON: tier, relation, terms
  friend bool operator==(const DecisionRow&, const DecisionRow&) = default;
};

struct EventRow {
  std::int64_t ordinal = 0;
  std::string kind;  // model_call, refinement, enrichment, index, feedback
  Time at;
  std::string body;  // JSON
  friend bool operator==(const EventRow&, const EventRow&) = default;
};

// How much of the log stays: design section 5.
struct Retention {
  std::int64_t days = 30;
  std::int64_t most_bytes = 256 * 1'000'000;
  std::size_t always = 50;  // the last so many runs that made a packet stay
};

struct Collected {
  std::size_t runs = 0;
  std::int64_t bytes = 0;
};

// Which runs to read, by recipe. Empty and false: no condition.
struct RecipeFilter {
  std::string only;
  bool packets = false;  // those that made one
};

class RawReader {
 public:
  // The database must outlive the reader.
  explicit RawReader(Database& database) : database_(database) {}

  Result<std::vector<RunRow>> Runs(const Scope& scope, std::span<const std::string> ids) const;
  // The latest runs before a moment, latest first; nothing: from the last one on.
  Result<std::vector<RunRow>> LatestRuns(const Scope& scope, std::optional<Time> before,
                                         std::int64_t most, const RecipeFilter& recipes = {}) const;
  Result<std::vector<StageRow>> Stages(const Scope& scope, const RunId& run) const;
  // A page of a run's decisions, in order.
  Result<std::vector<DecisionRow>> Decisions(const Scope& scope, const RunId& run,
                                             std::int64_t after, std::int64_t most) const;
  Result<std::vector<DecisionRow>> DecisionsOn(const Scope& scope, const RunId& run,
                                               std::span<const std::string> items) const;
  Result<std::vector<EventRow>> Events(const Scope& scope, const RunId& run) const;

 private:
  Database& database_;
};

// Each call returns when its rows are durable. Ids and ordinals come from the
// caller, so that a call may be repeated: a row that is there stays.
class RawWriter {
 public:
  // The database must outlive the writer.
  explicit RawWriter(Database& database) : database_(database) {}

  Status Start(const Scope& scope, const RunRow& run) const;
  // Status, outcome, end and size.
  Status Finish(const Scope& scope, const RunRow& run) const;
  Result<bool> Pin(const Scope& scope, const RunId& run, bool pinned) const;
  // Removes whole runs, oldest first, until the log is within its bounds.
  Result<Collected> Collect(const Scope& scope, const Retention& retention, Time now) const;

 private:
  Database& database_;
};

// The rows of one run on their way into the log, in groups: a commit per row
// costs twelve times as much. Confined to one thread. What was added counts as
// written only when Flush() has returned without an error; Flush() before it goes.
class RunLog {
 public:
  static constexpr std::size_t kGroup = 1'000;

  // The database must outlive the log.
  RunLog(Database& database, RunId run) : database_(&database), run_(std::move(run)) {}

  // What is not written yet goes to another one from now on.
  void MoveTo(Database& database) { database_ = &database; }

  Status Add(const Scope& scope, StageRow row);
  Status Add(const Scope& scope, DecisionRow row);
  Status Add(const Scope& scope, EventRow row);
  Status Flush(const Scope& scope);
  // The rest of the rows and the end of the run, as RawWriter::Finish, in one commit.
  Status Finish(const Scope& scope, const RunRow& run);

  // Bytes of the rows so far: the run's size.
  std::int64_t size() const { return size_; }

 private:
  Status FlushIfFull(const Scope& scope);
  std::vector<Call> Pending() const;
  Status WritePending(const Scope& scope, std::span<const Call> calls, std::string_view doing);

  Database* database_;
  const RunId run_;
  std::vector<StageRow> stages_;
  std::vector<DecisionRow> decisions_;
  std::vector<EventRow> events_;
  std::int64_t size_ = 0;
};

std::span<const Statement* const> RawStatements();

}  // namespace satchel::store
