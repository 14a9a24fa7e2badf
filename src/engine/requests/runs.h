#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/stores/stores.h"
#include "settings/settings.h"
#include "store/raw_log.h"

namespace satchel::engine {

struct RunSummary {
  RunId id;
  Time started_at;
  std::optional<Time> finished_at;
  std::string recipe;
  std::string status;
  bool pinned = false;
  std::optional<std::int64_t> budget;
  std::int64_t bytes = 0;              // of the log
  std::string task;                    // what was asked for; empty where nothing was
  std::optional<std::int64_t> tokens;  // of the packet; nothing: there is none
};

RunSummary SummaryOf(const store::RunRow& row);

using store::RecipeFilter;

// Those that made a packet: what "the last run" means to people.
RecipeFilter PacketRuns();

// The latest first.
Result<std::vector<RunSummary>> ListRuns(Stores& stores, std::int64_t most,
                                         const RecipeFilter& recipes, const Deadline& deadline);

// Keeps a run from being collected, or no longer. kNotFound when there is none.
Status PinRun(Stores& stores, const RunId& run, bool pinned, const Deadline& deadline);

struct Collection {
  std::size_t runs = 0;
  std::int64_t run_bytes = 0;
  std::size_t sessions = 0;
};

// What retention.* and session.* no longer keep goes now.
Result<Collection> CollectGarbage(Stores& stores, const settings::Settings& settings, Time now,
                                  const Deadline& deadline);

}  // namespace satchel::engine
