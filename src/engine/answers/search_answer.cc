#include "engine/answers/search_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {
namespace {

Json WordJson(const PlaceWord& word) {
  Json fields = Json::object();
  for (const auto& [field, times] : word.fields) fields[field] = times;
  return {{"word", word.word}, {"worth", word.worth.Text()}, {"fields", std::move(fields)}};
}

Json PlaceJson(const SearchPlace& place) {
  Json terms = Json::array();
  for (const ScoreTerm& term : place.terms) {
    terms.push_back({{"name", term.name}, {"value", term.value.Text()}});
  }
  Json words = Json::array();
  for (const PlaceWord& word : place.words) words.push_back(WordJson(word));
  Json lines = Json::array();
  for (const PlaceLine& line : place.lines) {
    lines.push_back({{"line", line.number}, {"text", line.text}});
  }
  return {{"source", place.source},
          {"path", place.path},
          {"start_line", place.start_line},
          {"end_line", place.end_line},
          {"symbol", place.symbol.empty() ? Json() : Json(place.symbol)},
          {"kind", place.kind.empty() ? Json() : Json(place.kind)},
          {"score", place.score.Text()},
          {"terms", std::move(terms)},
          {"words", std::move(words)},
          {"lines", std::move(lines)},
          {"changed", place.changed},
          {"gone", place.gone}};
}

}  // namespace

Json ToJson(const SearchAnswer& answer, const CodeRefresh& refresh) {
  Json results = Json::array();
  for (const SearchPlace& place : answer.results) results.push_back(PlaceJson(place));
  Json words = Json::array();
  for (const auto& [word, documents] : answer.words) {
    words.push_back({{"word", word}, {"documents", documents}});
  }
  Json nearest = Json::array();
  for (const SearchPlace& place : answer.nearest) nearest.push_back(PlaceJson(place));
  return {{"results", std::move(results)},
          {"abstained", answer.results.empty()},
          {"nearest", std::move(nearest)},
          {"form", answer.form},
          {"words", std::move(words)},
          {"missing", answer.missing},
          {"documents", answer.documents},
          {"store_calls", answer.store_calls},
          {"index",
           {{"state", Name(refresh.state)},
            {"changed", refresh.changed},
            {"added", refresh.added},
            {"gone", refresh.gone},
            {"complete", refresh.complete}}}};
}

}  // namespace satchel::engine
