#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/result.h"
#include "base/time.h"
#include "index/lexical/index.h"
#include "index/texts/place.h"
#include "index/texts/source_text.h"
#include "store/database.h"

// Texts of a source for some words. They are ranked by their words alone: BM25F over title and
// body.
namespace satchel::retrieval {

// What a source has for a query.
struct FoundTexts {
  std::string source;
  std::vector<SearchPlace> places;       // best first
  std::vector<std::uint64_t> documents;  // that have each word of the query; empty: not known
  std::uint64_t all_documents = 0;       // that were searched
};

struct TextQuery {
  const ask::Question& question;
  std::size_t most = 10;  // so many places
  Time now;               // what has expired by then is not found
};

Result<FoundTexts> FindTexts(store::Transaction& curated, lexical::Index& index,
                             std::string_view source, const TextQuery& query, const TextsOf& texts);

// The place of a text, with the lines that have most of its words: `place` has the words.
void SetTextPlace(const SourceText& text, SearchPlace& place);

}  // namespace satchel::retrieval
