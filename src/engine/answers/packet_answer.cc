#include "engine/answers/packet_answer.h"

#include <nlohmann/json.hpp>

#include "engine/answers/empty_answer.h"
#include "packet/render/notes_json.h"

namespace satchel::engine {

Json NotesAnswerJson(const PacketAnswer& answer) {
  Json json = packet::NotesJson(answer.packet);
  json["generated"] = FormatTime(answer.now);
  json["run"] = answer.run.value();
  AddEmpty(answer, json);
  AddUnrecorded(answer, json);
  return json;
}

void AddUnrecorded(const PacketAnswer& answer, Json& json) {
  if (answer.unrecorded) json["unrecorded"] = answer.unrecorded->text();
}

}  // namespace satchel::engine
