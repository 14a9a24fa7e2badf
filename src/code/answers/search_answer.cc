#include "code/answers/search_answer.h"

#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include "code/answers/confidence.h"
#include "code/rank/glossary.h"
#include "code/rank/replaced_words.h"

namespace satchel::engine {
namespace {

Json WordJson(const PlaceWord& word) {
  Json fields = Json::object();
  for (const auto& [field, times] : word.fields) fields[field] = times;
  return {{"word", word.word}, {"worth", word.worth.Text()}, {"fields", std::move(fields)}};
}

Json TermsJson(const SearchPlace& place) {
  Json terms = Json::array();
  for (const ScoreTerm& term : place.terms) {
    terms.push_back({{"name", term.name}, {"value", term.value.Text()}});
  }
  return terms;
}

Json WordsJson(const SearchPlace& place) {
  Json words = Json::array();
  for (const PlaceWord& word : place.words) words.push_back(WordJson(word));
  return words;
}

Json SymbolsJson(const SearchPlace& place) {
  Json symbols = Json::array();
  for (const PlaceSymbol& symbol : place.symbols) {
    symbols.push_back({{"symbol", symbol.name}, {"kind", symbol.kind}, {"line", symbol.line}});
  }
  return symbols;
}

Json RerankJson(const retrieval::PlaceRerank& rerank) {
  return {{"before", rerank.before}, {"score", rerank.score ? Json(rerank.score->Text()) : Json()}};
}

Json PlaceJson(const SearchPlace& place, SearchDetail detail) {
  Json lines = Json::array();
  for (const PlaceLine& line : place.lines) {
    lines.push_back({{"line", line.number == 0 ? Json() : Json(line.number)}, {"text", line.text}});
  }
  Json json = {{"source", place.source},
               {"id", place.id.empty() ? Json() : Json(place.id)},
               {"path", place.path},
               {"start_line", place.start_line},
               {"end_line", place.end_line},
               {"symbol", place.symbol.empty() ? Json() : Json(place.symbol)},
               {"kind", place.kind.empty() ? Json() : Json(place.kind)},
               {"score", place.score.Text()},
               {"worth", place.worth.Text()},
               {"lines", std::move(lines)},
               {"changed", place.changed},
               {"gone", place.gone}};
  if (!place.symbols.empty()) {
    json["symbols"] = SymbolsJson(place);
    json["more_symbols"] = place.more_symbols;
  }
  if (detail == SearchDetail::kReasons) {
    json["terms"] = TermsJson(place);
    json["words"] = WordsJson(place);
    if (place.reranked) json["reranked"] = RerankJson(*place.reranked);
  }
  return json;
}

// Null: the query is not judged by its words.
Json FloorJson(const SearchAnswer& answer) {
  if (answer.floor.empty()) return {};
  Json signs = Json::array();
  for (const ask::JudgedSign& sign : answer.floor) {
    signs.push_back(
        {{"name", sign.name}, {"value", sign.value.Text()}, {"term", sign.term.Text()}});
  }
  return {{"standing", answer.standing.Text()}, {"signs", std::move(signs)}};
}

}  // namespace

Json ToJson(const CodeRefresh& refresh) {
  return {{"state", Name(refresh.state)},
          {"changed", refresh.changed},
          {"added", refresh.added},
          {"gone", refresh.gone},
          {"complete", refresh.complete}};
}

Json ToJson(const SearchAnswer& answer, const CodeRefresh& refresh, SearchDetail detail,
            std::size_t shown) {
  Json results = Json::array();
  for (const SearchPlace& place : std::span(answer.results).first(shown)) {
    results.push_back(PlaceJson(place, detail));
  }
  Json words = Json::array();
  for (const auto& [word, documents] : answer.words) {
    words.push_back({{"word", word}, {"documents", documents}});
  }
  Json replaced = Json::array();
  for (const retrieval::ReplacedWord& one : answer.replaced) {
    Json& word =
        replaced.emplace_back(Json{{"word", one.word}, {"with", one.with}, {"by", one.by}});
    if (one.by != rank::Name(rank::Replacing::kAlike)) {
      word["version"] = rank::kGlossaryVersion;
    }
  }
  Json sources = Json::array();
  for (const retrieval::SearchedSource& source : answer.sources) {
    sources.push_back({{"source", source.name}, {"documents", source.documents}});
  }
  Json nearest = Json::array();
  for (const SearchPlace& place : answer.nearest) nearest.push_back(PlaceJson(place, detail));
  Json json = {{"results", std::move(results)},
               {"left_out", answer.results.size() - shown},
               {"abstained", !answer.abstained.empty()},
               {"confidence", ConfidenceName(!answer.abstained.empty(), answer.weak)},
               {"reason", answer.abstained.empty() ? Json() : Json(answer.abstained)},
               {"nearest", std::move(nearest)},
               {"form", answer.form},
               {"missing", answer.missing},
               {"replaced", std::move(replaced)},
               {"documents", answer.documents},
               {"sources", std::move(sources)},
               {"remarks", answer.remarks},
               {"store_calls", answer.store_calls},
               {"index", ToJson(refresh)}};
  if (!answer.reranker.empty()) json["reranker"] = answer.reranker;
  if (!answer.orientation.empty()) json["orientation"] = answer.orientation;
  if (detail == SearchDetail::kReasons) {
    json["words"] = std::move(words);
    json["floor"] = FloorJson(answer);
  }
  return json;
}

}  // namespace satchel::engine
