#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ask/judged_sign.h"
#include "ask/query.h"
#include "ask/question.h"
#include "base/result.h"
#include "code/index/searched_code.h"
#include "code/rank/answer_floor.h"
#include "code/rank/code_ranker.h"
#include "store/database.h"

namespace satchel::retrieval {

// The files of the code for a text, best first: by what the index has of them, and the best of
// those once more by the messages of the text that stand in them word for word. `asked` is the text
// as ReadQuery() has it. `accepts` may be null: all files.
Result<rank::RankedCode> RankText(const SearchedCode& searched, store::Transaction& curated,
                                  const ask::Question& question,
                                  const rank::AcceptsFile& accepts = {});

// A question with the files for it, of a state of the index.
struct RankedTask {
  ask::Question question;
  std::string content;  // of what is indexed: code::ReadContentDigest()
  rank::RankedCode ranked;
};

// kInvalidInput: no word to search for. kNotFound: nothing is indexed.
Result<RankedTask> RankTask(const SearchedCode& searched, store::Transaction& curated,
                            const ask::Question& question);

// What speaks for an answer to the text being in the code, and what against it.
std::vector<ask::JudgedSign> SignsOf(const ask::Query& asked, const rank::RankedCode& ranked,
                                     const rank::AnswerFloor& floor);

}  // namespace satchel::retrieval
