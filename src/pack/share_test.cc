#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pack/options.h"
#include "pack/recipe.h"
#include "packet/offers.h"
#include "packet/own_words.h"

// The last stage of a packet of everything: what of the offers still competes for the budget.
namespace satchel::pipeline {
namespace {

using packet::Candidate;
using packet::SectionKey;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr SectionKey kRules = {"notes", "constitution"};
constexpr SectionKey kConventions = {"notes", "conventions"};
constexpr SectionKey kDecisions = {"notes", "decisions"};
constexpr SectionKey kKnowledge = {"graph", "knowledge"};
constexpr SectionKey kMemories = {"memory", "memories"};
constexpr SectionKey kEpisodes = {"memory", "episodes"};
constexpr SectionKey kPinned = {"memory", "pinned"};
constexpr SectionKey kProfile = {"memory", "profile"};
constexpr SectionKey kSeeds = {"code", "seeds"};
constexpr SectionKey kRemark = {"code", "remark"};
constexpr SectionKey kDependencies = {"code", "dependencies"};
constexpr SectionKey kTasks = {"notes", "tasks"};
constexpr SectionKey kBranch = {"code", "branch"};
constexpr SectionKey kShown = {"code", "shown"};
// Eight words.
constexpr const char* kTask = "upload retry timeout server queue worker socket header";

class PackShareTest : public testing::Test {
 protected:
  PackShareTest() {
    context_.request.task = kTask;
    context_.request.budget = 1'000;
    context_.request.tokenizer = text::Tokenizer::kChars4;
  }

  Candidate& Offer(SectionKey section, std::string id, std::string title, std::string body = "") {
    std::vector<Candidate>& offered = context_.offers.To(section).candidates;
    Candidate& candidate = offered.emplace_back();
    candidate.id = ItemId(std::move(id));
    candidate.source = section.source;
    candidate.title = std::move(title);
    candidate.position = static_cast<std::int64_t>(offered.size());
    candidate.renditions = {{"full", std::move(body)}};
    return candidate;
  }
  // A decision that has the whole task, so that the task is about this workspace.
  void OfferAnswer() { Offer(kDecisions, "answer", kTask); }
  // A convention that is about no task.
  Candidate& OfferStyle(char name) {
    return Offer(kConventions, std::string("c") + name, std::string("style") + name);
  }
  // Rules of so many tokens, by which they are called.
  void OfferRules(const std::vector<std::size_t>& tokens) {
    for (const std::size_t count : tokens) {
      Offer(kRules, std::to_string(count), "t", std::string(4 * count, 'x'));
    }
  }
  // An agent's hook asks. The prompt names code of a small workspace if `mentions`.
  void AskUnasked(bool mentions) {
    pack_["unasked"] = true;
    if (mentions) Offer(kSeeds, "src/cart.py:1-9", "cart").pinned = true;
  }

  void Run() {
    context_.request.options["pack"] = pack_;
    context_.request.options["notes"] = notes_;
    auto after = MakePackShare()->Run(context_, {.question = ask::Question(context_.request.task)});
    ASSERT_TRUE(after) << after.error().text();
    after_ = *std::move(after);
  }
  const std::vector<Candidate>& Of(SectionKey section) const {
    static const std::vector<Candidate> kNone;
    const packet::SectionOffer* offer = after_.offers.Find(section);
    return offer == nullptr ? kNone : offer->candidates;
  }
  // The ids that are still offered to a section, in order.
  std::vector<std::string> Kept(SectionKey section) const {
    std::vector<std::string> ids;
    for (const Candidate& candidate : Of(section)) ids.push_back(candidate.id.value());
    return ids;
  }
  std::vector<std::string> Texts(SectionKey section) const {
    std::vector<std::string> texts;
    for (const Candidate& candidate : Of(section)) {
      texts.push_back(candidate.renditions.front().text);
    }
    return texts;
  }
  std::vector<std::string> KeptAfterRun(SectionKey section) {
    Run();
    return Kept(section);
  }
  Score WorthOf(SectionKey section, std::size_t index = 0) const {
    return Of(section).at(index).worth;
  }
  // "id: reason" of what was removed, in order.
  std::vector<std::string> Removed() const {
    std::vector<std::string> removed;
    for (const Decision& decision : after_.decisions) {
      EXPECT_FALSE(decision.included);
      removed.push_back(fmt::format("{}: {}", decision.item.value(), decision.reason));
    }
    return removed;
  }
  const Json& Report() const { return after_.values.at("pack.share"); }
  std::string SpeakReason() {
    Run();
    return Report()["about"]["reason"];
  }

  Json pack_ = Json::object();
  Json notes_ = Json::object();
  StageContext context_;
  StageContext after_;
};

TEST_F(PackShareTest, TextsAboutSomethingElseAreRemovedNextToAnAnswer) {
  OfferAnswer();
  Offer(kDecisions, "some", "upload header abacus");
  Offer(kDecisions, "one", "server of the canteen");
  Offer(kKnowledge, "none", "colours of the logo");
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("answer", "some"));
  EXPECT_THAT(Removed(), ElementsAre("none: below_floor", "one: below_floor"));
  EXPECT_EQ(Report()["considered"], 4);
  EXPECT_EQ(Report()["removed"], Json({{"below_floor", 2}}));
  EXPECT_GT(WorthOf(kDecisions, 0), WorthOf(kDecisions, 1));
}

TEST_F(PackShareTest, AStartTellsWhereTheWorkStandsAndOpenTasks) {
  pack_ = {{"unasked", true},
           {"every_task", "alone"},
           {"work",
            {{"changed",
              {{{"path", "a.py"}, {"state", "uncommitted"}, {"tests", {"a_test.py", "b_test.py"}}},
               {{"path", "b.py"}, {"state", "committed"}},
               {{"path", "c.py"}, {"state", "deleted"}}}},
             {"more", 2U},
             {"shown", {"d.py", "e.py"}},
             {"tokens", 500U}}}};
  context_.request.task.clear();
  Offer(kTasks, "t1", "Repair the upload");
  EXPECT_EQ(SpeakReason(), "every_task");
  EXPECT_THAT(Texts(kBranch), ElementsAre("a.py (not committed; tests: a_test.py b_test.py)",
                                          "b.py", "c.py (deleted)", "and 2 more files"));
  EXPECT_EQ(Of(kBranch).front().trust, packet::Trust::kWorkspace);
  EXPECT_THAT(Texts(kShown), ElementsAre("d.py e.py"));
  EXPECT_THAT(Kept(kTasks), ElementsAre("t1"));
}

TEST_F(PackShareTest, WhereTheWorkStandsKeepsItsLimits) {
  Json changed = Json::array();
  Json shown = Json::array();
  for (int i = 0; i < 100; ++i) {
    changed.push_back({{"path", fmt::format("changed_{:03}.py", i)}, {"state", "committed"}});
    shown.push_back(fmt::format("shown_{:03}.py", i));
    Offer(kTasks, fmt::format("t{:03}", i), fmt::format("Repair the module of number {:03}", i));
  }
  pack_ = {{"unasked", true},
           {"every_task", "alone"},
           {"work", {{"changed", changed}, {"more", 7U}, {"shown", shown}, {"tokens", 500U}}}};
  Run();
  // 19 and 20 bytes a line, by 4: 40 and 10 percent of 500 tokens.
  EXPECT_EQ(Texts(kBranch).size(), 41U);
  EXPECT_EQ(Texts(kBranch).back(), "and 67 more files");
  ASSERT_EQ(Texts(kShown).size(), 1U);
  EXPECT_LE(Texts(kShown).front().size(), 200U);
  EXPECT_THAT(Texts(kShown).front(), testing::StartsWith("shown_000.py shown_001.py "));
  EXPECT_EQ(Kept(kTasks).size(), 11U) << "20 percent";
}

TEST_F(PackShareTest, WithNothingToTellAStartIsSilent) {
  pack_ = {
      {"unasked", true},
      {"every_task", "alone"},
      {"work", {{"changed", Json::array()}, {"more", 0U}, {"shown", {"a.py"}}, {"tokens", 500U}}}};
  EXPECT_EQ(SpeakReason(), "elsewhere");
}

TEST_F(PackShareTest, FilesWhoseCodeIsShownAreNotNamedAsShownEarlier) {
  OfferAnswer();
  AskUnasked(true);
  Offer(kTasks, "related", "upload header abacus");
  Offer(kTasks, "other", "water the plants");
  pack_["work"] = {{"changed", Json::array()},
                   {"more", 0U},
                   {"shown", {"src/cart.py", "src/mail.py"}},
                   {"tokens", 500U}};
  Run();
  EXPECT_THAT(Texts(kShown), ElementsAre("src/mail.py"));
  EXPECT_THAT(Kept(kTasks), ElementsAre("related", "other"));
  pack_.erase("work");
  EXPECT_THAT(KeptAfterRun(kTasks), ElementsAre("related"));
}

TEST(PackOptionsTest, WorkIsReadBackAsItWasLogged) {
  PackOptions options;
  options.work = WorkSoFar{.changed = {{.path = "a.py", .state = "deleted", .tests = {"t.py"}},
                                       {.path = "b.py", .state = "committed"}},
                           .more = 3,
                           .shown = {"c.py"},
                           .tokens = 400};
  const auto read = PackOptionsFrom(options.ToJson());
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->work, options.work);
  for (const char* bad :
       {"[]", "{}", R"({"changed": [1], "more": 0, "shown": [], "tokens": 1})",
        R"({"changed": [{"path": "a"}], "more": 0, "shown": [], "tokens": 1})",
        R"({"changed": [], "more": -1, "shown": [], "tokens": 1})",
        R"({"changed": [], "more": 0, "shown": [1], "tokens": 1})",
        R"({"changed": [], "more": 0, "shown": []})",
        R"({"changed": [{"path": "a", "state": "b", "tests": 1}], "more": 0, "tokens": 1})"}) {
    const auto refused = PackOptionsFrom({{"work", *ParseJson(bad)}});
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().code(), Errc::kInvalidInput) << bad;
  }
}

TEST_F(PackShareTest, TwoWordsThatEveryTextHasAreTooLittleInABody) {
  context_.request.task = std::string(kTask) + " alpha beta";
  Offer(kDecisions, "title", "alpha beta gamma");
  for (int i = 0; i < 99; ++i) Offer(kDecisions, "body", "", fmt::format("alpha beta {}", i));
  Offer(kKnowledge, "answer", "upload retry timeout alpha beta");
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("title"));
  EXPECT_EQ(Report()["removed"]["below_floor"], 99);
}

TEST_F(PackShareTest, ATaskOfWhichTheBestTextHasLittleGetsARemark) {
  Offer(kDecisions, "two words", "", "upload retry");
  Offer(kSeeds, "a.py", "a.py");
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("two words"));
  EXPECT_THAT(Kept(kSeeds), ElementsAre("a.py"));
  EXPECT_EQ(Report()["weak"], true);
  ASSERT_THAT(Kept(kRemark), ElementsAre("weak_match"));
  EXPECT_EQ(Of(kRemark).front().renditions.front().text, packet::kWeakMatch);
  EXPECT_EQ(Of(kRemark).front().trust, packet::Trust::kSatchel);
  Offer(kDecisions, "in a title", "server queue");
  EXPECT_THAT(KeptAfterRun(kDecisions), Contains("in a title"));
  EXPECT_EQ(Report()["weak"], false);
  EXPECT_THAT(Kept(kRemark), IsEmpty());
}

TEST_F(PackShareTest, AWeakScopeGetsARemarkUnlessThereIsNoCode) {
  context_.values["code.scope"] = {{"weak", true}};
  EXPECT_THAT(KeptAfterRun(kRemark), IsEmpty());
  EXPECT_EQ(Report()["weak"], true);
  Offer(kSeeds, "a.py", "a.py");
  Offer(kSeeds, "outline.py", "x").priority = 1;
  EXPECT_THAT(KeptAfterRun(kRemark), ElementsAre("weak_match"));
  EXPECT_THAT(Kept(kSeeds), ElementsAre("a.py")) << "outlines are omitted";
  EXPECT_THAT(Removed(), ElementsAre("outline.py: weak_match"));
  OfferAnswer();
  EXPECT_THAT(KeptAfterRun(kRemark), ElementsAre("weak_match")) << "it is about the code";
  EXPECT_EQ(Report()["weak"], false) << "a note matches well";
}

TEST_F(PackShareTest, AHookNamesTheBestFilesThatItHasNoRoomToShow) {
  AskUnasked(true);
  Offer(kSeeds, "src/shown.py:1-9", "x", std::string(1'000, 'x'))
      .terms.Add("words", Score::FromInt(3));
  Offer(kSeeds, "src/large.py:1-900", "x", std::string(9'000, 'x'));
  for (const char* path : {"src/shown.py", "src/large.py", "src/far.py"}) {
    Candidate& outline = Offer(kSeeds, path, path);
    outline.priority = 1;
    outline.renditions = {{"name", ""}};
  }
  EXPECT_THAT(KeptAfterRun(kSeeds), Contains("more_files"));
  const Candidate& line = Of(kSeeds).back();
  EXPECT_EQ(line.renditions.front().text, "Also: src/large.py src/far.py");
  EXPECT_EQ(line.kind, packet::ContentKind::kLine);
  pack_.erase("unasked");
  EXPECT_THAT(KeptAfterRun(kSeeds), Not(Contains("more_files")));
}

TEST_F(PackShareTest, AFileThatIsShownByItsNameIsNotNamedAgain) {
  AskUnasked(true);
  Offer(kSeeds, "src/shown.py:1-9", "x", std::string(5'000, 'x'));
  Candidate& named = Offer(kSeeds, "src/named.py", "src/named.py");
  named.priority = 1;
  named.pinned = true;
  EXPECT_THAT(KeptAfterRun(kSeeds), Contains("more_files"));
  EXPECT_EQ(Of(kSeeds).back().renditions.front().text, "Also: src/shown.py");
}

TEST_F(PackShareTest, APacketForAFailedCommandHasNoSettingsThatWordsHaveFound) {
  AskUnasked(false);
  pack_["failed_command"] = true;
  const auto offer = [this](std::string id, std::string language, std::string relation) {
    Candidate& one = Offer(kSeeds, std::move(id), "x", "x");
    one.language = std::move(language);
    one.provenance.relation = std::move(relation);
    return &one;
  };
  offer("failed.go:1-9", "go", "frame");
  offer("found.go:1-9", "go", "search");
  offer("job.yml:1-9", "yaml", "search");
  offer("named.yml:1-9", "yaml", "path");
  offer("outline.go", "go", "search")->priority = 1;
  EXPECT_THAT(KeptAfterRun(kSeeds), ElementsAre("failed.go:1-9", "found.go:1-9", "named.yml:1-9"));
  EXPECT_THAT(Removed(),
              ElementsAre("job.yml:1-9: not_the_failure", "outline.go: not_the_failure"));
}

TEST_F(PackShareTest, AHookHasNoRemark) {
  context_.values["code.scope"] = {{"weak", true}};
  AskUnasked(true);
  EXPECT_THAT(KeptAfterRun(kRemark), IsEmpty());
}

TEST_F(PackShareTest, TheWordsOfTheCodeCanShowThatATaskIsAboutTheWorkspace) {
  Offer(kDecisions, "some", "", "upload retry");
  Offer(kSeeds, "a.py", "upload.py", "def upload(): retry(timeout)");
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("some"));
}

TEST_F(PackShareTest, AMemoryDoesNotShowThatATaskIsAboutTheWorkspace) {
  Offer(kMemories, "m", kTask);
  Offer(kSeeds, "a.py", "a.py");
  EXPECT_THAT(KeptAfterRun(kMemories), ElementsAre("m"));
  EXPECT_EQ(Report()["weak"], true);
}

TEST_F(PackShareTest, AFileThatTheTaskMentionsIsAlwaysAboutIt) {
  Offer(kSeeds, "a.py", "a.py").pinned = true;
  EXPECT_THAT(KeptAfterRun(kSeeds), ElementsAre("a.py"));
  EXPECT_FALSE(Of(kSeeds).front().pinned) << "it competes with everything else";
}

TEST_F(PackShareTest, ATaskInAForeignScriptIsNotJudgedByItsWords) {
  context_.request.task = "почему загрузка файлов падает";
  Offer(kSeeds, "a.py", "a.py");
  EXPECT_THAT(KeptAfterRun(kSeeds), ElementsAre("a.py"));
  EXPECT_EQ(Report()["can_tell"], false);
}

TEST_F(PackShareTest, MemoriesRulesAndTheProfileNeedNoWordOfTheTask) {
  Offer(kRules, "rule", "Never commit secrets");
  Offer(kMemories, "m", "likes tea");
  Offer(kProfile, "p", "lives in Bern");
  OfferAnswer();
  Offer(kKnowledge, "little", "upload header abacus");
  Run();
  EXPECT_THAT(Kept(kRules), ElementsAre("rule"));
  EXPECT_GT(WorthOf(kMemories), WorthOf(kProfile)) << "it was found for this task";
  EXPECT_GT(WorthOf(kProfile), WorthOf(kKnowledge));
  EXPECT_EQ(WorthOf(kDecisions), Score::FromInt(1));
}

TEST_F(PackShareTest, SixConventionsAreKeptIfNothingIsAboutTheTask) {
  for (const char c : std::string("01234567")) OfferStyle(c);
  EXPECT_THAT(KeptAfterRun(kConventions), ElementsAre("c0", "c1", "c2", "c3", "c4", "c5"));
  EXPECT_THAT(Removed(), ElementsAre("c6: below_floor", "c7: below_floor"));
  OfferAnswer();
  EXPECT_THAT(KeptAfterRun(kConventions), SizeIs(8));
  EXPECT_GT(WorthOf(kConventions), Score());
}

TEST_F(PackShareTest, OfTheRulesOfAgentFilesSixAboutSomethingElseAreKept) {
  OfferAnswer();
  for (const char c : std::string("01234567")) {
    OfferStyle(c).trust = packet::Trust::kRepository;
  }
  Offer(kConventions, "about it", "upload retry abacus").trust = packet::Trust::kRepository;
  EXPECT_THAT(KeptAfterRun(kConventions), testing::AllOf(SizeIs(7), Contains("about it")));
  AskUnasked(true);
  EXPECT_THAT(KeptAfterRun(kConventions), ElementsAre("about it")) << "a hook has little room";
}

TEST_F(PackShareTest, SupersededTextsAreRemoved) {
  OfferAnswer();
  Offer(kDecisions, "old", "upload retry timeout").superseded = true;
  Offer(kConventions, "older", "upload retry timeout").superseded = true;
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("answer"));
  EXPECT_EQ(Report()["removed"], Json({{"superseded", 2}}));
}

TEST_F(PackShareTest, OfTwoTextsThatSayTheSameTheBetterOneStays) {
  Offer(kDecisions, "in a body", "", "upload retry timeout");
  Offer(kKnowledge, "in a title", "upload retry timeout");
  EXPECT_THAT(KeptAfterRun(kDecisions), IsEmpty());
  EXPECT_THAT(Kept(kKnowledge), ElementsAre("in a title"));
  EXPECT_THAT(Removed(), ElementsAre("in a body: same_as in a title"));
  EXPECT_EQ(Report()["removed"], Json({{"same_as", 1}}));
  EXPECT_EQ(after_.decisions.front().section, "notes.decisions");
  ASSERT_THAT(after_.decisions.front().terms.terms(), SizeIs(1));
  EXPECT_EQ(after_.decisions.front().terms.terms().front().name, "worth");
}

TEST_F(PackShareTest, OfEqualTextsTheOneOfTheNotesStaysThenTheFirst) {
  Offer(kKnowledge, "graph", "upload retry timeout");
  Offer(kDecisions, "notes", "upload retry timeout");
  Offer(kDecisions, "again", "upload retry timeout");
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("notes"));
  EXPECT_THAT(Kept(kKnowledge), IsEmpty());
}

TEST_F(PackShareTest, ATextIsNoRepetitionIfOneOfItsSixWordsIsNew) {
  Offer(kDecisions, "all", kTask);
  Offer(kDecisions, "new word", "upload retry timeout server queue abacus");
  Offer(kDecisions, "of seven", "upload retry timeout server queue worker banana");
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("all", "new word"));
}

TEST_F(PackShareTest, ATextThatNamesAFileOfTheTaskIsWorthMore) {
  Offer(kSeeds, "src/app.py:1-9", "upload retry timeout");
  Offer(kSeeds, "tools/Makefile#all", "make");
  Offer(kDecisions, "plain", "upload header alpha");
  Offer(kDecisions, "body", "upload header beta", "see app.py");
  Offer(kDecisions, "title", "upload header gamma of app.py");
  Offer(kDecisions, "no file", "upload header delta", "see Makefile");
  Offer(kDecisions, "no word", "app.py");
  Offer(kKnowledge, "all", kTask, "in app.py");
  Run();
  ASSERT_THAT(Kept(kDecisions), ElementsAre("plain", "body", "title", "no file"));
  EXPECT_EQ(WorthOf(kDecisions, 0), WorthOf(kDecisions, 3));
  EXPECT_GT(WorthOf(kDecisions, 1), WorthOf(kDecisions, 0).Times(Score::FromInt(2)));
  EXPECT_EQ(WorthOf(kDecisions, 2), WorthOf(kDecisions, 1));
  EXPECT_EQ(WorthOf(kKnowledge), Score::FromInt(1)) << "nothing is worth more than the whole task";
}

TEST_F(PackShareTest, ALabelInBracketsBeforeATextIsNotRead) {
  OfferAnswer();
  Offer(kKnowledge, "label", "[upload retry] colours");
  Offer(kKnowledge, "text", "[note] upload retry abacus");
  Offer(kKnowledge, "inside", "upload retry [x] colours");
  EXPECT_THAT(KeptAfterRun(kKnowledge), ElementsAre("text", "inside"));
}

TEST_F(PackShareTest, PinnedMemoriesMoveToTheirOwnSectionAndComeFirst) {
  OfferAnswer();
  Offer(kMemories, "pinned", "likes tea").priority = -1;
  Offer(kMemories, "found", "likes coffee");
  Offer(kEpisodes, "pinned episode", "was in Bern").priority = -1;
  EXPECT_THAT(KeptAfterRun(kPinned), ElementsAre("pinned", "pinned episode"));
  EXPECT_THAT(Kept(kMemories), ElementsAre("found"));
  EXPECT_GT(WorthOf(kPinned), WorthOf(kDecisions));
  EXPECT_EQ(Of(kPinned).front().priority, 0);
}

TEST_F(PackShareTest, MemoriesKeepTheOrderOfTheirRecall) {
  Offer(kMemories, "second", kTask).position = 8;
  Offer(kMemories, "first", "likes tea").position = 7;
  EXPECT_THAT(KeptAfterRun(kMemories), ElementsAre("first", "second"));
  EXPECT_GT(WorthOf(kMemories, 0), WorthOf(kMemories, 1));
}

TEST_F(PackShareTest, BodiesPrecedeOutlinesAndTheSeedsTheirDependencies) {
  OfferAnswer();
  Offer(kSeeds, "outline.py", "x").priority = 1;
  Offer(kSeeds, "body.py", "x");
  Offer(kDependencies, "body2.py", "x");
  Offer(kDependencies, "outline2.py", "x").priority = 1;
  Run();
  EXPECT_GT(WorthOf(kSeeds, 1), WorthOf(kDependencies, 0));
  EXPECT_GT(WorthOf(kDependencies, 0), WorthOf(kSeeds, 0)) << "it is second in its tier";
  EXPECT_GT(WorthOf(kSeeds, 0), WorthOf(kDependencies, 1));
}

TEST_F(PackShareTest, FilesThatShowNoLineAreOmittedUnlessTheTaskNamesThem) {
  OfferAnswer();
  Offer(kSeeds, "found.py", "x").renditions = {{"name", ""}};
  Candidate& named = Offer(kSeeds, "named.py", "x");
  named.renditions = {{"name", ""}};
  named.pinned = true;
  named.provenance.relation = "path";
  Candidate& symbol = Offer(kSeeds, "symbol.py", "x");
  symbol.renditions = {{"name", ""}};
  symbol.pinned = true;
  symbol.provenance.relation = "symbol";
  Offer(kSeeds, "outline.py", "x").renditions = {{"signature", "def a()"}, {"name", ""}};
  EXPECT_THAT(KeptAfterRun(kSeeds), ElementsAre("named.py", "outline.py"));
  EXPECT_THAT(Removed(), ElementsAre("found.py: no_lines", "symbol.py: no_lines"));
  EXPECT_THAT(Of(kSeeds).at(1).renditions, SizeIs(1)) << "it is not shown by its name either";
}

TEST_F(PackShareTest, TheThirdPieceOfATierIsWorthHalfOfTheFirst) {
  OfferAnswer();
  for (const int score : {1, 3, 2}) {
    Offer(kSeeds, "f.py", "x").terms.Add("words", Score::FromInt(score));
  }
  Offer(kSeeds, "e.py", "x").terms.Add("words", Score::FromInt(3));
  Run();
  EXPECT_EQ(WorthOf(kSeeds, 2).Times(Score::FromInt(2)), WorthOf(kSeeds, 1));
  EXPECT_GT(WorthOf(kSeeds, 1), WorthOf(kSeeds, 3)) << "of equal scores the position decides";
  EXPECT_GT(WorthOf(kSeeds, 2), WorthOf(kSeeds, 0));
}

TEST_F(PackShareTest, FilesThatTheAgentReadsItselfAreNotShownAsCode) {
  notes_["omitted"] = {"CLAUDE.md", "docs", 7};
  OfferAnswer();
  Offer(kKnowledge, "docs", "upload retry abacus");
  for (const char* id : {"CLAUDE.md:1-3", "docs/a.md#title", "docs2/a.md", "src/docs/a.md"}) {
    Offer(kSeeds, id, "x");
  }
  EXPECT_THAT(KeptAfterRun(kSeeds), ElementsAre("docs2/a.md", "src/docs/a.md"));
  EXPECT_THAT(Kept(kKnowledge), ElementsAre("docs"));
  EXPECT_THAT(Removed(),
              ElementsAre("CLAUDE.md:1-3: read_by_agent", "docs/a.md#title: read_by_agent"));
}

TEST_F(PackShareTest, WhatAnEarlierPacketShowedWordForWordIsNotShownAgain) {
  OfferAnswer();
  const Candidate& shown = Offer(kKnowledge, "shown", "upload retry");
  pack_["shown"] = {{ShownKey(shown), ShownDigest(shown)}, {"graph:changed", "0123"}};
  Offer(kKnowledge, "changed", "upload header abacus");
  EXPECT_THAT(KeptAfterRun(kKnowledge), ElementsAre("changed"));
  EXPECT_THAT(Removed(), ElementsAre("shown: shown_before"));
  EXPECT_EQ(Report()["removed"], Json({{"shown_before", 1}}));
}

TEST_F(PackShareTest, PartsForEveryTaskAreOmittedWhereTheConversationHasThem) {
  OfferAnswer();
  Offer(kRules, "rule", "Never commit secrets");
  Offer(kProfile, "p", "lives in Bern");
  Offer(kMemories, "pinned", "likes tea").priority = -1;
  pack_["every_task"] = "known";
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("answer"));
  EXPECT_THAT(Removed(),
              ElementsAre("pinned: shown_before", "p: shown_before", "rule: shown_before"));
  pack_["every_task"] = "alone";
  EXPECT_THAT(KeptAfterRun(kDecisions), IsEmpty());
  EXPECT_THAT(Removed(), ElementsAre("answer: no_task"));
  EXPECT_THAT(Kept(kRules), ElementsAre("rule"));
}

TEST_F(PackShareTest, AtMostTwoHundredRemovalsAreNamedAndAllAreCounted) {
  OfferAnswer();
  for (int i = 0; i < 201; ++i) Offer(kKnowledge, "k", "colours");
  Run();
  EXPECT_THAT(Removed(), SizeIs(200));
  EXPECT_EQ(Report()["removed"]["below_floor"], 201);
}

TEST_F(PackShareTest, TextsThatAreMadeLateAreReadToo) {
  struct Late final : packet::LateParts {
    void SetTexts(Candidate& candidate) override { candidate.renditions = {{"full", kTask}}; }
    void SetProvenance(Candidate& /*candidate*/) override {}
  };
  Offer(kKnowledge, "late", "");
  context_.offers.To(kKnowledge).late = std::make_shared<Late>();
  EXPECT_THAT(KeptAfterRun(kKnowledge), ElementsAre("late"));
  EXPECT_EQ(Of(kKnowledge).front().renditions.front().text, "") << "it is not kept";
  Candidate whole = Of(kKnowledge).front();
  Late().SetTexts(whole);
  pack_["shown"] = {{ShownKey(whole), ShownDigest(whole)}};
  EXPECT_THAT(KeptAfterRun(kKnowledge), IsEmpty());
}

TEST_F(PackShareTest, TheDeadlineEndsIt) {
  OfferAnswer();
  const auto after =
      MakePackShare()->Run(context_, {.deadline = Deadline::After(std::chrono::nanoseconds(0))});
  ASSERT_FALSE(after);
  EXPECT_EQ(after.error().code(), Errc::kDeadline);
}

TEST_F(PackShareTest, AHookShowsEverythingForAPromptAboutTheWorkspace) {
  AskUnasked(true);
  Offer(kMemories, "m", "likes tea");
  Offer(kDecisions, "some", "upload retry");
  EXPECT_EQ(SpeakReason(), "workspace");
  EXPECT_THAT(Kept(kDecisions), ElementsAre("some"));
  EXPECT_THAT(Kept(kSeeds), SizeIs(1));
}

TEST_F(PackShareTest, AHookShowsMemoriesAloneForAPromptThatOnlyTheyAnswer) {
  AskUnasked(false);
  Offer(kMemories, "m", "likes tea");
  Offer(kConventions, "c", "style");
  Offer(kRules, "rule", "Never commit secrets");
  EXPECT_EQ(SpeakReason(), "memory");
  EXPECT_THAT(Kept(kMemories), ElementsAre("m"));
  EXPECT_THAT(Kept(kRules), ElementsAre("rule"));
  EXPECT_THAT(Kept(kConventions), IsEmpty());
}

TEST_F(PackShareTest, AHookTellsRulesAloneAndOtherwiseNothing) {
  AskUnasked(false);
  Candidate& recent = Offer(kMemories, "m", "likes tea");
  recent.provenance.relation = "recent";
  EXPECT_EQ(SpeakReason(), "elsewhere");
  EXPECT_THAT(Kept(kMemories), IsEmpty());
  Offer(kRules, "rule", "Never commit secrets");
  EXPECT_EQ(SpeakReason(), "every_task");
  EXPECT_THAT(Kept(kRules), ElementsAre("rule"));
  EXPECT_THAT(Kept(kMemories), IsEmpty());
  pack_["every_task"] = "known";
  EXPECT_EQ(SpeakReason(), "elsewhere") << "the conversation has the rules already";
}

TEST_F(PackShareTest, AMemoryThatOnlyComesWithOthersIsNoReasonToSpeak) {
  AskUnasked(false);
  packet::Provenance& from = Offer(kEpisodes, "e", "was in Bern").provenance;
  for (const auto& [rule, relation, reason] :
       {std::tuple("recalled_with_another", "words", "elsewhere"),
        std::tuple("recalled_weakly", "vector", "elsewhere"),
        std::tuple("recalled_weakly", "words", "memory"),
        std::tuple("recalled", "vector", "memory")}) {
    from = {.rule = rule, .relation = relation, .seed = ""};
    EXPECT_EQ(SpeakReason(), reason) << rule << " by " << relation;
  }
}

TEST_F(PackShareTest, APromptThatTheCodeDoesNotKnowIsElsewhereWhateverItMentions) {
  AskUnasked(true);
  pack_["elsewhere"] = true;
  EXPECT_EQ(SpeakReason(), "elsewhere");
  EXPECT_THAT(Kept(kSeeds), IsEmpty());
}

TEST_F(PackShareTest, ChatterIsNotAboutTheWorkspace) {
  AskUnasked(false);
  OfferAnswer();
  context_.query.keywords = {"upload", "retry", "timeout"};
  EXPECT_EQ(SpeakReason(), "workspace");
  context_.values["memory.plan"] = {{"mode", "no_recall"}};
  EXPECT_EQ(SpeakReason(), "elsewhere");
}

TEST_F(PackShareTest, InALargeWorkspaceTheSignsOfTheCodeDecide) {
  AskUnasked(false);
  OfferAnswer();
  Offer(kMemories, "m", kTask);
  Offer(kSeeds, "a.py", "upload retry timeout server");
  Offer(kKnowledge, "weak", "", "upload retry");
  context_.values["code.scope"] = {{"signs", {{"first", 500'000}, {"odd", "x"}}},
                                   {"documents", 500}};
  context_.query.keywords = {"upload"};
  context_.query.task_type = "bug_fix";
  Run();
  const Json& signs = Report()["about"]["signs"];
  EXPECT_EQ(signs["first"], 500'000);
  EXPECT_EQ(signs["good_texts"], 250'000) << "two of eight: a decision and code";
  EXPECT_EQ(signs["work"], Score::kOne);
  EXPECT_EQ(signs["mentions"], 0);
}

TEST_F(PackShareTest, ARefinementIsNotJudgedAgain) {
  AskUnasked(false);
  OfferAnswer();
  context_.refinement = Refinement();
  EXPECT_THAT(KeptAfterRun(kDecisions), ElementsAre("answer"));
  EXPECT_FALSE(Report().contains("about"));
}

TEST_F(PackShareTest, InAHookRulesTakeAFifthOfTheBudget) {
  context_.request.budget = 50;
  OfferRules({4, 6, 1});
  EXPECT_THAT(KeptAfterRun(kRules), SizeIs(3)) << "a person asked";
  AskUnasked(false);
  EXPECT_THAT(KeptAfterRun(kRules), ElementsAre("4", "6"));
  EXPECT_THAT(Removed(), ElementsAre("1: section_full"));
}

TEST_F(PackShareTest, InAHookNoRuleIsShownAfterOneThatDoesNotFit) {
  context_.request.budget = 50;
  AskUnasked(false);
  OfferRules({4, 7, 1});
  EXPECT_THAT(KeptAfterRun(kRules), ElementsAre("4"));
}

}  // namespace
}  // namespace satchel::pipeline
