#pragma once

#include <cstddef>
#include <cstdint>

#include "base/json.h"
#include "code/requests/code_refresh.h"
#include "code/requests/search.h"

namespace satchel::engine {

enum class SearchDetail : std::uint8_t {
  kPlaces,
  kReasons,  // with the terms of each score and the words, which take more room than all else
};

// How fresh the index was that an answer is from.
Json ToJson(const CodeRefresh& refresh);

// The first places that were found, so many of them, and how fresh the index was: `search`.
Json ToJson(const SearchAnswer& answer, const CodeRefresh& refresh, SearchDetail detail,
            std::size_t shown);

}  // namespace satchel::engine
