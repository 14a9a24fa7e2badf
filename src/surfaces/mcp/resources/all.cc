#include "surfaces/mcp/resources/all.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "packet/render/schema_version.h"

namespace satchel::mcp {

std::vector<Resource> AllResources(ServedWorkspace& workspace) {
  return {
      NotesResource(workspace),
      StatusResource(workspace),
  };
}

std::vector<ResourceTemplate> AllTemplates(ServedWorkspace& workspace) {
  return {
      RunTemplate(workspace),
  };
}

Json TextResource(std::string_view uri, std::string_view mime_type, const text::SafeText& text) {
  return {
      {"contents", Json::array({{{"uri", uri}, {"mimeType", mime_type}, {"text", text.text()}}})}};
}

Json JsonResource(std::string_view uri, Json value) {
  value["schema_version"] = packet::kSchemaVersion;
  return TextResource(uri, "application/json", text::SafeText::OfJson(std::move(value)));
}

}  // namespace satchel::mcp
