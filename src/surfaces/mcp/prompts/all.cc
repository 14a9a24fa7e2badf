#include "surfaces/mcp/prompts/all.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"

namespace satchel::mcp {

std::vector<Prompt> AllPrompts(ServedWorkspace& workspace) {
  return {
      ContextPrompt(workspace),
      NotesPrompt(workspace),
  };
}

Json UserMessage(std::string_view description, const text::SafeText& text) {
  return {
      {"description", description},
      {"messages",
       Json::array({{{"role", "user"}, {"content", {{"type", "text"}, {"text", text.text()}}}}})}};
}

Result<std::string> PromptText(const Json& arguments, const char* name) {
  constexpr std::size_t kMost = 1U << 20U;
  const auto value = arguments.find(name);
  if (value == arguments.end()) return std::string();
  if (!value->is_string() || value->get_ref<const std::string&>().size() > kMost) {
    return Fail(Errc::kInvalidInput,
                fmt::format("{} must be a text of at most {} bytes", name, kMost));
  }
  return value->get<std::string>();
}

}  // namespace satchel::mcp
