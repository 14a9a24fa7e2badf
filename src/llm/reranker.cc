#include "llm/reranker.h"

#include <algorithm>

namespace satchel::llm {

std::vector<std::size_t> OrderOf(const std::vector<std::optional<double>>& scores,
                                 std::size_t top_n) {
  std::vector<std::size_t> ranked;
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < scores.size(); ++i) (scores[i] ? ranked : rest).push_back(i);
  std::vector<std::size_t> places = ranked;
  std::ranges::sort(ranked, [&scores](std::size_t left, std::size_t right) {
    if (*scores[left] != *scores[right]) return *scores[left] > *scores[right];
    return left < right;
  });
  if (top_n != 0 && top_n < scores.size()) {
    ranked.insert(ranked.end(), rest.begin(), rest.end());
    return ranked;
  }
  std::vector<std::size_t> order(scores.size());
  for (const std::size_t place : rest) order[place] = place;
  for (std::size_t i = 0; i < places.size(); ++i) order[places[i]] = ranked[i];
  return order;
}

}  // namespace satchel::llm
