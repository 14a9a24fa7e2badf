#pragma once

#include <string_view>

#include "base/result.h"
#include "retrieval/searched_code.h"
#include "search/rank/code_ranker.h"
#include "search/rank/query.h"
#include "store/database.h"

namespace satchel::retrieval {

// The files of the code for a text, best first: by what the index has of them, and the best of
// those once more by the messages of the text that stand in them word for word. `asked` is the text
// as ReadQuery() has it. `accepts` may be null: all files.
Result<rank::RankedCode> RankText(const SearchedCode& searched, store::Transaction& curated,
                                  std::string_view text, const rank::Query& asked,
                                  const rank::AcceptsFile& accepts = {});

}  // namespace satchel::retrieval
