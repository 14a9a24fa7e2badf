#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/deadline.h"
#include "base/time.h"
#include "engine/requests/search_all.h"
#include "engine/requests/text_readings.h"
#include "index/texts/text_search.h"
#include "index/texts/vector_index.h"
#include "store/database.h"

// Vectors in a search of everything.
namespace satchel::engine {

struct NearTexts {
  std::vector<retrieval::NearText> texts;  // nearest first
  std::string remark;                      // why there are none, where there should be; or empty
  store::StoreCount cost;

  // The first few: those that may be shown without any of the words.
  std::span<const retrieval::NearText> nearest() const;
};

// The texts that are near to a query by a model's vectors. It never fails and never takes longer
// than half a second: a search without it answers by words, and says so.
NearTexts FindNear(const SearchWorkspace& where, const ask::Question& question,
                   const Deadline& deadline);

// Memories that were found by words change places by how near they are, within the first ten,
// within the next ten and so on. The others keep theirs: how much it is worth for them was not
// measured.
void OrderByNearness(std::span<const retrieval::NearText> near, const TextReadings& readings,
                     Time now, std::vector<retrieval::FoundTexts>& found);

struct SimilarTextsOptions {
  Time now;
  std::size_t limit = 10;
};

// Adds texts of notes, graphs and memories that have none of the words behind those that were
// found by words, while there is room; where nothing was found at all, those that are near enough
// to be the answer.
void AddSimilarTexts(std::span<const retrieval::NearText> near, const TextReadings& readings,
                     const SimilarTextsOptions& options, SearchAnswer& answer);

}  // namespace satchel::engine
