#include "notes/files/edit_proof.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "notes/files/edit.h"

namespace satchel::notes {

bool SeenItem::SameAs(const SeenItem& other) const {
  const auto all = [](const SeenItem& item) {
    return std::tie(item.title, item.text, item.place, item.state, item.time, item.superseded);
  };
  return all(*this) == all(other);
}

SeenFile Look(std::string_view file, FileRole role) {
  SeenFile seen;
  Notes notes = ReadNotes(
      {File{.path = std::string(MainFileOf(role)), .role = role, .text = std::string(file)}});
  for (auto* rules : {&notes.constitution, &notes.conventions}) {
    for (Rule& rule : *rules) {
      SeenItem item{.place = std::move(rule.lead), .line = rule.line};
      item.text = std::move(rule.text);
      seen.items.push_back(std::move(item));
    }
  }
  for (Task& task : notes.tasks) {
    SeenItem item{.place = std::move(task.phase), .state = task.state, .time = task.time};
    item.text = std::move(task.text);
    item.line = task.line;
    seen.items.push_back(std::move(item));
  }
  for (auto* entries : {&notes.decisions, &notes.learnings}) {
    for (Entry& entry : *entries) {
      SeenItem item{.title = std::move(entry.title), .time = entry.time};
      item.text = std::move(entry.body);
      item.superseded = entry.superseded;
      item.line = entry.line;
      seen.items.push_back(std::move(item));
    }
  }
  seen.findings = notes.findings.size();
  for (const Finding& finding : notes.findings) {
    if (finding.reason == Unused::kUnclosed) seen.unclosed = finding.line;
    if (finding.reason == Unused::kTooMany) seen.too_many = true;
  }
  return seen;
}

std::optional<std::size_t> TheOneMore(const SeenFile& before, const SeenFile& after) {
  if (after.items.size() != before.items.size() + 1) return std::nullopt;
  if (after.findings > before.findings) return std::nullopt;
  const auto same = [](const SeenItem& a, const SeenItem& b) { return a.SameAs(b); };
  const auto [old, added] = std::ranges::mismatch(before.items, after.items, same);
  if (!std::ranges::equal(old, before.items.end(), added + 1, after.items.end(), same)) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(added - after.items.begin());
}

Error NotReadBack(const SeenFile& before, FileRole role) {
  const std::string_view name = MainFileOf(role);
  if (before.unclosed) {
    return Fail(Errc::kConflict,
                fmt::format("line {} of {} opens fenced code or a comment that is never closed, so "
                            "what follows is not read",
                            *before.unclosed, name),
                "close it first")
        .error();
  }
  if (before.too_many) {
    return Fail(Errc::kConflict, fmt::format("{} has more items than are read", name),
                "move some to another file")
        .error();
  }
  return Fail(Errc::kConflict,
              fmt::format("as Markdown the text would not be read back from {} as it is", name),
              "it may begin or end with marks such as #, ```, <!-- or [ ]: write it another way")
      .error();
}

}  // namespace satchel::notes
