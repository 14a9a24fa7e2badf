#include "engine/answers/week_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {

Json ToJson(const Week& week) {
  Json by = Json::array();
  for (const PacketCount& count : week.packets) {
    by.push_back({{"face", count.face.empty() ? Json(nullptr) : Json(count.face)},
                  {"recipe", count.recipe},
                  {"packets", count.packets},
                  {"tokens", count.tokens}});
  }
  Json json = {
      {"since", FormatTime(week.since)},
      {"until", FormatTime(week.until)},
      {"packets", week.Packets()},
      {"tokens", week.Tokens()},
      {"by", std::move(by)},
      {"silent", week.silent},
      {"used_files",
       {{"packets", week.used.packets}, {"shown", week.used.shown}, {"used", week.used.used}}},
      {"complete", week.complete},
      {"history", nullptr}};
  if (week.has_history) {
    json["history"] = {{"commits", week.commits}, {"files", week.files}, {"shown", week.shown}};
  }
  return json;
}

}  // namespace satchel::engine
