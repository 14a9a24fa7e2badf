#include "notes/files/check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "ask/question.h"
#include "notes/files/keywords.h"
#include "notes/files/line_text.h"
#include "notes/files/task_tags.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

constexpr std::size_t kShown = 80;
constexpr std::size_t kMostCompared = 2'000;  // tasks, each with each
constexpr std::size_t kLeastWords = 5;        // of tasks that can be nearly the same
constexpr std::size_t kMostWords = 100;
// Superseded entries times bytes in which their names are looked for.
constexpr std::size_t kMostLooks = 1U << 30U;

std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

// The task's words without any tag.
std::string WithoutTags(const Task& task) {
  return text::FoldCase(SummaryOf(FirstLine(task.text), task.text.size()));
}

bool IsWord(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  const char32_t c = text::DecodeUtf8(text, at).value;
  return text::IsLetter(c) || text::IsNumber(c);
}

// Whether the phrase stands in the line as whole words.
bool HasPhrase(std::string_view line, std::string_view phrase) {
  for (auto at = line.find(phrase); at != line.npos; at = line.find(phrase, at + 1)) {
    const bool begins = at == 0 || !IsWord(line, at - 1);
    if (begins && !IsWord(line, at + phrase.size())) return true;
  }
  return false;
}

class Checker {
 public:
  Checker(const Notes& notes, const CheckOptions& options) : notes_(notes), options_(options) {}

  std::vector<Issue> Check() {
    CheckFindings();
    CheckStaleTasks();
    CheckDuplicateTasks();
    CheckDuplicateRules(notes_.constitution);
    CheckDuplicateRules(notes_.conventions);
    CheckDuplicateEntries(notes_.decisions);
    CheckDuplicateEntries(notes_.learnings);
    CheckReferences();
    return std::move(issues_);
  }

 private:
  template <class Item>
  Issue& Add(IssueKind kind, const Item& item, std::string_view text, std::string_view subject) {
    issues_.push_back({.kind = kind,
                       .path = notes_.files[item.file].path,
                       .line = item.line,
                       .id = item.id,
                       .text = std::string(text),
                       .subject = std::string(subject)});
    return issues_.back();
  }

  void CheckFindings() {
    for (const Finding& finding : notes_.findings) {
      if (finding.reason == Unused::kOutside || finding.reason == Unused::kProse) continue;
      if (finding.reason == Unused::kNoDate && ListsThemes(finding)) continue;
      issues_.push_back({.kind = IssueKind::kUnread,
                         .path = finding.path,
                         .line = finding.line,
                         .text = fmt::format("{}: {}", Name(finding.reason), finding.text),
                         .subject = std::string(Name(finding.reason))});
    }
  }

  // Some tools keep a list of the files in decisions/ or learnings/ below such a heading.
  bool ListsThemes(const Finding& finding) const {
    if (text::FoldCase(finding.text) != "themes") return false;
    return std::ranges::any_of(notes_.files, [](const File& file) {
      return std::ranges::count(file.path, '/') > 1 &&
             (file.role == FileRole::kDecisions || file.role == FileRole::kLearnings);
    });
  }

  void CheckStaleTasks() {
    for (const Task& task : notes_.tasks) {
      if (task.state != TaskState::kOpen || !task.time) continue;
      const auto days = DayNumber(options_.now) - DayNumber(*task.time);
      if (days <= options_.stale_after.count()) continue;
      Add(IssueKind::kStaleTask, task, fmt::format("open for {} days: {}", days, task.summary),
          fmt::to_string(days));
    }
  }

  void CheckDuplicateTasks() {
    std::vector<const Task*> open;
    std::unordered_map<std::string, const Task*> first;
    for (const Task& task : notes_.tasks) {
      if (task.state != TaskState::kOpen) continue;
      const auto [before, is_new] = first.try_emplace(WithoutTags(task), &task);
      if (is_new) {
        open.push_back(&task);
        continue;
      }
      const Task& other = *before->second;
      Issue& issue = Add(IssueKind::kDuplicate, task,
                         fmt::format("the same task as {}: {}", other.id, task.summary), other.id);
      issue.fixable = !task.text.contains('\n') && task.file == other.file &&
                      task.phase == other.phase &&
                      WithoutTimes(task.text) == WithoutTimes(other.text);
    }
    if (open.size() <= kMostCompared) CheckNearTasks(open);
  }

  // Nearly the same: one has all words of the other, and hardly any more.
  void CheckNearTasks(const std::vector<const Task*>& open) {
    std::vector<std::vector<std::string>> words;
    for (const Task* task : open) {
      words.push_back(Keywords(ask::Question(SummaryOf(FirstLine(task->text), task->text.size()))));
      std::ranges::sort(words.back());
    }
    for (std::size_t later = 1; later < open.size(); ++later) {
      for (std::size_t i = 0; i < later; ++i) {
        const auto& [few, many] = std::minmax(words[i], words[later],
                                              [](auto& a, auto& b) { return a.size() < b.size(); });
        if (few.size() < kLeastWords || many.size() > kMostWords) continue;
        if (few.size() * 10 < many.size() * 9) continue;
        if (!std::ranges::includes(many, few)) continue;
        Add(IssueKind::kDuplicate, *open[later],
            fmt::format("nearly the same task as {}: {}", open[i]->id, open[later]->summary),
            open[i]->id);
        break;
      }
    }
  }

  void CheckDuplicateRules(const std::vector<Rule>& rules) {
    std::map<std::pair<std::string, std::string>, const Rule*> first;
    for (const Rule& rule : rules) {
      const auto [before, is_new] =
          first.try_emplace({text::FoldCase(rule.lead), text::FoldCase(rule.text)}, &rule);
      if (is_new) continue;
      Add(IssueKind::kDuplicate, rule,
          fmt::format("the same rule as {}: {}", before->second->id,
                      text::Ellipsize(FirstLine(rule.text), kShown)),
          before->second->id);
    }
  }

  void CheckDuplicateEntries(const std::vector<Entry>& entries) {
    std::unordered_map<std::string, const Entry*> first;
    for (const Entry& entry : entries) {
      if (entry.superseded) continue;
      const auto [before, is_new] = first.try_emplace(text::FoldCase(entry.title), &entry);
      if (is_new) continue;
      Add(IssueKind::kDuplicate, entry,
          fmt::format("the same title as {}: {}", before->second->id,
                      text::Ellipsize(entry.title, kShown)),
          before->second->id);
    }
  }

  void CheckReferences() {
    for (const auto* entries : {&notes_.decisions, &notes_.learnings}) {
      for (const Entry& entry : *entries) {
        if (entry.superseded) {
          gone_.push_back({.entry = &entry,
                           .id = text::FoldCase(entry.id),
                           .title = text::FoldCase(entry.title)});
        }
      }
    }
    if (gone_.empty()) return;
    BoundGone();
    for (const Task& task : notes_.tasks) {
      if (task.state == TaskState::kOpen) CheckText(task, task.text);
    }
    for (const auto* rules : {&notes_.constitution, &notes_.conventions}) {
      for (const Rule& rule : *rules) CheckText(rule, rule.text);
    }
    for (const auto* entries : {&notes_.decisions, &notes_.learnings}) {
      for (const Entry& entry : *entries) {
        if (!entry.superseded) CheckText(entry, entry.body);
      }
    }
  }

  // The names of the first ones are looked for, of as many as there is time for.
  void BoundGone() {
    std::size_t bytes = 1;
    for (const File& file : notes_.files) bytes += file.text.size();
    const std::size_t most = std::max<std::size_t>(1, kMostLooks / bytes);
    if (gone_.size() <= most) return;
    const std::size_t more = gone_.size() - most;
    Add(IssueKind::kUnread, *gone_[most].entry,
        fmt::format("too_many: mentions of {} more superseded entries are not looked for", more),
        Name(Unused::kTooMany));
    gone_.resize(most);
  }

  template <class Item>
  void CheckText(const Item& item, std::string_view text) {
    const std::string folded = text::FoldCase(text);
    for (const Gone& gone : gone_) {
      const bool long_enough = gone.title.size() >= 12 && gone.title.contains(' ');
      // Most texts name nothing of it.
      if (!folded.contains(gone.id) && !(long_enough && folded.contains(gone.title))) continue;
      std::string_view rest = folded;
      while (!rest.empty()) {
        const std::string_view line = FirstLine(rest);
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        // What says that something was replaced may name it.
        if (line.contains("supersed") || line.contains("replac")) continue;
        const bool named = long_enough && HasPhrase(line, gone.title);
        if (!named && !line.contains(gone.id)) continue;
        Add(IssueKind::kSupersededReference, item,
            fmt::format("mentions {}, which is superseded", gone.entry->id), gone.entry->id);
        break;
      }
    }
  }

  struct Gone {
    const Entry* entry = nullptr;
    std::string id;  // both folded
    std::string title;
  };

  const Notes& notes_;
  const CheckOptions& options_;
  std::vector<Gone> gone_;
  std::vector<Issue> issues_;
};

}  // namespace

std::string_view Name(IssueKind kind) {
  switch (kind) {
    case IssueKind::kDeadPath:
      return "dead_path";
    case IssueKind::kStaleTask:
      return "stale_task";
    case IssueKind::kUnread:
      return "unread";
    case IssueKind::kDuplicate:
      return "duplicate";
    case IssueKind::kSupersededReference:
      return "superseded_reference";
  }
  return "";
}

std::vector<Issue> CheckNotes(const Notes& notes, const CheckOptions& options) {
  return Checker(notes, options).Check();
}

}  // namespace satchel::notes
