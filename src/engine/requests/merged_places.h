#pragma once

#include <cstddef>
#include <vector>

#include "ask/query.h"
#include "code/find/code_search.h"
#include "index/texts/text_search.h"

// One list of places of code and of texts. Scores of different sources are not of one scale; what
// can be compared is how much of what the query says a place has: its worth. Which words are rare
// is counted over all sources together. Each source keeps its own order, which knows more than
// words do; what comes next is the source whose next places are worth most.
namespace satchel::retrieval {

struct MergeRequest {
  const ask::Query& query;  // as it was asked
  std::size_t limit = 10;
};

// Adds texts to what the code has answered. Texts with too little of what the query says are weak,
// and so may the places of the code be. Weak ones are results only if there are no others.
void MergeTexts(const MergeRequest& request, std::vector<FoundTexts> texts, SearchAnswer& answer);

}  // namespace satchel::retrieval
