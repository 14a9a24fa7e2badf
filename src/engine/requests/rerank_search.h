#pragma once

#include <functional>

#include "base/deadline.h"
#include "base/result.h"
#include "code/requests/search.h"
#include "engine/requests/place_reranker.h"

namespace satchel::engine {

using SearchFunction = std::function<Result<SearchAnswer>(const SearchRequest&)>;
using RerankReport = std::function<void(const PlaceReranking&)>;

// A search whose first places a reranker has ordered. More places than were asked for are looked
// for, so that a good one can come up. When the reranker fails, this is the search as it is without
// one, with a remark that says why. `report` is called when the reranker was asked or had no need
// to be.
Result<SearchAnswer> SearchReranked(PlaceReranker& reranker, const SearchedFiles& files,
                                    const SearchRequest& request, const SearchFunction& search,
                                    const RerankReport& report, const Deadline& deadline);

}  // namespace satchel::engine
