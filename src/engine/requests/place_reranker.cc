#include "engine/requests/place_reranker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/sha256.h"
#include "code/rank/feature.h"
#include "llm/model.h"

namespace satchel::engine {
namespace {

using retrieval::SearchPlace;

std::string KeyOf(const std::string& model, const std::string& query, const std::string& text) {
  return Sha256Of(CanonicalJson(Json::array({model, query, text}))).Hex();
}

// Whether it is what the query names, and not only like what it says.
bool IsNamed(const SearchPlace& place) {
  using rank::Feature;
  constexpr std::array kNaming = {Feature::kSymbol, Feature::kDefinitions, Feature::kPath,
                                  Feature::kModule, Feature::kFrame,       Feature::kQuote};
  return std::ranges::any_of(place.terms, [&kNaming](const ScoreTerm& term) {
    return term.value > Score() && std::ranges::any_of(kNaming, [&term](Feature feature) {
             return term.name == rank::Name(feature);
           });
  });
}

// Lets those that must be among the first `shown` take the places of the last ones there that
// need not be.
std::vector<std::size_t> WithNamed(std::vector<std::size_t> order,
                                   std::span<const SearchPlace> places, std::size_t shown) {
  if (shown >= order.size()) return order;
  const auto stays = [&](std::size_t place) { return place < shown && IsNamed(places[place]); };
  std::vector<std::size_t> front(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown));
  std::vector<std::size_t> behind(order.begin() + static_cast<std::ptrdiff_t>(shown), order.end());
  std::vector<std::size_t> fallen;
  std::ranges::copy_if(behind, std::back_inserter(fallen), stays);
  std::erase_if(behind, stays);
  std::vector<std::size_t> pushed;
  for (std::size_t at = front.size(); at-- > 0 && pushed.size() < fallen.size();) {
    if (stays(front[at])) continue;
    pushed.insert(pushed.begin(), front[at]);
    front.erase(front.begin() + static_cast<std::ptrdiff_t>(at));
  }
  for (const std::vector<std::size_t>& more : {fallen, pushed, behind}) {
    front.insert(front.end(), more.begin(), more.end());
  }
  return front;
}

// As a score that can be shown; those of models are anything from 1e-9 to hundreds.
Score Shown(double score) {
  constexpr double kMost = 1e9;
  const double millionths = std::clamp(score, -kMost, kMost) * static_cast<double>(Score::kOne);
  return Score::FromMillionths(std::llround(millionths));
}

void Reorder(const std::vector<std::size_t>& order,
             const std::vector<std::optional<double>>& scores, std::vector<SearchPlace>& places) {
  std::vector<SearchPlace> ordered;
  ordered.reserve(places.size());
  for (const std::size_t before : order) {
    SearchPlace& place = ordered.emplace_back(std::move(places[before]));
    retrieval::PlaceRerank& reranked = place.reranked.emplace();
    reranked.before = before + 1;
    if (const auto& score = scores[before]) reranked.score = Shown(*score);
  }
  std::ranges::move(ordered, places.begin());
}

}  // namespace

std::optional<double> PlaceReranker::Known(const std::string& key) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = recent_.find(key); found != recent_.end()) return found->second;
  if (const auto found = older_.find(key); found != older_.end()) return found->second;
  return std::nullopt;
}

void PlaceReranker::Keep(const std::string& key, double score) {
  const std::scoped_lock lock(mutex_);
  if (recent_.size() >= options_.scores) older_ = std::exchange(recent_, {});
  recent_.insert_or_assign(key, score);
}

PlaceReranking PlaceReranker::Rerank(const std::string& query, std::span<const std::string> texts,
                                     std::size_t shown, std::vector<SearchPlace>& places,
                                     const Deadline& deadline) {
  const std::size_t count = std::min({places.size(), texts.size(), options_.places});
  PlaceReranking result;
  std::vector<std::optional<double>> scores(count);
  std::vector<std::string> keys;
  std::vector<std::size_t> sent;
  llm::RerankRequest request{
      .query = query, .documents = {}, .deadline = deadline.Within(options_.timeout)};
  for (std::size_t i = 0; i < count; ++i) {
    keys.push_back(KeyOf(model(), query, texts[i]));
    scores[i] = Known(keys[i]);
    if (scores[i]) continue;
    sent.push_back(i);
    request.documents.push_back(texts[i]);
  }
  result.known = count - sent.size();
  result.asked = sent.size();
  if (!sent.empty()) {
    const llm::Reranked called = reranker_->Call(request);
    result.outcome = called.record.outcome;
    result.attempts = called.record.attempts;
    result.millis = called.record.latency_ms;
    if (!called.ranking) {
      result.error = called.ranking.error().text();
      result.hint = called.ranking.error().hint();
      return result;
    }
    result.remark = called.ranking->remark;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const auto& score = called.ranking->scores[i];
      scores[sent[i]] = score;
      if (score) Keep(keys[sent[i]], *score);
    }
  }
  Reorder(WithNamed(llm::OrderOf(scores, 0), places, shown), scores, places);
  return result;
}

Result<std::unique_ptr<PlaceReranker>> OpenPlaceReranker(const settings::Settings& settings) {
  using settings::Key;
  llm::RerankerOptions options;
  options.base_url = settings.Text(Key::kRerankBaseUrl);
  options.model = settings.Text(Key::kRerankModel);
  options.api_key = settings.Text(Key::kRerankApiKey);
  options.kind = SATCHEL_TRY(llm::ParseRerankKind(settings.Text(Key::kRerankKind)), "rerank.kind");
  options.timeout = std::chrono::milliseconds(settings.Integer(Key::kRerankTimeoutMs));
  if (options.base_url.empty() || options.model.empty()) {
    return Fail(Errc::kInvalidInput, "no reranker is set",
                "`satchel config set rerank.base_url URL` and `satchel config set rerank.model "
                "NAME` name one");
  }
  auto reranker = SATCHEL_TRY(llm::OpenReranker(options));
  return std::make_unique<PlaceReranker>(std::move(reranker),
                                         PlaceRerankerOptions{.timeout = options.timeout});
}

}  // namespace satchel::engine
