#include "notes/files/notes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <future>
#include <iterator>
#include <optional>
#include <utility>

#include "base/beside.h"
#include "notes/files/entry_reader.h"
#include "notes/files/file_report.h"
#include "notes/files/item_id.h"
#include "notes/files/item_reader.h"
#include "notes/files/task_tags.h"
#include "text/line_index.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

bool IsEmptyFile(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text.find_first_not_of(" \t\r\n\v\f") == text.npos;
}

// Agent files may begin with settings in YAML between lines of three hyphens. Its lines become
// empty, so that the others keep their numbers; without a closing line it is text.
std::string WithoutFrontMatter(std::string_view text) {
  constexpr std::size_t kMostBytes = 16UL << 10U;
  constexpr std::string_view kMark = "---";
  const auto line_at = [text](std::size_t at) {
    return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
  };
  const auto is_mark = [&](std::string_view line) {
    return line.starts_with(kMark) && line.find_first_not_of(" \t\r", kMark.size()) == line.npos;
  };
  const std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (!is_mark(line_at(begin))) return std::string(text);
  std::string empty_lines;
  for (std::size_t at = begin; at < std::min(text.size(), kMostBytes);) {
    const std::string_view line = line_at(at);
    const std::size_t next = std::min(at + line.size() + 1, text.size());
    empty_lines += '\n';
    if (at > begin && is_mark(line)) return empty_lines + std::string(text.substr(next));
    at = next;
  }
  return std::string(text);
}

std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

// One finding for lines in a row that are not UTF-8.
void ReportBadBytes(std::string_view text, FileReport& report) {
  if (text::IsValidUtf8(text)) return;
  const auto lines = text::LineIndex::Build(text);
  if (!lines) return;
  std::optional<FileReport::Handle> finding;
  for (std::uint32_t number = 1; number <= lines->line_count(); ++number) {
    const auto range = lines->Line(number);
    const std::string_view line = text.substr(range.begin, range.size());
    if (text::IsValidUtf8(line)) {
      finding.reset();
      continue;
    }
    if (!finding) finding = report.Add(Unused::kNotText, number, line);
    report.Extend(*finding, number);
  }
}

// What is read of a file of entries by looking at that file alone.
struct EntriesRead {
  FileReport report;
  std::vector<Entry> entries;  // ids without numbers
};

EntriesRead ReadEntriesOf(const File& file, std::size_t index) {
  EntriesRead read{.report = FileReport(file.path)};
  ReportBadBytes(file.text, read.report);
  read.entries = ReadEntries(file.text, read.report);
  for (Entry& entry : read.entries) {
    entry.id = ItemIds::Unnumbered(file.path, entry.title, entry.line);
    entry.file = index;
  }
  return read;
}

bool HasEntries(const File& file) {
  return file.role == FileRole::kDecisions || file.role == FileRole::kLearnings;
}

constexpr std::string_view kBeyondAll = "beyond the number of items that all files may have";

// Of which a thread is not worth its start.
constexpr std::size_t kSmallFile = 256UL << 10U;

class Reading {
 public:
  explicit Reading(Notes& notes) : notes_(notes) {}

  void ReadAll() {
    ReadAhead();
    for (std::size_t i = 0; i < notes_.files.size(); ++i) Read(i);
  }

 private:
  // The last of several large files of entries is read beside the others.
  void ReadAhead() {
    std::size_t large = 0;
    for (std::size_t i = 0; i < notes_.files.size(); ++i) {
      const File& file = notes_.files[i];
      if (!HasEntries(file) || file.text.size() < kSmallFile) continue;
      ++large;
      ahead_index_ = i;
    }
    if (large < 2) return;
    ahead_ = Beside(true, [&file = notes_.files[ahead_index_], index = ahead_index_] {
      return ReadEntriesOf(file, index);
    });
  }

  void Read(std::size_t index) {
    const File& file = notes_.files[index];
    if (file.role == FileRole::kListed) return;
    if (HasEntries(file)) return AddEntries(index);
    FileReport report(file.path);
    ReportBadBytes(file.text, report);
    switch (file.role) {
      case FileRole::kConstitution:
        AddRules(index, report, notes_.constitution);
        break;
      case FileRole::kConventions:
      case FileRole::kAgentFile:
        AddRules(index, report, notes_.conventions);
        break;
      case FileRole::kTasks:
        AddTasks(index, report);
        break;
      case FileRole::kDecisions:
      case FileRole::kLearnings:
      case FileRole::kListed:
        break;
    }
    report.MoveTo(notes_.findings);
  }

  // Takes away what is beyond the limit of all files.
  template <class Item>
  void Bound(std::vector<Item>& items, FileReport& report) {
    const std::size_t room = kMostItemsOfAll - items_;
    if (items.size() > room) {
      const auto finding = report.Add(Unused::kTooMany, items[room].line, kBeyondAll);
      report.Extend(finding, items.back().line);
      items.resize(room);
    }
    items_ += items.size();
  }

  void AddRules(std::size_t index, FileReport& report, std::vector<Rule>& rules) {
    const File& file = notes_.files[index];
    const bool for_agents = file.role == FileRole::kAgentFile;
    const ProseRule prose =
        for_agents || file.role == FileRole::kConstitution ? ProseRule::kItems : ProseRule::kEach;
    std::vector<Item> items = ReadItems(for_agents ? WithoutFrontMatter(file.text) : file.text,
                                        ItemRule::kBullets, prose, report);
    // People write these files as prose, and not for us: one remark is enough.
    if (for_agents) report.Join(Unused::kOutside, Unused::kProse);
    Bound(items, report);
    for (Item& item : items) {
      std::string id = ids_.Make(file.path, item.text, item.line);
      rules.push_back({.id = std::move(id),
                       .text = std::move(item.text),
                       .lead = std::move(item.lead),
                       .file = index,
                       .line = item.line});
    }
  }

  void AddTasks(std::size_t index, FileReport& report) {
    const File& file = notes_.files[index];
    std::vector<Item> items = ReadItems(file.text, ItemRule::kTasks, ProseRule::kEach, report);
    Bound(items, report);
    for (Item& item : items) {
      const std::string_view line = FirstLine(item.text);
      const TaskTimes times = TimesOf(line);
      if (times.bad_date) report.Add(Unused::kBadDate, item.line, line);
      std::string summary = SummaryOf(line, kShownCharacters);
      std::string id = ids_.Make(file.path, summary, item.line);
      Task task{.id = std::move(id),
                .summary = std::move(summary),
                .phase = std::move(item.phase),
                .state = item.state,
                .time = times.time,
                .file = index,
                .line = item.line};
      task.text = std::move(item.text);
      notes_.tasks.push_back(std::move(task));
    }
  }

  void AddEntries(std::size_t index) {
    const File& file = notes_.files[index];
    EntriesRead read =
        ahead_.valid() && index == ahead_index_ ? ahead_.get() : ReadEntriesOf(file, index);
    Bound(read.entries, read.report);
    for (Entry& entry : read.entries) entry.id = ids_.Number(std::move(entry.id));
    std::vector<Entry>& entries =
        file.role == FileRole::kDecisions ? notes_.decisions : notes_.learnings;
    if (entries.empty()) {
      entries = std::move(read.entries);
    } else {
      std::ranges::move(read.entries, std::back_inserter(entries));
    }
    read.report.MoveTo(notes_.findings);
  }

  Notes& notes_;
  ItemIds ids_;
  std::size_t items_ = 0;  // of all files so far
  std::size_t ahead_index_ = 0;
  std::future<EntriesRead> ahead_;
};

}  // namespace

Notes ReadNotes(std::vector<File> files) {
  Notes notes{.files = std::move(files)};
  std::erase_if(notes.files, [](const File& file) { return IsEmptyFile(file.text); });
  Reading(notes).ReadAll();
  return notes;
}

}  // namespace satchel::notes
