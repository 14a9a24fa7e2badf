#pragma once

#include <cstddef>

#include "code/index/code_documents.h"
#include "code/index/history_documents.h"
#include "index/lexical/index.h"
#include "index/texts/text_documents.h"
#include "store/database.h"

namespace satchel::retrieval {

// The reading side of what search has of the code: its words, and those of its commits; and of the
// texts beside it. Shared by all threads.
struct CodeIndexes {
  static constexpr std::size_t kHistoryCache = 16U << 20U;

  // The database must outlive it.
  explicit CodeIndexes(store::Database& curated)
      : code(curated, kCodeSource, CodeRanking()),
        history(curated, kHistorySource, HistoryRanking(), kHistoryCache),
        texts(curated) {}

  lexical::Index code;
  lexical::Index history;
  TextIndexes texts;
};

}  // namespace satchel::retrieval
