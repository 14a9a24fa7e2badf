#include "packet/render/json_text.h"

#include <nlohmann/json.hpp>

#include "packet/render/schema_version.h"
#include "text/safe_text.h"

namespace satchel::packet {

std::string JsonText(Json answer) {
  text::MakeSafe(answer);
  answer["schema_version"] = kSchemaVersion;
  return PrettyJson(answer);
}

std::string JsonText(Json answer, const std::string& packet) {
  answer.erase("text");
  text::MakeSafe(answer);
  answer["text"] = packet;
  answer["schema_version"] = kSchemaVersion;
  return PrettyJson(answer);
}

}  // namespace satchel::packet
