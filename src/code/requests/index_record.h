#pragma once

#include <chrono>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "code/requests/code_index.h"
#include "engine/stores/stores.h"

namespace satchel::engine {

// One index run as the log keeps it.
struct IndexRecord {
  Time started_at;
  std::chrono::nanoseconds took{};
  const CodeIndexRequest& request;
  const Result<CodeIndexReport>& report;  // an error: the run failed
};

// Writes an index run to the raw log: what was asked, counts of what came out, or the
// error. It is a run of the recipe `index` without stages and decisions. The run's id.
Result<RunId> RecordIndexRun(Stores& stores, const IndexRecord& record, const Deadline& deadline);

}  // namespace satchel::engine
