#include "engine/requests/pack.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "ask/small_talk.h"
#include "ask/speak.h"
#include "code/pack/options.h"
#include "engine/requests/packet_request.h"
#include "engine/requests/packet_settings.h"
#include "engine/requests/recall.h"
#include "pack/built_in.h"
#include "pack/options.h"

namespace satchel::engine {
namespace {

bool HoldsForEveryTask(const packet::Section& section) {
  return pipeline::IsForEveryTask({section.of, section.name});
}

bool IsConventions(const packet::Section& section) {
  return section.of == "notes" && section.name == "conventions";
}

}  // namespace

pipeline::PackOptions PackOptionsOf(const PacketRequest& request) {
  const auto* options =
      dynamic_cast<const pipeline::PackOptions*>(OptionsOf(request.options, kPack));
  return options == nullptr ? pipeline::PackOptions() : *options;
}

void SetPackOptions(pipeline::PackOptions options, PacketRequest& request) {
  std::erase_if(request.options, [](const auto& other) { return other->source() == kPack; });
  request.options.push_back(std::make_shared<pipeline::PackOptions>(std::move(options)));
}

PacketRequest PackRequest(const settings::Settings& settings, std::string task) {
  PacketRequest request;
  request.recipe = kPack;
  request.task = std::move(task);
  auto code = std::make_shared<pipeline::CodeOptions>();
  code->least_commits =
      static_cast<std::size_t>(settings.Integer(settings::Key::kCodeCoChangeMinCommits));
  request.options = {std::make_shared<NotesOptions>(settings.Bool(settings::Key::kNotesAgentFiles)),
                     std::make_shared<MemoryOptions>(RecallOptions(settings)), std::move(code)};
  const auto most =
      static_cast<std::size_t>(settings.Integer(settings::Key::kMemoryMaxMemoryTokens));
  if (most != pipeline::BuiltIn().FindRecipe(kMemory)->budget) {
    pipeline::PackOptions options;
    options.limits[std::string(kMemory)].tokens = most;
    SetPackOptions(std::move(options), request);
  }
  FillFromSettings(settings, request);
  return request;
}

Status KeepOnly(std::span<const std::string> sources, PacketRequest& request) {
  const pipeline::Recipe& recipe = pipeline::PackRecipe();
  for (const std::string& source : sources) {
    if (std::ranges::find(recipe.sources, source) != recipe.sources.end()) continue;
    return Fail(Errc::kInvalidInput, fmt::format("unknown source '{}'", source),
                fmt::format("sources: {}", fmt::join(recipe.sources, ", ")));
  }
  for (const std::string_view stage : recipe.stages) {
    const std::string_view source = stage.substr(0, stage.find('.'));
    const bool kept = source == kPack || std::ranges::find(sources, source) != sources.end();
    if (kept) request.stages.emplace_back(stage);
  }
  return {};
}

void MakeUnasked(const settings::Settings& settings, const Unasked& how, PacketRequest& request) {
  pipeline::PackOptions options = PackOptionsOf(request);
  options.unasked = true;
  options.elsewhere = how.elsewhere;
  options.old_index = how.old_index;
  options.every_task = how.every_task;
  options.work = how.work;
  options.limits[std::string(kMemory)].percent =
      static_cast<std::size_t>(settings.Integer(settings::Key::kHookMemoryShare));
  SetPackOptions(std::move(options), request);
  if (how.every_task != EveryTask::kAlone) return;
  for (auto& each : request.options) {
    const auto* recall = dynamic_cast<const MemoryOptions*>(each.get());
    if (recall == nullptr) continue;
    auto only = std::make_shared<MemoryOptions>(*recall);
    only->only_pinned = true;
    each = std::move(only);
  }
}

void MakeFailure(PacketRequest& request) {
  pipeline::PackOptions options = PackOptionsOf(request);
  options.failed_command = true;
  SetPackOptions(std::move(options), request);
}

bool NeedsNoPacket(std::string_view text) {
  if (text.size() > ask::kMostSmallTalk) return false;
  const ask::Question prompt{std::string(text)};
  const auto votes = [&prompt](const auto& source) { return source->IsSmallTalk(prompt); };
  // Of "run the tests" the files of the workspace say how.
  if (prompt.orientation()) return false;
  const bool small_talk =
      ask::IsSmallTalk(prompt) || std::ranges::any_of(pipeline::BuiltIn().sources(), votes);
  const ask::SpeakFacts facts{
      .prompt = {.prompt = prompt}, .known = ask::Known::kPrompt, .small_talk = small_talk};
  return !ask::DecideToSpeak(facts).speaks();
}

bool HasPartForEveryTask(const PacketAnswer& answer) {
  return std::ranges::any_of(answer.packet.sections, [](const packet::Section& section) {
    return !section.items.empty() && HoldsForEveryTask(section);
  });
}

bool Abstains(const PacketAnswer& answer) {
  return std::ranges::all_of(answer.packet.sections, [](const packet::Section& section) {
    return section.items.empty() || section.trust == packet::Trust::kSatchel ||
           HoldsForEveryTask(section) || IsConventions(section);
  });
}

}  // namespace satchel::engine
