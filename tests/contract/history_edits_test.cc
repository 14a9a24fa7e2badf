// Whatever happens to a repository, reading what is new of its history gives the store that reading
// all of it gives, and search finds the same in both.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/history/history_dump.h"
#include "code/history/history_index.h"
#include "code/index/code_indexes.h"
#include "tests/contract/store_engines.h"
#include "tests/support/git_repository.h"
#include "tests/support/random.h"

namespace satchel::code {
namespace {

using test::EngineCase;
using test::Random;

const std::vector<std::string> kWords = {"umbrella", "marmalade", "zebra", "lemon", "anchor"};
const std::vector<std::string> kFiles = {"a.py", "b.py", "src/c.py", "src/d.py", "lib/e.py"};
const std::vector<std::string> kBranches = {"main", "one", "two"};

// A repository in which things happen as they do to people.
class Busy {
 public:
  explicit Busy(std::uint64_t seed) : random_(seed) { Edit(); }

  void Step() {
    switch (random_.Below(9)) {
      case 0:
        return Rename();
      case 1:
        return Remove();
      case 2:
        return Switch();
      case 3:
        return Merge();
      case 4:
        return Rebase();
      case 5:
        return Amend();
      case 6:
        return Reset();
      default:
        return Edit();
    }
  }
  const std::filesystem::path& path() const { return repository_.path(); }

 private:
  bool Has(const std::string& file) const {
    return std::filesystem::exists(repository_.path() / file);
  }
  std::string Message() {
    std::string message = fmt::format("Teach {} number {}", random_.Pick(kWords), ++times_);
    if (random_.OneIn(3)) message += fmt::format("\n\nBecause of {}.", random_.Pick(kWords));
    return message;
  }
  // One of the other files, or a name that nobody has had.
  std::string NewName() {
    return random_.OneIn(3) ? random_.Pick(kFiles) : fmt::format("new/f{}.py", ++times_);
  }
  void Edit() {
    for (std::uint64_t i = random_.Between(1, 3); i > 0; --i) {
      repository_.Write(random_.Pick(kFiles), std::string(120, 'x') + std::to_string(++times_));
    }
    repository_.Commit(Message());
  }
  void Rename() {
    const std::string from = random_.Pick(kFiles);
    const std::string to = NewName();
    if (!Has(from) || Has(to)) return Edit();
    std::filesystem::create_directories((repository_.path() / to).parent_path());
    repository_.Git({"mv", from, to});
    if (random_.OneIn(2)) repository_.Write(to, std::string(120, 'x') + std::to_string(++times_));
    repository_.Commit(Message());
  }
  void Remove() {
    const std::string file = random_.Pick(kFiles);
    if (!Has(file)) return Edit();
    repository_.Git({"rm", "-q", file});
    repository_.Commit(Message());
  }
  void Switch() {
    const std::string branch = random_.Pick(kBranches);
    const bool is_there =
        !repository_.Git({"branch", "--list", "--format=%(refname:short)", branch}).empty();
    repository_.Git(is_there ? std::vector<std::string>{"switch", "-q", branch}
                             : std::vector<std::string>{"switch", "-q", "-c", branch});
  }
  // Our files stay, so that nothing is in conflict; the other side's commits are ours too now.
  // A first commit that was amended is another root.
  void Merge() {
    const std::string branch = random_.Pick(kBranches);
    if (repository_.Git({"branch", "--list", branch}).empty()) return Edit();
    repository_.Git({"merge", "-q", "-s", "ours", "--no-ff", "--allow-unrelated-histories", "-m",
                     Message(), branch});
  }
  // The last two commits as one new one without the history between: what a squash leaves.
  void Rebase() {
    const auto log = repository_.Git({"rev-list", "--count", "--first-parent", "HEAD"});
    if (std::stoi(log) < 4) return Edit();
    repository_.Git({"reset", "-q", "--soft", "HEAD~2"});
    repository_.Git({"commit", "-q", "--allow-empty", "-m", Message()});
  }
  void Amend() { repository_.Git({"commit", "-q", "--amend", "--allow-empty", "-m", Message()}); }
  void Reset() {
    const auto log = repository_.Git({"rev-list", "--count", "--first-parent", "HEAD"});
    if (std::stoi(log) > 2) repository_.Git({"reset", "-q", "--hard", "HEAD^"});
  }

  test::GitRepository repository_;
  Random random_;
  int times_ = 0;
};

Status Index(test::StoreEngine& engine, const std::filesystem::path& root, std::size_t commits) {
  retrieval::HistoryDocuments documents;
  SATCHEL_TRY(IndexHistory(*Git::Find("/usr/bin:/bin"), {.directory = root}, engine.database(),
                           engine.scope(), {.commits = commits, .sink = &documents}));
  return {};
}

std::vector<std::string> Lines(test::StoreEngine& engine) {
  std::vector<std::string> lines = DumpHistory(engine.database(), engine.scope()).value();
  retrieval::CodeIndexes indexes(engine.database());
  for (const std::string& word : kWords) {
    const std::vector<lexical::QueryTerm> terms = {{.text = word.substr(0, word.size())}};
    const auto found = indexes.history.Search(engine.scope(), terms, {.limit = 50});
    for (const lexical::Hit& hit : found->hits) {
      lines.push_back(fmt::format("{} {} {}", word, hit.key, hit.units));
    }
  }
  return lines;
}

class HistoryEditsTest : public testing::TestWithParam<EngineCase> {};

TEST_P(HistoryEditsTest, WhatIsNewGivesWhatAllGives) {
  const std::uint64_t first = test::FirstSeed();
  for (std::uint64_t seed = first;
       seed < first + test::CaseCount(GetParam().name == "sqlite" ? 4 : 1); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Busy busy(seed);
    Random random(seed);
    const std::size_t commits = random.OneIn(3) ? 6 : 10'000;
    const auto engine = GetParam().make();
    for (std::uint64_t i = random.Between(4, 14); i > 0; --i) {
      busy.Step();
      if (!random.OneIn(3)) continue;
      ASSERT_TRUE(Index(*engine, busy.path(), commits));
    }
    ASSERT_TRUE(Index(*engine, busy.path(), commits));
    const auto other = GetParam().make();
    ASSERT_TRUE(Index(*other, busy.path(), commits));
    ASSERT_EQ(Lines(*engine), Lines(*other));
    if (testing::Test::HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, HistoryEditsTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::code
