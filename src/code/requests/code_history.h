#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "code/history/history_index.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "store/database.h"

namespace satchel::engine {

struct CodeHistoryRequest {
  const std::filesystem::path& root;
  const settings::Environment& environment;
  const settings::Settings& settings;
  std::string revision = {};  // a commit instead of HEAD; empty: none
  std::string below = {};     // only this directory of it; empty: all
  bool full = false;          // read everything again
  std::size_t most_new = 0;   // 0: any number; see code::HistoryOptions
};

// Brings what the store has of commits up to date. Where there is no Git or no repository there is
// nothing to read, and what Git cannot do is a remark: search works without.
Result<code::HistorySummary> IndexCodeHistory(store::Database& curated, const store::Scope& scope,
                                              const CodeHistoryRequest& request,
                                              std::vector<std::string>& remarks);

}  // namespace satchel::engine
