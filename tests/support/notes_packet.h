#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "notes/files/notes.h"
#include "notes/pack/source.h"
#include "tests/support/recipe_packet.h"

// A packet of notes from files in memory, without stores.
namespace satchel::test {

inline notes::File NotesFile(notes::FileRole role, std::string text) {
  if (role == notes::FileRole::kAgentFile) {
    return {.path = "AGENTS.md", .role = role, .text = std::move(text)};
  }
  static constexpr std::array<std::string_view, 6> kNames = {
      "CONSTITUTION", "TASKS", "CONVENTIONS", "DECISIONS", "LEARNINGS", "GLOSSARY"};
  return {.path = fmt::format(".context/{}.md", kNames[static_cast<std::size_t>(role)]),
          .role = role,
          .text = std::move(text)};
}

using NotesAsked = RecipeAsked;
using NotesPacked = RecipePacked;

inline NotesPacked PackNotesOf(const notes::Notes& notes, const NotesAsked& asked = {}) {
  return PackRecipe("notes", std::make_unique<pipeline::NotesReading>(notes), asked);
}

inline NotesPacked PackNotesOf(std::vector<notes::File> files, const NotesAsked& asked = {}) {
  return PackNotesOf(notes::ReadNotes(std::move(files)), asked);
}

}  // namespace satchel::test
