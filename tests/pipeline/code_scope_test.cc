// Which files are in scope, and in which order: the numbers of specification 003's tiers.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/find/task_scope.h"
#include "code/history/co_change.h"
#include "tests/support/code_store.h"

namespace satchel::retrieval {
namespace {

using store::FileRow;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class CodeScopeTest : public testing::Test {
 protected:
  TaskScope Find(const ScopeRequest& request) {
    auto scope = FindScope(code_.searched(), code_.curated(), request);
    EXPECT_TRUE(scope) << scope.error().text();
    return scope ? *std::move(scope) : TaskScope();
  }
  // The scope of a task that names these files; all others are found from them.
  TaskScope FindFrom(const std::vector<FileRow>& seeds, ScopeRequest request) {
    std::string task = "change";
    std::vector<std::pair<FileRow, std::int64_t>> ranked;
    for (const FileRow& seed : seeds) {
      task += " " + seed.path;
      ranked.emplace_back(seed, 1'000'000);
    }
    request.known = code_.Ranked(task, ranked);
    request.task = ask::Question(std::move(task));
    return Find(request);
  }
  static std::vector<std::string> Paths(const std::vector<ScopedFile>& files) {
    std::vector<std::string> paths;
    for (const ScopedFile& file : files) paths.push_back(file.row.path);
    return paths;
  }
  static std::vector<std::string> Reasons(const TaskScope& scope) {
    std::vector<std::string> reasons;
    for (const ScopedFile& file : scope.considered) {
      reasons.push_back(fmt::format("{}: {}", file.row.path, file.left_out));
    }
    return reasons;
  }

  test::CodeStore code_;
};

TEST_F(CodeScopeTest, TenFilesAreFoundByTheirWords) {
  std::vector<std::pair<FileRow, std::int64_t>> ranked;
  for (int i = 0; i < 11; ++i) ranked.emplace_back(code_.Add(fmt::format("f{:02}.py", i)), 1'000);
  const TaskScope scope = Find({.task = ask::Question("sort cheese"),
                                .budget = 9'000,
                                .known = code_.Ranked("sort cheese", ranked)});
  EXPECT_THAT(scope.files, SizeIs(10));
  EXPECT_THAT(Reasons(scope), ElementsAre("f10.py: not_among_best"));
}

TEST_F(CodeScopeTest, AFoundFileHas30PercentOfTheBestScore) {
  const std::vector<std::pair<FileRow, std::int64_t>> ranked = {{code_.Add("best.py"), 1'000'000},
                                                                {code_.Add("enough.py"), 300'000},
                                                                {code_.Add("less.py"), 299'999}};
  const TaskScope scope = Find({.task = ask::Question("sort cheese"),
                                .budget = 9'000,
                                .known = code_.Ranked("sort cheese", ranked)});
  EXPECT_THAT(Paths(scope.files), ElementsAre("best.py", "enough.py"));
  EXPECT_THAT(Reasons(scope), ElementsAre("less.py: below_floor"));
}

TEST_F(CodeScopeTest, NeighboursOf24SeedsAreLookedFor) {
  std::vector<FileRow> seeds;
  for (int i = 1; i <= 25; ++i) {
    seeds.push_back(code_.Add(fmt::format("seeds/s{:02}.py", i)));
    code_.Import(seeds.back(), code_.Add(fmt::format("parts/p{:02}.py", i)));
  }
  const TaskScope scope = FindFrom(seeds, {.task = ask::Question(""), .budget = 90'000});
  const std::vector<std::string> paths = Paths(scope.files);
  ASSERT_THAT(paths, SizeIs(25 + 24));
  EXPECT_THAT(paths, testing::Contains("parts/p24.py"));
  EXPECT_THAT(paths, testing::Not(testing::Contains("parts/p25.py")));
}

TEST_F(CodeScopeTest, FiveThousandOmittedFilesAreListed) {
  std::vector<std::pair<FileRow, std::int64_t>> ranked = {{code_.Add("best.py"), 1'000'000}};
  for (int i = 0; i < 5'001; ++i) {
    FileRow row;
    row.id = 10 + i;
    row.path = fmt::format("f{:04}.py", i);
    ranked.emplace_back(row, 1);
  }
  const TaskScope scope = Find({.task = ask::Question("sort cheese"),
                                .budget = 9'000,
                                .known = code_.Ranked("sort cheese", ranked)});
  EXPECT_THAT(scope.considered, SizeIs(5'000));
  EXPECT_EQ(scope.not_listed, 1U);
}

// A seed and a dependency of these sizes: whether a budget has room for the dependency.
bool HasRoom(std::int64_t seed, std::int64_t dependency, std::size_t budget) {
  test::CodeStore code;
  const FileRow first = code.Add("seed.py", seed);
  code.Import(first, code.Add("part.py", dependency));
  ScopeRequest request{.task = ask::Question("change seed.py"), .budget = budget};
  request.known = code.Ranked(request.task.text(), {{first, 1'000'000}});
  return FindScope(code.searched(), code.curated(), request)->files.size() == 2;
}

TEST(CodeScopeRoomTest, SignaturesTakeATokenPer40BytesFrom12To300) {
  EXPECT_TRUE(HasRoom(4'000, 4'000, 200));
  EXPECT_FALSE(HasRoom(4'000, 4'000, 199));
  EXPECT_TRUE(HasRoom(0, 479, 24));
  EXPECT_FALSE(HasRoom(0, 479, 23));
  EXPECT_TRUE(HasRoom(12'000, 1'000'000, 600));
  EXPECT_FALSE(HasRoom(12'000, 1'000'000, 599));
}

TEST_F(CodeScopeTest, ATierThatIsFullTakesNoSmallerFile) {
  const FileRow seed = code_.Add("seed.py", 4'000);
  const FileRow large = code_.Add("a_large.py", 4'000);
  const FileRow small = code_.Add("b_small.py", 400);
  code_.Import(seed, large);
  code_.Import(seed, small);
  const TaskScope scope = FindFrom({seed}, {.task = ask::Question(""), .budget = 150});
  EXPECT_THAT(Paths(scope.files), ElementsAre("seed.py"));
  EXPECT_THAT(Reasons(scope), ElementsAre("a_large.py: no_room", "b_small.py: no_room"));
}

TEST_F(CodeScopeTest, ATierIsOrderedByTheSeedsThatAFileTouchesThenByPath) {
  const FileRow best = code_.Add("s1.py");
  const FileRow next = code_.Add("s2.py");
  const FileRow of_next = code_.Add("parts/a.py");
  const FileRow of_best = code_.Add("parts/b.py");
  const FileRow also_of_best = code_.Add("parts/c.py");
  const FileRow of_both = code_.Add("parts/d.py");
  code_.Import(next, of_next);
  code_.Import(of_best, best);
  code_.Import(best, also_of_best);
  code_.Import(best, of_both);
  code_.Import(next, of_both);
  const TaskScope scope = FindFrom({best, next}, {.task = ask::Question(""), .budget = 9'000});
  EXPECT_THAT(Paths(scope.files), ElementsAre("s1.py", "s2.py", "parts/d.py", "parts/b.py",
                                              "parts/c.py", "parts/a.py"));
  EXPECT_EQ(scope.files[2].seed, "s1.py") << "of two seeds the better one";
  EXPECT_EQ(scope.files[3].relation, "imports");
  EXPECT_EQ(scope.files[4].relation, "imported_by");
  // A half for the best seed, a third for the next.
  EXPECT_EQ(scope.files[2].score, Score::FromMillionths(500'000 + 333'333));
  EXPECT_EQ(scope.files[5].score, Score::FromMillionths(333'333));
}

TEST_F(CodeScopeTest, AFileBelongsToTheFirstTierThatHasIt) {
  const FileRow seed = code_.Add("seed.py");
  const FileRow second = code_.Add("second_seed.py");
  const FileRow both = code_.Add("both.py");
  const FileRow changed = code_.Add("changed.py");
  const FileRow described = code_.Add("described.py");
  code_.Import(seed, second);
  code_.Import(seed, both);
  for (int i = 0; i < 2; ++i) code_.Commit({"seed.py", "both.py", "changed.py"});
  for (const FileRow& file : {seed, second, both, changed, described}) {
    code_.Describe(file, R"(["cheese"])");
  }
  const TaskScope scope = FindFrom(
      {seed, second}, {.task = ask::Question(""), .budget = 9'000, .concepts = {"cheese"}});
  ASSERT_THAT(Paths(scope.files),
              ElementsAre("second_seed.py", "seed.py", "both.py", "changed.py", "described.py"));
  EXPECT_EQ(scope.files[1].tier, Tier::kSeed);
  EXPECT_EQ(scope.files[2].tier, Tier::kDependency);
  EXPECT_EQ(scope.files[3].tier, Tier::kCoChange);
  EXPECT_EQ(scope.files[4].tier, Tier::kMetadata);
}

TEST_F(CodeScopeTest, TwoCommonCommitsMakeANeighbour) {
  const FileRow seed = code_.Add("seed.py");
  code_.Add("once.py");
  code_.Add("twice.py");
  code_.Commit({"seed.py", "once.py", "twice.py"});
  code_.Commit({"seed.py", "twice.py"});
  EXPECT_THAT(Paths(FindFrom({seed}, {.task = ask::Question(""), .budget = 9'000}).files),
              ElementsAre("seed.py", "twice.py"));
}

TEST_F(CodeScopeTest, ACommitWithEachOfTwoSeedsIsNoNeighbour) {
  const FileRow one = code_.Add("one.py");
  const FileRow other = code_.Add("other.py");
  code_.Add("part.py");
  code_.Commit({"one.py", "part.py"});
  code_.Commit({"other.py", "part.py"});
  EXPECT_THAT(Paths(FindFrom({one, other}, {.task = ask::Question(""), .budget = 9'000}).files),
              ElementsAre("one.py", "other.py"));
}

TEST_F(CodeScopeTest, FilesWithMoreOfTheConceptsAreFirst) {
  const FileRow seed = code_.Add("seed.py");
  code_.Describe(code_.Add("a_one.py"), R"(["cheese"])");
  code_.Describe(code_.Add("b_both.py"), R"(["wine","cheese"])");
  code_.Describe(code_.Add("c_one.py"), R"(["wine"])");
  code_.Describe(code_.Add("d_none.py"), R"(["bread"])");
  const TaskScope scope = FindFrom(
      {seed}, {.task = ask::Question(""), .budget = 9'000, .concepts = {"cheese", "wine"}});
  EXPECT_THAT(Paths(scope.files), ElementsAre("seed.py", "b_both.py", "a_one.py", "c_one.py"));
}

TEST_F(CodeScopeTest, ASymbolThatThreeFilesDefineIsASeedAndOneOfFourIsNot) {
  std::vector<FileRow> files;
  for (int i = 0; i < 4; ++i) {
    files.push_back(code_.Add(fmt::format("f{}.py", i)));
    code_.Define(files.back(), "Offour");
    if (i < 3) code_.Define(files.back(), "Ofthree");
  }
  const auto found = [this](const std::string& task) {
    return Paths(
        Find({.task = ask::Question(task), .budget = 9'000, .known = code_.Ranked(task, {})})
            .files);
  };
  EXPECT_THAT(found("fix Ofthree"), ElementsAre("f0.py", "f1.py", "f2.py"));
  EXPECT_THAT(found("fix Offour"), IsEmpty());
}

TEST_F(CodeScopeTest, ASymbolOfFourLettersIsASeedAndOneOfThreeIsNot) {
  code_.Define(code_.Add("four.py"), "Abcd");
  code_.Define(code_.Add("three.py"), "Abc");
  const auto found = [this](const std::string& task) {
    return Paths(
        Find({.task = ask::Question(task), .budget = 9'000, .known = code_.Ranked(task, {})})
            .files);
  };
  EXPECT_THAT(found("fix Abcd"), ElementsAre("four.py"));
  EXPECT_THAT(found("fix Abc"), IsEmpty());
}

TEST(CodeHistoryTest, ACommitOf50FilesCountsAndOneOf51DoesNot) {
  const auto commits_of_the_first = [](std::size_t files) {
    std::vector<code::PathChange> changes;
    for (std::size_t i = 0; i < files; ++i) {
      changes.push_back(
          {.kind = code::PathChange::Kind::kChanged, .path = std::to_string(i), .old = ""});
    }
    const std::vector<code::NumberedCommit> commits = {
        {.number = 2, .changed = files, .changes = changes},
        {.number = 1, .changed = 1, .changes = {changes.front()}}};
    return code::PathHistories(commits).at("0").commits;
  };
  EXPECT_THAT(commits_of_the_first(50), ElementsAre(2, 1));
  EXPECT_THAT(commits_of_the_first(51), ElementsAre(1));
}

TEST_F(CodeScopeTest, ACommitOf365DaysAgoCountsHalf) {
  code_.Commit({"seed.py", "new.py"});
  code_.Commit({"seed.py", "old.py"}, 365);
  code_.Commit({"seed.py", "large.py", "a", "b", "c"});
  const std::vector<std::string> seeds = {"seed.py"};
  const auto found = code::FilesChangedWith(code_.curated(), seeds, 1);
  ASSERT_TRUE(found) << found.error().text();
  std::map<std::string, double> weights;
  for (const code::CoChanged& one : *found) weights[one.path] = one.weight;
  EXPECT_DOUBLE_EQ(weights["new.py"], 1.0);
  EXPECT_DOUBLE_EQ(weights["old.py"], 0.5);
  EXPECT_DOUBLE_EQ(weights["large.py"], 0.5) << "less by the square root of the other files";
}

}  // namespace
}  // namespace satchel::retrieval
