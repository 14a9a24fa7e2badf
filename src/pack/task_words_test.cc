#include "pack/task_words.h"

#include <gtest/gtest.h>

namespace satchel::pipeline {
namespace {

TEST(TaskWordsTest, ATextWithMoreOfWhatTheTaskSaysIsWorthMore) {
  TaskWords words(ask::Question("retry the upload when the server answers with a timeout"));
  const auto all = words.Read("Uploads retry after a timeout of the server", "Three times.");
  const auto some = words.Read("The server", "It has a timeout.");
  const auto none = words.Read("Colours of the logo", "Blue and white.");
  words.Weigh();
  EXPECT_GT(words.WorthOf(all), words.WorthOf(some));
  EXPECT_GT(words.WorthOf(some), Score());
  EXPECT_EQ(words.WorthOf(none), Score());
}

TEST(TaskWordsTest, ASharedWordAloneIsChance) {
  TaskWords words(ask::Question("retry the upload when the server answers with a timeout"));
  const auto one = words.Read("Server", "Its rack is in the cellar.");
  words.Weigh();
  EXPECT_EQ(words.WorthOf(one), Score());
}

TEST(TaskWordsTest, AWordAloneIsEnoughForATaskOfOne) {
  TaskWords words(ask::Question("timeouts"));
  const auto one = words.Read("The timeout", "");
  words.Weigh();
  EXPECT_GT(words.WorthOf(one), Score::FromMillionths(500'000));
}

TEST(TaskWordsTest, ARareWordSaysMoreThanACommonOne) {
  TaskWords words(ask::Question("parse the manifest of packages quickly"));
  std::vector<std::size_t> common;
  for (int i = 0; i < 20; ++i) common.push_back(words.Read("parse packages", ""));
  const auto rare = words.Read("parse manifest", "");
  words.Weigh();
  EXPECT_GT(words.WorthOf(rare), words.WorthOf(common.front()));
}

TEST(TaskWordsTest, ATitleCountsMoreThanABody) {
  TaskWords words(ask::Question("manifest parser"));
  const auto title = words.Read("manifest parser", "");
  const auto body = words.Read("", "manifest parser");
  words.Weigh();
  EXPECT_GT(words.WorthOf(title), words.WorthOf(body));
}

TEST(TaskWordsTest, ATextMaySayNothingMoreThanAnother) {
  TaskWords words(ask::Question("anything"));
  const auto longer = words.Read("Use SQLite for the queue", "It needs no server.");
  const auto shorter = words.Read("Use SQLite", "for the queue");
  const auto other = words.Read("Use Redis for the team", "");
  const auto nothing = words.Read("", "");
  const Score most = Score::FromMillionths(700'000);
  EXPECT_TRUE(words.IsPartOf(shorter, longer, Score::FromInt(1)));
  EXPECT_FALSE(words.IsPartOf(longer, shorter, most));
  EXPECT_FALSE(words.IsPartOf(other, longer, most));
  EXPECT_TRUE(words.IsPartOf(other, longer, Score::FromMillionths(500'000)));
  EXPECT_FALSE(words.IsPartOf(nothing, longer, Score()));
}

TEST(TaskWordsTest, ATaskInAnotherScriptCannotBeComparedByWords) {
  TaskWords russian(ask::Question("почему загрузка файлов падает"));
  russian.Read("Uploads of files fail", "");
  EXPECT_FALSE(russian.CanTell());
  russian.Read("Загрузка файлов падает", "");
  EXPECT_TRUE(russian.CanTell());
  TaskWords english(ask::Question("why do uploads fail"));
  english.Read("Загрузка файлов", "");
  EXPECT_TRUE(english.CanTell());
}

TEST(TaskWordsTest, ATaskWithoutWordsIsNotAboutAnything) {
  TaskWords words(ask::Question("?!"));
  const auto text = words.Read("anything", "");
  words.Weigh();
  EXPECT_EQ(words.WorthOf(text), Score());
}

}  // namespace
}  // namespace satchel::pipeline
