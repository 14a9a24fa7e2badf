// Notes that are made to hurt, from the folder to a packet and a check: each is done with within a
// bound of memory, twice as much of it takes no more than a bit above twice the time, and what was
// not read is said.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes/files/check.h"
#include "notes/files/documents.h"
#include "notes/files/folder.h"
#include "tests/safety/measured.h"
#include "tests/support/notes_packet.h"
#include "tests/support/temp_dir.h"

namespace satchel::notes {
namespace {

constexpr std::int64_t kMostMegabytes = 512;
constexpr double kMostSeconds = 8;  // of processor time
constexpr std::size_t kMegabyte = 1'000'000;

struct Hostile {
  std::string name;
  std::vector<std::string> files;
  std::string (*line)(std::size_t number);
  std::size_t megabytes = 0;  // each, of the larger of two
  bool all_read = true;       // nothing of it is beyond a limit
};

void Write(const test::TempDir& dir, const Hostile& hostile, std::size_t bytes) {
  for (const std::string& file : hostile.files) {
    std::string text;
    for (std::size_t i = 0; text.size() < bytes; ++i) text += hostile.line(i);
    dir.Write(".context/" + file, text);
  }
}

// Whether something is said to be beyond a limit.
bool SaysTooMuch(const Notes& notes, const std::vector<Issue>& issues) {
  for (const Finding& finding : notes.findings) {
    if (finding.reason == Unused::kTooMany || finding.reason == Unused::kTooLarge) return true;
  }
  for (const Issue& issue : issues) {
    if (issue.subject == "too_many") return true;
  }
  return false;
}

// A packet, rows of the store, and a check; what is wrong with them.
std::string Problem(const test::TempDir& dir, bool all_read) {
  const auto notes = LoadNotes(dir.path(), false);
  if (!notes) return notes.error().text();
  const auto packed = test::PackNotesOf(*notes);
  const auto rows = DocumentsOf(*notes);
  const auto issues = CheckNotes(*notes, {.now = Time{1}});
  const auto paths = FindPaths(*notes);
  const bool too_much = SaysTooMuch(*notes, issues) || paths.more > 0;
  if (packed.text.empty()) return "an empty packet";
  if (paths.paths.size() > kMostMentions) return "too many paths";
  return too_much == all_read ? "what was not read is not said, or is said wrongly" : "";
}

std::vector<std::string> Themes(std::string_view folder, std::size_t count) {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < count; ++i) files.push_back(fmt::format("{}/{:03}.md", folder, i));
  return files;
}

class HostileNotesTest : public testing::TestWithParam<Hostile> {};

// Seconds of processor time that twice `half` of it and `half` of it take.
struct Pair {
  double whole = 0;
  double half = 0;
  // Quadratic would be four times; a tenth of a second is noise.
  bool IsLinear() const { return whole <= 3 * half + 0.2; }
};

TEST_P(HostileNotesTest, TakesBoundedMemoryAndLinearTime) {
  const Hostile& hostile = GetParam();
  const test::TempDir whole;
  Write(whole, hostile, hostile.megabytes * kMegabyte);
  const auto use_whole = [&] { return Problem(whole, hostile.all_read); };
  const auto measured = test::InAProcess(use_whole);
  EXPECT_EQ(measured.status, 0) << "it did not end by itself";
  EXPECT_EQ(measured.told, "");
  if (test::kSanitized) return;
  EXPECT_LE(measured.megabytes, kMostMegabytes);

  const test::TempDir half;
  Write(half, hostile, hostile.megabytes * kMegabyte / 2);
  // A busy neighbour only ever adds to the time: the least of three is what the work takes.
  Pair least{.whole = measured.seconds, .half = 1e9};
  for (int i = 0; i < 3; ++i) {
    if (i > 0) least.whole = std::min(least.whole, test::InAProcess(use_whole).seconds);
    const auto used = test::InAProcess([&] {
      Problem(half, true);
      return std::string();
    });
    least.half = std::min(least.half, used.seconds);
    if (least.IsLinear() && least.whole <= kMostSeconds) break;
  }
  EXPECT_LE(least.whole, kMostSeconds);
  EXPECT_TRUE(least.IsLinear()) << least.whole << " s, and half of it " << least.half << " s";
}

std::string TaskLine(std::size_t i) {
  return fmt::format("- [ ] Repair number {} of the {} in the {} #area:a{}\n", i, i * 7919 % 4'001,
                     i * 104'729 % 3'001, i % 100);
}
std::string DistinctLinks(std::size_t i) {
  return fmt::format("- see [x](docs/a{}/b{}.md)\n", i % 977, i);
}
std::string OpenLinks(std::size_t) { return "[a](b/c"; }
std::string OpenSpans(std::size_t i) { return std::string(1 + i % 2'000, '`') + "a/b"; }
std::string Superseded(std::size_t i) {
  return fmt::format("## [2026-01-01] Use the storage number {}\n\n~~Superseded~~ by another\n\n",
                     i);
}
std::string Conflicts(std::size_t) { return "<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> other\n"; }
std::string Nested(std::size_t i) {
  return std::string(2 * (i % 60), ' ') + (i % 60 == 0 ? "- [ ] a\n" : "- b `<c>`\n");
}
std::string Paragraphs(std::size_t i) { return fmt::format("Rule {} holds.\n\n", i); }
std::string LongTasks(std::size_t i) {
  std::string line = "- [ ]";
  for (std::size_t word = 0; word < 1'000; ++word) line += fmt::format(" w{}", word);
  return line + fmt::format(" number{}\n", i);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, HostileNotesTest,
    testing::Values(Hostile{"Tasks", {"TASKS.md"}, TaskLine, 20, false},
                    Hostile{"TasksWithinTheLimit", {"TASKS.md"}, TaskLine, 8, false},
                    Hostile{"ShortTasks",
                            {"TASKS.md"},
                            [](std::size_t) { return std::string("- [ ] a\n"); },
                            8,
                            false},
                    Hostile{"LongTasks", {"TASKS.md"}, LongTasks, 8, true},
                    Hostile{"ManyFiles", Themes("conventions", 60), TaskLine, 1, false},
                    Hostile{"ManyFilesOfEntries", Themes("decisions", 30), Superseded, 1, false},
                    Hostile{"Links", {"CONVENTIONS.md"}, DistinctLinks, 4, false},
                    Hostile{"OpenLinks", {"CONVENTIONS.md"}, OpenLinks, 4, true},
                    Hostile{"OpenSpans", {"CONVENTIONS.md"}, OpenSpans, 4, true},
                    Hostile{"Superseded", {"DECISIONS.md"}, Superseded, 4, false},
                    Hostile{"Conflicts", {"CONVENTIONS.md"}, Conflicts, 4, false},
                    Hostile{"Nested", {"TASKS.md"}, Nested, 8, true},
                    Hostile{"Paragraphs", {"CONSTITUTION.md"}, Paragraphs, 4, false}),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace satchel::notes
