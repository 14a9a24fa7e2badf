#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "fuzz/require.h"
#include "notes/files/keywords.h"
#include "notes/files/notes.h"
#include "text/utf8.h"

namespace {

using satchel::fuzz::Require;
using satchel::notes::Entry;
using satchel::notes::FileRole;
using satchel::notes::Finding;
using satchel::notes::Notes;
using satchel::notes::Rule;
using satchel::notes::Task;

std::size_t CountLines(std::string_view text) {
  std::size_t lines = 1;
  for (const char c : text) lines += c == '\n' || c == '\r' ? 1 : 0;
  return lines;
}

template <class Items>
void CheckPlaces(const Items& items, std::size_t lines, std::set<std::string>& ids) {
  std::size_t last = 0;
  for (const auto& item : items) {
    Require(item.file == 0 && item.line > last && item.line <= lines);
    Require(ids.insert(item.id).second);
    last = item.line;
  }
}

void CheckTexts(const Notes& notes, std::size_t bytes) {
  std::size_t used = 0;
  for (const auto* rules : {&notes.constitution, &notes.conventions}) {
    for (const Rule& rule : *rules) {
      Require(!rule.text.empty() && !rule.text.ends_with('\n'));
      used += rule.text.size();
    }
  }
  for (const Task& task : notes.tasks) {
    Require(!task.text.empty() && satchel::text::CountCodePoints(task.summary) <= 80);
    used += task.text.size();
  }
  for (const auto* entries : {&notes.decisions, &notes.learnings}) {
    for (const Entry& entry : *entries) {
      Require(!entry.title.empty() && !entry.body.contains('\r'));
      Require(!entry.body.starts_with('\n') && !entry.body.ends_with('\n'));
      used += entry.body.size();
    }
  }
  // Nothing is used twice: no byte belongs to two items.
  Require(used <= bytes);
}

void CheckNotes(FileRole role, std::string_view text) {
  const auto read = [&] {
    return satchel::notes::ReadNotes(
        {{.path = ".context/X.md", .role = role, .text = std::string(text)}});
  };
  const Notes notes = read();
  const std::size_t lines = CountLines(text);
  std::set<std::string> ids;
  CheckPlaces(notes.constitution, lines, ids);
  CheckPlaces(notes.tasks, lines, ids);
  CheckPlaces(notes.conventions, lines, ids);
  CheckPlaces(notes.decisions, lines, ids);
  CheckPlaces(notes.learnings, lines, ids);
  CheckTexts(notes, text.size());
  std::size_t last = 1;
  for (const Finding& finding : notes.findings) {
    Require(last <= finding.line && finding.line <= finding.last_line);
    Require(finding.last_line <= lines && satchel::text::CountCodePoints(finding.text) <= 80);
    last = finding.line;
  }
  const Notes again = read();
  Require(again.findings.size() == notes.findings.size());
  Require(again.tasks.size() == notes.tasks.size());
  Require(again.constitution.size() == notes.constitution.size());
}

// A text has all of its own keywords.
void CheckKeywords(std::string_view text) {
  const std::vector<std::string> keywords =
      satchel::notes::Keywords(satchel::ask::Question(std::string(text)));
  satchel::notes::KeywordMatcher matcher(keywords);
  Require(matcher.Matches("", text).size() == keywords.size());
  Require(matcher.Matches(text, "").size() == keywords.size());
}

}  // namespace

// The first byte chooses the role.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  CheckNotes(static_cast<FileRole>(data[0] % 7U), text);
  CheckKeywords(text);
  return 0;
}
