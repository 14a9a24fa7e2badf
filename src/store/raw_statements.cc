#include "store/raw_statements.h"

#include <array>

#include "store/raw_log.h"

namespace satchel::store {

using enum ParameterType;

#define SATCHEL_RUN_COLUMNS \
  "run_id, started_at, finished_at, recipe, status, pinned, budget, size, request, outcome"
#define SATCHEL_DECISION_COLUMNS \
  "ordinal, stage, section, source, item_id, included, rendition, reason, score, detail"
#define SATCHEL_OF_RUNS \
  " WHERE workspace_id = $1 AND run_id IN (SELECT value FROM unnest($2) AS value)"

// A run that has not finished has no end, and one without a budget has none.
constexpr ResultColumns kRunColumns = ResultColumns{kText,    kInteger, kInteger, kText, kText,
                                                    kInteger, kInteger, kInteger, kText, kText}
                                          .OrNull(2)
                                          .OrNull(6);
constexpr ResultColumns kDecisionColumns = {kInteger, kText, kText, kText,    kText,
                                            kInteger, kText, kText, kInteger, kText};

constexpr Statement kRunsById{
    .name = "runs_by_id",
    .sql = "SELECT " SATCHEL_RUN_COLUMNS " FROM run" SATCHEL_OF_RUNS " ORDER BY run_id",
    .types = {kTextSet},
    .gives = kRunColumns};
constexpr Statement kLatestRuns{
    .name = "latest_runs",
    .sql = "SELECT " SATCHEL_RUN_COLUMNS
           " FROM run WHERE workspace_id = $1 AND started_at < $2"
           " AND ($4 = '' OR recipe = $4)"
           " AND ($5 = 0 OR recipe NOT IN ('index', 'enrich', 'use', 'hook'))"
           " ORDER BY started_at DESC, run_id DESC LIMIT $3",
    .types = {kInteger, kInteger, kText, kInteger},
    .gives = kRunColumns};
constexpr Statement kStagesOfRun{.name = "stages_of_run",
                                 .sql =
                                     "SELECT ordinal, name, record FROM stage"
                                     " WHERE workspace_id = $1 AND run_id = $2 ORDER BY ordinal",
                                 .types = {kText},
                                 .gives = {kInteger, kText, kText}};
constexpr Statement kDecisionPage{.name = "decision_page",
                                  .sql =
                                      "SELECT " SATCHEL_DECISION_COLUMNS
                                      " FROM decision WHERE workspace_id = $1"
                                      " AND run_id = $2 AND ordinal > $3 ORDER BY ordinal LIMIT $4",
                                  .types = {kText, kInteger, kInteger},
                                  .gives = kDecisionColumns};
constexpr Statement kDecisionsOnItems{
    .name = "decisions_on_items",
    .sql = "SELECT " SATCHEL_DECISION_COLUMNS
           " FROM decision WHERE workspace_id = $1"
           " AND run_id = $2 AND item_id IN (SELECT value FROM unnest($3) AS value)"
           " ORDER BY ordinal",
    .types = {kText, kTextSet},
    .gives = kDecisionColumns};
constexpr Statement kEventsOfRun{.name = "events_of_run",
                                 .sql =
                                     "SELECT ordinal, kind, at, body FROM event"
                                     " WHERE workspace_id = $1 AND run_id = $2 ORDER BY ordinal",
                                 .types = {kText},
                                 .gives = {kInteger, kText, kInteger, kText}};

constexpr Statement kFinishRun{
    .name = "finish_run",
    .sql =
        "UPDATE run SET finished_at = $3, status = $4, size = $5, outcome = $6"
        " WHERE workspace_id = $1 AND run_id = $2",
    .types = {kText, kInteger, kText, kInteger, kText},
    .writes = true};
constexpr Statement kPinRun{
    .name = "pin_run",
    .sql = "UPDATE run SET pinned = $3 WHERE workspace_id = $1 AND run_id = $2",
    .types = {kText, kInteger},
    .writes = true};
constexpr Statement kRunSizes{
    .name = "run_sizes",
    .sql =
        "SELECT run_id, started_at, pinned, size, recipe FROM run WHERE workspace_id = $1"
        " ORDER BY started_at DESC, run_id DESC",
    .types = {},
    .gives = {kText, kInteger, kInteger, kInteger, kText}};
constexpr Statement kRemoveRuns{.name = "remove_runs",
                                .sql = "DELETE FROM run" SATCHEL_OF_RUNS,
                                .types = {kTextSet},
                                .writes = true};
constexpr Statement kRemoveStages{.name = "remove_stages",
                                  .sql = "DELETE FROM stage" SATCHEL_OF_RUNS,
                                  .types = {kTextSet},
                                  .writes = true};
constexpr Statement kRemoveDecisions{.name = "remove_decisions",
                                     .sql = "DELETE FROM decision" SATCHEL_OF_RUNS,
                                     .types = {kTextSet},
                                     .writes = true};
constexpr Statement kRemoveEvents{.name = "remove_events",
                                  .sql = "DELETE FROM event" SATCHEL_OF_RUNS,
                                  .types = {kTextSet},
                                  .writes = true};

#undef SATCHEL_RUN_COLUMNS
#undef SATCHEL_DECISION_COLUMNS
#undef SATCHEL_OF_RUNS

std::span<const Statement* const> RawStatements() {
  static constexpr std::array kAll = {
      &kRunsById,     &kLatestRuns,      &kStagesOfRun, &kDecisionPage, &kDecisionsOnItems,
      &kEventsOfRun,  &kFinishRun,       &kPinRun,      &kRunSizes,     &kRemoveRuns,
      &kRemoveStages, &kRemoveDecisions, &kRemoveEvents};
  return kAll;
}

}  // namespace satchel::store
