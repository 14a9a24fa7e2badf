#include "engine/requests/rerank_search.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "engine/requests/place_texts.h"

namespace satchel::engine {
namespace {

// What a store was asked for a list that is not shown was asked all the same.
void AddCost(const SearchAnswer& before, SearchAnswer& answer) {
  answer.store_calls += before.store_calls;
  answer.store_round_trips += before.store_round_trips;
}

}  // namespace

Result<SearchAnswer> SearchReranked(PlaceReranker& reranker, const SearchedFiles& files,
                                    const SearchRequest& request, const SearchFunction& search,
                                    const RerankReport& report, const Deadline& deadline) {
  SearchRequest wide = request;
  wide.limit = std::max(request.limit, reranker.most_places());
  auto answer = SATCHEL_TRY(search(wide));
  // One place has one order, and what is no answer has none.
  if (answer.results.size() < 2) return answer;
  const std::size_t count = std::min(answer.results.size(), reranker.most_places());
  const std::vector<std::string> texts =
      TextsOf(files, std::span<const SearchPlace>(answer.results).first(count));
  const PlaceReranking reranking =
      reranker.Rerank(request.query, texts, request.limit, answer.results, deadline);
  report(reranking);
  if (reranking.error.empty()) {
    answer.reranker = reranker.model();
    if (!reranking.remark.empty()) {
      answer.remarks.push_back(fmt::format("reranked in part: {}", reranking.remark));
    }
    if (answer.results.size() > request.limit) answer.results.resize(request.limit);
    return answer;
  }
  // The list of more places may begin otherwise than the one that was asked for.
  if (wide.limit != request.limit) {
    auto narrow = SATCHEL_TRY(search(request));
    AddCost(answer, narrow);
    answer = std::move(narrow);
  }
  answer.remarks.push_back(fmt::format("not reranked: {}{}{}", reranking.error,
                                       reranking.hint.empty() ? "" : "; ", reranking.hint));
  return answer;
}

}  // namespace satchel::engine
