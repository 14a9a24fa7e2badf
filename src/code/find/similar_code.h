#pragma once

#include <span>
#include <string_view>

#include "ask/question.h"
#include "base/result.h"
#include "code/rank/code_ranker.h"
#include "index/texts/vector_index.h"
#include "store/database.h"

// What a model's vectors add to a ranking by words. They can put the best files into another order
// and add files behind them; they take nothing away. A file whose name or path the query says keeps
// its place.
namespace satchel::retrieval {

// Files of the ranking by words change places within the first ten, within the next ten and so on.
// A list of ten, or of twenty, has all files that it has without vectors; another one is the
// beginning of such a list.
inline constexpr std::size_t kReordered = 10;

// Whether a model is asked about this query at all. A name is here or not, a path or a quotation
// says exactly what is meant, and a stack trace has more in it than a model would see.
bool AsksModel(const ask::Question& question);

// Those of `near` that are of files as the store has them. `accepts` may be null: all files.
Status AddSimilar(store::Transaction& curated, std::span<const NearText> near,
                  const rank::AcceptsFile& accepts, rank::RankedCode& ranked);

// Leaves the files that are near enough to be an answer, the nearest first; false: there is none,
// and everything stays.
bool KeepNearAnswers(rank::RankedCode& ranked);

}  // namespace satchel::retrieval
