#include "engine/answers/packet_answer.h"

#include <nlohmann/json.hpp>

#include "packet/render/notes_json.h"

namespace satchel::engine {

Json NotesAnswerJson(const PacketAnswer& answer) {
  Json json = packet::NotesJson(answer.packet);
  json["generated"] = FormatTime(answer.now);
  json["run"] = answer.run.value();
  return json;
}

}  // namespace satchel::engine
