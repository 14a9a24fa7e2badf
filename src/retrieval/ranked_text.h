#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "retrieval/searched_code.h"
#include "search/rank/answer_floor.h"
#include "search/rank/code_ranker.h"
#include "search/rank/judged_sign.h"
#include "search/rank/query.h"
#include "store/database.h"

namespace satchel::retrieval {

// The files of the code for a text, best first: by what the index has of them, and the best of
// those once more by the messages of the text that stand in them word for word. `asked` is the text
// as ReadQuery() has it. `accepts` may be null: all files.
Result<rank::RankedCode> RankText(const SearchedCode& searched, store::Transaction& curated,
                                  std::string_view text, const rank::Query& asked,
                                  const rank::AcceptsFile& accepts = {});

// A text with the files for it, of a state of the index.
struct RankedTask {
  std::string text;
  std::string content;  // of what is indexed: code::ReadContentDigest()
  rank::Query asked;
  rank::RankedCode ranked;
};

// kInvalidInput: no word to search for. kNotFound: nothing is indexed.
Result<RankedTask> RankTask(const SearchedCode& searched, store::Transaction& curated,
                            std::string_view text);

// What speaks for an answer to the text being in the code, and what against it.
std::vector<rank::JudgedSign> SignsOf(const rank::Query& asked, const rank::RankedCode& ranked,
                                      const rank::AnswerFloor& floor);

}  // namespace satchel::retrieval
