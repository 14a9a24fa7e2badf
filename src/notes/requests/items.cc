#include "notes/requests/items.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "ask/question.h"
#include "notes/files/folder.h"
#include "notes/files/keywords.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kTitleCharacters = 80;

std::string TitleOf(std::string_view text) {
  return text::Ellipsize(text.substr(0, text.find('\n')), kTitleCharacters);
}

NoteItem FromRule(const notes::Notes& notes, const notes::Rule& rule, NoteKind kind) {
  NoteItem item{.id = rule.id, .kind = kind, .title = TitleOf(rule.text), .lead = rule.lead};
  item.text = rule.text;
  item.path = notes.files[rule.file].path;
  item.line = rule.line;
  return item;
}

NoteItem FromTask(const notes::Notes& notes, const notes::Task& task) {
  NoteItem item{.id = task.id, .kind = NoteKind::kTask, .title = task.summary};
  item.state = Name(task.state);
  item.text = task.text;
  item.phase = task.phase;
  item.time = task.time;
  item.path = notes.files[task.file].path;
  item.line = task.line;
  return item;
}

NoteItem FromEntry(const notes::Notes& notes, const notes::Entry& entry, NoteKind kind) {
  NoteItem item{.id = entry.id, .kind = kind, .title = entry.title};
  item.state = entry.superseded ? "superseded" : "";
  item.text = entry.body;
  item.time = entry.time;
  item.path = notes.files[entry.file].path;
  item.line = entry.line;
  return item;
}

std::optional<std::size_t> NumberFrom(std::string_view text) {
  std::size_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

std::string Names(const std::vector<const NoteItem*>& items) {
  constexpr std::size_t kShown = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(items.size(), kShown); ++i) {
    names += fmt::format("{}{}", i == 0 ? "" : ", ", items[i]->id);
  }
  return items.size() > kShown ? names + fmt::format(" and {} more", items.size() - kShown) : names;
}

}  // namespace

std::string_view Name(NoteKind kind) {
  switch (kind) {
    case NoteKind::kTask:
      return "task";
    case NoteKind::kDecision:
      return "decision";
    case NoteKind::kLearning:
      return "learning";
    case NoteKind::kConvention:
      return "convention";
    case NoteKind::kRule:
      return "rule";
  }
  return "";
}

std::optional<NoteKind> ParseNoteKind(std::string_view name) {
  constexpr std::array kKinds = {NoteKind::kTask, NoteKind::kDecision, NoteKind::kLearning,
                                 NoteKind::kConvention, NoteKind::kRule};
  for (const NoteKind kind : kKinds) {
    if (Name(kind) == name) return kind;
  }
  return std::nullopt;
}

std::vector<NoteItem> ItemsOf(const notes::Notes& notes) {
  std::vector<NoteItem> items;
  for (const auto& rule : notes.constitution) {
    items.push_back(FromRule(notes, rule, NoteKind::kRule));
  }
  for (const auto& task : notes.tasks) items.push_back(FromTask(notes, task));
  for (const auto& rule : notes.conventions) {
    items.push_back(FromRule(notes, rule, NoteKind::kConvention));
  }
  for (const auto& entry : notes.decisions) {
    items.push_back(FromEntry(notes, entry, NoteKind::kDecision));
  }
  for (const auto& entry : notes.learnings) {
    items.push_back(FromEntry(notes, entry, NoteKind::kLearning));
  }
  return items;
}

std::vector<NoteItem> Filter(std::vector<NoteItem> items, const NoteFilter& filter) {
  const auto words = notes::Keywords(ask::Question(filter.match));
  notes::KeywordMatcher matcher(words);
  std::erase_if(items, [&](const NoteItem& item) {
    if (filter.kind && item.kind != *filter.kind) return true;
    if (!filter.state.empty() && item.state != filter.state) return true;
    if (filter.since && (!item.time || *item.time < *filter.since)) return true;
    if (filter.match.empty()) return false;
    // Words too short or common for stems still have to stand there.
    if (words.empty()) {
      const std::string wanted = text::FoldCase(filter.match);
      return !text::FoldCase(item.title).contains(wanted) &&
             !text::FoldCase(item.text).contains(wanted);
    }
    return matcher.Matches(item.title, item.text).size() < words.size();
  });
  return items;
}

std::vector<ListedNote> ListNotes(const std::vector<NoteItem>& all, const NoteFilter& filter) {
  std::vector<ListedNote> listed;
  std::size_t next = 0;
  std::size_t open = 0;
  for (NoteItem& item : Filter(all, filter)) {
    // Both are in file order.
    while (all[next].id != item.id) {
      if (all[next++].state == "open") ++open;
    }
    const bool is_open = item.state == "open";
    listed.push_back({.item = std::move(item), .number = is_open ? open + 1 : 0});
  }
  return listed;
}

Result<notes::Notes> LoadNotes(const settings::Workspace& workspace, bool agent_files) {
  return notes::LoadNotes(workspace.root, agent_files);
}

Result<NoteItem> FindListed(const std::vector<NoteItem>& items, std::optional<NoteKind> kind,
                            std::string_view which) {
  const bool tasks = !kind || *kind == NoteKind::kTask;
  const auto open =
      tasks ? Filter(items, {.kind = NoteKind::kTask, .state = "open"}) : std::vector<NoteItem>();
  if (const auto number = tasks ? NumberFrom(which) : std::nullopt) {
    if (*number >= 1 && *number <= open.size()) return open[*number - 1];
    if (kind) {
      return Fail(Errc::kNotFound,
                  fmt::format("there is no open task {}; there are {}", *number, open.size()),
                  "`satchel note list --kind task --state open` numbers them");
    }
  }
  if (kind == NoteKind::kTask) {
    auto found = FindNote(open, which, "open task");
    if (found || found.error().code() != Errc::kNotFound) return found;
  }
  return FindNote(Filter(items, {.kind = kind}), which, kind ? Name(*kind) : "note");
}

Result<NoteItem> FindNote(const std::vector<NoteItem>& items, std::string_view which,
                          std::string_view what) {
  const std::string wanted = text::FoldCase(which);
  std::vector<const NoteItem*> same;
  std::vector<const NoteItem*> like;
  for (const NoteItem& item : items) {
    if (item.id == which) return item;
    const std::string title = text::FoldCase(item.title);
    if (title == wanted || item.text == which) same.push_back(&item);
    if (title.contains(wanted)) like.push_back(&item);
  }
  const auto& found = same.empty() ? like : same;
  if (which.empty() || found.empty()) {
    return Fail(Errc::kNotFound, fmt::format("there is no {} '{}'", what, which),
                "`satchel note list` shows all of them");
  }
  if (found.size() > 1) {
    return Fail(Errc::kInvalidInput,
                fmt::format("'{}' means {} {}s: {}", which, found.size(), what, Names(found)),
                "name one by its id");
  }
  return *found.front();
}

}  // namespace satchel::engine
