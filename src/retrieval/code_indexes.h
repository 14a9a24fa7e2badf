#pragma once

#include <cstddef>

#include "retrieval/code_documents.h"
#include "retrieval/history_documents.h"
#include "search/lexical/index.h"
#include "store/database.h"

namespace satchel::retrieval {

// The reading side of what search has of the code: its words, and those of its commits. Shared by
// all threads.
struct CodeIndexes {
  static constexpr std::size_t kHistoryCache = 16U << 20U;

  // The database must outlive it.
  explicit CodeIndexes(store::Database& curated)
      : code(curated, kCodeSource, CodeRanking()),
        history(curated, kHistorySource, HistoryRanking(), kHistoryCache) {}

  lexical::Index code;
  lexical::Index history;
};

}  // namespace satchel::retrieval
