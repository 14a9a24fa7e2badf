#include "engine/requests/pack.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/memory/recall.h"
#include "engine/requests/packet_settings.h"
#include "pipeline/pack/chatter.h"
#include "pipeline/pack/options.h"
#include "pipeline/sources/code/options.h"

namespace satchel::engine {
namespace {

// What every task is shown.
constexpr std::array<packet::SectionKey, 4> kForEveryTask = {{{"notes", "constitution"},
                                                              {"notes", "conventions"},
                                                              {"memory", "pinned"},
                                                              {"memory", "profile"}}};

}  // namespace

PacketRequest PackRequest(const settings::Settings& settings, std::string task) {
  PacketRequest request;
  request.recipe = kPack;
  request.task = std::move(task);
  auto code = std::make_shared<pipeline::CodeOptions>();
  code->least_commits =
      static_cast<std::size_t>(settings.Integer(settings::Key::kCodeCoChangeMinCommits));
  request.options = {std::make_shared<NotesOptions>(settings.Bool(settings::Key::kNotesAgentFiles)),
                     std::make_shared<MemoryOptions>(RecallOptions(settings)), std::move(code)};
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

void MakeUnasked(bool knows_rules, PacketRequest& request) {
  pipeline::PackOptions options;
  options.unasked = true;
  options.knows_rules = knows_rules;
  request.options.push_back(std::make_shared<pipeline::PackOptions>(std::move(options)));
}

bool NeedsNoPacket(std::string_view prompt) { return pipeline::IsChatter(prompt); }

bool Abstains(const PacketAnswer& answer) {
  return std::ranges::all_of(answer.packet.sections, [](const packet::Section& section) {
    const auto is = [&section](packet::SectionKey key) {
      return key.source == section.of && key.name == section.name;
    };
    return section.items.empty() || std::ranges::any_of(kForEveryTask, is);
  });
}

}  // namespace satchel::engine
