#include "notes/files/edit.h"

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "notes/files/edit_places.h"
#include "notes/files/edit_proof.h"
#include "notes/files/line_reader.h"
#include "notes/files/line_text.h"
#include "notes/files/note_text.h"

namespace satchel::notes {
namespace {

Time WholeSecond(Time time) {
  const auto part = ((time.micros % 1'000'000) + 1'000'000) % 1'000'000;
  return {time.micros - part};
}

bool IsBlankFile(std::string_view file) {
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  return file.find_first_not_of(" \t\r\n\v\f") == file.npos;
}

// The first splice after which the reader sees the old items and `wanted`.
Result<Splice> FirstProven(std::string_view file, FileRole role, const SeenItem& wanted,
                           std::span<const Splice> splices) {
  const SeenFile before = Look(file, role);
  for (const Splice& splice : splices) {
    const SeenFile after = Look(Apply(file, splice), role);
    const auto added = TheOneMore(before, after);
    if (!added) continue;
    SeenItem expected = wanted;
    // Which phase a task comes to stand in is the file's affair.
    if (role == FileRole::kTasks) expected.place = after.items[*added].place;
    if (after.items[*added].SameAs(expected)) return splice;
  }
  return std::unexpected(NotReadBack(before, role));
}

Splice AtEnd(std::string_view file, FileRole role, std::string_view lines) {
  const std::string with_heading =
      IsBlankFile(file) ? fmt::format("{}\n\n{}", HeadingOf(role), lines) : std::string(lines);
  return InsertLines(file, file.size(), {.lines = with_heading, .blank_before = true});
}

Splice InList(std::string_view file, const ListPlace& list, std::string_view text) {
  const std::string line = fmt::format("{}{}", list.marker, text);
  return InsertLines(file, list.end, {.lines = line, .blank_before = list.is_loose});
}

// The line of that number, or nothing.
std::optional<Line> FindLine(std::string_view file, LineReader::Index index, std::size_t number) {
  LineReader lines(file, index);
  Line line;
  while (lines.Next(line)) {
    if (line.number == number) return line;  // its views are not used
  }
  return std::nullopt;
}

const SeenItem* ItemAt(const SeenFile& seen, std::size_t line) {
  const auto found = std::ranges::find(seen.items, line, &SeenItem::line);
  return found == seen.items.end() ? nullptr : &*found;
}

std::unexpected<Error> Changed(std::string_view what) {
  return Fail(Errc::kConflict, fmt::format("{} is not where it was, or cannot be changed", what),
              "look at the file");
}

}  // namespace

std::string Apply(std::string_view text, const Splice& splice) {
  std::string changed(text.substr(0, splice.at));
  changed += splice.inserted;
  changed += text.substr(splice.at + splice.removed);
  return changed;
}

std::string_view MainFileOf(FileRole role) {
  switch (role) {
    case FileRole::kConstitution:
      return "CONSTITUTION.md";
    case FileRole::kTasks:
      return "TASKS.md";
    case FileRole::kConventions:
      return "CONVENTIONS.md";
    case FileRole::kDecisions:
      return "DECISIONS.md";
    case FileRole::kLearnings:
      return "LEARNINGS.md";
    case FileRole::kListed:
    case FileRole::kAgentFile:
      break;
  }
  return "";
}

std::string_view HeadingOf(FileRole role) {
  switch (role) {
    case FileRole::kConstitution:
      return "# Constitution";
    case FileRole::kTasks:
      return "# Tasks";
    case FileRole::kConventions:
      return "# Conventions";
    case FileRole::kDecisions:
      return "# Decisions";
    case FileRole::kLearnings:
      return "# Learnings";
    case FileRole::kListed:
    case FileRole::kAgentFile:
      break;
  }
  return "";
}

Result<Splice> AddTask(std::string_view file, std::string_view text, Time now) {
  SeenItem wanted{.time = WholeSecond(now)};
  wanted.text = fmt::format("{} #added:{}", text, FormatNoteTime(now));
  const std::string item = fmt::format("[ ] {}", wanted.text);
  const auto lists = FindLists(file);
  const auto last = [&](bool ListPlace::* has) {
    return std::ranges::find_if(lists.rbegin(), lists.rend(),
                                [&](const ListPlace& list) { return list.*has; });
  };
  auto list = last(&ListPlace::has_open_task);
  if (list == lists.rend()) list = last(&ListPlace::has_task);
  std::vector<Splice> splices;
  if (list != lists.rend()) splices.push_back(InList(file, *list, item));
  splices.push_back(AtEnd(file, FileRole::kTasks, "- " + item));
  return FirstProven(file, FileRole::kTasks, wanted, splices);
}

Result<Splice> AddRule(std::string_view file, FileRole role, std::string_view text) {
  SeenItem wanted;
  wanted.text = text;
  const std::string item = fmt::format("- {}", text);
  std::vector<Splice> splices;
  const auto lists = FindLists(file);
  if (!lists.empty()) {
    // Some tools read only those rules of a constitution that have a box, as its others do.
    const bool boxed = role == FileRole::kConstitution && lists.back().has_open_task;
    splices.push_back(InList(file, lists.back(), fmt::format("{}{}", boxed ? "[ ] " : "", text)));
  }
  splices.push_back(AtEnd(file, role, item));
  // A constitution may be prose, which a list would make unread.
  if (role == FileRole::kConstitution) splices.push_back(AtEnd(file, role, text));
  // Below "Do not:" the rule would say the opposite; a heading ends that list.
  splices.push_back(AtEnd(file, role, "## More\n\n" + item));
  return FirstProven(file, role, wanted, splices);
}

std::string BodyOf(const EntryDraft& draft) {
  std::string body;
  for (const EntryField& field : draft.fields) {
    body += fmt::format("{}**{}**: {}", body.empty() ? "" : "\n\n", field.label, field.text);
  }
  return body;
}

Result<Splice> AddEntry(std::string_view file, FileRole role, const EntryDraft& draft, Time now) {
  SeenItem wanted{.title = draft.title, .time = WholeSecond(now)};
  wanted.text = BodyOf(draft);
  const EntryPlaces places = FindEntries(file);
  const auto lines = [&](std::size_t level) {
    return fmt::format("{} [{}] {}\n\n{}", std::string(level, '#'), FormatNoteTime(now),
                       draft.title, wanted.text);
  };
  std::vector<Splice> splices;
  if (!places.entries.empty() && !places.oldest_first) {
    const EntryPlace& first = places.entries.front();
    const std::string before = lines(first.level) + (places.separated ? "\n\n---" : "");
    splices.push_back(InsertLines(file, first.begin,
                                  {.lines = before, .blank_before = true, .blank_after = true}));
  }
  const std::size_t level = places.entries.empty() ? 2 : places.entries.back().level;
  const bool breaks = places.separated && !places.ends_in_break;
  splices.push_back(AtEnd(file, role, (breaks ? "---\n\n" : "") + lines(level)));
  return FirstProven(file, role, wanted, splices);
}

Result<Splice> CompleteTask(std::string_view file, std::size_t line) {
  const SeenFile before = Look(file, FileRole::kTasks);
  const SeenItem* old = ItemAt(before, line);
  const auto found = FindLine(file, LineReader::Index::kRead, line);
  if (old == nullptr || old->state != TaskState::kOpen || !found) return Changed("the task");
  const std::size_t box = file.substr(found->begin, found->end - found->begin).find("[ ]");
  if (box == file.npos) return Changed("the task");
  Splice splice{.at = found->begin + box + 1, .removed = 1, .inserted = "x"};
  const SeenFile after = Look(Apply(file, splice), FileRole::kTasks);
  for (const SeenItem& item : before.items) {
    const SeenItem* now = ItemAt(after, item.line);
    if (now == nullptr) return Changed("the task");
    const bool right = &item == old ? now->state == TaskState::kDone : now->SameAs(item);
    if (!right) return Changed("the task");
  }
  return splice;
}

Result<Splice> SupersedeEntry(std::string_view file, FileRole role, std::size_t line,
                              const Entry& by) {
  const SeenFile before = Look(file, role);
  const SeenItem* old = ItemAt(before, line);
  const auto heading = FindLine(file, LineReader::Index::kSkip, line);
  if (old == nullptr || !heading) return Changed("the entry");
  const std::string date = by.time ? fmt::format("[{}] ", FormatNoteTime(*by.time)) : "";
  const std::string mark = fmt::format("~~Superseded by {}{}~~", date, by.title);
  std::size_t at = heading->next;
  const auto below = FindLine(file, LineReader::Index::kSkip, line + 1);
  if (below && below->kind == LineKind::kBlank && below->begin == at) at = below->next;
  Splice splice = InsertLines(file, at, {.lines = mark, .blank_before = true, .blank_after = true});
  const SeenFile after = Look(Apply(file, splice), role);
  if (after.items.size() != before.items.size() || after.findings > before.findings) {
    return std::unexpected(NotReadBack(before, role));
  }
  SeenItem marked = *old;
  marked.superseded = true;
  marked.text = old->text.empty() ? mark : mark + "\n\n" + old->text;
  for (std::size_t i = 0; i < before.items.size(); ++i) {
    const SeenItem& expected = &before.items[i] == old ? marked : before.items[i];
    if (!after.items[i].SameAs(expected)) return std::unexpected(NotReadBack(before, role));
  }
  return splice;
}

Result<Splice> RemoveTask(std::string_view file, std::size_t line) {
  const SeenFile before = Look(file, FileRole::kTasks);
  const auto found = FindLine(file, LineReader::Index::kRead, line);
  const SeenItem* old = ItemAt(before, line);
  if (old == nullptr || !found) return Changed("the task");
  Splice splice{.at = found->begin, .removed = found->next - found->begin};
  const SeenFile after = Look(Apply(file, splice), FileRole::kTasks);
  const auto gone = TheOneMore(after, before);
  if (!gone || !before.items[*gone].SameAs(*old)) return Changed("the task");
  return splice;
}

}  // namespace satchel::notes
