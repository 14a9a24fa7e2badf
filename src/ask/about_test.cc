#include "ask/about.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::ask {
namespace {

using testing::IsEmpty;
using testing::Not;

constexpr Score Millionths(std::int64_t value) { return Score::FromMillionths(value); }

// A prompt without a sign for or against it, in a workspace with enough code.
PromptFacts Plain() { return {.prompt = Question("x"), .documents = 500}; }

Score StandingOf(const PromptFacts& facts) { return JudgePrompt(facts).standing; }

TEST(AboutTest, TheSumOfTheTermsDecides) {
  const PromptJudgement judgement = JudgePrompt(Plain());
  ASSERT_THAT(judgement.signs, Not(IsEmpty()));
  Score sum;
  for (const JudgedSign& sign : judgement.signs) sum += sign.term;
  EXPECT_EQ(judgement.standing, sum);
  EXPECT_EQ(judgement.speaks, sum >= Score());
}

TEST(AboutTest, EverySignCanChangeTheAnswer) {
  for (const JudgedSign& sign : JudgePrompt(Plain()).signs) {
    if (sign.name == "base") continue;
    PromptFacts facts = Plain();
    facts.code_signs[sign.name] = Millionths(500'000);
    if (sign.name == "good_texts") facts.good_texts = 8;
    if (sign.name == "keywords") facts.keywords = 30;
    if (sign.name == "work") facts.work = true;
    if (sign.name == "mentions") facts.mentions = true;
    if (sign.name == "chatter") facts.chatter = true;
    if (sign.name == "lesson") facts.prompt = Question("what is x");
    if (sign.name == "addressed") facts.prompt = Question("x please");
    EXPECT_NE(StandingOf(facts), StandingOf(Plain())) << sign.name;
  }
}

// "please explain …" begins as a question about the world, and no other word of it is here.
TEST(AboutTest, AFunctionOfTheWorkspaceSpeaksAgainstAllOtherSigns) {
  PromptFacts facts = {.prompt = Question("explain to me what solder_joint() does, please"),
                       .keywords = 2,
                       .chatter = true,
                       .documents = 500};
  facts.code_signs["missing"] = Millionths(1'000'000);
  facts.code_signs["rarity"] = Millionths(1'000'000);
  facts.code_signs["unknown_names"] = Millionths(3'000'000);
  EXPECT_FALSE(JudgePrompt(facts).speaks);
  facts.code_signs["defines_call"] = Millionths(1'000'000);
  EXPECT_TRUE(JudgePrompt(facts).speaks);
}

TEST(AboutTest, WithLittleCodeASimpleRuleDecides) {
  PromptFacts facts = {
      .prompt = Question("repair the login redirect"), .keywords = 3, .documents = 99};
  EXPECT_THAT(JudgePrompt(facts).signs, IsEmpty());
  EXPECT_FALSE(JudgePrompt(facts).speaks) << "no text has any of it";
  facts.prose = Millionths(250'000);
  EXPECT_TRUE(JudgePrompt(facts).speaks);
  facts.prose = Millionths(249'999);
  EXPECT_FALSE(JudgePrompt(facts).speaks);
  facts.code = Millionths(250'000);
  EXPECT_TRUE(JudgePrompt(facts).speaks);
  facts.keywords = 2;
  EXPECT_FALSE(JudgePrompt(facts).speaks) << "too few words";
  facts.mentions = true;
  EXPECT_TRUE(JudgePrompt(facts).speaks) << "a name that is here is enough";
  facts = {.prompt = Question("go on"),
           .keywords = 5,
           .chatter = true,
           .can_tell = false,
           .documents = 0};
  EXPECT_FALSE(JudgePrompt(facts).speaks);
  facts.chatter = false;
  EXPECT_TRUE(JudgePrompt(facts).speaks) << "words of another script tell nothing";
}

TEST(AboutTest, AtItsBestNothingIsJudgedLowerThanItIs) {
  for (const std::size_t texts : {0U, 3U, 8U, 100U}) {
    for (const bool mentions : {false, true}) {
      for (const bool chatter : {false, true}) {
        for (const std::size_t keywords : {0U, 2U, 40U}) {
          PromptFacts facts = Plain();
          facts.good_texts = texts;
          facts.mentions = mentions;
          facts.chatter = chatter;
          facts.keywords = keywords;
          facts.code_signs["first"] = Millionths(400'000 + (static_cast<int>(keywords) * 7));
          const PromptJudgement best = JudgeAtBest(facts);
          EXPECT_GE(best.standing, StandingOf(facts));
          EXPECT_TRUE(best.speaks || !JudgePrompt(facts).speaks);
        }
      }
    }
  }
}

TEST(AboutTest, WithLittleCodeTheTextsHaveToBeRead) {
  PromptFacts facts = Plain();
  EXPECT_FALSE(JudgeAtBest(facts).speaks);
  facts.documents = 99;
  EXPECT_TRUE(JudgeAtBest(facts).speaks);
}

TEST(AboutTest, AnyBytesAreAPrompt) {
  for (const std::string& prompt :
       {std::string(), std::string("\xff\xfe \0", 4), std::string(100'000, 'a'),
        std::string("ЧТО ТАКОЕ замыкание")}) {
    PromptFacts facts = Plain();
    facts.prompt = Question(prompt);
    EXPECT_EQ(ToJson(JudgePrompt(facts)), ToJson(JudgePrompt(facts)));
  }
}

TEST(AboutTest, SmallTalkIsNotAnsweredAndAQuestionAboutTheCodeIs) {
  PromptFacts facts = Plain();
  facts.prompt = Question("thanks, looks good to me");
  facts.keywords = 2;
  facts.chatter = true;
  facts.code_signs = {{"words", Millionths(1'098'612)}, {"rarity", Millionths(300'000)}};
  EXPECT_FALSE(JudgePrompt(facts).speaks);
  facts = Plain();
  facts.prompt = Question("the redactor lets a key through in a continued line");
  facts.keywords = 6;
  facts.good_texts = 4;
  facts.code_signs = {{"first", Millionths(700'000)},     {"path", Millionths(300'000)},
                      {"named_words", Score::FromInt(2)}, {"stem_prefix", Score::FromInt(1)},
                      {"words", Millionths(1'945'910)},   {"rarity", Millionths(400'000)}};
  EXPECT_TRUE(JudgePrompt(facts).speaks);
}

TEST(AboutTest, TheJsonHasEverySignInMillionths) {
  PromptFacts facts = Plain();
  facts.code_signs["first"] = Millionths(123'456);
  const Json json = ToJson(JudgePrompt(facts));
  EXPECT_EQ(json["signs"]["first"], 123'456);
  EXPECT_EQ(json["speaks"], JudgePrompt(facts).speaks);
  EXPECT_EQ(json["standing"], JudgePrompt(facts).standing.millionths());
}

}  // namespace
}  // namespace satchel::ask
