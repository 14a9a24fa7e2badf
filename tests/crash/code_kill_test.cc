// A process that indexes a work tree is killed, at the steps that change the disk and at moments
// by chance, while the tree is edited. Whoever indexes next undisturbed ends in the store that
// indexing everything anew gives. `scripts/soak code_kills` has more of them.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/index/dump.h"
#include "code/index/indexer.h"
#include "engine/stores/stores.h"
#include "store/sqlite/sqlite_database.h"
#include "surfaces/cli/run.h"
#include "tests/crash/child.h"
#include "tests/crash/killing_calls.h"
#include "tests/support/random.h"
#include "tests/support/store_workspace.h"
#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

namespace fs = std::filesystem;
using test::Random;
using Lines = std::vector<std::string>;

constexpr std::size_t kFiles = 60;

// A tree of one language; each file takes something of the next one.
std::string ContentOf(std::uint64_t number, std::uint64_t edition) {
  std::string text = fmt::format("from .m{} import f{}\n", (number + 1) % kFiles, number + 1);
  for (std::uint64_t i = 0; i < 3 + edition % 3; ++i) {
    text += fmt::format("\n\n# TODO: {0}\ndef f{1}_{0}(a):\n    return f{2}(a, {3})\n", i, number,
                        number + 1, edition);
  }
  // Broken off, now and then.
  return edition % 7 == 3 ? text + "def (:\n" : text;
}

class KilledTree {
 public:
  explicit KilledTree(std::uint64_t seed) : random_(seed) {
    for (std::uint64_t i = 0; i < kFiles; ++i) Put(fmt::format("src/m{}.py", i), ContentOf(i, 0));
    Put("src/__init__.py", "");
    Put("README.md", "# Tree\n\nSee [one](src/m1.py).\n");
  }

  Random& random() { return random_; }
  fs::path cache() const { return workspace_.dir().path() / "home/.cache/satchel/parse"; }

  // Some edits, deletions and renames.
  void Edit() {
    for (std::uint64_t edits = 1 + random_.Below(6); edits > 0; --edits) {
      ++edition_;
      const std::uint64_t number = random_.Below(kFiles);
      const std::string path = fmt::format("src/m{}.py", number);
      const fs::path moved = workspace_.root() / fmt::format("lib/m{}.py", number);
      switch (random_.Below(4)) {
        case 0:
          fs::remove(workspace_.root() / path);
          break;
        case 1:
          fs::create_directories(moved.parent_path());
          if (fs::exists(workspace_.root() / path)) fs::rename(workspace_.root() / path, moved);
          break;
        default:
          Put(path, ContentOf(number, edition_));
      }
    }
  }

  // The whole command, in a process of its own.
  std::unique_ptr<test::Child> Start(std::uint64_t kill_at = 0) {
    return std::make_unique<test::Child>([this, kill_at](int told) {
      std::istringstream in;
      std::ostringstream out;
      std::ostringstream err;
      const cli::Streams streams{.in = in, .out = out, .err = err};
      test::KillAt(kill_at);
      const int code = cli::Run({"index", "--threads", "2"}, streams, workspace_.environment());
      test::KillAt(0);
      const std::string text = err.str();
      [[maybe_unused]] const ssize_t written = ::write(told, text.data(), text.size());
      return code;
    });
  }

  // Nobody disturbs it: it succeeds, without a word, and the store is that of the files.
  void Check() {
    auto child = Start();
    const std::string told = child->Told();
    ASSERT_EQ(child->Wait(), 0) << told;
    EXPECT_EQ(told, "");
    const Lines wanted = Fresh();
    EXPECT_THAT(wanted, testing::Contains(testing::HasSubstr("README.md")));
    // Not with EXPECT_EQ: of two long lists it would say all.
    const Lines found = Found();
    Lines differences;
    std::ranges::set_symmetric_difference(wanted, found, std::back_inserter(differences));
    EXPECT_THAT(differences, testing::IsEmpty());
  }

 private:
  void Put(const std::string& path, const std::string& content) {
    const fs::path file = workspace_.root() / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
  }

  static Lines DumpOf(store::Database& curated, const store::Scope& scope) {
    auto lines = code::DumpCode(curated, scope, code::StaleSymbols::kLeaveOut);
    EXPECT_TRUE(lines) << lines.error().text();
    return lines ? *std::move(lines) : Lines();
  }

  Lines Found() {
    auto stores = workspace_.Open();
    EXPECT_TRUE(stores) << stores.error().text();
    if (!stores) return {};
    return DumpOf(stores->curated(), stores->scope(Deadline::Never()));
  }

  Lines Fresh() {
    const test::TempDir dir;
    const auto opened = store::OpenSqlite({.file = (dir.path() / "fresh.db").string(),
                                           .mode = store::SqliteOptions::Mode::kCreate,
                                           .full_sync = false});
    EXPECT_TRUE(opened);
    store::Database& fresh = **opened;
    const auto added = fresh.AddWorkspace("key", "name", Time{1}, Deadline::Never());
    EXPECT_TRUE(added);
    const store::Scope scope{.workspace = *added, .deadline = Deadline::Never(), .count = nullptr};
    const auto done = code::IndexTree(workspace_.root(), fresh, scope, nullptr, {});
    EXPECT_TRUE(done) << done.error().text();
    return DumpOf(fresh, scope);
  }

  test::StoreWorkspace workspace_;
  Random random_;
  std::uint64_t edition_ = 0;
};

// One kill, and whether it was in time.
bool KillOnce(KilledTree& tree) {
  Random& random = tree.random();
  if (random.OneIn(4)) {
    auto child = tree.Start();
    ::usleep(static_cast<useconds_t>(random.Below(60'000)));
    child->Kill();
    return true;
  }
  // Few steps are as many as many: what is first and what is last is met as often.
  auto child = tree.Start(random.Between(1, 1ULL << random.Between(1, 9)));
  const std::string told = child->Told();
  const int code = child->Wait();
  EXPECT_TRUE(code == 0 || code == -1) << "it failed by itself: " << code << " " << told;
  return code == -1;
}

TEST(CodeKillTest, TheNextRunEndsInTheStoreOfTheFiles) {
  const std::uint64_t wanted = test::CaseCount(60);
  std::uint64_t kills = 0;
  std::uint64_t in_a_row = 0;
  std::unique_ptr<KilledTree> tree;
  for (std::uint64_t round = 0; kills < wanted && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(fmt::format("seed {}, round {}", test::FirstSeed(), round));
    // Killed while the store is being made, too.
    if (round % 6 == 0) tree = std::make_unique<KilledTree>(test::FirstSeed() + round);
    std::uint64_t here = 0;
    do {
      if (KillOnce(*tree)) ++here;
      if (tree->random().OneIn(2)) tree->Edit();
    } while (tree->random().OneIn(2) && !testing::Test::HasFailure());
    tree->Check();
    kills += here;
    in_a_row = std::max(in_a_row, here);
  }
  fmt::print("{} kills, up to {} in a row\n", kills, in_a_row);
}

TEST(CodeKillTest, OneOfTwoIsKilledAndTheOtherGoesOn) {
  KilledTree tree(test::FirstSeed());
  for (std::uint64_t round = 0; round < test::CaseCount(60) / 4; ++round) {
    SCOPED_TRACE(fmt::format("seed {}, round {}", test::FirstSeed(), round));
    tree.Edit();
    auto killed = tree.Start(tree.random().Between(1, 1ULL << tree.random().Between(1, 9)));
    auto other = tree.Start();
    const std::string told = other->Told();
    EXPECT_EQ(other->Wait(), 0) << told;
    killed->Kill();
    tree.Check();
    if (testing::Test::HasFailure()) return;
  }
}

TEST(CodeKillTest, DraftsOfTheParseCacheGo) {
  KilledTree tree(test::FirstSeed());
  tree.Check();
  std::ofstream(tree.cache() / "0000000000000009-1-0.tmp") << "torn";
  const auto drafts = [&] {
    return std::ranges::count_if(fs::directory_iterator(tree.cache()), [](const auto& entry) {
      return entry.path().extension() == ".tmp";
    });
  };
  ASSERT_EQ(drafts(), 1);
  for (int i = 0; i < 10; ++i) tree.Edit();
  tree.Check();
  EXPECT_EQ(drafts(), 0);
}

}  // namespace
}  // namespace satchel
