#include <array>
#include <chrono>
#include <ranges>
#include <utility>

#include "store/calls.h"
#include "store/raw_log.h"
#include "store/raw_statements.h"
#include "store/schema.h"

namespace satchel::store {
namespace {

// A transaction removes so many runs at most, so that others get their turn.
constexpr std::size_t kRunsAtOnce = 100;

Status WriteAll(Database& database, const Scope& scope, std::span<const Call> calls,
                std::string_view doing) {
  SATCHEL_TRY(WriteRepeatable(database, scope, calls), doing);
  return {};
}

Query EndOf(const RunRow& run) {
  return {&kFinishRun,
          {Text{run.id.value()}, OrNull(run.finished_at), Text{run.status}, run.size,
           Text{run.outcome}}};
}

struct RunSize {
  std::string id;
  Time started_at;
  bool pinned = false;
  std::int64_t size = 0;
  bool made_packet = false;
};

Result<std::vector<RunSize>> ReadSizes(Database& database, const Scope& scope) {
  auto rows = SATCHEL_TRY(ReadOne(database, scope, Query{&kRunSizes, {}}), "read sizes of runs");
  std::vector<RunSize> sizes(rows.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::string recipe = rows.TakeString(i, 4);
    sizes[i] = {.id = rows.TakeString(i, 0),
                .started_at = {rows.Integer(i, 1)},
                .pinned = rows.Integer(i, 2) != 0,
                .size = rows.Integer(i, 3),
                .made_packet = recipe != kIndexRecipe && recipe != kEnrichRecipe &&
                               recipe != kUseRecipe && recipe != kHookRecipe};
  }
  return sizes;
}

// `sizes` is latest first. Too old goes; then the oldest until the rest fits. Index runs
// come often and explain no packet: none of them stays for being among the last.
std::vector<RunSize> ToRemove(const std::vector<RunSize>& sizes, const Retention& retention,
                              Time now) {
  const Time oldest{now.micros - (retention.days * std::int64_t{86'400'000'000})};
  std::int64_t kept = 0;
  std::size_t packets = 0;
  std::vector<RunSize> may_go;
  for (const RunSize& run : sizes) {
    kept += run.size;
    const bool is_late = run.made_packet && packets++ < retention.always;
    if (!run.pinned && !is_late) may_go.push_back(run);
  }
  std::vector<RunSize> removed;
  for (const RunSize& run : std::views::reverse(may_go)) {
    if (run.started_at >= oldest && kept <= retention.most_bytes) continue;
    kept -= run.size;
    removed.push_back(run);
  }
  return removed;
}

}  // namespace

Status RawWriter::Start(const Scope& scope, const RunRow& run) const {
  const Call call =
      Insert{.table = &kRunTable,
             .on_conflict = OnConflict::kIgnore,
             .cells = {Text{run.id.value()}, run.started_at.micros, OrNull(run.finished_at),
                       Text{run.recipe}, Text{run.status}, std::int64_t{run.pinned},
                       OrNull(run.budget), run.size, Text{run.request}, Text{run.outcome}}};
  return WriteAll(database_, scope, {&call, 1}, "log the start of a run");
}

Status RawWriter::Finish(const Scope& scope, const RunRow& run) const {
  const Call call = EndOf(run);
  return WriteAll(database_, scope, {&call, 1}, "log the end of a run");
}

Result<bool> RawWriter::Pin(const Scope& scope, const RunId& run, bool pinned) const {
  const Call call = Query{&kPinRun, {Text{run.value()}, std::int64_t{pinned}}};
  auto written = SATCHEL_TRY(WriteRepeatable(database_, scope, {&call, 1}), "pin a run");
  return written.front().changed == 1;
}

Result<Collected> RawWriter::Collect(const Scope& scope, const Retention& retention,
                                     Time now) const {
  const auto sizes = SATCHEL_TRY(ReadSizes(database_, scope));
  Collected collected;
  std::vector<std::string> ids;
  const auto remove = [&]() -> Status {
    const std::array<Call, 4> calls = {
        Query{&kRemoveDecisions, {TextSet{ids}}}, Query{&kRemoveStages, {TextSet{ids}}},
        Query{&kRemoveEvents, {TextSet{ids}}}, Query{&kRemoveRuns, {TextSet{ids}}}};
    auto removed = WriteAll(database_, scope, calls, "remove old runs");
    ids.clear();
    return removed;
  };
  for (const RunSize& run : ToRemove(sizes, retention, now)) {
    ids.push_back(run.id);
    ++collected.runs;
    collected.bytes += run.size;
    if (ids.size() < kRunsAtOnce) continue;
    SATCHEL_TRY(remove());
  }
  if (!ids.empty()) {
    SATCHEL_TRY(remove());
  }
  return collected;
}

Status RunLog::Add(const Scope& scope, StageRow row) {
  size_ += static_cast<std::int64_t>(row.name.size() + row.record.size());
  stages_.push_back(std::move(row));
  return FlushIfFull(scope);
}

Status RunLog::Add(const Scope& scope, DecisionRow row) {
  size_ += static_cast<std::int64_t>(row.stage.size() + row.section.size() + row.source.size() +
                                     row.item.value().size() + row.rendition.size() +
                                     row.reason.size() + row.detail.size());
  decisions_.push_back(std::move(row));
  return FlushIfFull(scope);
}

Status RunLog::Add(const Scope& scope, EventRow row) {
  size_ += static_cast<std::int64_t>(row.kind.size() + row.body.size());
  events_.push_back(std::move(row));
  return FlushIfFull(scope);
}

Status RunLog::FlushIfFull(const Scope& scope) {
  if (stages_.size() + decisions_.size() + events_.size() < kGroup) return {};
  return Flush(scope);
}

// The calls refer to the rows.
std::vector<Call> RunLog::Pending() const {
  const Text run{run_.value()};
  std::vector<Call> calls;
  const auto insert_into = [&](const Table& table) -> Insert& {
    calls.emplace_back(Insert{.table = &table, .on_conflict = OnConflict::kIgnore});
    return std::get<Insert>(calls.back());
  };
  if (!stages_.empty()) {
    Insert& insert = insert_into(kStageTable);
    for (const StageRow& row : stages_) {
      AddRow(insert, {run, row.ordinal, Text{row.name}, Text{row.record}});
    }
  }
  if (!decisions_.empty()) {
    Insert& insert = insert_into(kDecisionTable);
    for (const DecisionRow& row : decisions_) {
      AddRow(insert, {run, row.ordinal, Text{row.stage}, Text{row.section}, Text{row.source},
                      Text{row.item.value()}, std::int64_t{row.included}, Text{row.rendition},
                      Text{row.reason}, row.score, Text{row.detail}});
    }
  }
  if (!events_.empty()) {
    Insert& insert = insert_into(kEventTable);
    for (const EventRow& row : events_) {
      AddRow(insert, {run, row.ordinal, Text{row.kind}, row.at.micros, Text{row.body}});
    }
  }
  return calls;
}

Status RunLog::WritePending(const Scope& scope, std::span<const Call> calls,
                            std::string_view doing) {
  if (calls.empty()) return {};
  SATCHEL_TRY(WriteAll(*database_, scope, calls, doing));
  stages_.clear();
  decisions_.clear();
  events_.clear();
  return {};
}

Status RunLog::Flush(const Scope& scope) { return WritePending(scope, Pending(), "write the log"); }

Status RunLog::Finish(const Scope& scope, const RunRow& run) {
  std::vector<Call> calls = Pending();
  calls.emplace_back(EndOf(run));
  return WritePending(scope, calls, "log the end of a run");
}

}  // namespace satchel::store
