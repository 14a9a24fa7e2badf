#include <array>
#include <cstdint>
#include <utility>

#include "store/calls.h"
#include "store/raw_log.h"
#include "store/raw_statements.h"

namespace satchel::store {
namespace {

Result<std::vector<RunRow>> ReadRuns(Database& database, const Scope& scope, const Query& query) {
  auto rows = SATCHEL_TRY(ReadOne(database, scope, query), "read runs");
  std::vector<RunRow> runs(rows.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    RunRow& run = runs[i];
    run.id = RunId(rows.TakeString(i, 0));
    run.started_at = {rows.Integer(i, 1)};
    if (const auto micros = rows.OptionalInteger(i, 2)) run.finished_at = Time{*micros};
    run.recipe = rows.TakeString(i, 3);
    run.status = rows.TakeString(i, 4);
    run.pinned = rows.Integer(i, 5) != 0;
    run.budget = rows.OptionalInteger(i, 6);
    run.size = rows.Integer(i, 7);
    run.request = rows.TakeString(i, 8);
    run.outcome = rows.TakeString(i, 9);
  }
  return runs;
}

Result<std::vector<DecisionRow>> ReadDecisions(Database& database, const Scope& scope,
                                               const Query& query) {
  auto rows = SATCHEL_TRY(ReadOne(database, scope, query), "read decisions");
  std::vector<DecisionRow> decisions(rows.size());
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    decisions[i] = {.ordinal = rows.Integer(i, 0),
                    .stage = rows.TakeString(i, 1),
                    .section = rows.TakeString(i, 2),
                    .source = rows.TakeString(i, 3),
                    .item = ItemId(rows.TakeString(i, 4)),
                    .included = rows.Integer(i, 5) != 0,
                    .rendition = rows.TakeString(i, 6),
                    .reason = rows.TakeString(i, 7),
                    .score = rows.Integer(i, 8),
                    .detail = rows.TakeString(i, 9)};
  }
  return decisions;
}

}  // namespace

Result<std::vector<RunRow>> RawReader::Runs(const Scope& scope,
                                            std::span<const std::string> ids) const {
  return ReadRuns(database_, scope, {&kRunsById, {TextSet{ids}}});
}

Result<std::vector<RunRow>> RawReader::LatestRuns(const Scope& scope, std::optional<Time> before,
                                                  std::int64_t most,
                                                  const RecipeFilter& recipes) const {
  return ReadRuns(database_, scope,
                  {&kLatestRuns,
                   {before ? before->micros : INT64_MAX, most, Text{recipes.only},
                    std::int64_t{recipes.packets ? 1 : 0}}});
}

Result<std::vector<StageRow>> RawReader::Stages(const Scope& scope, const RunId& run) const {
  auto rows = SATCHEL_TRY(ReadOne(database_, scope, Query{&kStagesOfRun, {Text{run.value()}}}),
                          "read stages");
  std::vector<StageRow> stages(rows.size());
  for (std::size_t i = 0; i < stages.size(); ++i) {
    stages[i] = {.ordinal = rows.Integer(i, 0),
                 .name = rows.TakeString(i, 1),
                 .record = rows.TakeString(i, 2)};
  }
  return stages;
}

Result<std::vector<DecisionRow>> RawReader::Decisions(const Scope& scope, const RunId& run,
                                                      std::int64_t after, std::int64_t most) const {
  auto page = SATCHEL_TRY(
      ReadDecisions(database_, scope, {&kDecisionPage, {Text{run.value()}, after, most}}));
  return CheckedPage(std::move(page), most, after,
                     [](const DecisionRow& row) { return row.ordinal; });
}

Result<std::vector<DecisionRow>> RawReader::DecisionsOn(const Scope& scope, const RunId& run,
                                                        std::span<const std::string> items) const {
  return ReadDecisions(database_, scope, {&kDecisionsOnItems, {Text{run.value()}, TextSet{items}}});
}

Result<std::vector<EventRow>> RawReader::Events(const Scope& scope, const RunId& run) const {
  auto rows = SATCHEL_TRY(ReadOne(database_, scope, Query{&kEventsOfRun, {Text{run.value()}}}),
                          "read events");
  std::vector<EventRow> events(rows.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i] = {.ordinal = rows.Integer(i, 0),
                 .kind = rows.TakeString(i, 1),
                 .at = {rows.Integer(i, 2)},
                 .body = rows.TakeString(i, 3)};
  }
  return events;
}

}  // namespace satchel::store
