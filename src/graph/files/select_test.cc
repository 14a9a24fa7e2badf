#include "graph/files/select.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "tests/support/graph_logs.h"

namespace satchel::graph {
namespace {

using test::GraphOf;
using test::IdsOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const Time kNow = *ParseTime("2026-03-01T00:00:00Z");

struct Picked {
  std::vector<std::string> tasks;
  std::vector<std::string> cut;
  std::vector<std::string> why;  // "TG-B dependency TG-A"
  std::size_t cut_more = 0;
  std::size_t candidates = 0;
};

Picked Tasks(const std::vector<std::string>& rows, std::string_view request, std::size_t max = 15) {
  const auto graph = GraphOf(rows);
  const Entities entities = FindEntities(*graph, ask::Question(std::string(request)));
  const Selection selection = SelectTasks(Scorer(*graph, entities, kNow), max);
  Picked picked{.tasks = IdsOf(*graph, selection.chosen),
                .cut = IdsOf(*graph, selection.cut),
                .cut_more = selection.cut_more,
                .candidates = selection.candidates};
  for (const Chosen& one : selection.chosen) {
    picked.why.push_back(fmt::format("{} {} {}", graph->node(one.node).id, one.relation,
                                     one.from ? graph->node(*one.from).id : "-"));
  }
  return picked;
}

Picked Nodes(const std::vector<std::string>& rows, std::string_view request, Layer layer,
             std::size_t max = 30) {
  const auto graph = GraphOf(rows);
  const Entities entities = FindEntities(*graph, ask::Question(std::string(request)));
  const Scorer scorer(*graph, entities, kNow);
  const Selection selection = SelectNodes(scorer, layer, SelectTasks(scorer, 15).chosen, max);
  return {.tasks = IdsOf(*graph, selection.chosen),
          .cut = IdsOf(*graph, selection.cut),
          .cut_more = selection.cut_more,
          .candidates = selection.candidates};
}

TEST(SelectTasksTest, OnlyOpenTasksWithPointsAreSeeds) {
  EXPECT_THAT(Tasks({"TG-A status=ready", "TG-B status=done", "TG-C status=blocked",
                     "TG-D status=in_progress", "TG-E status=review", "TG-F status=backlog"},
                    "TG-A TG-B TG-C TG-E TG-F")
                  .tasks,
              ElementsAre("TG-A", "TG-C", "TG-E"));
}

TEST(SelectTasksTest, RecencyAloneSelectsNothing) {
  const Picked picked = Tasks({"TG-A status=ready at=2026-03-01T00:00:00Z"}, "weather");
  EXPECT_THAT(picked.tasks, IsEmpty());
  EXPECT_EQ(picked.candidates, 0U);
}

TEST(SelectTasksTest, ATagOrAnAcceptedDecisionIsEnough) {
  EXPECT_THAT(Tasks({"TG-A status=ready #risk", "TG-B status=ready", "TG-C status=ready",
                     "RG-A outcome=accepted refs=TG-B"},
                    "weather")
                  .tasks,
              ElementsAre("TG-B", "TG-A"));
}

TEST(SelectTasksTest, OrderIsByScoreThenTimeThenId) {
  EXPECT_THAT(Tasks({"TG-A status=ready #risk", "TG-B status=ready", "TG-C status=ready",
                     "TG-D status=ready at=2026-01-02T00:00:00Z", "TG-E status=ready at=none"},
                    "TG-A TG-B TG-C TG-D TG-E")
                  .tasks,
              ElementsAre("TG-A", "TG-D", "TG-B", "TG-C", "TG-E"));
}

TEST(SelectTasksTest, ASeedBringsWhatItNeedsTransitivelyInAnyStatus) {
  const Picked picked =
      Tasks({"TG-A status=ready dependencies=TG-B", "TG-B status=done dependencies=TG-C",
             "TG-C status=archived", "TG-D status=backlog blocks=TG-A", "TG-X status=ready"},
            "TG-A");
  EXPECT_THAT(picked.why, ElementsAre("TG-A seed -", "TG-B dependency TG-A", "TG-C dependency TG-B",
                                      "TG-D blocker TG-A"));
  EXPECT_EQ(picked.candidates, 1U);
}

TEST(SelectTasksTest, TheBlockedAreFollowedToo) {
  EXPECT_THAT(Tasks({"TG-A status=ready blocks=TG-B", "TG-B status=blocked"}, "TG-A").why,
              ElementsAre("TG-A seed -", "TG-B blocked TG-A"));
}

TEST(SelectTasksTest, TasksThatMerelyDependOnItAreNotFollowed) {
  EXPECT_THAT(Tasks({"TG-A status=ready", "TG-B status=ready dependencies=TG-A"}, "TG-A").tasks,
              ElementsAre("TG-A"));
}

TEST(SelectTasksTest, CyclesEnd) {
  EXPECT_THAT(Tasks({"TG-A status=ready dependencies=TG-B blocks=TG-A",
                     "TG-B status=ready dependencies=TG-C blocks=TG-C",
                     "TG-C status=ready dependencies=TG-A"},
                    "TG-A")
                  .tasks,
              ElementsAre("TG-A", "TG-B", "TG-C"));
}

TEST(SelectTasksTest, TheCapCutsTheClosureAndReportsIt) {
  const Picked picked = Tasks({"TG-A status=ready dependencies=TG-B,TG-C", "TG-B dependencies=TG-D",
                               "TG-C", "TG-D dependencies=TG-E", "TG-E", "TG-Z status=ready #risk"},
                              "TG-A", 3);
  EXPECT_THAT(picked.tasks, ElementsAre("TG-A", "TG-B", "TG-C"));
  EXPECT_THAT(picked.cut, UnorderedElementsAre("TG-D", "TG-E", "TG-Z"));
  EXPECT_EQ(picked.cut_more, 0U);
  EXPECT_EQ(picked.candidates, 2U);
}

TEST(SelectTasksTest, ClosureGoesBreadthFirstWithSiblingsInOrder) {
  // B has the better score; its own needs come after C all the same.
  EXPECT_THAT(Tasks({"TG-A status=ready dependencies=TG-B,TG-C", "TG-B #risk dependencies=TG-D",
                     "TG-C", "TG-D"},
                    "TG-A", 3)
                  .tasks,
              ElementsAre("TG-A", "TG-B", "TG-C"));
  EXPECT_THAT(
      Tasks({"TG-A status=ready dependencies=TG-B,TG-C", "TG-B", "TG-C #risk"}, "TG-A", 2).tasks,
      ElementsAre("TG-A", "TG-C"));
}

TEST(SelectTasksTest, TheClosureOfTheFirstSeedGoesBeforeTheSecondSeed) {
  EXPECT_THAT(
      Tasks({"TG-A status=ready #risk dependencies=TG-B", "TG-B status=done", "TG-C status=ready"},
            "TG-A TG-C", 2)
          .tasks,
      UnorderedElementsAre("TG-A", "TG-B"));
}

TEST(SelectTasksTest, ATaskNamedByASelectedOneHasPointsForItAndGoesFirst) {
  // C: 2 for its tag and 4 from A; B: 5.
  EXPECT_THAT(
      Tasks({"TG-A status=ready #risk links=TG-C", "TG-B status=ready", "TG-C status=ready #risk"},
            "TG-A TG-B", 2)
          .tasks,
      ElementsAre("TG-A", "TG-C"));
  EXPECT_THAT(Tasks({"TG-A status=ready links=TG-B", "TG-B status=ready"}, "TG-A").tasks,
              ElementsAre("TG-A", "TG-B"));
  EXPECT_THAT(Tasks({"TG-A status=ready links=TG-B", "TG-B status=done"}, "TG-A").tasks,
              ElementsAre("TG-A"));
}

TEST(SelectTasksTest, WhatIsCutBeyondTheListIsCounted) {
  std::vector<std::string> rows;
  for (int i = 0; i < 300; ++i) rows.push_back(fmt::format("TG-{:03} status=ready #risk", i));
  const Picked picked = Tasks(rows, "x", 15);
  EXPECT_EQ(picked.tasks.size(), 15U);
  EXPECT_EQ(picked.cut.size(), kMostCut);
  EXPECT_EQ(picked.cut.front(), "TG-015");
  EXPECT_EQ(picked.cut_more, 300 - 15 - kMostCut);
  EXPECT_EQ(picked.candidates, 300U);
}

TEST(SelectTasksTest, AChainBeyondTheListIsCountedOnce) {
  std::vector<std::string> rows;
  for (int i = 0; i < 300; ++i) {
    rows.push_back(fmt::format("TG-{:03} status=ready #risk dependencies=TG-{:03}", i, i + 1));
  }
  const Picked picked = Tasks(rows, "TG-000", 15);
  EXPECT_EQ(picked.tasks.size() + picked.cut.size() + picked.cut_more, 300U);
}

TEST(SelectNodesTest, NamesInASelectedTaskGiveFourPoints) {
  const std::vector<std::string> rows = {"KG-A #risk", "KG-B", "KG-C",
                                         "TG-A status=ready inputs=KG-B",
                                         "TG-B status=ready inputs=KG-C"};
  EXPECT_THAT(Nodes(rows, "TG-A", Layer::kKnowledge).tasks, ElementsAre("KG-B", "KG-A"));
}

TEST(SelectNodesTest, AcceptedDecisionsCountSelectedOrNot) {
  const std::vector<std::string> rows = {"KG-A", "KG-B #risk", "RG-A outcome=accepted refs=KG-A"};
  EXPECT_THAT(Nodes(rows, "x", Layer::kKnowledge).tasks, ElementsAre("KG-A", "KG-B"));
  EXPECT_THAT(Nodes(rows, "x", Layer::kDecision).tasks, IsEmpty());
}

TEST(SelectNodesTest, ThereIsNoFallBackToAllNodes) {
  const Picked picked =
      Nodes({"KG-A at=2026-03-01T00:00:00Z", "KG-B"}, "weather", Layer::kKnowledge);
  EXPECT_THAT(picked.tasks, IsEmpty());
  EXPECT_EQ(picked.candidates, 0U);
}

TEST(SelectNodesTest, CandidatesAreCountedBeforeTheCap) {
  const Picked picked = Nodes({"KG-A #risk", "KG-B #constraint", "KG-C #risk at=2026-01-02"}, "x",
                              Layer::kKnowledge, 1);
  EXPECT_THAT(picked.tasks, ElementsAre("KG-C"));
  EXPECT_THAT(picked.cut, ElementsAre("KG-A", "KG-B"));
  EXPECT_EQ(picked.candidates, 3U);
}

TEST(SelectNodesTest, EntitiesOfOtherLayersStayThere) {
  EXPECT_THAT(Nodes({"KG-A", "RG-A"}, "KG-A RG-A", Layer::kDecision).tasks, ElementsAre("RG-A"));
}

TEST(SelectNodesTest, RecencyDecidesAmongCandidates) {
  EXPECT_THAT(Nodes({"KG-A #risk", "KG-B #risk at=2026-02-25", "KG-C #risk at=2026-03-01",
                     "KG-D #risk at=2026-02-26"},
                    "x", Layer::kKnowledge)
                  .tasks,
              ElementsAre("KG-C", "KG-D", "KG-B", "KG-A"));
}

}  // namespace
}  // namespace satchel::graph
