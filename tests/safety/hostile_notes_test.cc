// Notes that are made to hurt, from the folder to a packet and a check: each is done with within a
// bound of memory, twice as much of it takes no more than a bit above twice the time, and what was
// not read is said.

#include <cstdint>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sources/notes/check.h"
#include "sources/notes/documents.h"
#include "sources/notes/folder.h"
#include "tests/support/notes_packet.h"
#include "tests/support/temp_dir.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SATCHEL_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SATCHEL_SANITIZED 1
#endif
#endif
#ifdef SATCHEL_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

namespace satchel::notes {
namespace {

constexpr std::int64_t kMostMegabytes = kSanitized ? 2'048 : 512;
constexpr double kMostSeconds = kSanitized ? 60 : 8;  // of processor time
constexpr std::size_t kMegabyte = 1'000'000;

struct Measured {
  int status = -1;
  double seconds = 0;
  std::int64_t megabytes = 0;
};

// In a process of its own: what it took.
template <class Body>
Measured InAProcess(const Body& body) {
  Measured measured;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body() ? 0 : 1);
  rusage used{};
  ::wait4(child, &measured.status, 0, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_usec) / 1e6);
  };
  measured.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  measured.megabytes = used.ru_maxrss / 1024;
  return measured;
}

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

// A packet, rows of the store, and a check.
bool Use(const test::TempDir& dir, bool all_read) {
  const auto notes = LoadNotes(dir.path(), false);
  if (!notes) return false;
  const auto packed = test::PackNotesOf(*notes);
  const auto rows = DocumentsOf(*notes);
  const auto issues = CheckNotes(*notes, {.now = Time{1}});
  const auto paths = FindPaths(*notes);
  const bool too_much = SaysTooMuch(*notes, issues) || paths.more > 0;
  return !packed.text.empty() && paths.paths.size() <= kMostMentions && too_much != all_read;
}

std::vector<std::string> Themes(std::string_view folder, std::size_t count) {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < count; ++i) files.push_back(fmt::format("{}/{:03}.md", folder, i));
  return files;
}

class HostileNotesTest : public testing::TestWithParam<Hostile> {};

TEST_P(HostileNotesTest, TakesBoundedMemoryAndLinearTime) {
  const Hostile& hostile = GetParam();
  const test::TempDir half;
  const test::TempDir whole;
  Write(half, hostile, hostile.megabytes * kMegabyte / 2);
  Write(whole, hostile, hostile.megabytes * kMegabyte);
  const auto small = InAProcess([&] {
    Use(half, true);
    return true;
  });
  const auto large = InAProcess([&] { return Use(whole, hostile.all_read); });
  EXPECT_EQ(large.status, 0) << "what was not read is not said";
  EXPECT_LE(large.megabytes, kMostMegabytes);
  EXPECT_LE(large.seconds, kMostSeconds);
  // Quadratic would be four times; a tenth of a second is noise.
  EXPECT_LE(large.seconds, 3 * small.seconds + 0.2);
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
