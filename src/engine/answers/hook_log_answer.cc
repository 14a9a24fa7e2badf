#include "engine/answers/hook_log_answer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {
namespace {

Json OrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json PromptJson(const LoggedPrompt& prompt) {
  constexpr std::int64_t kMilli = 1'000;
  Json json = {{"run", prompt.run.value()},
               {"at", FormatTime(prompt.at)},
               {"conversation", OrNull(prompt.conversation)},
               {"agent", OrNull(prompt.agent)},
               {"event", OrNull(prompt.event)},
               {"prompt", prompt.prompt},
               {"milliseconds", nullptr},
               {"tokens", prompt.tokens},
               {"items", prompt.items},
               {"silent", nullptr},
               {"files", nullptr}};
  if (prompt.micros) json["milliseconds"] = *prompt.micros / kMilli;
  if (prompt.unshown) json["silent"] = ToJson(*prompt.unshown);
  if (prompt.files) {
    json["files"] = Json::array();
    for (const ShownFile& file : *prompt.files) json["files"].push_back(ToJson(file));
  }
  return json;
}

}  // namespace

Json ToJson(const HookLog& log) {
  Json prompts = Json::array();
  for (const LoggedPrompt& prompt : log.prompts) prompts.push_back(PromptJson(prompt));
  Json silent = Json::object();
  for (const auto& [reason, count] : log.Silent()) silent[reason] = count;
  return {{"prompts", std::move(prompts)},
          {"counts",
           {{"prompts", log.prompts.size()},
            {"answered", log.Answered()},
            {"silent", std::move(silent)}}},
          {"complete", log.complete}};
}

}  // namespace satchel::engine
