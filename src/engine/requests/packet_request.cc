#include "engine/requests/packet_request.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "pack/built_in.h"
#include "pipeline/stage.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kMostTaskBytes = 1UL << 20U;
constexpr std::size_t kMostNameBytes = 200;

Status CheckText(std::string_view what, std::string_view text, std::size_t most) {
  if (text.size() > most) {
    return Fail(Errc::kInvalidInput, fmt::format("the {} has more than {} bytes", what, most));
  }
  if (!text::IsValidUtf8(text) || text.find('\0') != std::string_view::npos) {
    return Fail(Errc::kInvalidInput, fmt::format("the {} is not UTF-8 text", what));
  }
  return {};
}

// As a request is logged and digested: of one source its options, of several by source.
Json OptionsJson(const pipeline::Recipe& recipe, const RequestOptions& options) {
  Json json = Json::object();
  for (const std::string_view source : recipe.sources) {
    const pipeline::SourceOptions* own = OptionsOf(options, source);
    if (own == nullptr) continue;
    if (recipe.sources.size() == 1) return own->ToJson();
    json[std::string(source)] = own->ToJson();
  }
  if (const pipeline::SourceOptions* whole = OptionsOf(options, recipe.name);
      whole != nullptr && recipe.sources.size() > 1) {
    json[std::string(recipe.name)] = whole->ToJson();
  }
  return json;
}

}  // namespace

const pipeline::SourceOptions* OptionsOf(const RequestOptions& options, std::string_view source) {
  const auto found = std::ranges::find(options, source, [](const auto& o) { return o->source(); });
  return found == options.end() ? nullptr : found->get();
}

ask::Question ReadQuestion(const PacketRequest& asked) {
  if (asked.question) return *asked.question;
  return ask::Question(text::Redactor::Default().Redact(asked.task).text);
}

Result<pipeline::Request> ToRequest(const PacketRequest& asked, const pipeline::Recipe& recipe,
                                    Time now) {
  SATCHEL_TRY(CheckText("task", asked.task, kMostTaskBytes));
  for (const std::string* name : {&asked.conversation, &asked.task_id}) {
    SATCHEL_TRY(CheckText("session's name", *name, kMostNameBytes));
  }
  std::vector<std::string> stages = asked.stages;
  if (stages.empty()) stages.assign(recipe.stages.begin(), recipe.stages.end());
  auto resolved =
      SATCHEL_TRY(pipeline::ResolveStages(recipe, pipeline::BuiltIn().stages(), stages));
  // The task is logged and stored: a secret in it goes no further than here.
  return pipeline::Request{.recipe = asked.recipe,
                           .task = ReadQuestion(asked).text(),
                           .task_id = TaskIdOf(asked),
                           .conversation = asked.conversation,
                           .budget = asked.budget.value_or(recipe.budget),
                           .tokenizer = asked.tokenizer.value_or(recipe.tokenizer),
                           .rendering = asked.rendering,
                           .stages = std::move(resolved),
                           .options = OptionsJson(recipe, asked.options),
                           .now = now};
}

}  // namespace satchel::engine
