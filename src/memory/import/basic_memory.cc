// A project of basic-memory: Markdown notes with front matter. An observation is a list item
// `- [category] text #tag (context)`, a relation `- type [[Other note]] (context)`, both wherever
// they stand. What else a note says becomes one more memory, so that nothing is lost.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "memory/files/folder_rules.h"
#include "memory/import/format.h"
#include "memory/import/markdown.h"
#include "memory/import/notes.h"

namespace satchel::memory {
namespace {

struct Observation {
  std::string_view category;
  std::string_view text;
};

// Not one: check boxes, links, footnotes and the times of a transcript (`[00:01:15]`).
std::optional<Observation> ObservationOf(std::string_view item) {
  if (!item.starts_with('[')) return std::nullopt;
  const auto end = item.find_first_of("[]()\n", 1);
  if (end == item.npos || item[end] != ']') return std::nullopt;
  const std::string_view category = Trimmed(item.substr(1, end - 1));
  const std::string_view rest = item.substr(end + 1);
  if (rest.empty() || !IsBlank(rest.front()) || category.empty()) return std::nullopt;
  const bool mark =
      category.size() == 1 && (category == "x" || category == "X" || !IsAlnum(category[0]));
  const bool clock = IsDigit(category.front()) && category.contains(':');
  if (mark || clock) return std::nullopt;
  return Observation{.category = category, .text = Trimmed(rest)};
}

struct Relation {
  std::string type;
  std::string_view target;
  std::string_view context;
};

std::string_view WithoutQuotes(std::string_view text) {
  const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'') &&
                      text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// The whole item is `type [[target]] (context)`. A sentence with a link in it is none.
std::optional<Relation> RelationOf(std::string_view item) {
  const auto open = item.find("[[");
  const auto close = open == item.npos ? item.npos : item.find("]]", open);
  if (close == item.npos || item.contains('\n')) return std::nullopt;
  const std::string_view before = Trimmed(item.substr(0, open));
  const std::string_view type = WithoutQuotes(before);
  if (type == before && type.find_first_of(" \t") != type.npos) return std::nullopt;
  std::string_view after = Trimmed(item.substr(close + 2));
  if (!after.empty() && (!after.starts_with('(') || !after.ends_with(')'))) return std::nullopt;
  if (!after.empty()) after = Trimmed(after.substr(1, after.size() - 2));
  std::string_view target = item.substr(open + 2, close - open - 2);
  if (const auto bar = target.find('|'); bar != target.npos) target = target.substr(0, bar);
  Relation relation{.type = std::string(type.empty() ? "relates_to" : type),
                    .target = Trimmed(target),
                    .context = after};
  std::ranges::replace(relation.type, '_', ' ');
  if (relation.target.empty()) return std::nullopt;
  return relation;
}

bool HasObservation(std::string_view file) {
  const Note note = ReadNote(file);
  if (!note.front) return false;
  const Page page = ReadPage(note.body);
  const bool observed = std::ranges::any_of(page.blocks, [](const Block& block) {
    return block.kind == Block::Kind::kItem && ObservationOf(block.text);
  });
  // A permalink is what basic-memory itself writes into a note.
  return observed &&
         (note.front->Find("permalink") != nullptr || note.front->Find("type") != nullptr);
}

bool RecogniseNotes(const ImportInput& input) {
  constexpr std::size_t kMostLooked = 50;
  if (!input.is_folder()) return IsMarkdown(input.name()) && HasObservation(input.bytes());
  std::size_t looked = 0;
  for (const std::string& path : input.paths()) {
    if (!IsMarkdown(path)) continue;
    if (looked++ == kMostLooked) break;
    const auto bytes = input.Read(path);
    if (bytes && HasObservation(*bytes)) return true;
  }
  return false;
}

Status TakeObservation(const Observation& observation, const Draft& like, ImportSink& sink) {
  Draft draft = like;
  if (const auto category = ParseCategory(AsciiLower(observation.category))) {
    draft.memory.category = *category;
  } else {
    AddTag(draft.memory, observation.category);
  }
  for (const std::string& tag : InlineTags(observation.text)) AddTag(draft.memory, tag);
  draft.memory.text = WithoutWikiLinks(observation.text);
  return sink.Take(std::move(draft));
}

Status TakeRelation(const Relation& relation, const Draft& like, ImportSink& sink) {
  Draft draft = like;
  draft.memory.category = Category::kRelationship;
  draft.memory.text = fmt::format("{} {} {}", like.memory.entity, relation.type, relation.target);
  if (!relation.context.empty()) draft.memory.text += fmt::format(" ({})", relation.context);
  return sink.Take(std::move(draft));
}

Status ReadOne(const ImportInput& input, const std::string& path, std::string_view bytes,
               ImportSink& sink) {
  const Note note = ReadNote(bytes);
  if (ValueOf(note, "type") == "schema") {
    sink.Skip({.path = path}, SkipReason::kTemplate);
    return {};
  }
  Draft like = DraftOfNote(input, note, path);
  if (const auto permalink = ValueOf(note, "permalink"); !permalink.empty()) {
    like.origin = permalink;
  }
  const std::string title = TitleOf(input, note, path);
  Page page = ReadPage(note.body, note.body_line);
  bool found = false;
  std::erase_if(page.blocks, [](const Block& block) { return block.text.empty(); });
  Page rest{.headings = page.headings};
  for (Block& block : page.blocks) {
    const bool item = block.kind == Block::Kind::kItem;
    const auto observation = item ? ObservationOf(block.text) : std::nullopt;
    const auto relation = item && !observation ? RelationOf(block.text) : std::nullopt;
    if (!observation && !relation) {
      rest.blocks.push_back(std::move(block));
      continue;
    }
    found = true;
    Draft about = like;
    about.memory.entity = title;
    about.place.line = block.line;
    SATCHEL_TRY(observation ? TakeObservation(*observation, about, sink)
                            : TakeRelation(*relation, about, sink));
  }
  if (!found) return ReadNoteText(note, rest, title, like, sink);
  if (rest.blocks.empty()) return {};
  // The rest, without the lists that are memories already.
  std::string text;
  for (const Block& block : rest.blocks) {
    text += block.kind == Block::Kind::kItem ? "- " : "";
    text += block.text;
    text += "\n\n";
  }
  const Note left{.front = std::nullopt, .body = text, .body_line = rest.blocks.front().line};
  return ReadNoteText(left, rest, title, like, sink);
}

Status ReadNotes(const ImportInput& input, const ImportOptions& options, ImportSink& sink) {
  return ForEachNote(input, options.deadline, AnyNote, sink,
                     [&](const std::string& path, std::string_view bytes) {
                       return ReadOne(input, path, bytes, sink);
                     });
}

}  // namespace

const ImportFormat kBasicMemoryImport = {.name = "basic-memory",
                                         .what = "a folder of basic-memory",
                                         .recognise = RecogniseNotes,
                                         .read = ReadNotes};

}  // namespace satchel::memory
