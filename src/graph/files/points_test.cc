#include "graph/files/points.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "tests/support/graph_logs.h"

namespace satchel::graph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

const Time kNow = *ParseTime("2026-03-01T00:00:00Z");

std::vector<std::pair<std::string, std::int64_t>> Terms(const Points& points) {
  std::vector<std::pair<std::string, std::int64_t>> terms;
  const ScoreTerms all = points.Terms();
  for (const ScoreTerm& term : all.terms()) {
    terms.emplace_back(term.name, term.value.millionths() / Score::kOne);
  }
  return terms;
}

TEST(PointsTest, AreThoseOfTheSpecification) {
  const Points points{
      .entity = true, .task_names_it = true, .accepted = true, .flagged = true, .recency = 2};
  EXPECT_THAT(Terms(points),
              ElementsAre(Pair("entity", 5), Pair("selected_task", 4), Pair("accepted_decision", 3),
                          Pair("constraint_or_risk", 2), Pair("recency", 2)));
  EXPECT_EQ(points.total(), 16);
  EXPECT_EQ(points.Terms().total(), Score::FromInt(16));
  EXPECT_THAT(Terms({}), IsEmpty());
}

TEST(PointsTest, RecencyAloneIsNoReasonToBeShown) {
  EXPECT_FALSE((Points{.recency = 2}).is_candidate());
  EXPECT_TRUE((Points{.entity = true}).is_candidate());
  EXPECT_TRUE((Points{.task_names_it = true}).is_candidate());
  EXPECT_TRUE((Points{.accepted = true}).is_candidate());
  EXPECT_TRUE((Points{.flagged = true}).is_candidate());
}

TEST(PointsTest, RecencyIsOfTheAgeInHours) {
  const auto points = [](std::chrono::microseconds age) {
    return RecencyPoints(Time{kNow.micros - age.count()}, kNow);
  };
  constexpr std::chrono::microseconds kTick(1);
  EXPECT_EQ(points(std::chrono::hours(0)), 2);
  EXPECT_EQ(points(std::chrono::hours(24)), 2);
  EXPECT_EQ(points(std::chrono::hours(24) + kTick), 1);
  EXPECT_EQ(points(std::chrono::hours(7 * 24)), 1);
  EXPECT_EQ(points(std::chrono::hours(7 * 24) + kTick), 0);
}

TEST(PointsTest, AFutureTimeCountsAsNowAndNoneAsLongAgo) {
  EXPECT_EQ(RecencyPoints(*ParseTime("2999-01-01"), kNow), 2);
  EXPECT_EQ(RecencyPoints(std::nullopt, kNow), 0);
}

TEST(ScorerTest, AddsWhatIsKnownOfANode) {
  const auto graph =
      test::GraphOf({"KG-A #risk #constraint", "KG-B at=2026-02-27T00:00:00Z", "KG-C",
                     "RG-A outcome=accepted refs=KG-B", "RG-B outcome=accepted links=KG-B"});
  const Entities entities = FindEntities(*graph, ask::Question("KG-A"));
  const Scorer scorer(*graph, entities, kNow);
  EXPECT_EQ(scorer.Of(test::Place(*graph, "KG-A"), false).total(), 7);
  EXPECT_EQ(scorer.Of(test::Place(*graph, "KG-B"), true).total(), 8);
  EXPECT_FALSE(scorer.Of(test::Place(*graph, "KG-C"), false).is_candidate());
}

}  // namespace
}  // namespace satchel::graph
