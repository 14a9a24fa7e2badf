#include "engine/answers/run_difference_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {

Json ToJson(const RunDifference& difference, const RunView& then, const RunView& now) {
  Json items = Json::array();
  for (const RunDifference::Change& change : difference.items) {
    items.push_back({{"section", change.section},
                     {"item", change.item},
                     {"title", change.title},
                     {"then", change.then.empty() ? Json(nullptr) : Json(change.then)},
                     {"now", change.now.empty() ? Json(nullptr) : Json(change.now)},
                     {"reason", change.reason.empty() ? Json(nullptr) : Json(change.reason)}});
  }
  return {{"request", difference.request},
          {"sources", difference.sources},
          {"items", std::move(items)},
          {"then", then.summary.id.value()},
          {"now", now.summary.id.value()}};
}

}  // namespace satchel::engine
