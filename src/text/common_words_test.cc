#include "text/common_words.h"

#include <gtest/gtest.h>

#include "text/analyser.h"

namespace satchel::text {
namespace {

TEST(CommonWordsTest, OrdinaryWordsAreKnownInAnyForm) {
  for (const char* word : {"several", "came", "somebody", "exactly", "happens", "happening",
                           "obvious", "obviously", "written", "young"}) {
    EXPECT_TRUE(IsCommonWord(AnalyseQuery(word).front().text)) << word;
  }
}

TEST(CommonWordsTest, MistakesAndWordsThatAreOftenNamesAreNone) {
  for (const char* word : {"", "sevral", "cokie", "server", "case", "report", "config", "seve"}) {
    EXPECT_FALSE(IsCommonWord(word)) << word;
  }
}

}  // namespace
}  // namespace satchel::text
