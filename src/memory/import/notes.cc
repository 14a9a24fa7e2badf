#include "memory/import/notes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "memory/files/folder_rules.h"
#include "memory/import/json_items.h"

namespace satchel::memory {
namespace {

// Notes of so many bytes stay whole. A recall has some 2,000 tokens for everything.
constexpr std::size_t kWholeNote = 4'000;

std::optional<Time> MomentIn(const Note& note, std::span<const std::string_view> fields) {
  for (const std::string_view field : fields) {
    if (const auto time = MomentFrom(ValueOf(note, field))) return time;
  }
  return std::nullopt;
}

Status Emit(const Draft& like, const std::string& text, std::size_t line, ImportSink& sink) {
  Draft draft = like;
  draft.place.line = line;
  for (const std::string& tag : InlineTags(text)) AddTag(draft.memory, tag);
  draft.memory.text = WithoutWikiLinks(text);
  return sink.Take(std::move(draft));
}

Status ReadItems(const Page& page, std::string_view title, const Draft& like, ImportSink& sink) {
  for (const Block& block : page.blocks) {
    Draft item = like;
    AddTag(item.memory, title);
    for (const std::string& tag : ContextOf(page, block, title)) AddTag(item.memory, tag);
    SATCHEL_TRY(Emit(item, block.text, block.line, sink));
  }
  return {};
}

// One memory per heading that has text of its own.
Status ReadSections(const Page& page, std::string_view title, const Draft& like, ImportSink& sink) {
  for (std::size_t i = 0; i < page.blocks.size();) {
    const Block& first = page.blocks[i];
    std::string text(title);
    for (const std::string& heading : ContextOf(page, first, title)) {
      text += fmt::format(": {}", heading);
    }
    text += '\n';
    for (; i < page.blocks.size() && page.blocks[i].heading == first.heading; ++i) {
      const bool item = page.blocks[i].kind == Block::Kind::kItem;
      text += item ? "\n- " : "\n\n";
      text += page.blocks[i].text;
    }
    SATCHEL_TRY(Emit(like, text, first.line, sink));
  }
  return {};
}

}  // namespace

bool AnyNote(std::string_view /*path*/) { return true; }

Status ForEachNote(const ImportInput& input, const Deadline& deadline,
                   bool (*wanted)(std::string_view path), ImportSink& sink,
                   const NoteVisit& visit) {
  if (!input.is_folder()) return visit("", input.bytes());
  input.Report(wanted, sink);
  for (const std::string& path : input.paths()) {
    if (!IsMarkdown(path) || !wanted(path)) continue;
    SATCHEL_TRY(deadline.Check("import memories"));
    const auto bytes = input.Read(path);
    if (!bytes) {
      sink.Refuse({.path = path}, Why(bytes.error()));
      continue;
    }
    SATCHEL_TRY(visit(path, *bytes));
  }
  return {};
}

Draft DraftOfNote(const ImportInput& input, const Note& note, const std::string& path) {
  constexpr std::array<std::string_view, 5> kCreated = {"created", "created_at", "date created",
                                                        "creation date", "date"};
  constexpr std::array<std::string_view, 5> kUpdated = {"updated", "updated_at", "modified",
                                                        "date modified", "last_updated"};
  Draft draft{.origin = path.empty() ? std::string(input.name()) : path, .place = {.path = path}};
  draft.memory.created = MomentIn(note, kCreated);
  draft.memory.updated = MomentIn(note, kUpdated);
  for (const std::string& tag : TagsOf(note)) AddTag(draft.memory, tag);
  return draft;
}

std::string TitleOf(const ImportInput& input, const Note& note, const std::string& path) {
  std::string title = TitleFrom(ValueOf(note, "title"));
  if (!title.empty()) return title;
  return TitleFrom(StemOf(path.empty() ? input.name() : std::string_view(path)));
}

Status ReadNoteText(const Note& note, const Page& page, std::string_view title, const Draft& like,
                    ImportSink& sink) {
  if (page.blocks.empty()) {
    sink.Skip(like.place, SkipReason::kEmpty);
    return {};
  }
  const bool list = std::ranges::all_of(
      page.blocks, [](const Block& block) { return block.kind == Block::Kind::kItem; });
  if (list) return ReadItems(page, title, like, sink);
  const std::string_view body = Trimmed(note.body);
  if (body.size() > kWholeNote) return ReadSections(page, title, like, sink);
  const std::string_view first = Trimmed(body.substr(0, body.find('\n')));
  const bool titled = HeadingLevel(first) == 1;
  std::string text =
      titled ? std::string(body) : fmt::format("{}{}{}", title, title.empty() ? "" : "\n\n", body);
  return Emit(like, text, note.body_line, sink);
}

}  // namespace satchel::memory
