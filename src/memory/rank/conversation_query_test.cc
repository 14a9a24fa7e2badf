#include "memory/rank/conversation_query.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"

namespace satchel::rank {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

ConversationQuery Read(std::string_view text, const std::vector<std::string>& words = {},
                       bool dated = true) {
  AlikeWords vocabulary;
  for (const std::string& word : words) vocabulary.Add(word);
  return ReadConversationQuery(ask::Question(std::string(text)),
                               std::vector<std::string>{"ann lee", "mark"}, vocabulary, dated);
}

std::vector<std::string> Terms(const ConversationQuery& query) {
  std::vector<std::string> terms;
  for (const auto& term : query.terms) terms.push_back(term.text);
  return terms;
}

TEST(ConversationQueryTest, WhoAndWhenAreNoWordsToLookFor) {
  const ConversationQuery query = Read("What did Ann's brother paint in June 2023?");
  EXPECT_THAT(Terms(query), ElementsAre("brother", "paint"));
  EXPECT_THAT(query.speakers, ElementsAre(0));
  EXPECT_THAT(query.dates.months, ElementsAre(6));
}

TEST(ConversationQueryTest, ARoleIsNoName) {
  const auto query = ReadConversationQuery(ask::Question("What did user feedback change, Mark?"),
                                           std::vector<std::string>{"assistant", "mark", "user"},
                                           AlikeWords(), true);
  EXPECT_THAT(Terms(query), ElementsAre("user", "feedback", "chang"));
  EXPECT_THAT(query.speakers, ElementsAre(1));
}

TEST(ConversationQueryTest, UnlessThereIsNothingElse) {
  EXPECT_THAT(Terms(Read("Mark?")), ElementsAre("mark"));
  EXPECT_THAT(Terms(Read("")), IsEmpty());
}

TEST(ConversationQueryTest, DatesAreWordsWhereNothingHasATime) {
  EXPECT_THAT(Terms(Read("the flood in June 2023", {}, false)),
              ElementsAre("flood", "june", "2023"));
}

TEST(ConversationQueryTest, AFullStopChangesNothing) {
  EXPECT_EQ(Terms(Read("Where does Ann live")), Terms(Read("Where does Ann live.")));
}

TEST(ConversationQueryTest, WordsThatLookAlikeStandIn) {
  const ConversationQuery query = Read("adopt a painter", {"adoptee", "painter", "paintbrush"});
  EXPECT_EQ(query.words, 2U);
  EXPECT_THAT(Terms(query), ElementsAre("adopt", "painter", "adoptee", "paintbrush"));
  ASSERT_THAT(query.stand_ins, SizeIs(2));
  EXPECT_EQ(query.stand_ins[0].term, 0U);
  EXPECT_EQ(query.stand_ins[0].word, 2U);
}

TEST(ConversationQueryTest, ALongQuestionIsCut) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "word" + std::to_string(i) + "x ";
  EXPECT_THAT(Terms(Read(text)), SizeIs(ConversationQuery::kMostTerms));
}

}  // namespace
}  // namespace satchel::rank
