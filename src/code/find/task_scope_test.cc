// Behaviour of the scope beyond the numbers of its tiers, which tests/pipeline/code_scope_test.cc
// has.

#include "code/find/task_scope.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/rank/feature.h"
#include "tests/support/code_store.h"

namespace satchel::retrieval {
namespace {

using store::FileRow;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view kUnanswered = "repair flying saucers";  // too little of it is here

class TaskScopeTest : public ::testing::Test {
 protected:
  // Files are ranked in the order in which a test calls this.
  FileRow AddRanked(const std::string& path, std::int64_t score = 1'000'000) {
    ranked_.emplace_back(code_.Add(path), score);
    return ranked_.back().first;
  }
  void RankWithoutRow(const std::string& path) {
    FileRow row;
    row.path = path;
    ranked_.emplace_back(row, 1'000'000);
  }

  Result<TaskScope> TryFind(const ScopeRequest& request) {
    return FindScope(code_.searched(), code_.curated(), request);
  }
  TaskScope Find(ScopeRequest request) {
    if (request.known == nullptr) request.known = code_.Ranked(request.task.text(), ranked_);
    auto scope = TryFind(request);
    EXPECT_TRUE(scope) << scope.error().text();
    return scope ? *std::move(scope) : TaskScope();
  }
  // With room for everything.
  TaskScope Find(std::string_view task) {
    return Find({.task = ask::Question(std::string(task)), .budget = 9'000});
  }
  TaskScope FindByConcepts(std::vector<std::string> concepts) {
    return Find(
        {.task = ask::Question("sort cheese"), .budget = 9'000, .concepts = std::move(concepts)});
  }
  // The known ranking of the task, to be changed.
  std::shared_ptr<RankedTask> RankedCopy(std::string_view task) {
    return std::make_shared<RankedTask>(*code_.Ranked(task, ranked_));
  }

  // `path: relation`, then the seed that led to the file.
  static std::vector<std::string> Files(const TaskScope& scope) {
    std::vector<std::string> lines;
    for (const ScopedFile& file : scope.files) {
      lines.push_back(fmt::format("{}: {}{}{}", file.row.path, file.relation,
                                  file.seed.empty() ? "" : " ", file.seed));
    }
    return lines;
  }
  // `path: reason` of each file that is not in scope.
  static std::vector<std::string> Omitted(const TaskScope& scope) {
    std::vector<std::string> lines;
    for (const ScopedFile& file : scope.considered) {
      lines.push_back(fmt::format("{}: {}", file.row.path, file.left_out));
    }
    return lines;
  }

  test::CodeStore code_;
  std::vector<std::pair<FileRow, std::int64_t>> ranked_;
};

// --- Which ranking is used
// -------------------------------------------------------------------------

TEST_F(TaskScopeTest, ATaskWithoutWordsIsInvalid) {
  const auto scope = TryFind({.task = ask::Question("?!")});
  ASSERT_FALSE(scope);
  EXPECT_EQ(scope.error().code(), Errc::kInvalidInput);
}

TEST_F(TaskScopeTest, AnEmptyIndexIsReportedAsNotFound) {
  const auto scope = TryFind({.task = ask::Question("sort cheese")});
  ASSERT_FALSE(scope);
  EXPECT_EQ(scope.error().code(), Errc::kNotFound);
}

TEST_F(TaskScopeTest, AKnownRankingCountsOnlyForItsOwnTaskAndIndex) {
  AddRanked("cheese.py");
  const auto known = code_.Ranked("sort cheese", ranked_);
  EXPECT_TRUE(TryFind({.task = ask::Question("sort cheese"), .known = known}));
  // Ranking again finds nothing, because this store has no words.
  EXPECT_FALSE(TryFind({.task = ask::Question("sort wine"), .known = known}));
  const auto outdated = RankedCopy("sort cheese");
  outdated->content = "an earlier state";
  EXPECT_FALSE(TryFind({.task = ask::Question("sort cheese"), .known = outdated}));
}

// --- Seeds
// -----------------------------------------------------------------------------------------

TEST_F(TaskScopeTest, NamedFilesPrecedeFoundOnesAndAreOrderedByTheirRanking) {
  AddRanked("found.py");
  AddRanked("y_named.py", 500'000);
  code_.Define(code_.Add("x_named.py"), "pay_all");
  code_.Define(code_.Add("z_named.py"), "pay_all");
  EXPECT_THAT(Files(Find("fix y_named.py and pay_all")),
              ElementsAre("y_named.py: path", "x_named.py: symbol", "z_named.py: symbol",
                          "found.py: search"));
}

TEST_F(TaskScopeTest, OneOfManyDefinitionsFollowsTheBestFoundFile) {
  AddRanked("found.py");
  for (const char* path : {"a.py", "b.py", "c.py", "d.py"}) {
    const FileRow file = code_.Add(path);
    code_.Define(file, "pay_all");
    if (file.path == "c.py") code_.Define(file, "round_all");
  }
  const TaskScope scope =
      Find({.task = ask::Question("fix pay_all and round_all"), .every_definition = true});
  EXPECT_THAT(Files(scope), ElementsAre("c.py: symbol", "found.py: search", "a.py: symbol",
                                        "b.py: symbol", "d.py: symbol"));
}

TEST_F(TaskScopeTest, ANegativeScoreDoesNotLowerANamedFile) {
  AddRanked("found.py");
  AddRanked("a_named.py", -500'000);
  code_.Define(code_.Add("b_named.py"), "pay_all");
  EXPECT_THAT(Files(Find("fix a_named.py and pay_all")),
              ElementsAre("a_named.py: path", "b_named.py: symbol", "found.py: search"));
}

TEST_F(TaskScopeTest, NamedFilesAreListedOnceAndDoNotCountAsFound) {
  AddRanked("named.py");
  AddRanked("first.py", 900'000);
  AddRanked("second.py", 800'000);
  const TaskScope scope = Find({.task = ask::Question("fix named.py"), .most_found = 1});
  EXPECT_THAT(Files(scope), ElementsAre("named.py: path", "first.py: search"));
  EXPECT_THAT(Omitted(scope), ElementsAre("second.py: not_among_best"));
}

TEST_F(TaskScopeTest, TheNumberOfFilesIsCheckedBeforeTheRelevanceThreshold) {
  AddRanked("best.py");
  AddRanked("weak.py", 1);
  EXPECT_THAT(Omitted(Find({.task = ask::Question("sort cheese"), .most_found = 1})),
              ElementsAre("weak.py: not_among_best"));
  EXPECT_THAT(Omitted(Find({.task = ask::Question("sort cheese"), .most_found = 2})),
              ElementsAre("weak.py: below_floor"));
}

TEST_F(TaskScopeTest, ARankedFileThatTheStoreLacksIsNeitherInScopeNorConsidered) {
  RankWithoutRow("gone.py");
  AddRanked("seed.py");
  for (int i = 0; i < 2; ++i) code_.Commit({"seed.py", "gone.py", "also_gone.py"});
  const TaskScope scope = Find("sort cheese");
  EXPECT_THAT(Files(scope), ElementsAre("seed.py: search"));
  EXPECT_THAT(scope.considered, IsEmpty());
}

TEST_F(TaskScopeTest, AFoundFileKeepsItsLinesAndChunks) {
  AddRanked("cheese.py");
  const auto known = RankedCopy("sort cheese");
  known->ranked.files[0].asked_lines = {12};
  known->ranked.files[0].chunks = {{.ordinal = 7}};
  const TaskScope scope = Find({.task = ask::Question("sort cheese"), .known = known});
  ASSERT_THAT(scope.files, SizeIs(1));
  EXPECT_THAT(scope.files[0].asked_lines, ElementsAre(12));
  ASSERT_THAT(scope.files[0].chunks, SizeIs(1));
  EXPECT_EQ(scope.files[0].chunks[0].ordinal, 7U);
}

TEST_F(TaskScopeTest, SeedsAreInScopeEvenIfTheyExceedTheBudget) {
  const FileRow seed = AddRanked("seed.py");
  code_.Import(seed, code_.Add("part.py"));
  const TaskScope scope = Find({.task = ask::Question("sort cheese"), .budget = 1});
  EXPECT_THAT(Files(scope), ElementsAre("seed.py: search"));
  EXPECT_THAT(Omitted(scope), ElementsAre("part.py: no_room"));
}

TEST_F(TaskScopeTest, MissingWordsAreWholeWordsThatNoFileHas) {
  const auto known = RankedCopy("pack cheese_cutter with wine");
  known->ranked.documents = {3, 0, 0, 0, 5};
  ASSERT_THAT(known->question.query().written,
              ElementsAre("pack", "cheese_cutter", "cheese", "cutter", "wine"));
  EXPECT_THAT(Find({.task = known->question, .known = known}).missing,
              ElementsAre("cheese_cutter"));
}

TEST_F(TaskScopeTest, WhatMentionsReportIsPassedOn) {
  for (int i = 0; i < 25; ++i) code_.Define(code_.Add(fmt::format("f{:02}.py", i)), "pay_all");
  const TaskScope scope = Find({.task = ask::Question("where is pay_all called"),
                                .wanted = {.files = {"gone.py"}},
                                .every_definition = true});
  EXPECT_THAT(scope.not_found, ElementsAre("gone.py"));
  EXPECT_THAT(scope.shortened, ElementsAre(testing::Pair("pay_all", 25U)));
  EXPECT_EQ(scope.form, "question");
}

// --- A task of which little is here
// ----------------------------------------------------------

TEST_F(TaskScopeTest, ATaskOfWhichLittleIsHereHasAWeakScope) {
  AddRanked("a.py");
  const auto known = RankedCopy(kUnanswered);
  known->ranked.documents[0] = 1;
  const TaskScope scope = Find({.task = known->question, .rates_match = true, .known = known});
  EXPECT_TRUE(scope.weak);
  EXPECT_FALSE(scope.abstained);
  EXPECT_THAT(Files(scope), ElementsAre("a.py: search"));
}

TEST_F(TaskScopeTest, ATaskWithoutAWordInCommonHasNoScope) {
  for (const char* path : {"b.py", "a.py"}) AddRanked(path);
  code_.Describe(code_.Add("described.py"), R"(["saucers"])");
  const TaskScope scope = Find({.task = ask::Question(std::string(kUnanswered)),
                                .concepts = {"saucers"},
                                .rates_match = true});
  EXPECT_TRUE(scope.abstained);
  EXPECT_FALSE(scope.weak);
  EXPECT_THAT(scope.files, IsEmpty());
  EXPECT_THAT(Omitted(scope), ElementsAre("b.py: no_word", "a.py: no_word"));
}

TEST_F(TaskScopeTest, OnlyATaskThatIsJudgedIsWeak) {
  AddRanked("a.py");
  const auto known = RankedCopy(kUnanswered);
  known->ranked.documents[0] = 1;
  const TaskScope without = Find({.task = known->question, .known = known});
  EXPECT_FALSE(without.weak);
  EXPECT_THAT(Files(without), ElementsAre("a.py: search"));
  EXPECT_THAT(without.signs, IsEmpty());
  const TaskScope with_signs = Find({.task = known->question, .signs = true, .known = known});
  EXPECT_TRUE(with_signs.weak);
  EXPECT_THAT(with_signs.signs, Not(IsEmpty()));
  EXPECT_EQ(with_signs.documents, 100U);
  EXPECT_THAT(Find({.task = known->question, .rates_match = true, .known = known}).signs,
              IsEmpty());
}

TEST_F(TaskScopeTest, TheRarestWordsOfTheTaskAreKeptForTheChoiceOfLines) {
  AddRanked("a.py");
  const auto known = RankedCopy("sort cheese");
  known->ranked.documents[0] = 50;
  known->ranked.documents[1] = 1;
  const TaskScope scope = Find({.task = known->question, .known = known});
  EXPECT_THAT(scope.words,
              ElementsAre(LineWord{"chees", Score::Ln(101)}, LineWord{"sort", Score::Ln(3)}));
}

TEST_F(TaskScopeTest, FramesOfFilesAtTheRootAreNoForeignOnes) {
  for (const char* path : {"sub/cart.go", "cart.go", "shop.go"}) AddRanked(path);
  const TaskScope scope = Find(
      "panic: no\n\ngoroutine 1 [running]:\nshop.pay()\n\t/home/u/shop/cart.go:3 +0x1\n"
      "shop.main()\n\t/home/u/shop/shop.go:9 +0x1\n");
  EXPECT_THAT(Files(scope), ElementsAre("cart.go: frame", "shop.go: frame", "sub/cart.go: search"));
  EXPECT_THAT(scope.files.front().failed_lines, ElementsAre(3));
  EXPECT_THAT(scope.files.at(1).failed_lines, IsEmpty());
}

TEST_F(TaskScopeTest, ATaskThatStandsHereIsSure) {
  AddRanked("a.py");
  const auto known = RankedCopy(kUnanswered);
  rank::At(known->ranked.files[0].features, rank::Feature::kRun) = Score::FromInt(1);
  EXPECT_FALSE(Find({.task = known->question, .rates_match = true, .known = known}).weak);
}

TEST_F(TaskScopeTest, ATaskThatNamesAFileIsNeverWeak) {
  AddRanked("found.py");
  code_.Define(code_.Add("named.py"), "pay_all");
  const TaskScope scope = Find(
      {.task = ask::Question(std::string(kUnanswered) + " with pay_all"), .rates_match = true});
  EXPECT_FALSE(scope.weak);
  EXPECT_THAT(Files(scope), ElementsAre("named.py: symbol", "found.py: search"));
}

TEST_F(TaskScopeTest, ARefinementIsNeverWeak) {
  AddRanked("found.py");
  const TaskScope scope = Find({.task = ask::Question(std::string(kUnanswered)),
                                .wanted = {.files = {"gone.py"}},
                                .rates_match = true});
  EXPECT_FALSE(scope.weak);
  EXPECT_THAT(Files(scope), ElementsAre("found.py: search"));
}

// --- Neighbours of seeds
// ---------------------------------------------------------------------------

TEST_F(TaskScopeTest, ASeedCountsOnceHoweverOftenItIsConnected) {
  const FileRow seed = AddRanked("seed.py");
  const FileRow once = code_.Add("a_once.py");
  const FileRow twice = code_.Add("b_twice.py");
  code_.Import(seed, twice, "cut");
  code_.Import(seed, twice, "wrap");
  code_.Import(twice, seed);
  code_.Import(once, seed);
  EXPECT_THAT(Files(Find("sort cheese")),
              ElementsAre("seed.py: search", "a_once.py: imports seed.py",
                          "b_twice.py: imported_by seed.py"));
}

TEST_F(TaskScopeTest, TheRelationIsTheOneWithTheBetterSeed) {
  const FileRow best = AddRanked("z_best.py");
  const FileRow next = AddRanked("a_next.py", 900'000);
  const FileRow part = code_.Add("part.py");
  code_.Import(next, part);
  code_.Import(part, best);
  EXPECT_THAT(Files(Find("sort cheese")), Contains("part.py: imports z_best.py"));
}

TEST_F(TaskScopeTest, ANeighbourThatHasWordsOfTheTaskPrecedesOthersAndKeepsItsLines) {
  const FileRow seed = AddRanked("seed.py");
  const FileRow ranked = AddRanked("z_weak.py", 200'000);
  code_.Import(seed, code_.Add("a_part.py"));
  code_.Import(seed, ranked);
  const auto known = RankedCopy("sort cheese");
  known->ranked.files[1].asked_lines = {12};
  known->ranked.files[1].chunks = {{.ordinal = 7}};
  const TaskScope scope = Find({.task = known->question, .budget = 9'000, .known = known});
  ASSERT_THAT(Files(scope), ElementsAre("seed.py: search", "z_weak.py: imported_by seed.py",
                                        "a_part.py: imported_by seed.py"));
  EXPECT_THAT(scope.files[1].asked_lines, ElementsAre(12));
  EXPECT_THAT(scope.files[1].chunks, SizeIs(1));
}

TEST_F(TaskScopeTest, FilesThatChangedWithASeedAreOrderedByRecency) {
  AddRanked("seed.py");
  for (const char* path : {"a_old.py", "b_new.py"}) code_.Add(path);
  for (int i = 0; i < 2; ++i) {
    code_.Commit({"seed.py", "a_old.py"}, 400);
    code_.Commit({"seed.py", "b_new.py"});
  }
  EXPECT_THAT(Files(Find("sort cheese")),
              ElementsAre("seed.py: search", "b_new.py: changed_with seed.py",
                          "a_old.py: changed_with seed.py"));
}

TEST_F(TaskScopeTest, LockFilesAndDocumentsThatChangedWithASeedAreOmitted) {
  AddRanked("seed.py");
  code_.AddText("CHANGELOG.md", "# Changes\n", "doc");
  code_.AddText("uv.lock", "x\n", "generated");
  code_.AddText("test_seed.py", "x = 1\n", "test");
  for (int i = 0; i < 2; ++i) code_.Commit({"seed.py", "CHANGELOG.md", "uv.lock", "test_seed.py"});
  const TaskScope scope = Find("sort cheese");
  EXPECT_THAT(Files(scope), ElementsAre("seed.py: search", "test_seed.py: changed_with seed.py"));
  EXPECT_THAT(Omitted(scope), ElementsAre("CHANGELOG.md: not_code", "uv.lock: not_code"));
}

TEST_F(TaskScopeTest, ThemesAndDataThatChangedWithASeedAreOmitted) {
  AddRanked("seed.py");
  const std::vector<std::string> changed = {"seed.py", "conf/app.toml", "go.mod",
                                            "runtime/Themes/dark.toml"};
  code_.AddIn("toml", changed[1]);
  code_.AddIn("", changed[2]);
  code_.AddIn("toml", changed[3]);
  for (int i = 0; i < 2; ++i) code_.Commit(changed);
  const TaskScope scope = Find("sort cheese");
  EXPECT_THAT(Files(scope), ElementsAre("seed.py: search", "conf/app.toml: changed_with seed.py"));
  EXPECT_THAT(Omitted(scope),
              ElementsAre("go.mod: not_code", "runtime/Themes/dark.toml: not_code"));
}

TEST_F(TaskScopeTest, ANeighbourThatIsNotReadIsOmittedAsNoCode) {
  const FileRow seed = AddRanked("seed.py");
  code_.Import(seed, code_.AddBinary("a_logo.png"));
  code_.Import(seed, code_.Add("b_part.py"));
  const TaskScope scope = Find("sort cheese");
  EXPECT_THAT(Files(scope), ElementsAre("seed.py: search", "b_part.py: imported_by seed.py"));
  EXPECT_THAT(Omitted(scope), ElementsAre("a_logo.png: not_code"));
  EXPECT_THAT(Omitted(Find({.task = ask::Question("sort cheese"), .budget = 1})),
              ElementsAre("a_logo.png: not_code", "b_part.py: no_room"));
}

TEST_F(TaskScopeTest, ALaterTierHasRoomForSmallFilesButNotForOmittedOnes) {
  const FileRow seed = AddRanked("seed.py");
  code_.Import(seed, code_.Add("large.py", 12'000));
  code_.Add("small.py");
  for (int i = 0; i < 2; ++i) code_.Commit({"seed.py", "large.py", "small.py"});
  const TaskScope scope = Find({.task = ask::Question("sort cheese"), .budget = 24});
  EXPECT_THAT(Files(scope), ElementsAre("seed.py: search", "small.py: changed_with seed.py"));
  EXPECT_THAT(Omitted(scope), ElementsAre("large.py: no_room"));
}

// --- Files by their descriptions
// -------------------------------------------------------------------

TEST_F(TaskScopeTest, ConceptsMatchModuleDomainAndConceptsOfADescription) {
  for (const char* path : {"a.py", "b.py", "c.py", "d.py"}) code_.Add(path);
  code_.Describe({.path = "a.py", .module = "cheese"});
  code_.Describe({.path = "b.py", .domain = "cheese"});
  code_.Describe({.path = "c.py", .concepts = R"([7, "wine and cheese"])"});
  code_.Describe({.path = "d.py", .purpose = "cheese"});
  code_.Describe({.path = "gone.py", .module = "cheese"});
  const TaskScope scope = FindByConcepts({"cheese"});
  EXPECT_THAT(Files(scope), ElementsAre("a.py: concept", "b.py: concept", "c.py: concept"));
  EXPECT_EQ(scope.files[0].tier, Tier::kMetadata);
}

TEST_F(TaskScopeTest, ConceptsMatchByStemAndNotByStopWords) {
  code_.Describe(code_.Add("cheese.py"), R"(["sorted cheeses"])");
  code_.Describe(code_.Add("wine.py"), R"(["the wine of the house"])");
  EXPECT_THAT(Files(FindByConcepts({"the sorting of the cheese"})),
              ElementsAre("cheese.py: concept"));
}

TEST_F(TaskScopeTest, ADescriptionWithUnreadableConceptsMatchesByItsOtherFields) {
  for (const char* path : {"a.py", "b.py"}) code_.Add(path);
  code_.Describe({.path = "a.py", .module = "cheese", .concepts = "[not JSON"});
  code_.Describe({.path = "b.py", .module = "cheese", .concepts = R"({"name": "wine"})"});
  EXPECT_THAT(Files(FindByConcepts({"cheese"})), ElementsAre("a.py: concept", "b.py: concept"));
  EXPECT_THAT(Files(FindByConcepts({"wine"})), IsEmpty());
}

TEST_F(TaskScopeTest, DescriptionsBeyondTheFirstPageAreRead) {
  for (int i = 0; i < 2'000; ++i) code_.Describe({.path = fmt::format("f{:04}.py", i)});
  code_.Describe(code_.Add("last.py"), R"(["cheese"])");
  EXPECT_THAT(Files(FindByConcepts({"cheese"})), ElementsAre("last.py: concept"));
}

TEST_F(TaskScopeTest, AWorkspaceWithoutDescriptionsHasNoMetadata) {
  AddRanked("seed.py");
  EXPECT_FALSE(FindByConcepts({"cheese"}).has_metadata);
}

TEST_F(TaskScopeTest, DescriptionsThatMatchNothingAreStillMetadata) {
  code_.Describe(AddRanked("seed.py"), R"(["wine"])");
  const TaskScope scope = FindByConcepts({"cheese"});
  EXPECT_TRUE(scope.has_metadata);
  EXPECT_THAT(Files(scope), ElementsAre("seed.py: search"));
}

}  // namespace
}  // namespace satchel::retrieval
