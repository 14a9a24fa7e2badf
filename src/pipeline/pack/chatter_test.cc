#include "pipeline/pack/chatter.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace satchel::pipeline {
namespace {

TEST(ChatterTest, WhatSaysYesOrThanksIsChatter) {
  for (const std::string_view prompt :
       {"yes", "ok, go on", "thanks, looks good", "continue", "да, продолжай", "спасибо", "!!"}) {
    EXPECT_TRUE(IsChatter(prompt)) << prompt;
  }
}

TEST(ChatterTest, WhatSaysHowToGoOnIsChatter) {
  for (const std::string_view prompt :
       {"run the tests again", "no, the other one", "Try once more, please.",
        "I don't like this, start over", "ok commit with a short message", "wait a minute",
        "make it shorter again", "нет, попробуй ещё раз", "закоммить это с коротким сообщением"}) {
    EXPECT_TRUE(IsChatter(prompt)) << prompt;
  }
}

TEST(ChatterTest, AWordThatMayBeTheSubjectIsLookedFor) {
  for (const std::string_view prompt :
       {"fix the login redirect", "remove the cache", "what next?", "ok, now fix the test",
        "thanks, and src/main.cc?", "yes, HttpLoop waits for ever", "why is the index stale",
        "как устроен индекс", "run the parser again", "run the tests", "please show me the parser",
        "commit of a transaction"}) {
    EXPECT_FALSE(IsChatter(prompt)) << prompt;
  }
}

TEST(ChatterTest, ANameOfCodeIsNoWord) {
  for (const std::string_view prompt :
       {"run_tests again", "try again(this)", "go.test again", "again goTo", "`commit` again"}) {
    EXPECT_FALSE(IsChatter(prompt)) << prompt;
  }
}

TEST(ChatterTest, ALongTextIsNoRemark) {
  EXPECT_FALSE(IsChatter("yes " + std::string(200, 'y')));
  EXPECT_TRUE(IsChatter("again and again and again and again and again and again"));
  EXPECT_FALSE(IsChatter("again and again and again and again and again and again and again"));
}

TEST(ChatterTest, AnyBytesAreAPrompt) {
  for (const std::string& prompt :
       {std::string(), std::string("\xff\xfe \0", 4), std::string(100'000, 'a')}) {
    EXPECT_EQ(IsChatter(prompt), IsChatter(prompt));
  }
}

}  // namespace
}  // namespace satchel::pipeline
