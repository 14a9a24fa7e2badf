#include "code/answers/uses_answer.h"

#include <nlohmann/json.hpp>

#include "code/answers/search_answer.h"

namespace satchel::engine {
namespace {

Json OrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json PlaceJson(const UsePlace& place) {
  Json json = {{"path", place.path},
               {"line", place.line},
               {"symbol", OrNull(place.symbol)},
               {"kind", OrNull(place.kind)},
               {"text", OrNull(place.text)}};
  if (place.end_line > 0) {
    json["end_line"] = place.end_line;
    json["declared_only"] = place.declared_only;
  }
  if (place.times > 0) {
    json["times"] = place.times;
    json["rule"] = place.rule;
    json["confidence"] = place.confidence.Text();
  }
  return json;
}

Json ListJson(const UseList& list) {
  Json places = Json::array();
  for (const UsePlace& place : list.places) places.push_back(PlaceJson(place));
  return {{"places", std::move(places)}, {"left_out", list.left_out}};
}

}  // namespace

Json ToJson(const UsesAnswer& answer, const CodeRefresh& refresh) {
  return {{"definitions", ListJson(answer.definitions)}, {"users", ListJson(answer.users)},
          {"callees", ListJson(answer.callees)},         {"importers", ListJson(answer.importers)},
          {"files_left_out", answer.files_left_out},     {"index", ToJson(refresh)}};
}

}  // namespace satchel::engine
