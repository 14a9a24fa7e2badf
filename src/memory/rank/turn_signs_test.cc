#include "memory/rank/turn_signs.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace satchel::rank {
namespace {

TurnSigns Signs(std::string_view text) {
  const std::vector<std::string> speakers = {"ann"};
  return SignsOf(text, text::Words(text), speakers);
}
AskedKind Kind(std::string_view question) { return KindOf(text::Words(question)); }

TEST(TurnSignsTest, SeesQuestions) {
  EXPECT_TRUE(Signs("How are you?  \n").is_asked);
  EXPECT_TRUE(Signs("How are you? I am well.").asks);
  EXPECT_FALSE(Signs("How are you? I am well.").is_asked);
  EXPECT_FALSE(Signs("").is_asked);
}

TEST(TurnSignsTest, SeesTimesAndNumbers) {
  EXPECT_TRUE(Signs("We met yesterday").has_time);
  EXPECT_TRUE(Signs("Since 2019").has_time);
  EXPECT_TRUE(Signs("мы виделись вчера").has_time);
  EXPECT_FALSE(Signs("We met in the park").has_time);
  EXPECT_TRUE(Signs("three cats").has_number);
  EXPECT_TRUE(Signs("12 cats").has_number);
  EXPECT_FALSE(Signs("some cats").has_number);
}

TEST(TurnSignsTest, CountsNamesOnceAndNeitherSpeakersNorFirstWords) {
  EXPECT_EQ(Signs("Going to Rome. Then Paris with Ann, and to Rome again").names, 2U);
  EXPECT_EQ(Signs("Hello! What a day").names, 0U);
  EXPECT_EQ(Signs("еду в Москву").names, 1U);
}

TEST(TurnSignsTest, KnowsWhatAQuestionAsksFor) {
  EXPECT_TRUE(Kind("When did it rain?").time);
  EXPECT_TRUE(Kind("In which year was it?").time);
  EXPECT_TRUE(Kind("Когда это было?").time);
  EXPECT_FALSE(Kind("What does she do when it rains?").time);
  EXPECT_TRUE(Kind("How many cats?").number);
  EXPECT_TRUE(Kind("Сколько кошек?").number);
  EXPECT_TRUE(Kind("Where does she live?").name);
  const AskedKind none = Kind("");
  EXPECT_FALSE(none.time || none.number || none.name);
}

TEST(TurnSignsTest, ATimeCountsMostForWhen) {
  EXPECT_EQ(HasKind(Signs("yesterday"), Kind("When?")), 1);
  EXPECT_EQ(HasKind(Signs("three cats"), Kind("How many cats?")), 0.5);
  EXPECT_EQ(HasKind(Signs("to Rome"), Kind("Where?")), 0.25);
  EXPECT_EQ(HasKind(Signs("to Rome and Paris and Oslo"), Kind("Where?")), 0.5);
  EXPECT_EQ(HasKind(Signs("yesterday, to Rome, three times"), Kind("Why?")), 0);
}

}  // namespace
}  // namespace satchel::rank
