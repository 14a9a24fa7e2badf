#pragma once

#include "store/statement.h"

// The statements of the log, shared by its reader and its writer.
namespace satchel::store {

extern const Statement kRunsById;
extern const Statement kLatestRuns;
extern const Statement kStagesOfRun;
extern const Statement kDecisionPage;
extern const Statement kDecisionsOnItems;
extern const Statement kEventsOfRun;

extern const Statement kFinishRun;
extern const Statement kPinRun;
extern const Statement kRunSizes;
extern const Statement kRemoveRuns;
extern const Statement kRemoveStages;
extern const Statement kRemoveDecisions;
extern const Statement kRemoveEvents;

}  // namespace satchel::store
