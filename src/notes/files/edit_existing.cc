// Changes to what a file has already. Each is a splice inside of the item's own bytes, and is
// proven as all of edit.h: afterwards the reader sees the same items, in the same order, but for
// this one.

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "notes/files/edit.h"
#include "notes/files/edit_blocks.h"
#include "notes/files/edit_proof.h"
#include "notes/files/line_text.h"

namespace satchel::notes {
namespace {

bool IsEntryRole(FileRole role) {
  return role == FileRole::kDecisions || role == FileRole::kLearnings;
}

std::optional<std::size_t> PlaceOf(const SeenFile& seen, std::size_t line) {
  const auto found = std::ranges::find(seen.items, line, &SeenItem::line);
  if (found == seen.items.end()) return std::nullopt;
  return static_cast<std::size_t>(found - seen.items.begin());
}

std::unexpected<Error> NotThere() {
  return Fail(Errc::kConflict, "it is not where it was", "look at the file");
}

// A rule of a constitution that is prose, for one.
std::unexpected<Error> NoItem() {
  return Fail(Errc::kConflict, "it is no item of a list", "change the file with an editor");
}

std::unexpected<Error> NotAlone() {
  return Fail(Errc::kConflict,
              "it cannot be changed alone: text below or after it would be read differently",
              "change the file with an editor");
}

std::unexpected<Error> HasComment() {
  return Fail(Errc::kConflict, "it has a comment in its text, which would be lost",
              "change the file with an editor");
}

// Whether only the item at `place` differs, and is now `wanted`.
bool IsOnlyChange(const SeenFile& before, const SeenFile& after, std::size_t place,
                  const SeenItem& wanted) {
  if (after.items.size() != before.items.size() || after.findings > before.findings) return false;
  for (std::size_t i = 0; i < before.items.size(); ++i) {
    if (!after.items[i].SameAs(i == place ? wanted : before.items[i])) return false;
  }
  return true;
}

bool IsWithout(const SeenFile& before, const SeenFile& after, std::size_t place) {
  if (after.items.size() + 1 != before.items.size() || after.findings > before.findings) {
    return false;
  }
  for (std::size_t i = 0; i < after.items.size(); ++i) {
    if (!after.items[i].SameAs(before.items[i < place ? i : i + 1])) return false;
  }
  return true;
}

// Between two blank lines, one of them goes too.
Splice TakeOut(std::string_view file, std::size_t begin, std::size_t end) {
  const std::string_view before = file.substr(0, begin);
  const std::string_view after = file.substr(end);
  const auto is_end = [](char c) { return c == '\n' || c == '\r'; };
  const bool blank_before =
      before.ends_with("\n\n") || before.ends_with("\r\n\r\n") || before.ends_with("\r\r");
  if (blank_before && !after.empty() && is_end(after.front())) {
    end += after.starts_with("\r\n") ? 2U : 1U;
  }
  return {.at = begin, .removed = end - begin};
}

// `text` with the line ends of the file at that place.
std::string WithLineEnds(std::string_view file, std::size_t at, std::string_view text) {
  const auto end = file.substr(0, at).find_last_of("\r\n");
  std::string_view line_end = "\n";
  if (end != file.npos && file[end] == '\r') line_end = "\r";
  if (end != file.npos && end > 0 && file[end] == '\n' && file[end - 1] == '\r') line_end = "\r\n";
  std::string lines;
  for (const char c : text) {
    if (c == '\n') {
      lines += line_end;
    } else {
      lines += c;
    }
  }
  return lines;
}

std::string WithLineFeeds(std::string_view text) {
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    lines += text[i] == '\r' ? '\n' : text[i];
  }
  return lines;
}

// The name of a tag, "#added" of "#added:2026-01-02"; empty: the word is none.
std::string_view TagName(std::string_view word) {
  if (word.size() < 2 || word[0] != '#' || !IsAlpha(word[1])) return {};
  return word.substr(0, word.find(':'));
}

// Calls `use` with every tag and its name.
template <class Use>
void ForEachTag(std::string_view line, Use use) {
  for (line = TrimLeft(line); !line.empty(); line = TrimLeft(line)) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(word.size());
    if (const auto name = TagName(word); !name.empty()) use(word, name);
  }
}

// Whether a line of a body begins a field: "**Context**: …".
bool BeginsField(std::string_view line) {
  if (!line.starts_with("**")) return false;
  const auto end = line.find("**:", 2);
  return end != line.npos && end > 2 && line.substr(2, end - 2).find('*') == line.npos;
}

// The body with another text in a field; one that it does not have comes last.
std::string WithField(const std::string& body, const EntryField& field) {
  const std::string begin = fmt::format("**{}**:", field.label);
  std::size_t from = body.starts_with(begin) ? 0 : body.find("\n" + begin);
  if (from == body.npos) {
    return fmt::format("{}{}{} {}", body, body.empty() ? "" : "\n\n", begin, field.text);
  }
  if (from > 0) ++from;
  std::size_t to = body.size();
  for (auto end = body.find('\n', from); end != body.npos; end = body.find('\n', end + 1)) {
    if (!BeginsField(std::string_view(body).substr(end + 1))) continue;
    to = end;
    break;
  }
  while (to > from && body[to - 1] == '\n') --to;
  return body.substr(0, from) + fmt::format("{} {}", begin, field.text) + body.substr(to);
}

}  // namespace

std::string WithTagsOf(std::string_view old, std::string text) {
  std::string kept;
  ForEachTag(old, [&](std::string_view tag, std::string_view name) {
    bool there = false;
    ForEachTag(text,
               [&](std::string_view, std::string_view other) { there = there || other == name; });
    if (!there) kept += fmt::format(" {}", tag);
  });
  return text + kept;
}

Result<Splice> ReopenTask(std::string_view file, std::size_t line) {
  const SeenFile before = Look(file, FileRole::kTasks);
  const auto place = PlaceOf(before, line);
  const auto block = FindItem(file, line);
  if (!place || !block || block->mark == 0) return NotThere();
  Splice splice{.at = block->mark, .removed = 1, .inserted = " "};
  const SeenFile after = Look(Apply(file, splice), FileRole::kTasks);
  if (after.findings > before.findings) return NotAlone();
  // Open tasks below it, which were tasks of their own, are parts of it again.
  std::vector<SeenItem> expected;
  for (const SeenItem& item : before.items) {
    if (item.line <= line || item.line > block->last_line) expected.push_back(item);
  }
  if (after.items.size() != expected.size()) return NotAlone();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const SeenItem& now = after.items[i];
    const bool right = now.line == line ? now.state == TaskState::kOpen : now.SameAs(expected[i]);
    if (!right || now.line != expected[i].line) return NotAlone();
  }
  return splice;
}

Result<Splice> RemoveItem(std::string_view file, FileRole role, std::size_t line) {
  const SeenFile before = Look(file, role);
  const auto place = PlaceOf(before, line);
  if (!place) return NotThere();
  Splice splice;
  if (IsEntryRole(role)) {
    const auto block = FindEntry(file, line);
    if (!block) return NotThere();
    splice = TakeOut(file, block->begin, block->end);
  } else {
    const auto block = FindItem(file, line);
    if (!block) return NoItem();
    splice = TakeOut(file, block->begin, block->end);
  }
  if (!IsWithout(before, Look(Apply(file, splice), role), *place)) return NotAlone();
  return splice;
}

Result<Splice> ReplaceText(std::string_view file, FileRole role, std::size_t line,
                           std::string_view text) {
  const SeenFile before = Look(file, role);
  const auto place = PlaceOf(before, line);
  if (!place) return NotThere();
  const auto block = FindItem(file, line);
  if (!block) return NoItem();
  if (block->text_begin == block->text_end) return HasComment();
  Splice splice{.at = block->text_begin,
                .removed = block->text_end - block->text_begin,
                .inserted = std::string(text)};
  const SeenFile after = Look(Apply(file, splice), role);
  SeenItem wanted = before.items[*place];
  const auto rest = std::min(wanted.text.find('\n'), wanted.text.size());
  wanted.text = std::string(text) + wanted.text.substr(rest);
  // The new text may bring another time with it.
  if (*place < after.items.size()) wanted.time = after.items[*place].time;
  if (!IsOnlyChange(before, after, *place, wanted)) {
    return std::unexpected(NotReadBack(before, role));
  }
  return splice;
}

Result<Splice> ChangeEntry(std::string_view file, FileRole role, std::size_t line,
                           const EntryChange& change) {
  const SeenFile before = Look(file, role);
  const auto place = PlaceOf(before, line);
  const auto block = FindEntry(file, line);
  if (!place || !block) return NotThere();
  if (block->title_begin == block->title_end) {
    return Fail(Errc::kConflict, "its heading has no title", "give it one with an editor");
  }
  SeenItem wanted = before.items[*place];
  const std::string_view body = file.substr(block->body_begin, block->body_end - block->body_begin);
  if (WithLineFeeds(body) != wanted.text) return HasComment();
  if (change.title) wanted.title = *change.title;
  if (change.body) wanted.text = *change.body;
  for (const EntryField& field : change.fields) wanted.text = WithField(wanted.text, field);
  Splice splice{.at = block->title_begin, .removed = block->body_end - block->title_begin};
  splice.inserted = wanted.title;
  splice.inserted += file.substr(block->title_end, block->body_begin - block->title_end);
  if (body.empty() && !wanted.text.empty()) {
    splice.inserted +=
        WithLineEnds(file, block->body_begin, splice.inserted.ends_with('\n') ? "\n" : "\n\n");
  }
  splice.inserted += WithLineEnds(file, block->body_begin, wanted.text);
  if (body.empty() && !wanted.text.empty() && block->body_end < file.size()) {
    splice.inserted += WithLineEnds(file, block->body_begin, "\n");
  }
  const SeenFile after = Look(Apply(file, splice), role);
  // A body that is written anew may leave the mark out.
  if (change.body && *place < after.items.size()) {
    wanted.superseded = after.items[*place].superseded;
  }
  if (!IsOnlyChange(before, after, *place, wanted)) {
    return std::unexpected(NotReadBack(before, role));
  }
  return splice;
}

}  // namespace satchel::notes
