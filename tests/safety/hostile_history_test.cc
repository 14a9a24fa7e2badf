// A history that is made to hurt: a clone of a few kilobytes whose first commit has ten million
// files, which its second one removes. Git and the index stay within their bounds, and what was
// omitted is said.

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/git.h"
#include "code/history/history_dump.h"
#include "code/history/history_index.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/safety/measured.h"
#include "tests/support/git_repository.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

using test::InAProcess;
using test::kSanitized;
using test::Measured;

constexpr double kMostSeconds = kSanitized ? 300 : 60;  // of processor time, with git's
constexpr std::int64_t kMostMegabytes = 512;            // of the larger of the two processes

// A tree of ten identical trees, and so on; the last ones have ten files.
std::string TreeBomb(const test::GitRepository& repository, int levels) {
  std::string tree;
  std::string entry =
      "100644 blob " + repository.Git({"hash-object", "-w", "--stdin"}, "x\n").substr(0, 40);
  for (int level = 0; level < levels; ++level) {
    std::string text;
    for (int i = 0; i < 10; ++i) text += fmt::format("{}\t{}\n", entry, i);
    tree = repository.Git({"mktree"}, text).substr(0, 40);
    entry = "040000 tree " + tree;
  }
  return tree;
}

void Lay(const test::GitRepository& repository) {
  const std::string bomb = TreeBomb(repository, 7);
  const std::string first =
      repository.Git({"commit-tree", "-m", "Plant marmalade", bomb}).substr(0, 40);
  repository.Git({"update-ref", "HEAD", first});
  repository.Write("a.py", "1\n");
  repository.Git({"add", "a.py"});
  repository.Git({"commit", "-q", "-m", "Teach umbrellas"});
  repository.Write("a.py", "2\n");
  repository.Commit("Teach aardvarks");
}

std::string IndexProblem(const test::GitRepository& repository, const std::string& place) {
  auto opened = store::OpenSqlite(
      {.file = place + "/all.db", .mode = store::SqliteOptions::Mode::kCreate, .full_sync = false});
  if (!opened) return opened.error().text();
  const auto added = (*opened)->AddWorkspace("key", "name", Time{1}, Deadline::Never());
  if (!added) return added.error().text();
  const store::Scope scope{.workspace = *added, .deadline = Deadline::Never(), .count = nullptr};
  const auto summary = IndexHistory(*Git::Find("/usr/bin:/bin"), {.directory = repository.path()},
                                    **opened, scope, {});
  if (!summary) return summary.error().text();
  if (summary->commits != 3) return fmt::format("{} commits are read", summary->commits);
  if (summary->too_large != 2) return fmt::format("{} are too large", summary->too_large);
  const auto lines = DumpHistory(**opened, scope);
  if (!lines) return lines.error().text();
  for (const std::string& line : *lines) {
    if (line.starts_with("path \"a.py\"")) return "";
  }
  return "the commit after it says nothing about its file";
}

TEST(HostileHistoryTest, ATreeBombInTheFirstCommitIsBoundedAndReported) {
  const test::GitRepository repository;
  Lay(repository);
  const test::TempDir place;
  const Measured measured =
      InAProcess([&] { return IndexProblem(repository, place.path().string()); });
  EXPECT_EQ(measured.status, 0) << "it did not end by itself";
  EXPECT_EQ(measured.told, "");
  EXPECT_LT(measured.seconds, kMostSeconds);
  if (!kSanitized) {
    EXPECT_LT(measured.megabytes, kMostMegabytes);
  }
  fmt::print("{:.2f} s, {} MB\n", measured.seconds, measured.megabytes);
}

}  // namespace
}  // namespace satchel::code
