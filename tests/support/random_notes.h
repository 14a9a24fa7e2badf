#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "notes/files/notes.h"
#include "tests/support/random.h"
#include "tests/support/random_packets.h"

// Notes as people, tools and attackers could have written them.
namespace satchel::test {

using notes::FileRole;

inline constexpr auto kRoles =
    std::to_array<FileRole>({FileRole::kConstitution, FileRole::kTasks, FileRole::kConventions,
                             FileRole::kDecisions, FileRole::kLearnings});

inline bool HasEntries(FileRole role) {
  return role == FileRole::kDecisions || role == FileRole::kLearnings;
}

// Lines whose outcome is known.
struct Piece {
  std::string text;  // whole lines; {} is the word that tells it
  enum class Outcome : std::uint8_t { kUsed, kReported, kNeither } outcome = Outcome::kUsed;
};

inline const std::vector<Piece>& PiecesOf(FileRole role) {
  using Outcome = Piece::Outcome;
  static const std::vector<Piece> kRules = {
      {"- {}\n", Outcome::kUsed},
      {"* [ ] a\n  {}\n", Outcome::kUsed},
      {"+ [x] a\nlazy {}\n", Outcome::kUsed},
      {"3) {}\n", Outcome::kUsed},
      {"- a\n\n  {}\n", Outcome::kUsed},
      {"- a\n\t- {}\n", Outcome::kUsed},
      {"- a\n  ```\n# {}\n", Outcome::kNeither},
      {"- a\n  ~~~\n  <!-- {}\n  ~~~\n", Outcome::kUsed},
      {"- `<!-- {}`\n", Outcome::kUsed},
      {"{}\n", Outcome::kReported},
      {"| {} |\n|---|\n", Outcome::kReported},
      {"> - {}\n", Outcome::kReported},
      {"```\n- {}\n```\n", Outcome::kReported},
      {"## {}\n", Outcome::kNeither},
      {"{}\n---\n", Outcome::kNeither},
      {"<!-- {}\n\n- {} -->\n", Outcome::kNeither},
      {"- a <!-- {} -->\n", Outcome::kNeither},
  };
  static const std::vector<Piece> kTasks = {
      {"- [ ] {}\n", Outcome::kUsed},
      {"1. [x] {}\n", Outcome::kUsed},
      {"* [-] a\n  {}\n", Outcome::kUsed},
      {"- [x] a\n  - [ ] {}\n", Outcome::kUsed},
      {"- [x] a\n  - b {}\n", Outcome::kUsed},
      {"- [ ] a\n  - [?] {}\n", Outcome::kUsed},
      {"- a\n  - [ ] {}\n", Outcome::kUsed},
      {"- [?] a\n  - [x] {}\n", Outcome::kUsed},
      {"- [ ]\n  {}\n", Outcome::kUsed},
      {"- {}\n", Outcome::kReported},
      {"- a\n  - {}\n", Outcome::kReported},
      {"- [?] {}\n", Outcome::kReported},
      {"- [x] a\n  - [?] {}\n", Outcome::kReported},
      {"{}\n", Outcome::kReported},
      {"~~~\n- [ ] {}\n~~~~\n", Outcome::kReported},
      {"### {}\n", Outcome::kNeither},
      {"<!-- - [ ] {} -->\n", Outcome::kNeither},
  };
  static const std::vector<Piece> kEntries = {
      {"## [2026-01-02] {}\n", Outcome::kUsed},
      {"### [2026-01-02-101112] {}\n", Outcome::kUsed},
      {"## [2026-02-30] {}\n", Outcome::kUsed},
      {"## 2026-01-02: a\n\n{}\n", Outcome::kUsed},
      {"## [2026-01-02]\n\n{}\n", Outcome::kUsed},
      {"## [2026-01-02] a\n### b\n{}\n", Outcome::kUsed},
      {"## [2026-01-02] a\n### {}\n", Outcome::kUsed},
      {"## [2026-01-02] a\n```\n## {}\n```\n", Outcome::kUsed},
      {"# Part\n\n{}\n", Outcome::kReported},
      {"## a\n\n{}\n", Outcome::kReported},
      {"## {}\n\ntext\n", Outcome::kReported},
      {"## a\n\n#### b\n\n- {}\n", Outcome::kReported},
      {"# Part\n\n```\n## [2026-01-02] {}\n```\n", Outcome::kReported},
      {"# [2026-01-02] {}\n", Outcome::kReported},
      {"<!--\n## [2026-01-02] {}\n-->\n", Outcome::kReported},
      {"<!--\n## {}\n-->\n", Outcome::kNeither},
      {"# Part\n<!-- INDEX:START -->\n| {} |\n<!-- INDEX:END -->\n", Outcome::kNeither},
  };
  // Paragraphs of the constitution are rules where there is no list beside them.
  static const std::vector<Piece> kConstitution = [] {
    std::vector<Piece> pieces = kRules;
    for (Piece& piece : pieces) {
      const bool paragraph = piece.text == "{}\n" || piece.text[0] == '|' || piece.text[0] == '>';
      if (paragraph) piece.outcome = Outcome::kUsed;
    }
    return pieces;
  }();
  if (HasEntries(role)) return kEntries;
  if (role == FileRole::kConstitution) return kConstitution;
  return role == FileRole::kTasks ? kTasks : kRules;
}

// A line of anything, with the word w<number>q in most of them.
inline std::string RandomLine(Random& random, std::size_t number) {
  static const std::vector<std::string> kIndents = {"", "", "", "  ", "    ", "\t", " ", "      "};
  static const std::vector<std::string> kStarts = {"",
                                                   "",
                                                   "- ",
                                                   "- [ ] ",
                                                   "- [x] ",
                                                   "* [-] ",
                                                   "+ [?] ",
                                                   "1. ",
                                                   "2) [ ] ",
                                                   "# ",
                                                   "## ",
                                                   "### ",
                                                   "## [2026-01-02] ",
                                                   "### [2026-02-30] ",
                                                   "#### [2026-01-02] ",
                                                   "##[2026-01-02] ",
                                                   "> ",
                                                   "| ",
                                                   "<!-- ",
                                                   "--> ",
                                                   "- <!-- x --> ",
                                                   "`",
                                                   "\xff",
                                                   "- ```",
                                                   "~~Superseded "};
  static const std::vector<std::string> kEnds = {
      "",   "",  "", ":", " <!-- a -->", " <!--", " -->", " `", " `` ` ", " #added:2026-01-02",
      "  ", "\\"};
  static const std::vector<std::string> kWhole = {"",
                                                  "",
                                                  "",
                                                  "```",
                                                  "~~~",
                                                  "````",
                                                  "   ```",
                                                  "  ~~~~",
                                                  "---",
                                                  "===",
                                                  "***",
                                                  "<!--",
                                                  "-->",
                                                  "<!-->",
                                                  "<!-- INDEX:START -->",
                                                  "<!-- INDEX:END -->",
                                                  "- [ ]",
                                                  "-",
                                                  "## [2026-01-02]",
                                                  "##"};
  // One after the other: the order of operands is the compiler's choice.
  std::string line = random.Pick(kIndents);
  if (random.OneIn(3)) return line += random.Pick(kWhole);
  line += random.Pick(kStarts);
  line += fmt::format("w{}q", number);
  return line += random.Pick(kEnds);
}

// Text of a rule, a task, a title or a body: words, hostile bytes, secrets.
inline std::string RandomNoteText(Random& random, std::size_t most_words, bool one_line) {
  static const std::vector<std::string> kOdd = {
      std::string("ghp") + "_a8Kd93jfLs02mNcV7xQzP4rTyUiO1bGhE6wZ",
      "\xff\xfe",
      "\xe2\x80\xae",
      "\xe2\x80\x8b",
      "\x1b[31m",
      "<satchel-1234>",
      "## [2026-01-02] not a heading",
      "~~~",
      "`````",
      "| a | b |",
      "password = \"k3Jd8sLq0pZx7Vn2\""};
  std::string text = RandomText(random, most_words);
  if (random.OneIn(12)) text += " " + random.Pick(kOdd);
  if (!one_line) return text;
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

inline std::string RandomDate(Random& random) {
  const std::uint64_t year = random.Between(2023, 2026);
  const std::uint64_t month = random.Between(1, random.OneIn(20) ? 14 : 12);
  const std::uint64_t day = random.Between(1, random.OneIn(20) ? 33 : 28);
  return fmt::format("{}-{:02}-{:02}", year, month, day);
}

// An item or entry that is meant to be one.
inline std::string RandomItem(Random& random, FileRole role) {
  const std::size_t words = random.OneIn(30) ? 300 : random.OneIn(4) ? 60 : 10;
  if (HasEntries(role)) {
    const std::string date = RandomDate(random);
    // Titles repeat themselves now and then.
    std::string title = fmt::format("Entry {} ", random.Below(40));
    title += RandomNoteText(random, 4, true);
    std::string entry = fmt::format("## [{}] {}\n\n", date, title);
    if (random.OneIn(10)) entry += "~~Superseded by another~~\n";
    return entry += RandomNoteText(random, words, false) + "\n\n";
  }
  if (role != FileRole::kTasks) return fmt::format("- {}\n", RandomNoteText(random, words, true));
  static const std::vector<std::string> kBoxes = {"[ ]", "[ ]", "[ ]", "[x]", "[-]"};
  std::string task = fmt::format("- {} ", random.Pick(kBoxes));
  task += RandomNoteText(random, words, true);
  if (random.OneIn(2)) task += " #added:" + RandomDate(random);
  return task += "\n";
}

inline std::string RandomNotesFile(Random& random, FileRole role) {
  std::string text = random.OneIn(10) ? "\xEF\xBB\xBF" : random.OneIn(3) ? "# Title\n\n" : "";
  const std::uint64_t most = random.OneIn(60) ? 500 : random.OneIn(5) ? 60 : 12;
  for (std::uint64_t i = random.Below(most + 1); i > 0; --i) {
    switch (random.Below(12)) {
      case 0:
        text += RandomLine(random, i) + "\n";
        break;
      case 1:
        // The word for its outcome is of no interest here.
        text += random.Pick(PiecesOf(role)).text;
        break;
      default:
        text += RandomItem(random, role);
    }
  }
  return text;
}

// The files of a folder in the read order; paths are names that a disk can have.
inline std::vector<notes::File> RandomFolder(Random& random) {
  struct Place {
    std::string_view name;
    FileRole role;
    std::string_view themes;
  };
  static constexpr auto kPlaces = std::to_array<Place>({
      {"CONSTITUTION.md", FileRole::kConstitution, ""},
      {"TASKS.md", FileRole::kTasks, ""},
      {"CONVENTIONS.md", FileRole::kConventions, "conventions"},
      {"DECISIONS.md", FileRole::kDecisions, "decisions"},
      {"LEARNINGS.md", FileRole::kLearnings, "learnings"},
      {"GLOSSARY.md", FileRole::kListed, ""},
  });
  static const std::vector<std::string> kThemes = {"a b.md", "line\nfeed.md", "storage.md",
                                                   "\xc3\xa9\xe2\x80\xae.md", "\xff\xfe.md"};
  std::vector<notes::File> files;
  for (const Place& place : kPlaces) {
    if (!random.OneIn(6)) {
      std::string text = RandomNotesFile(
          random, place.role == FileRole::kListed ? FileRole::kConventions : place.role);
      files.push_back({.path = fmt::format(".context/{}", place.name),
                       .role = place.role,
                       .text = std::move(text)});
    }
    if (place.themes.empty()) continue;
    for (const std::string& theme : kThemes) {
      if (!random.OneIn(10)) continue;
      files.push_back({.path = fmt::format(".context/{}/{}", place.themes, theme),
                       .role = place.role,
                       .text = RandomNotesFile(random, place.role)});
    }
  }
  return files;
}

}  // namespace satchel::test
