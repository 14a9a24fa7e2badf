#include "memory/propose/own_words.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> Own(std::string_view prompt) {
  std::vector<std::string> texts;
  for (const OwnSentence& sentence : OwnSentences(prompt)) texts.push_back(sentence.text);
  return texts;
}

TEST(OwnWordsTest, SplitsAtTheEndsOfSentencesAndLines) {
  EXPECT_THAT(Own("Use tabs. Why not?\nand no emojis!! ok"),
              ElementsAre("Use tabs.", "Why not?", "and no emojis!!", "ok"));
}

TEST(OwnWordsTest, ADotInsideOfAWordOrAnAbbreviationEndsNoSentence) {
  EXPECT_THAT(Own("put it in shared/version.ts, e.g. below v1.2, z.B. so"), SizeIs(1));
  EXPECT_THAT(Own("I don't want !! in our code"), SizeIs(1));
}

TEST(OwnWordsTest, ANoBelongsToTheSentenceAfterIt) {
  EXPECT_THAT(Own("no! use the fixture. thanks"), ElementsAre("no! use the fixture.", "thanks"));
}

TEST(OwnWordsTest, LeavesOutFencesQuotedLinesAndTags) {
  EXPECT_THAT(Own("look\n```yaml\n# always\nkey\n```\n> never\n<log>\nremember\n</log>\nend"),
              ElementsAre("look", "end"));
  EXPECT_THAT(Own("an open fence\n~~~\nnever\n"), ElementsAre("an open fence"));
}

TEST(OwnWordsTest, LeavesOutLogsCommentsTracesTablesAndCode) {
  for (const char* line :
       {"2026-03-01 12:00 always restart", "12:00:01 never do that", "ERROR always restart",
        "src/a.cc:12:3: never ignore this", "-- always keep this hint", "// never change",
        "# always keep in sync", "    indented, never typed", "\tat Foo.map, never null",
        "Seq Scan on rows  (rows=12)  never", "return always(x);", "a=1 b=2 always c",
        "Caused by: x must never be null", "java.lang.Exception: never", "$ always run"}) {
    EXPECT_THAT(Own(std::string("look at this\n") + line), ElementsAre("look at this")) << line;
  }
}

TEST(OwnWordsTest, ALeadAnnouncesTextOfOthersUpToTheNextEmptyLine) {
  EXPECT_THAT(Own("the readme says:\nAlways minimise\nthe crash\n\nfix it"),
              ElementsAre("the readme says:", "fix it"));
  EXPECT_THAT(Own("two rules:\n- never push\n- always test"),
              ElementsAre("two rules:", "- never push", "- always test"));
}

TEST(OwnWordsTest, WhatStandsBetweenPastedLinesIsPasted) {
  EXPECT_THAT(Own("why\nERROR a\nalways restart the box\nERROR b"), ElementsAre("why"));
}

TEST(OwnWordsTest, HidesQuotationsFromTheWords) {
  EXPECT_EQ(WordsForLookup("He said “Always x”, `never` and 'ever', don’t"),
            " he said … , … and … , don't ");
}

TEST(OwnWordsTest, ReadsBoundedTextInLinearTime) {
  EXPECT_THAT(OwnSentences(std::string(1UL << 20U, '.')), IsEmpty());
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "Use it. ";
  EXPECT_THAT(OwnSentences(many), SizeIs(200));
  std::string tags;
  for (int i = 0; i < 10'000; ++i) tags += "<a" + std::to_string(i) + ">\n";
  EXPECT_THAT(OwnSentences(tags + "always"), IsEmpty());
}

}  // namespace
}  // namespace satchel::memory
