#pragma once

#include <string_view>
#include <vector>

#include "ask/query.h"

namespace satchel::retrieval {

// Words that may stand in the code as they stand in the query, one behind the other: a message that
// somebody saw. The views are of the query.
using Message = std::vector<std::string_view>;

// The messages of a query: all of a few words; of a longer text what stands in quotation marks or
// behind `Error:` and its like. A question has none.
std::vector<Message> MessagesOf(std::string_view query, ask::QueryForm form);

// The longest run of a message's words in a text, over the words of that message: from 0 to 1. A
// run of less than three words is none.
double LongestRun(std::string_view text, const std::vector<Message>& messages);

}  // namespace satchel::retrieval
