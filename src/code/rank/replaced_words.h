#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/query.h"
#include "base/result.h"
#include "index/lexical/index.h"
#include "store/database.h"

// Words of a query that the index lacks, and what is looked for in their place.
namespace satchel::rank {

enum class Replacing : std::uint8_t {
  kAlike,     // words of the index that are spelt alike
  kGlossary,  // a Russian word's English ones
  kSynonym,   // another English word for it; beside the word itself, where that is anywhere
};
std::string_view Name(Replacing by);

struct ReplacedWord {
  std::size_t word = 0;  // index into the query's
  Replacing by = Replacing::kAlike;
  double certainty = 0;           // that this is what was meant, from 0 to 1
  std::vector<std::string> with;  // terms; never empty
  // Of a name of code: what is called so, as it is written. At most a few.
  std::vector<std::string> names = {};
};

// `documents`: that have each term of the query. Ordinary English words are not corrected, unless
// one is asked for as a name. A pasted text is not corrected: most of its words
// are nobody's mistakes.
Result<std::vector<ReplacedWord>> FindReplacements(store::Transaction& curated,
                                                   lexical::IndexView& index,
                                                   const ask::Query& query,
                                                   std::span<const std::uint64_t> documents);

// Words keep their numbers; a second word in the place of one comes behind all of them.
ask::Query WithReplacements(const ask::Query& query, std::span<const ReplacedWord> replaced);

}  // namespace satchel::rank
