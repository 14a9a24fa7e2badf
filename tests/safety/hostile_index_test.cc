// Trees that are made to hurt, through the whole index: each is done with within a bound of
// processor time and memory, what was left out is said, and the files beside it are indexed.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/index/dump.h"
#include "code/index/indexer.h"
#include "store/code.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/safety/hostile_files.h"
#include "tests/safety/measured.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

namespace fs = std::filesystem;
using test::HostileCase;
using test::InAProcess;
using test::kSanitized;
using test::Measured;
using Then = HostileCase::Then;

constexpr double kMostSeconds = kSanitized ? 300 : 30;  // of processor time
constexpr std::int64_t kMostMegabytes = 512;

struct Store {
  std::unique_ptr<store::Database> database;
  store::Scope scope;
};

Result<Store> Open(const fs::path& directory) {
  auto opened = store::OpenSqlite({.file = (directory / "all.db").string(),
                                   .mode = store::SqliteOptions::Mode::kCreate,
                                   .full_sync = false});
  if (!opened) return std::unexpected(opened.error());
  const auto added = (*opened)->AddWorkspace("key", "name", Time{1}, Deadline::Never());
  if (!added) return std::unexpected(added.error());
  return Store{*std::move(opened),
               {.workspace = *added, .deadline = Deadline::Never(), .count = nullptr}};
}

// The rows of the hostile file and of those beside it.
std::string FilesProblem(const Store& store, const HostileCase& hostile,
                         const IndexSummary& summary) {
  std::vector<std::string> paths = {"0_before.py", "zz/after.c"};
  // The store takes no other texts, not even to look for them.
  if (text::IsValidUtf8(hostile.path)) paths.push_back(hostile.path);
  const store::CodeReader reader(*store.database);
  const auto rows = reader.FilesByPath(store.scope, paths);
  if (!rows) return rows.error().text();
  const store::FileRow* found = nullptr;
  for (const store::FileRow& row : *rows) {
    if (row.path == hostile.path) found = &row;
  }
  if (rows->size() - (found == nullptr ? 0U : 1U) != 2) return "the files beside it are missing";
  const std::vector<std::string> names = {"before", "after"};
  const auto symbols = reader.SymbolsNamed(store.scope, names);
  if (!symbols || symbols->size() != 2) return "the symbols beside it are missing";
  if (hostile.then == Then::kAnything) return "";
  if (hostile.then == Then::kSkipped) {
    // What is left out by its content has a row that says so, and nothing else.
    if (found != nullptr && !store::IsLeftOut(*found)) return "it is in the store";
    return summary.skipped.count(hostile.reason) == 1 ? "" : "it was left out without a word";
  }
  if (found == nullptr) return "it is not in the store";
  const bool limited = found->reading == "limit";
  if (limited && (summary.limited == 0 || found->remark.empty())) return "the limit is not said";
  return hostile.then == Then::kLimited && !limited ? "it was read to its end" : "";
}

// What was written can be read.
std::string DumpProblem(const fs::path& place) {
  const auto store = Open(place);
  if (!store) return store.error().text();
  const auto lines = DumpCode(*store->database, store->scope, StaleSymbols::kShow);
  return lines ? "" : std::string(lines.error().text());
}

std::string IndexProblem(const fs::path& root, const fs::path& place, const HostileCase& hostile) {
  constexpr uid_t kNobody = 65'534;  // root reads everything
  if (::geteuid() == 0 && ::seteuid(kNobody) != 0) return "cannot become nobody";
  const auto store = Open(place);
  if (!store) return store.error().text();
  IndexOptions options;
  options.threads = 2;
  // A quarter of the usual: what is met is the same, and sooner. What is nested is to meet the
  // limit of memory.
  // The full limits take minutes of a machine: scripts/soak hostile_index. What is nested needs
  // them to become as deep as it can.
  const bool full = test::CaseCount(0) > 0;
  if (!full) {
    options.limits.steps = hostile.name.contains("Nested") ? 4'000'000 : 400'000;
  }
  const auto summary = IndexTree(root, *store->database, store->scope, nullptr, options);
  if (!summary) return summary.error().text();
  if (auto problem = FilesProblem(*store, hostile, *summary); !problem.empty()) return problem;
  // Once more, with nothing changed.
  const auto again = IndexTree(root, *store->database, store->scope, nullptr, options);
  if (!again) return again.error().text();
  return again->parsed == 0 ? "" : "it was parsed again";
}

void LayBeside(const fs::path& root) {
  fs::create_directories(root / "zz");
  std::ofstream(root / "0_before.py") << "def before():\n    pass\n";
  std::ofstream(root / "zz/after.c") << "int after(void) { return 1; }\n";
}

class HostileIndexTest : public testing::TestWithParam<HostileCase> {
 protected:
  void SetUp() override {
    for (const fs::path& path : {dir_.path(), root(), place()}) {
      fs::create_directories(path);
      fs::permissions(path, fs::perms::all);
    }
  }
  void TearDown() override {
    std::error_code error;
    fs::permissions(root() / "shut", fs::perms::all, error);
  }
  fs::path root() const { return dir_.path() / "tree"; }
  fs::path place() const { return dir_.path() / "store"; }

  test::TempDir dir_;
};

TEST_P(HostileIndexTest, IsBoundedAndReported) {
  // In a process of its own, so that what it takes to make it is not counted.
  const Measured made = InAProcess([&] {
    GetParam().make(root());
    LayBeside(root());
    return std::string();
  });
  ASSERT_EQ(made.status, 0);
  const Measured measured = InAProcess([&] { return IndexProblem(root(), place(), GetParam()); });
  EXPECT_EQ(measured.status, 0) << "it did not end by itself";
  EXPECT_EQ(measured.told, "");
  EXPECT_LT(measured.seconds, kMostSeconds);
  if (!kSanitized) {
    EXPECT_LT(measured.megabytes, kMostMegabytes);
  }
  EXPECT_EQ(InAProcess([&] { return DumpProblem(place()); }).told, "");
  fmt::print("{:.2f} s, {} MB\n", measured.seconds, measured.megabytes);
}

INSTANTIATE_TEST_SUITE_P(Cases, HostileIndexTest, testing::ValuesIn(test::HostileCases()),
                         [](const auto& instance) { return instance.param.name; });

TEST(HostileIndex, HasAHundredCases) { EXPECT_GE(test::HostileCases().size(), 100U); }

// Somebody else writes while the files are read: each is there as a whole, or its reason is said.
TEST(HostileIndex, FilesThatGrowShrinkAndVanish) {
  const test::TempDir dir;
  const fs::path root = dir.path() / "tree";
  LayBeside(root);
  std::atomic<bool> stop = false;
  std::thread other([&] {
    for (std::uint64_t i = 0; !stop; ++i) {
      std::ofstream(root / "grows.py", std::ios::app) << "a = 1\n";
      if (i % 1000 == 0) fs::resize_file(root / "grows.py", 0);
      std::ofstream(root / "shrinks.py") << std::string(100 + i % 50'000, '#');
      if (i % 2 == 0) std::ofstream(root / "vanishes.py") << "b = 1\n";
      if (i % 2 == 1) fs::remove(root / "vanishes.py");
    }
  });
  const auto store = Open(dir.path());
  ASSERT_TRUE(store);
  std::string problem;
  for (int i = 0; i < 50 && problem.empty(); ++i) {
    const auto summary = IndexTree(root, *store->database, store->scope, nullptr, {});
    if (!summary) problem = summary.error().text();
  }
  stop = true;
  other.join();
  EXPECT_EQ(problem, "");
  const auto last = IndexTree(root, *store->database, store->scope, nullptr, {});
  ASSERT_TRUE(last);
  const test::TempDir fresh_dir;
  const auto fresh = Open(fresh_dir.path());
  ASSERT_TRUE(fresh);
  ASSERT_TRUE(IndexTree(root, *fresh->database, fresh->scope, nullptr, {}));
  EXPECT_EQ(DumpCode(*store->database, store->scope, StaleSymbols::kLeaveOut).value(),
            DumpCode(*fresh->database, fresh->scope, StaleSymbols::kLeaveOut).value());
}

}  // namespace
}  // namespace satchel::code
