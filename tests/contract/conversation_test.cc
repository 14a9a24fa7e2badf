// A small conversation, ranked over every engine: who, when and what stands beside it decide, and
// nothing else does.

#include "memory/rank/conversation.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/lexical/index.h"
#include "index/lexical/writer.h"
#include "tests/contract/store_engines.h"

namespace satchel::rank {
namespace {

using test::EngineCase;
using testing::ElementsAre;
using testing::StartsWith;

constexpr std::string_view kSource = "conversation";

Session SessionOf(std::string key, std::string_view day,
                  const std::vector<std::pair<std::string, std::string>>& said) {
  Session session{.key = std::move(key), .turns = {}};
  for (const auto& [speaker, text] : said) {
    session.turns.push_back(
        {.speaker = speaker, .text = text, .caption = {}, .time = *ParseTime(day)});
  }
  return session;
}

std::vector<Session> Said() {
  std::vector<Session> sessions = {
      SessionOf("a", "2023-05-08",
                {{"Ann", "Hi Bob! How is the garden?"},
                 {"Bob", "The roses are in bloom. I bought a ladder last week."},
                 {"Ann", "Which colour did you choose for the kitchen walls?"},
                 {"Bob", "A warm yellow, and white for the door."}}),
      SessionOf("b", "2023-06-20",
                {{"Bob", "My sister moved to Lisbon and adopted two cats."},
                 {"Ann", "Lovely! I adopted a dog when I was ten."},
                 {"Ann", "We went camping by the lake."}}),
      SessionOf("c", "2023-08-02",
                {{"Ann", "The lake was cold, and camping was fun all the same."},
                 {"Bob", "I had a psychologist's appointment."}})};
  sessions[2].turns[0].caption = "a red tent between birches";
  return sessions;
}

class ConversationTest : public testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
    Use(Said());
  }

  void Use(std::vector<Session> sessions) {
    lexical::DocumentWriter writer = TurnWriter();
    std::vector<lexical::Change> changes;
    for (const Session& session : sessions) {
      changes.push_back({session.key, DocumentsOf(session, writer)});
    }
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kWrite);
    ASSERT_TRUE(transaction) << transaction.error().text();
    ASSERT_TRUE(lexical::Apply(**transaction, kSource, TurnRanking(), changes));
    ASSERT_TRUE((*transaction)->Commit({}));
    index_ = std::make_unique<lexical::Index>(engine_->database(), kSource, TurnRanking());
    conversation_ = std::make_unique<Conversation>(std::move(sessions));
  }

  RankedConversation Rank(std::string_view question) {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    EXPECT_TRUE(transaction) << transaction.error().text();
    if (!transaction) return {};
    auto ranked = RankConversation(**transaction, *index_, *conversation_,
                                   ask::Question(std::string(question)));
    EXPECT_TRUE(ranked) << ranked.error().text();
    return ranked ? *std::move(ranked) : RankedConversation();
  }

  std::string NameOf(const RankedTurn& turn) const {
    return fmt::format("{}{}", conversation_->sessions()[turn.session].key, turn.ordinal);
  }

  // "b0 a1 …", best first.
  std::string Order(std::string_view question) {
    std::string order;
    for (const RankedTurn& turn : Rank(question).turns) {
      order += (order.empty() ? "" : " ") + NameOf(turn);
    }
    return order;
  }

  // What a feature gives to a turn.
  Score Value(std::string_view question, std::string_view turn, TurnFeature feature) {
    for (const RankedTurn& one : Rank(question).turns) {
      if (NameOf(one) == turn) return At(one.values, feature);
    }
    ADD_FAILURE() << turn << " is not there";
    return {};
  }

  std::unique_ptr<test::StoreEngine> engine_;
  std::unique_ptr<lexical::Index> index_;
  std::unique_ptr<Conversation> conversation_;
};

TEST_P(ConversationTest, FindsWhatWasSaid) {
  EXPECT_THAT(Order("Where did Bob's sister move to?"), StartsWith("b0 "));
  EXPECT_THAT(Order("What did Bob buy?"), StartsWith("a1 "));
  EXPECT_THAT(Order("Who saw a psychology expert?"), StartsWith("c1 "));
  EXPECT_THAT(Order("What stood between the birches?"), StartsWith("c0 "));
}

TEST_P(ConversationTest, AnAnswerIsFoundByItsQuestion) {
  EXPECT_THAT(Order("What colour are Bob's kitchen walls?"), StartsWith("a3 a2"));
  EXPECT_GT(Value("colour of the kitchen walls", "a3", TurnFeature::kAnswer), Score());
  EXPECT_GT(Value("colour of the kitchen walls", "a3", TurnFeature::kNeighbours), Score());
  EXPECT_EQ(Value("colour of the kitchen walls", "a2", TurnFeature::kAnswer), Score());
}

// In a chat with a model the user's turns ask and tell at once, and the replies repeat their words.
TEST_P(ConversationTest, WhatTheUserToldAModelStandsBeforeTheReply) {
  const std::string reply =
      "Redis is a fine cache, and a cache like Redis on port 6390 keeps your pages. Here is how a "
      "cache of pages in Redis is set up: the cache, the port of the cache and its pages.";
  Use({SessionOf("m", "2024-01-01",
                 {{"user", "My cache is Redis on port 6390, how do I keep pages in it?"},
                  {"assistant", reply},
                  {"user", "Thanks! And how do I log in?"},
                  {"assistant", "Which page do you log in to?"}})});
  const std::string_view question = "Which port does my Redis cache use?";
  EXPECT_THAT(Order(question), StartsWith("m0 m1"));
  EXPECT_EQ(Value(question, "m0", TurnFeature::kTold), Score::FromInt(1));
  EXPECT_EQ(Value(question, "m0", TurnFeature::kQuestion), Score());
  EXPECT_EQ(Value(question, "m1", TurnFeature::kTold), Score());
  EXPECT_EQ(Value(question, "m1", TurnFeature::kAnswer), Score());
  EXPECT_EQ(Value(question, "m3", TurnFeature::kQuestion), Score::FromInt(1));
}

TEST_P(ConversationTest, WhoIsNamedDecidesBetweenEquals) {
  EXPECT_THAT(Order("Which animal did Ann adopt?"), StartsWith("b1 b0"));
  EXPECT_THAT(Order("Which animals were adopted by Bob's family?"), StartsWith("b0 b1"));
}

TEST_P(ConversationTest, TheTimeAskedAboutDecides) {
  EXPECT_THAT(Order("Who was camping by the lake in June?"), StartsWith("b2 "));
  EXPECT_THAT(Order("Who was camping by the lake in August?"), StartsWith("c0 "));
  EXPECT_EQ(Value("camping on 20 June 2023", "b2", TurnFeature::kDate), Score::Ratio(3, 2));
}

TEST_P(ConversationTest, NeighboursAreOfTheSameSession) {
  EXPECT_EQ(Value("camping at the cold lake", "b2", TurnFeature::kAnswer), Score());
  EXPECT_GT(Value("psychologist in August", "c0", TurnFeature::kNeighbours), Score());
  EXPECT_EQ(Value("psychologist in June", "b2", TurnFeature::kNeighbours), Score());
}

TEST_P(ConversationTest, AScoreIsTheSumOfItsTerms) {
  for (const RankedTurn& turn : Rank("When did Ann go camping by the lake in June?").turns) {
    Score sum;
    for (const ScoreTerm& term : TermsOf(turn.values, TextForm::kTurns).terms()) sum += term.value;
    EXPECT_EQ(sum, turn.score) << NameOf(turn);
  }
}

TEST_P(ConversationTest, EveryEngineGivesTheSameScores) {
  std::vector<std::string> scores;
  for (const RankedTurn& turn : Rank("Where did Ann go camping in June?").turns) {
    scores.push_back(fmt::format("{} {}", NameOf(turn), turn.score.Text()));
  }
  EXPECT_THAT(scores, ElementsAre("b2 2.71946", "b1 2.143244", "b0 1.759122", "c0 0.807726",
                                  "c1 0.359873"));
}

TEST_P(ConversationTest, SessionsAreInTheOrderOfTheirBestTurns) {
  const auto sessions = Rank("Where did Ann go camping in June?").sessions;
  ASSERT_EQ(sessions.size(), 2U);
  EXPECT_EQ(sessions[0].session, 1U);
  EXPECT_EQ(sessions[1].session, 2U);
}

TEST_P(ConversationTest, AFullStopChangesNothing) {
  const std::string question = "where did Ann go camping in June";
  EXPECT_EQ(Order(question), Order(question + "."));
}

TEST_P(ConversationTest, AnUnrelatedSessionChangesNoOrder) {
  const std::string before = Order("Where did Ann go camping?");
  std::vector<Session> sessions = Said();
  sessions.push_back(SessionOf("d", "2023-09-01", {{"Bob", "The train was late again."}}));
  Use(std::move(sessions));
  EXPECT_EQ(Order("Where did Ann go camping?"), before);
}

TEST_P(ConversationTest, TurnsThatAreIndexedAndNotHandedOverAreLeftOut) {
  std::vector<Session> sessions = Said();
  sessions.erase(sessions.begin());
  sessions[0].turns.resize(1);
  conversation_ = std::make_unique<Conversation>(std::move(sessions));
  EXPECT_EQ(Order("Ann adopted roses"), "b0");
}

TEST_P(ConversationTest, NothingIsAskedAndNothingIsFound) {
  EXPECT_EQ(Order(""), "");
  EXPECT_EQ(Order("?!\xff"), "");
  EXPECT_EQ(Order("submarine"), "");
}

INSTANTIATE_TEST_SUITE_P(Engines, ConversationTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::rank
