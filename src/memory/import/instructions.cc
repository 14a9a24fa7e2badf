// What people write for agents: CLAUDE.md, AGENTS.md and the like, and other Markdown lists. A
// top-level list item with what is below it becomes a rule, with the headings above it as tags.
// Paragraphs and code explain the lists and are left to the file itself.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "memory/files/folder_rules.h"
#include "memory/import/format.h"
#include "memory/import/markdown.h"
#include "memory/import/notes.h"

namespace satchel::memory {
namespace {

bool IsInstructions(std::string_view name) {
  constexpr std::array<std::string_view, 7> kNames = {
      "claude.md", "claude.local.md",         "agents.md",   "gemini.md",
      "memory.md", "copilot-instructions.md", ".cursorrules"};
  return std::ranges::find(kNames, AsciiLower(name)) != kNames.end();
}

bool RecogniseInstructions(const ImportInput& input) {
  if (input.is_folder()) {
    return std::ranges::any_of(input.paths(),
                               [](const std::string& path) { return IsInstructions(path); });
  }
  if (IsInstructions(input.name())) return true;
  if (!IsMarkdown(input.name())) return false;
  const Page page = ReadPage(ReadNote(input.bytes()).body);
  return std::ranges::any_of(page.blocks,
                             [](const Block& block) { return block.kind == Block::Kind::kItem; });
}

Status ReadInstructions(const ImportInput& input, const ImportOptions& options, ImportSink& sink) {
  return ForEachNote(input, options.deadline, IsInstructions, sink,
                     [&](const std::string& path, std::string_view bytes) -> Status {
                       const Note note = ReadNote(bytes);
                       const Draft like = DraftOfNote(input, note, path);
                       const std::string_view name =
                           path.empty() ? input.name() : std::string_view(path);
                       const Page page = ReadPage(note.body, note.body_line);
                       for (const Block& block : page.blocks) {
                         if (block.kind != Block::Kind::kItem) continue;
                         Draft draft = like;
                         draft.place.line = block.line;
                         draft.memory.category = Category::kRule;
                         draft.memory.text = block.text;
                         for (const std::string& tag : ContextOf(page, block, name))
                           AddTag(draft.memory, tag);
                         SATCHEL_TRY(sink.Take(std::move(draft)));
                       }
                       return {};
                     });
}

}  // namespace

const ImportFormat kInstructionsImport = {.name = "instructions",
                                          .what = "the lists of CLAUDE.md, AGENTS.md and the like",
                                          .recognise = RecogniseInstructions,
                                          .read = ReadInstructions};

}  // namespace satchel::memory
