#include "engine/answers/json_text.h"

#include <nlohmann/json.hpp>

#include "engine/answers/schema_version.h"
#include "text/safe_text.h"

namespace satchel::engine {

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

}  // namespace satchel::engine
