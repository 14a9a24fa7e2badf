#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "index/texts/place.h"
#include "llm/reranker.h"
#include "settings/settings.h"

namespace satchel::engine {

struct PlaceRerankerOptions {
  std::size_t places = 50;                   // from the first one on; others stay behind them
  std::chrono::milliseconds timeout{1'500};  // of all that is asked for one search
  std::size_t scores = 20'000;               // that are kept; twice as many for a while
};

// What came of reranking one search.
struct PlaceReranking {
  llm::Outcome outcome = llm::Outcome::kAnswered;
  std::string error;      // why the order stayed; empty when answered
  std::string hint;       // what can be done about it
  std::string remark;     // what of an answer could not be used; empty: all of it could
  std::size_t asked = 0;  // places whose texts were sent
  std::size_t known = 0;  // whose score was known from before
  int attempts = 0;       // of the server
  std::int64_t millis = 0;
};

// Orders places by what a reranker says about their texts, and keeps its scores by model, query and
// text, so that the same place is not sent twice for the same query. Shared by all threads.
class PlaceReranker {
 public:
  PlaceReranker(std::unique_ptr<const llm::Reranker> reranker, PlaceRerankerOptions options)
      : reranker_(std::move(reranker)), options_(options) {}

  const std::string& model() const { return reranker_->model(); }
  std::size_t most_places() const { return options_.places; }

  // Permutes the first places, and says of each where it stood and what it got. A place that is
  // what the query names (a symbol, a path, a frame of its trace) and stood among the first `shown`
  // stays among them. When the reranker fails nothing changes. REQUIRES: a text for each place.
  PlaceReranking Rerank(const std::string& query, std::span<const std::string> texts,
                        std::size_t shown, std::vector<retrieval::SearchPlace>& places,
                        const Deadline& deadline);

 private:
  using Scores = std::map<std::string, double>;

  std::optional<double> Known(const std::string& key);
  void Keep(const std::string& key, double score);

  // Fixed after construction.
  const std::unique_ptr<const llm::Reranker> reranker_;
  const PlaceRerankerOptions options_;

  std::mutex mutex_;
  // Locked by mutex_. When the recent ones are too many they become the older ones, which go.
  Scores recent_;
  Scores older_;
};

// As `rerank.*` says. kInvalidInput: there is no address or no model, or they cannot be.
Result<std::unique_ptr<PlaceReranker>> OpenPlaceReranker(const settings::Settings& settings);

}  // namespace satchel::engine
