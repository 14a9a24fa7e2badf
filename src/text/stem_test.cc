#include "text/stem.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/stop_words.h"
#include "text/unicode.h"

namespace satchel::text {
namespace {

TEST(StemTest, EnglishAndRussianFormsMeet) {
  const auto english = [](std::string_view word) { return Stem(word, Language::kEnglish); };
  EXPECT_EQ(english("running"), "run");
  EXPECT_EQ(english("connections"), english("connected"));
  EXPECT_EQ(english("caches"), english("caching"));
  EXPECT_EQ(english("is"), "is");
  const auto russian = [](std::string_view word) { return Stem(word, Language::kRussian); };
  EXPECT_EQ(russian("файлами"), russian("файла"));
  EXPECT_EQ(russian("индексирование"), russian("индексированием"));
  EXPECT_EQ(russian("ёлка"), russian("елка"));
  EXPECT_EQ(Stem("running", Language::kNone), "running");
}

TEST(StemTest, AStemOfAFoldedWordIsFolded) {
  const std::string marked = Fold("ё\u0300лка");
  EXPECT_EQ(Stem(marked, Language::kRussian), marked);
  EXPECT_EQ(Fold(Stem(marked, Language::kRussian)), marked);
}

TEST(StemTest, TheLanguageIsThatOfTheScript) {
  EXPECT_EQ(LanguageOf("word"), Language::kEnglish);
  EXPECT_EQ(LanguageOf("café"), Language::kEnglish);
  EXPECT_EQ(LanguageOf("snake_case2"), Language::kEnglish);
  EXPECT_EQ(LanguageOf("слово"), Language::kRussian);
  EXPECT_EQ(LanguageOf("файл2"), Language::kRussian);
  EXPECT_EQ(LanguageOf("wordслово"), Language::kNone);
  EXPECT_EQ(LanguageOf("שלום"), Language::kNone);
  EXPECT_EQ(LanguageOf("漢字"), Language::kNone);
  EXPECT_EQ(LanguageOf("2024"), Language::kNone);
  EXPECT_EQ(LanguageOf(""), Language::kNone);
}

TEST(StemTest, TheCacheChangesNoAnswer) {
  Stemmer warm;
  // More words than the cache has room for, in two rounds.
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 20'000; ++i) {
      const std::string word = "running" + std::to_string(i * 7919 % 20'000) + "ations";
      const std::string_view stem = warm.Stem(word, Language::kEnglish);
      if (i % 500 != 0) continue;
      ASSERT_EQ(stem, Stem(word, Language::kEnglish)) << word;
    }
  }
  // The same bytes in another language are another entry.
  EXPECT_EQ(warm.Stem("running", Language::kRussian), Stem("running", Language::kRussian));
  EXPECT_EQ(warm.Stem("running", Language::kEnglish), "run");
}

TEST(StemTest, GiantWordsComeBackWhole) {
  const std::string giant = std::string(100'000, 'a') + "ing";
  EXPECT_EQ(Stem(giant, Language::kEnglish), giant);
  const std::string fits = std::string(100, 'b') + "aring";  // too long for the cache only
  EXPECT_EQ(Stem(fits, Language::kEnglish), std::string(100, 'b') + "are");
}

TEST(StopWordsTest, QuestionsAndFunctionWordsOfBothLanguages) {
  for (const char* word :
       {"what", "where", "how", "why",    "which", "who",   "when",  "the", "is",  "does", "dont",
        "что",  "где",   "как", "почему", "зачем", "какой", "когда", "кто", "ещё", "еще",  "для"}) {
    EXPECT_TRUE(IsStopWord(word)) << word;
    EXPECT_EQ(Fold(word), word);
  }
  for (const char* word : {"", "id", "index", "file", "error", "файл", "ошибка", "漢", "done"}) {
    EXPECT_FALSE(IsStopWord(word)) << word;
  }
}

}  // namespace
}  // namespace satchel::text
