#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "packet/offers.h"
#include "packet/packer.h"
#include "packet/packet.h"
#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "pipeline/catalog.h"
#include "pipeline/invariants.h"
#include "pipeline/recipe.h"
#include "pipeline/sources/notes/source.h"
#include "pipeline/stage.h"
#include "pipeline/stage_context.h"
#include "sources/notes/notes.h"

// A packet of notes from files in memory, without stores.
namespace satchel::test {

inline notes::File NotesFile(notes::FileRole role, std::string text) {
  static constexpr std::array<std::string_view, 6> kNames = {
      "CONSTITUTION", "TASKS", "CONVENTIONS", "DECISIONS", "LEARNINGS", "GLOSSARY"};
  return {.path = fmt::format(".context/{}.md", kNames[static_cast<std::size_t>(role)]),
          .role = role,
          .text = std::move(text)};
}

struct NotesAsked {
  std::size_t budget = 8000;
  std::string task;
  Time now{1'767'225'600'000'000};  // 2026-01-01
  text::Tokenizer tokenizer = text::Tokenizer::kChars4;
  const packet::Layout* layout = nullptr;  // null: Markdown
  bool through_json = false;               // between the stages, as a session stores it
};

struct NotesPacked {
  packet::Packet packet;
  std::string text;
  std::size_t tokens = 0;  // of the text, counted whole
  packet::PackRecord record;
};

inline NotesPacked PackNotesOf(const notes::Notes& notes, const NotesAsked& asked = {}) {
  static const packet::MarkdownLayout kMarkdown;
  const packet::Layout& layout = asked.layout == nullptr ? kMarkdown : *asked.layout;
  const pipeline::Recipe& recipe = *pipeline::BuiltIn().FindRecipe("notes");
  pipeline::StageContext context;
  context.request = {.recipe = "notes",
                     .task = asked.task,
                     .budget = asked.budget,
                     .tokenizer = asked.tokenizer,
                     .now = asked.now};
  context.query = pipeline::Analyse(asked.task);
  pipeline::Packing packing;
  packing.packet =
      packet::Packer("notes", recipe.plan(), asked.budget, asked.tokenizer, layout).packet();
  std::vector<std::unique_ptr<const pipeline::Reading>> readings;
  readings.push_back(std::make_unique<pipeline::NotesReading>(notes));
  const pipeline::Services services{.readings = readings, .packed = &packing.packet};
  for (const pipeline::DueFills& due : recipe.fills) {
    const pipeline::StageContext before = context;
    auto after = pipeline::BuiltIn().stages().Find(due.behind)->Run(context, services);
    EXPECT_TRUE(after) << after.error().text();
    if (!after) return {};
    const auto checked = pipeline::CheckContext(*after, before.request, before.query,
                                                before.snapshot, recipe.sections);
    EXPECT_TRUE(checked) << checked.error().text();
    context = *std::move(after);
    for (packet::Notice& notice : std::exchange(context.notices, {})) {
      packet::AddNotice(packing.packet, std::move(notice));
    }
    const packet::Packet unfilled = packing.packet;
    packet::Packer packer(std::move(packing.packet), std::move(packing.record), layout);
    for (const packet::Fill& fill : due.fills) {
      EXPECT_TRUE(packet::CarryOut(fill, recipe.sections, context.offers, packer));
    }
    std::move(packer).Store(packing.packet, packing.record);
    const auto packed = pipeline::CheckPacked(unfilled, packing.packet);
    EXPECT_TRUE(packed) << packed.error().text();
    if (!asked.through_json) continue;
    auto stored = pipeline::ContextFromJson(
        ParseJson(pipeline::ToText(context, packing).whole).value_or(Json()));
    EXPECT_TRUE(stored) << stored.error().text();
    if (!stored) return {};
    context = std::move(stored->context);
    packing = std::move(stored->packing);
  }
  packet::Packer packer(std::move(packing.packet), std::move(packing.record), layout);
  NotesPacked packed;
  packed.packet = std::move(packer).Finish(&packed.record);
  packed.text = packet::Compose(packed.packet, layout);
  packed.tokens = text::CounterFor(asked.tokenizer).Count(packed.text);
  return packed;
}

inline NotesPacked PackNotesOf(std::vector<notes::File> files, const NotesAsked& asked = {}) {
  return PackNotesOf(notes::ReadNotes(std::move(files)), asked);
}

}  // namespace satchel::test
