#include "engine/requests/text_readings.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "code/pack/options.h"
#include "engine/requests/recall.h"
#include "memory/pack/options.h"
#include "notes/pack/source.h"
#include "pack/built_in.h"

namespace satchel::engine {
namespace {

// A memory that is looked for is looked for, whatever the words.
std::unique_ptr<const pipeline::SourceOptions> OptionsFor(std::string_view source,
                                                          const settings::Settings& settings) {
  if (source == pipeline::kNotes) {
    return std::make_unique<NotesOptions>(settings.Bool(settings::Key::kNotesAgentFiles));
  }
  if (source != pipeline::kMemory) return nullptr;
  auto options = std::make_unique<MemoryOptions>(RecallOptions(settings));
  options->planner = false;
  return options;
}

}  // namespace

TextReadings ReadTexts(const SearchWorkspace& where, const ask::Question& query,
                       std::span<const std::string> sources, std::vector<std::string>& remarks) {
  pipeline::Request asked;
  asked.recipe = "search";
  asked.task = query.text();
  asked.now = where.now;
  TextReadings readings;
  for (const auto& source : pipeline::BuiltIn().sources()) {
    const bool wanted =
        sources.empty() || std::ranges::find(sources, source->name()) != sources.end();
    if (source->name() == pipeline::kCode || !wanted) continue;
    const auto options = OptionsFor(source->name(), where.settings);
    auto reading =
        source->Read({.root = where.workspace.root,
                      .request = asked,
                      .question = query,
                      .options = options.get(),
                      .cache = where.caches == nullptr ? nullptr : where.caches->Of(source->name()),
                      .around = where.around});
    if (!reading) {
      if (reading.error().code() == Errc::kNotFound) continue;
      remarks.push_back(fmt::format("without {}: {}", source->name(), reading.error().text()));
      continue;
    }
    if ((*reading)->texts() == nullptr || (*reading)->snapshot().empty()) continue;
    readings.push_back(*std::move(reading));
  }
  return readings;
}

}  // namespace satchel::engine
