// Nothing that stands in the notes is lost without a word, whatever they look like. Two
// generators: pieces whose outcome is known, and lines thrown together at random, each with
// a word of its own, which must turn up in an item or in the range of a finding unless it is
// structure or hidden in a comment. `scripts/soak notes` runs a million of them.

#include "notes/files/notes.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"
#include "tests/support/random_notes.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

using test::HasEntries;
using test::kRoles;
using test::Piece;
using test::PiecesOf;
using test::Random;
using test::RandomLine;
using Outcome = Piece::Outcome;

// The texts of all items of a file, one after the other.
std::string UsedText(const Notes& notes, std::size_t file) {
  std::string used;
  const auto add = [&](std::size_t of, std::initializer_list<std::string_view> texts) {
    if (of != file) return;
    for (const std::string_view text : texts) used.append(text).append("\n");
  };
  for (const auto* rules : {&notes.constitution, &notes.conventions}) {
    for (const Rule& rule : *rules) add(rule.file, {rule.text});
  }
  for (const Task& task : notes.tasks) add(task.file, {task.text});
  for (const auto* entries : {&notes.decisions, &notes.learnings}) {
    for (const Entry& entry : *entries) add(entry.file, {entry.title, entry.body});
  }
  return used;
}

std::string OpenTasks(const Notes& notes) {
  std::string open;
  for (const Task& task : notes.tasks) {
    if (task.state == TaskState::kOpen) open.append(task.text).append("\n");
  }
  return open;
}

std::size_t CountLines(std::string_view text) {
  std::size_t lines = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends = text[i] == '\n' || (text[i] == '\r' && !text.substr(i).starts_with("\r\n"));
    if (ends || i + 1 == text.size()) ++lines;
  }
  return lines;
}

template <class Items>
void CheckItems(const Notes& notes, const Items& items, std::set<std::string>& ids) {
  for (const auto& item : items) {
    ASSERT_LT(item.file, notes.files.size());
    ASSERT_TRUE(ids.insert(item.id).second) << item.id;
    ASSERT_GE(item.line, 1U);
    ASSERT_LE(item.line, CountLines(notes.files[item.file].text));
  }
}

void CheckInvariants(const Notes& notes) {
  std::set<std::string> ids;
  CheckItems(notes, notes.constitution, ids);
  CheckItems(notes, notes.tasks, ids);
  CheckItems(notes, notes.conventions, ids);
  CheckItems(notes, notes.decisions, ids);
  CheckItems(notes, notes.learnings, ids);
  for (const Task& task : notes.tasks) {
    ASSERT_FALSE(task.text.empty());
    ASSERT_LE(text::CountCodePoints(task.summary), 80U);
  }
  for (const auto* entries : {&notes.decisions, &notes.learnings}) {
    for (const Entry& entry : *entries) {
      ASSERT_FALSE(entry.title.empty());
      ASSERT_FALSE(entry.body.starts_with('\n') || entry.body.ends_with('\n'));
      ASSERT_FALSE(entry.body.contains('\r'));
    }
  }
  for (const Finding& finding : notes.findings) {
    ASSERT_LE(finding.line, finding.last_line);
    ASSERT_LE(text::CountCodePoints(finding.text), 80U);
  }
}

// --- Pieces whose outcome is known -------------------------------------------------------------

TEST(NotesPropertyTest, EveryPieceHasItsOutcome) {
  const std::uint64_t first = test::FirstSeed();
  for (std::uint64_t seed = first; seed < first + test::CaseCount(2'000); ++seed) {
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={}", seed));
    Random random(seed);
    const FileRole role = random.Pick(kRoles);
    struct Placed {
      std::string word;
      Outcome outcome;
      bool open;  // an open task
      std::size_t first_line;
      std::size_t last_line;
    };
    std::vector<Placed> placed;
    std::string text;
    std::size_t line = 1;
    const std::string_view end = random.OneIn(2) ? "\n" : random.OneIn(2) ? "\r\n" : "\r";
    // The first piece has a heading of its own as well.
    if (role == FileRole::kConstitution) {
      text = fmt::format("# Part{0}{0}", end);
      line = 3;
    }
    for (std::uint64_t i = random.Between(1, 12); i > 0; --i) {
      const Piece& piece = random.Pick(PiecesOf(role));
      const std::string word = fmt::format("w{}q", placed.size());
      std::string lines;
      for (std::size_t at = 0; at < piece.text.size(); ++at) {
        if (piece.text.substr(at, 2) == "{}") {
          lines += word;
          ++at;
        } else {
          lines += piece.text[at];
        }
      }
      // Between pieces nothing may go on: not a list, not an entry's deeper heading.
      lines += HasEntries(role) ? "\n" : "\n# Part\n\n";
      const auto count = static_cast<std::size_t>(std::ranges::count(lines, '\n'));
      const bool open = role == FileRole::kTasks && piece.outcome == Outcome::kUsed &&
                        piece.text.contains("[ ] {}");
      placed.push_back({word, piece.outcome, open, line, line + count - 1});
      line += count;
      for (const char c : lines) c == '\n' ? text += end : text += c;
    }
    const Notes notes = ReadNotes({{.path = ".context/X.md", .role = role, .text = text}});
    ASSERT_NO_FATAL_FAILURE(CheckInvariants(notes));
    const std::string used = UsedText(notes, 0);
    const std::string open = OpenTasks(notes);
    for (const Placed& piece : placed) {
      const bool is_used = used.contains(piece.word);
      const bool is_reported = std::ranges::any_of(notes.findings, [&](const Finding& finding) {
        return finding.line >= piece.first_line && finding.line <= piece.last_line &&
               finding.reason != Unused::kBadDate && finding.reason != Unused::kNoTitle;
      });
      ASSERT_EQ(is_used, piece.outcome == Outcome::kUsed) << piece.word << "\n" << text;
      if (piece.open) {
        ASSERT_TRUE(open.contains(piece.word)) << piece.word << "\n" << text;
      }
      if (piece.outcome == Outcome::kReported) {
        ASSERT_TRUE(is_reported) << piece.word << "\n" << text;
      }
    }
  }
}

// --- Lines thrown together ---------------------------------------------------------------------

bool IsUnderline(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t");
  const auto end = line.find_last_not_of(" \t");
  if (begin == line.npos) return false;
  line = line.substr(begin, end + 1 - begin);
  return line.find_first_not_of('=') == line.npos || line.find_first_not_of('-') == line.npos;
}

// Whether the reader may pass over the word of line `at` in silence, judged by the raw lines.
bool MayBeSilent(const std::vector<std::string>& lines, std::size_t at, FileRole role) {
  std::string before;
  for (std::size_t i = 0; i < at; ++i) before += lines[i] + "\n";
  const std::string_view line = lines[at];
  before += line.substr(0, line.find('w'));
  // Inside a comment: an opening without an end before the word.
  const auto open = before.rfind("<!--");
  if (open != before.npos && before.find("-->", open + 2) == before.npos) return true;
  // A heading, unless it should have become an entry.
  const auto start = line.find_first_not_of(" \t");
  std::string_view trimmed = line.substr(start);
  while (trimmed.starts_with("-->")) {
    trimmed.remove_prefix(3);
    while (trimmed.starts_with(' ')) trimmed.remove_prefix(1);
  }
  if (trimmed.starts_with('#') && !(HasEntries(role) && trimmed.contains("[2026"))) return true;
  // The text of an underlined heading; comments between the two do not count.
  before += line.substr(line.find('w'));
  for (std::size_t i = at + 1; i < lines.size(); ++i) {
    if (IsUnderline(lines[i])) return true;
    const std::string until = before + "\n" + lines[i];
    const auto last_open = until.rfind("<!--");
    const bool commented =
        last_open != until.npos && until.find("-->", last_open + 2) == until.npos;
    if (!commented && !lines[i].contains("-->")) break;
    before = until;
  }
  // A row of the generated index.
  return HasEntries(role) && before.contains("<!-- INDEX:START -->") &&
         (trimmed.starts_with('|') || trimmed.starts_with('-') || trimmed.starts_with('*') ||
          trimmed.starts_with('+') || trimmed.starts_with('1') || trimmed.starts_with('2'));
}

TEST(NotesPropertyTest, NoLineIsLostWithoutAWord) {
  const std::uint64_t first = test::FirstSeed();
  std::size_t checked = 0;
  for (std::uint64_t seed = first; seed < first + test::CaseCount(4'000); ++seed) {
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={}", seed));
    Random random(seed);
    std::vector<File> files;
    std::vector<std::vector<std::string>> all_lines;
    for (std::uint64_t f = random.Between(1, 3); f > 0; --f) {
      std::vector<std::string> lines;
      std::string text = random.OneIn(8) ? "\xEF\xBB\xBF" : "";
      for (std::uint64_t i = random.Between(1, 25); i > 0; --i) {
        lines.push_back(RandomLine(random, lines.size()));
        // An LF right behind a CR would not end a line of its own.
        if (lines.back().empty() && text.ends_with('\r')) lines.back() = " ";
        text += lines.back();
        text += random.OneIn(8) ? "\r\n" : random.OneIn(8) ? "\r" : "\n";
      }
      // Some content, or the file would count as empty.
      text += "- [ ] end";
      files.push_back({.path = fmt::format(".context/{}.md", f),
                       .role = random.Pick(kRoles),
                       .text = std::move(text)});
      all_lines.push_back(std::move(lines));
    }
    const Notes notes = ReadNotes(files);
    ASSERT_NO_FATAL_FAILURE(CheckInvariants(notes));
    ASSERT_EQ(notes.files.size(), files.size());
    for (std::size_t f = 0; f < files.size(); ++f) {
      const std::string used = UsedText(notes, f);
      for (std::size_t i = 0; i < all_lines[f].size(); ++i) {
        const std::string word = fmt::format("w{}q", i);
        if (!all_lines[f][i].contains(word)) continue;
        ++checked;
        const bool reported = std::ranges::any_of(notes.findings, [&](const Finding& finding) {
          return finding.path == files[f].path && finding.reason != Unused::kNotText &&
                 finding.line <= i + 1 && i + 1 <= finding.last_line;
        });
        ASSERT_TRUE(used.contains(word) || reported || MayBeSilent(all_lines[f], i, files[f].role))
            << word << " in " << Name(files[f].role) << "\n"
            << files[f].text;
      }
    }
  }
  EXPECT_GT(checked, 0U);
}

// --- Sizes -------------------------------------------------------------------------------------

// What is quadratic takes minutes here.
TEST(NotesPropertyTest, HostileTextTakesLinearTime) {
  const std::vector<std::string> units = {"\r",
                                          "\n",
                                          "`",
                                          "<!--",
                                          "-->",
                                          "a <!-- ",
                                          "`` ",
                                          "- ",
                                          "- a\n",
                                          " ",
                                          "# ",
                                          "## [2026-",
                                          "```\n",
                                          "[",
                                          "- [ ] a\n  ",
                                          "a\n<!-- x -->\n",
                                          "a <!-- x -->\n<!-- y -->\n",
                                          "<!-- INDEX:START -->\n",
                                          "`a\n<!-- ",
                                          "\\`",
                                          "> ",
                                          "## [2026-01-02] a\n",
                                          "- [x] a\n  - [ ] b\n",
                                          "\t",
                                          "\xff",
                                          "## a\nb\n",
                                          "a\n===\n",
                                          "1. a\n 2. b\n",
                                          "- a `<!--` b\n",
                                          "#added:2026 "};
  for (const std::string& unit : units) {
    std::string text = "- [ ] x ";
    while (text.size() < (1U << 20U)) text += unit;
    for (const FileRole role : {FileRole::kConstitution, FileRole::kTasks, FileRole::kDecisions}) {
      const Notes notes = ReadNotes({{.path = "a.md", .role = role, .text = text}});
      ASSERT_LE(notes.findings.size(), 1'004U);
    }
  }
}

}  // namespace
}  // namespace satchel::notes
