#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "code/history/history_sink.h"
#include "index/lexical/ranking.h"
#include "store/database.h"

namespace satchel::retrieval {

// The name of history's part in the lexical index: a document for each file, which is what the
// commits that changed it say.
inline constexpr std::string_view kHistorySource = "history";

const lexical::Ranking& HistoryRanking();

class HistoryDocuments final : public code::HistorySink {
 public:
  std::string version() const override;
  Status Put(store::Transaction& transaction, std::span<const code::FileHistory> files) override;
  Status Tidy(store::Database& curated, const store::Scope& scope) override;
  Status Clear(store::Transaction& transaction) override;
};

}  // namespace satchel::retrieval
