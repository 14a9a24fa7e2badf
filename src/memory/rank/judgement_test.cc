#include "memory/rank/judgement.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "base/sha256.h"

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// No marker, nobody's, no number: scored by what is added to it.
constexpr std::string_view kPlain = "the parser reads tokens";

std::int64_t ScoreOf(std::string_view text, Category category = Category::kFact,
                     const std::vector<std::string>& tags = {}) {
  return JudgeImportance(text, category, tags).score.millionths();
}

std::vector<std::string> ReasonsOf(std::string_view text, Category category = Category::kFact,
                                   const std::vector<std::string>& tags = {}) {
  return JudgeImportance(text, category, tags).reasons;
}

std::string Plain(std::string_view marker) {
  return std::string(kPlain) + " " + std::string(marker);
}

// One word, which is no marker.
std::string OfLength(std::size_t length) { return std::string(length, 'x'); }

TEST(ImportanceTest, APlainFactHasTheBase) {
  const Importance importance = JudgeImportance(kPlain, Category::kFact, {});
  EXPECT_EQ(importance.score.millionths(), 500'000);
  EXPECT_EQ(importance.level, "normal");
  EXPECT_THAT(importance.reasons, IsEmpty());
  EXPECT_THAT(importance.keywords, ElementsAre("parser", "reads", "tokens"));
}

TEST(ImportanceTest, ATextOfAtMostTenCharactersIsTrivialWhateverItSays) {
  const Importance importance = JudgeImportance("must never", Category::kRule, {"critical"});
  EXPECT_EQ(importance.score.millionths(), 100'000);
  EXPECT_EQ(importance.level, "trivial");
  EXPECT_THAT(importance.reasons, ElementsAre("trivial"));
  EXPECT_THAT(importance.keywords, IsEmpty());
  EXPECT_EQ(ScoreOf(OfLength(10)), 100'000);
  EXPECT_EQ(ScoreOf(OfLength(11)), 500'000);
  EXPECT_EQ(ScoreOf("  " + OfLength(10) + "\n"), 100'000);
  EXPECT_EQ(ScoreOf("пользовате"), 100'000);
  EXPECT_EQ(ScoreOf("пользовател"), 500'000);
}

TEST(ImportanceTest, FillerIsTrivialAtAnyLength) {
  EXPECT_EQ(ScoreOf("Hello there, thank you very much!"), 100'000);
  EXPECT_EQ(ScoreOf("Привет, большое спасибо, понял"), 100'000);
  EXPECT_EQ(ScoreOf("Hello there, the parser"), 500'000);
  EXPECT_EQ(ScoreOf("....................."), 100'000);
}

TEST(ImportanceTest, ACriticalMarkerCountsOnce) {
  for (const std::string_view marker :
       {"critical", "essential and crucial", "важно", "всегда", "НИКОГДА", "ни в коем случае"}) {
    EXPECT_EQ(ScoreOf(Plain(marker)), 700'000) << marker;
    EXPECT_THAT(ReasonsOf(Plain(marker)), ElementsAre("critical_marker")) << marker;
  }
}

TEST(ImportanceTest, AHighMarkerCountsOnce) {
  for (const std::string_view marker :
       {"decision", "deadline tomorrow", "make sure", "Решили", "дедлайна завтра"}) {
    EXPECT_EQ(ScoreOf(Plain(marker)), 620'000) << marker;
    EXPECT_THAT(ReasonsOf(Plain(marker)), ElementsAre("high_marker")) << marker;
  }
}

TEST(ImportanceTest, HedgingCountsOnce) {
  for (const std::string_view marker :
       {"maybe", "probably sort of", "возможно", "скорее всего, наверное"}) {
    EXPECT_EQ(ScoreOf(Plain(marker)), 350'000) << marker;
    EXPECT_THAT(ReasonsOf(Plain(marker)), ElementsAre("hedging")) << marker;
  }
}

TEST(ImportanceTest, AMarkerInsideANameOrAnotherWordIsNone) {
  EXPECT_EQ(ScoreOf(Plain("mustache")), 500'000);
  EXPECT_EQ(ScoreOf(Plain("docs/critical.md")), 500'000);
}

TEST(ImportanceTest, EachCategoryHasItsBonus) {
  const std::vector<std::pair<Category, std::int64_t>> bonuses = {
      {Category::kFact, 0},
      {Category::kCorrection, 150'000},
      {Category::kPrinciple, 120'000},
      {Category::kRule, 110'000},
      {Category::kProcedure, 100'000},
      {Category::kPreference, 100'000},
      {Category::kCommitment, 100'000},
      {Category::kReasoningTrace, 90'000},
      {Category::kDecision, 80'000},
      {Category::kRelationship, 50'000},
      {Category::kSkill, 50'000},
      {Category::kMoment, 30'000},
      {Category::kEntity, 20'000},
  };
  for (const auto& [category, bonus] : bonuses) {
    EXPECT_EQ(ScoreOf(kPlain, category), 500'000 + bonus) << static_cast<int>(category);
  }
  EXPECT_THAT(ReasonsOf(kPlain, Category::kRule), ElementsAre("category"));
}

TEST(ImportanceTest, WhatIsLongerThan200CharactersGainsAThousandthEachUpToATenth) {
  EXPECT_EQ(ScoreOf(OfLength(200)), 500'000);
  EXPECT_EQ(ScoreOf(OfLength(201)), 501'000);
  EXPECT_EQ(ScoreOf(OfLength(299)), 599'000);
  EXPECT_EQ(ScoreOf(OfLength(300)), 600'000);
  EXPECT_EQ(ScoreOf(OfLength(301)), 600'000);
  EXPECT_EQ(ScoreOf(OfLength(100'000)), 600'000);
  EXPECT_THAT(ReasonsOf(OfLength(201)), ElementsAre("length"));
}

TEST(ImportanceTest, TheFirstPersonCountsOnce) {
  for (const std::string_view marker : {"mine", "I and my", "для меня", "мой и моя"}) {
    EXPECT_EQ(ScoreOf(Plain(marker)), 550'000) << marker;
    EXPECT_THAT(ReasonsOf(Plain(marker)), ElementsAre("first_person")) << marker;
  }
}

TEST(ImportanceTest, NumbersAndVersionsCountOnce) {
  for (const std::string_view marker :
       {"42", "10 20", "1.4.2", "v2", "version", "the api", "версия", "конфигурация"}) {
    EXPECT_EQ(ScoreOf(Plain(marker)), 530'000) << marker;
    EXPECT_THAT(ReasonsOf(Plain(marker)), ElementsAre("details")) << marker;
  }
  EXPECT_EQ(ScoreOf(Plain("7")), 500'000);
  EXPECT_EQ(ScoreOf(Plain("vim")), 500'000);
}

TEST(ImportanceTest, EachImportantTagCountsOnce) {
  EXPECT_EQ(ScoreOf(kPlain, Category::kFact, {"Important"}), 550'000);
  EXPECT_EQ(ScoreOf(kPlain, Category::kFact, {"rule", "decision", "parser"}), 600'000);
  EXPECT_EQ(ScoreOf(kPlain, Category::kFact, {"rule", "RULE"}), 550'000);
  EXPECT_EQ(ScoreOf(kPlain, Category::kFact, {"Важно"}), 550'000);
  EXPECT_EQ(ScoreOf(kPlain, Category::kFact, {"", "rules", "my rule"}), 500'000);
  EXPECT_THAT(ReasonsOf(kPlain, Category::kFact, {"rule"}), ElementsAre("tags"));
}

TEST(ImportanceTest, ReasonsStandInTheOrderTheyWereApplied) {
  EXPECT_THAT(ReasonsOf("I must probably meet the deadline for version 42 " + OfLength(200),
                        Category::kRule, {"rule"}),
              ElementsAre("critical_marker", "high_marker", "hedging", "category", "length",
                          "first_person", "details", "tags"));
}

TEST(ImportanceTest, TheScoreStaysBetween0And1) {
  const std::vector<std::string> tags = {"important", "critical",  "preference",
                                         "decision",  "principle", "rule"};
  const Importance importance = JudgeImportance(Plain("must decided"), Category::kCorrection, tags);
  EXPECT_EQ(importance.score, Score::FromInt(1));
  EXPECT_EQ(importance.level, "critical");
}

TEST(ImportanceTest, LevelsBeginAtTheirCuts) {
  const auto level = [](std::string_view text, Category category,
                        const std::vector<std::string>& tags) {
    return JudgeImportance(text, category, tags).level;
  };
  // 0.9: 0.5 + 0.2 + 0.2 of four tags; a thousandth less is not.
  EXPECT_EQ(level(Plain("must"), Category::kFact, {"rule", "decision", "important", "critical"}),
            "critical");
  EXPECT_EQ(level("must " + OfLength(294), Category::kDecision, {"rule"}), "critical");  // 0.929
  EXPECT_EQ(level("must " + OfLength(264), Category::kDecision, {"rule"}), "high");      // 0.899
  EXPECT_EQ(level(Plain("must"), Category::kFact, {}), "high");                          // 0.7
  EXPECT_EQ(level(OfLength(299), Category::kDecision, {}), "normal");                    // 0.679
  EXPECT_EQ(level(OfLength(299), Category::kRule, {}), "high");                          // 0.709
  EXPECT_EQ(level(OfLength(299), Category::kPreference, {}), "normal");                  // 0.699
  EXPECT_EQ(level(Plain("maybe"), Category::kSkill, {}), "normal");                      // 0.4
  EXPECT_EQ(level("maybe " + OfLength(243), Category::kFact, {}), "low");                // 0.399
  EXPECT_EQ(level(Plain("maybe"), Category::kFact, {}), "low");                          // 0.35
}

TEST(ImportanceTest, KeywordsAreTheFiveMostFrequentThenTheFirst) {
  const Importance importance = JudgeImportance(
      "the cache of the cache in redis, Redis and cache: a queue, worker, broker, ttl, кеш",
      Category::kFact, {});
  EXPECT_THAT(importance.keywords, ElementsAre("cache", "redis", "queue", "worker", "broker"));
}

TEST(ImportanceTest, RussianKeywordsAreFolded) {
  EXPECT_THAT(JudgeImportance("Очередь и ОЧЕРЕДЬ, воркеры", Category::kFact, {}).keywords,
              ElementsAre("очередь", "воркеры"));
}

TEST(ImportanceTest, KeywordsOfLessThanThreeCharactersOrTooManyBytesAreLeftOut) {
  EXPECT_THAT(JudgeImportance("db io ttl " + OfLength(65), Category::kFact, {}).keywords,
              ElementsAre("ttl"));
  EXPECT_THAT(JudgeImportance("db io ttl " + OfLength(64), Category::kFact, {}).keywords,
              ElementsAre("ttl", OfLength(64)));
}

TEST(ImportanceTest, AnyBytesAreJudged) {
  EXPECT_EQ(ScoreOf(""), 100'000);
  EXPECT_EQ(ScoreOf("\xff\xfe\x80\xff\xfe\x80\xff\xfe\x80\xff\xfe\x80 token"), 500'000);
}

TEST(IntentTest, GoalsAreFoundInBothLanguages) {
  const std::vector<std::pair<std::string_view, std::string_view>> goals = {
      {"the outage", "stabilize"},      {"Инцидент ночью", "stabilize"},
      {"ship it", "release"},           {"Релиз готов", "release"},
      {"the roadmap", "plan"},          {"стратегия", "plan"},
      {"security first", "review"},     {"Безопасность", "review"},
      {"a new customer", "close_deal"}, {"новая сделка", "close_deal"},
      {"tabs and spaces", ""}};
  for (const auto& [text, goal] : goals)
    EXPECT_EQ(IntentOf(ask::Question(std::string(text))).goal, goal) << text;
}

TEST(IntentTest, ActionsAreFoundInBothLanguages) {
  const std::vector<std::pair<std::string_view, std::string_view>> actions = {
      {"inspect it", "review"},  {"проверь это", "review"},      {"brainstorm", "plan"},
      {"спланируй", "plan"},     {"implement it", "execute"},    {"реализуй это", "execute"},
      {"recap it", "summarize"}, {"что произошло", "summarize"}, {"choose one", "decide"},
      {"выбери одно", "decide"}, {"tabs and spaces", ""}};
  for (const auto& [text, action] : actions)
    EXPECT_EQ(IntentOf(ask::Question(std::string(text))).action, action) << text;
}

TEST(IntentTest, TheFirstGoalAndActionOfTheListWin) {
  const Intent intent =
      IntentOf(ask::Question("decide on the release after the review of the fix"));
  EXPECT_EQ(intent.goal, "stabilize");
  EXPECT_EQ(intent.action, "review");
}

TEST(IntentTest, EntitiesAreSortedAndEachIsThereOnce) {
  EXPECT_THAT(IntentOf(ask::Question("repo, branch, PR, Slack, customer, LLM, README")).entities,
              ElementsAre("ai", "client", "docs", "ops", "repo"));
  EXPECT_THAT(IntentOf(ask::Question("ветка и репозиторий, документация")).entities,
              ElementsAre("docs", "repo"));
}

TEST(IntentTest, ATextWithoutMarkersHasNone) {
  EXPECT_TRUE(IntentOf(ask::Question("")).empty());
  EXPECT_TRUE(IntentOf(ask::Question("tabs and spaces")).empty());
}

TEST(CompatibilityTest, TheGoalIsHalfTheActionThreeTenthsTheEntitiesTwo) {
  const Intent intent{.goal = "plan", .action = "plan", .entities = {"ai", "repo"}};
  EXPECT_EQ(Compatibility(intent, {.goal = "plan"}).millionths(), 500'000);
  EXPECT_EQ(Compatibility(intent, {.action = "plan"}).millionths(), 300'000);
  EXPECT_EQ(Compatibility(intent, {.entities = {"ai", "repo"}}).millionths(), 200'000);
  EXPECT_EQ(Compatibility(intent, intent), Score::FromInt(1));
}

TEST(CompatibilityTest, EntitiesCountByTheirShareOfTheLargerSet) {
  const Intent three{.entities = {"ai", "docs", "repo"}};
  EXPECT_EQ(Compatibility(three, {.entities = {"docs"}}).millionths(), 66'667);
  EXPECT_EQ(Compatibility({.entities = {"docs"}}, three).millionths(), 66'667);
  EXPECT_EQ(Compatibility(three, {.entities = {"repo", "docs", "docs"}}).millionths(), 133'333);
  EXPECT_EQ(Compatibility(three, {.entities = {"ops"}}), Score());
}

TEST(CompatibilityTest, WhatIsNotKnownIsNotTheSame) {
  EXPECT_EQ(Compatibility({}, {}), Score());
  EXPECT_EQ(Compatibility({.goal = "plan"}, {.goal = "review"}), Score());
}

TEST(ArtifactTest, FourCategoriesQualifyFromAConfidenceOfFourFifths) {
  const Score enough = Score::FromMillionths(800'000);
  const Score less = Score::FromMillionths(799'999);
  for (const Category category :
       {Category::kDecision, Category::kCorrection, Category::kPrinciple, Category::kCommitment}) {
    EXPECT_TRUE(QualifiesAsArtifact(category, enough)) << static_cast<int>(category);
    EXPECT_FALSE(QualifiesAsArtifact(category, less)) << static_cast<int>(category);
  }
  for (const Category category :
       {Category::kFact, Category::kPreference, Category::kEntity, Category::kRelationship,
        Category::kMoment, Category::kSkill, Category::kRule, Category::kProcedure,
        Category::kReasoningTrace}) {
    EXPECT_FALSE(QualifiesAsArtifact(category, Score::FromInt(1))) << static_cast<int>(category);
  }
}

TEST(ContentHashTest, ItIsTheSha256OfTheNormalisedText) {
  EXPECT_EQ(ContentHash(" Use  TABS, in\nGo! "), Sha256Of("use tabs in go").Hex());
  EXPECT_EQ(ContentHash("ВСЁ — по-русски."), Sha256Of("все по русски").Hex());
  EXPECT_EQ(ContentHash("Don’t fail_fast"), ContentHash("dont fail fast"));
}

TEST(ContentHashTest, TextsThatSayOtherThingsDiffer) {
  EXPECT_NE(ContentHash("Use C++"), ContentHash("Use C#"));
  EXPECT_NE(ContentHash("Use C"), ContentHash("Use C#"));
  EXPECT_NE(ContentHash("wait 1.5"), ContentHash("wait 15"));
  EXPECT_NE(ContentHash("👍"), ContentHash("👎"));
}

TEST(ContentHashTest, AnyBytesHaveOne) {
  EXPECT_EQ(ContentHash("").size(), 64U);
  EXPECT_EQ(ContentHash("\xff\xfe").size(), 64U);
}

TEST(AlikeTest, ItIsTheShareOfStemsThatBothHave) {
  EXPECT_EQ(Alike("running tests", "RUN test"), Score::FromInt(1));
  EXPECT_EQ(Alike("alpha beta gamma", "beta gamma delta").millionths(), 500'000);
  EXPECT_EQ(Alike("alpha alpha beta", "alpha").millionths(), 500'000);
  EXPECT_EQ(Alike("тесты падали", "тест падал"), Score::FromInt(1));
}

TEST(AlikeTest, StemsOfATextAreComparedAsTheTextIs) {
  EXPECT_THAT(StemsOf("tests run running"), testing::ElementsAre("run", "test"));
  for (const auto& [a, b] : {std::pair("alpha beta gamma", "delta gamma beta"),
                             std::pair("running tests", "RUN test"), std::pair("", "alpha")}) {
    EXPECT_EQ(Alike(StemsOf(a), StemsOf(b)), Alike(a, b));
  }
}

TEST(AlikeTest, TextsWithoutACommonWordAreNotAlike) {
  EXPECT_EQ(Alike("alpha", "beta"), Score());
  EXPECT_EQ(Alike("alpha", ""), Score());
  EXPECT_EQ(Alike("", ""), Score());
  EXPECT_EQ(Alike("\xff", "..."), Score());
}

TEST(AlikeTest, ANegationMakesADifference) {
  EXPECT_LT(Alike("use tabs", "do not use tabs"), Score::FromInt(1));
}

}  // namespace
}  // namespace satchel::memory
