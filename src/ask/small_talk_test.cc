#include "ask/small_talk.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace satchel::ask {
namespace {

TEST(SmallTalkTest, WhatSaysYesOrThanksIsSmallTalk) {
  for (const std::string_view prompt :
       {"yes", "ok, go on", "thanks, looks good", "continue", "ок, продолжай", "спасибо"}) {
    EXPECT_TRUE(IsSmallTalk(Question(std::string(prompt)))) << prompt;
  }
}

TEST(SmallTalkTest, WhatSaysHowToGoOnIsSmallTalk) {
  for (const std::string_view prompt :
       {"run the tests again", "no, the other one", "Try once more, please.",
        "I don't like this, start over", "ok commit with a short message", "wait a minute",
        "make it shorter again", "нет, попробуй ещё раз", "закоммить это с коротким сообщением"}) {
    EXPECT_TRUE(IsSmallTalk(Question(std::string(prompt)))) << prompt;
  }
}

TEST(SmallTalkTest, AWordThatMayBeTheSubjectIsLookedFor) {
  for (const std::string_view prompt :
       {"fix the login redirect", "remove the cache", "what next?", "ok, now fix the test",
        "thanks, and src/main.cc?", "yes, HttpLoop waits for ever", "why is the index stale",
        "как устроен индекс", "run the parser again", "please show me the parser",
        "commit of a transaction"}) {
    EXPECT_FALSE(IsSmallTalk(Question(std::string(prompt)))) << prompt;
  }
}

TEST(SmallTalkTest, ACommandToTheAgentIsAboutItsTools) {
  for (const std::string_view prompt :
       {"run the tests", "Run all unit tests.", "run the linter", "rerun the failing tests",
        "revert the last commit", "build the project", "format the code", "push it to main",
        "squash the last two commits", "запусти все тесты"}) {
    EXPECT_TRUE(IsSmallTalk(Question(std::string(prompt)))) << prompt;
  }
  for (const std::string_view prompt :
       {"run", "the tests", "fix the tests", "run the tests of the parser", "build the index",
        "revert the retry limit", "build the type checker", "build the linter",
        "why do the tests fail", "merge the two parsers"}) {
    EXPECT_FALSE(IsSmallTalk(Question(std::string(prompt)))) << prompt;
  }
}

TEST(SmallTalkTest, ANameOfCodeIsNoWord) {
  for (const std::string_view prompt :
       {"run_tests again", "try again(this)", "go.test again", "again goTo", "`commit` again"}) {
    EXPECT_FALSE(IsSmallTalk(Question(std::string(prompt)))) << prompt;
  }
}

TEST(SmallTalkTest, ALongTextIsNoRemark) {
  EXPECT_FALSE(IsSmallTalk(Question("yes " + std::string(200, 'y'))));
  EXPECT_TRUE(IsSmallTalk(Question("again and again and again and again and again and again")));
  EXPECT_FALSE(
      IsSmallTalk(Question("again and again and again and again and again and again and again")));
}

TEST(SmallTalkTest, AnyBytesAreAPrompt) {
  for (const std::string& prompt :
       {std::string(), std::string("\xff\xfe \0", 4), std::string(100'000, 'a')}) {
    EXPECT_EQ(IsSmallTalk(Question(std::string(prompt))),
              IsSmallTalk(Question(std::string(prompt))));
  }
}

}  // namespace
}  // namespace satchel::ask
