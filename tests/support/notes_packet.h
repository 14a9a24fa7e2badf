#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "packet/packer.h"
#include "packet/packet.h"
#include "packet/packet_json.h"
#include "packet/policies.h"
#include "packet/render/markdown.h"
#include "pipeline/invariants.h"
#include "pipeline/recipe.h"
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
  const pipeline::Recipe& recipe = *pipeline::FindRecipe("notes");
  pipeline::StageContext context;
  context.request = {.recipe = "notes",
                     .task = asked.task,
                     .budget = asked.budget,
                     .tokenizer = asked.tokenizer,
                     .now = asked.now};
  context.query = pipeline::Analyse(asked.task);
  context.packet =
      packet::Packer("notes", recipe.sections(), asked.budget, asked.tokenizer, layout).packet();
  const pipeline::Services services{.layout = layout, .notes = &notes};
  for (const std::string_view name : recipe.stages) {
    auto after = pipeline::AllStages().Find(name)->Run(context, services);
    EXPECT_TRUE(after) << after.error().text();
    if (!after) return {};
    const auto checked = pipeline::CheckContext(context, *after);
    EXPECT_TRUE(checked) << checked.error().text();
    context = *std::move(after);
    if (!asked.through_json) continue;
    auto stored = pipeline::ContextFromJson(
        ParseJson(CanonicalJson(pipeline::ToJson(context))).value_or(Json()));
    EXPECT_TRUE(stored) << stored.error().text();
    if (!stored) return {};
    context = *std::move(stored);
  }
  packet::Packer packer(std::move(context.packet), std::move(context.record), layout);
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
