#include "graph/files/graph.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/graph_logs.h"

namespace satchel::graph {
namespace {

using test::GraphOf;
using test::IdsOf;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

// The title of the one node.
std::string Latest(const std::vector<std::string>& rows) {
  const auto graph = GraphOf(rows);
  EXPECT_EQ(graph->nodes().size(), 1U);
  return graph->nodes().empty() ? "" : graph->nodes().front().title;
}

std::shared_ptr<const Graph> TasksFrom(std::string_view log) {
  return Graph::Read({.nodes = {"", "", std::string(log)}});
}

std::vector<Problem> ProblemsIn(const Graph& graph) {
  std::vector<Problem> problems;
  for (const Finding& finding : graph.findings()) problems.push_back(finding.problem);
  return problems;
}

TEST(ResolverTest, TheHighestRevisionWinsWhateverItsTimeAndLine) {
  EXPECT_EQ(Latest({R"(KG-1 "new" rev=3 at=2025-01-01T00:00:00Z)",
                    R"(KG-1 "old" rev=2 at=2026-05-01T00:00:00Z)"}),
            "new");
}

TEST(ResolverTest, RevisionsAreNumbersNotTexts) {
  EXPECT_EQ(Latest({R"(KG-1 "ten" rev=10)", R"(KG-1 "nine" rev=9)"}), "ten");
}

TEST(ResolverTest, EqualRevisionsGoByTimeThenByLine) {
  EXPECT_EQ(Latest({R"(KG-1 "later" at=2026-02-01T00:00:00Z)", R"(KG-1 "earlier")"}), "later");
  EXPECT_EQ(Latest({R"(KG-1 "first")", R"(KG-1 "last")"}), "last");
}

TEST(ResolverTest, OneRowWithoutARevisionMakesTheTimeDecide) {
  EXPECT_EQ(Latest({R"(KG-1 "highest" rev=9)", R"(KG-1 "none" rev=none at=2025-01-01T00:00:00Z)",
                    R"(KG-1 "newest" rev=2 at=2026-02-01T00:00:00Z)"}),
            "newest");
}

TEST(ResolverTest, ARevisionThatIsNoWholeNumberIsMissing) {
  EXPECT_EQ(Latest({R"(KG-1 "newest" at=2026-02-01T00:00:00Z)", R"(KG-1 "float" rev=2.0)"}),
            "newest");
  EXPECT_EQ(Latest({R"(KG-1 "newest" at=2026-02-01T00:00:00Z)", R"(KG-1 "text" rev="2")"}),
            "newest");
}

TEST(ResolverTest, ATimeThatCannotBeReadIsBeforeAllOthers) {
  EXPECT_EQ(
      Latest({R"(KG-1 "bad" rev=none at=yesterday)",
              R"(KG-1 "old" rev=none at=1999-01-01T00:00:00Z)", R"(KG-1 "none" rev=none at=none)"}),
      "old");
  EXPECT_EQ(Latest({R"(KG-1 "a" rev=none at=none)", R"(KG-1 "b" rev=none at=x)"}), "b");
}

TEST(ResolverTest, TimesWithOffsetsAreComparedAsTimes) {
  EXPECT_EQ(Latest({R"(KG-1 "later" at=2026-01-01T00:30:00-05:00)",
                    R"(KG-1 "earlier" at=2026-01-01T05:00:00Z)"}),
            "later");
}

TEST(GraphTest, CountsRevisionsAndKnowsTheHighest) {
  const auto graph =
      GraphOf({R"(KG-1 "a" rev=7)", R"(KG-1 "b" rev=none at=2026-02-01T00:00:00Z)", "KG-2"});
  EXPECT_EQ(graph->node(0).revisions, 2U);
  EXPECT_EQ(graph->node(0).highest_rev, 7);
  EXPECT_EQ(graph->node(0).rev, std::nullopt);
  EXPECT_EQ(graph->rows(), 3U);
}

TEST(GraphTest, NodesGoByLayerThenId) {
  const auto graph = GraphOf({"TG-1", "RG-2", "KG-9", "KG-1", "RG-1"});
  EXPECT_THAT(IdsOf(*graph, std::vector<NodeIndex>{0, 1, 2, 3, 4}),
              ElementsAre("KG-1", "KG-9", "RG-1", "RG-2", "TG-1"));
  EXPECT_EQ(graph->Range(Layer::kDecision), std::pair(NodeIndex{2}, NodeIndex{4}));
  EXPECT_EQ(graph->SizeOf(Layer::kTask), 1U);
  EXPECT_EQ(graph->Find("RG-2"), NodeIndex{3});
  EXPECT_EQ(graph->Find("RG-3"), std::nullopt);
}

TEST(GraphTest, BlankLinesCarriageReturnsAndAMissingLastLineFeedAreFine) {
  const auto graph =
      TasksFrom("\n  \r\n{\"id\":\"TG-1\"}\r\n\t\n{\"id\":\"TG-2\",\"title\":\"t\"}");
  EXPECT_THAT(graph->findings(), IsEmpty());
  ASSERT_EQ(graph->nodes().size(), 2U);
  EXPECT_EQ(graph->node(0).line, 3U);
  EXPECT_EQ(graph->node(1).line, 5U);
  EXPECT_EQ(graph->JsonOf(1), (Json{{"id", "TG-2"}, {"title", "t"}}));
}

TEST(GraphTest, AByteOrderMarkIsNoPartOfTheFirstRow) {
  const auto graph = TasksFrom("\xEF\xBB\xBF{\"id\":\"TG-1\"}\n");
  EXPECT_THAT(graph->findings(), IsEmpty());
  ASSERT_EQ(graph->nodes().size(), 1U);
  EXPECT_EQ(graph->JsonOf(0), (Json{{"id", "TG-1"}}));
}

TEST(GraphTest, ALastLineThatWasCutOffIsTornAndAnOtherOneIsNotJson) {
  const auto graph = TasksFrom("{\"id\":\"TG-1\"}\n{\"id\":\n{\"id\":\"TG-");
  EXPECT_THAT(ProblemsIn(*graph), ElementsAre(Problem::kNotJson, Problem::kTorn));
  EXPECT_EQ(graph->findings()[0].line, 2U);
  EXPECT_EQ(graph->findings()[1].line, 3U);
  EXPECT_EQ(graph->findings()[1].file, "tg_nodes.jsonl");
  EXPECT_THAT(graph->nodes(), SizeIs(1));
}

TEST(GraphTest, AFindingSaysWhatIsWrongWithTheLine) {
  const auto graph = TasksFrom("{\"id\": TG-1}\n[1]\n{\"id\":\"TG 1\"}\n{\"id\":\"TG-");
  ASSERT_THAT(graph->findings(), SizeIs(4));
  EXPECT_THAT(graph->findings()[0].text,
              AllOf(StartsWith("it is no JSON: column 8: "), EndsWith(": {\"id\": TG-1}")));
  EXPECT_EQ(graph->findings()[1].text, "it is no JSON object: [1]");
  EXPECT_EQ(graph->findings()[2].text,
            "it has no id of visible ASCII characters: {\"id\":\"TG 1\"}");
  EXPECT_EQ(graph->findings()[3].text,
            "the last line is incomplete; the next change repairs it: {\"id\":\"TG-");
}

TEST(GraphTest, FindingsAreCutAtAThousand) {
  std::string log;
  for (int i = 0; i < 1'500; ++i) log += "x\n";
  EXPECT_THAT(TasksFrom(log)->findings(), SizeIs(1'000));
}

TEST(GraphTest, OfOneIdInTwoLogsTheOneInTheLogOfItsPrefixCounts) {
  Logs logs;
  logs.nodes[IndexOf(Layer::kKnowledge)] = "{\"id\":\"TG-1\",\"title\":\"wrong\"}\n";
  logs.nodes[IndexOf(Layer::kTask)] = "{\"id\":\"TG-1\",\"title\":\"right\"}\n";
  const auto graph = Graph::Read(logs);
  EXPECT_EQ(graph->nodes().size(), 2U);
  EXPECT_EQ(graph->node(test::Place(*graph, "TG-1")).title, "right");
}

TEST(GraphTest, NamesAreResolvedOnceEachWithoutItselfAndWithoutTheUnknown) {
  const auto graph =
      GraphOf({"KG-1", "TG-1 inputs=KG-1,KG-9 links=KG-1,TG-1,TG-2,http://x", "TG-2"});
  EXPECT_THAT(IdsOf(*graph, graph->node(test::Place(*graph, "TG-1")).names),
              ElementsAre("KG-1", "TG-2"));
}

TEST(GraphTest, TasksWaitForTasksOnly) {
  const auto graph =
      GraphOf({"KG-1", "TG-1 dependencies=KG-1,TG-2 blocks=TG-3,KG-1", "TG-2", "TG-3"});
  const auto node = [&](std::string_view id) { return graph->node(test::Place(*graph, id)); };
  EXPECT_THAT(IdsOf(*graph, node("TG-1").dependencies), ElementsAre("TG-2"));
  EXPECT_THAT(IdsOf(*graph, node("TG-1").blocks), ElementsAre("TG-3"));
  EXPECT_THAT(IdsOf(*graph, node("TG-3").blocked_by), ElementsAre("TG-1"));
  EXPECT_THAT(node("TG-2").blocked_by, IsEmpty());
}

TEST(GraphTest, OnlyTheLatestRevisionNames) {
  const auto graph = GraphOf({"KG-1", "KG-2", "TG-1 inputs=KG-1", "TG-1 rev=2 inputs=KG-2"});
  EXPECT_THAT(IdsOf(*graph, graph->node(test::Place(*graph, "TG-1")).names), ElementsAre("KG-2"));
}

TEST(GraphTest, AcceptedDecisionsOfTheLatestRevisionMarkWhatTheyName) {
  const auto graph = GraphOf({"KG-1", "KG-2", "KG-3", "RG-1 outcome=accepted refs=KG-1",
                              "RG-2 outcome=proposed refs=KG-2", "RG-3 outcome=accepted links=KG-3",
                              "RG-3 rev=2 outcome=superseded links=KG-3"});
  EXPECT_THAT(IdsOf(*graph, graph->always(Layer::kKnowledge)), ElementsAre("KG-1"));
  EXPECT_FALSE(graph->node(test::Place(*graph, "RG-1")).accepted_names_it);
}

TEST(GraphTest, OpenTasksAreThoseInWork) {
  const auto open = [](const std::string& status) {
    return GraphOf({"TG-1 status=" + status})->node(0).open();
  };
  for (const char* status : {"in_progress", "ready", "blocked", "review"}) {
    EXPECT_TRUE(open(status)) << status;
  }
  for (const char* status :
       {"backlog", "done", "completed", "cancelled", "superseded", "archived", "Ready", "x"}) {
    EXPECT_FALSE(open(status)) << status;
  }
  EXPECT_FALSE(GraphOf({"KG-1 status=ready"})->node(0).open());
}

TEST(GraphTest, HistoryHasAllRevisionsInTheOrderOfTheLog) {
  const auto graph = TasksFrom(
      "{\"id\":\"TG-1\",\"rev\":2}\n{\"id\":\"TG-11\"}\n{\"id\":\"\\u0054G-1\",\"rev\":1}\n");
  const auto history = graph->History(test::Place(*graph, "TG-1"));
  ASSERT_THAT(history, SizeIs(2));
  EXPECT_EQ(history[0]["rev"], 2);
  EXPECT_EQ(history[1]["rev"], 1);
}

TEST(GraphTest, CommitsAreReadInTheOrderOfTheirLog) {
  Logs logs;
  logs.commits =
      "{\"commit_id\":\"C2\",\"mode\":\"add\",\"created_at\":\"2026-01-01T00:00:00Z\","
      "\"changed_node_ids\":[\"KG-1\",\"TG-1\"]}\n\nnonsense\n[]\n{\"mode\":\"x\"}\n"
      "{\"commit_id\":\"C1\",\"created_at\":\"soon\"}\n{\"commit_id\"";
  const auto graph = Graph::Read(logs);
  ASSERT_THAT(graph->commits(), SizeIs(2));
  EXPECT_EQ(graph->commits()[0].id, "C2");
  EXPECT_THAT(graph->commits()[0].changed, ElementsAre("KG-1", "TG-1"));
  EXPECT_EQ(graph->commits()[1].created_at, std::nullopt);
  EXPECT_EQ(graph->commits()[1].line, 6U);
  EXPECT_THAT(ProblemsIn(*graph),
              ElementsAre(Problem::kNotJson, Problem::kNotObject, Problem::kNoId, Problem::kTorn));
}

TEST(GraphTest, TheHalvesOfALongLogAreReadAsOne) {
  // Over a megabyte, so that two threads read it; every tenth line is no row.
  Logs logs;
  std::string& log = logs.nodes[IndexOf(Layer::kTask)];
  std::size_t bad = 0;
  std::size_t lines = 0;
  while (log.size() < (2U << 20U)) {
    ++lines;
    if (lines % 10'000 == 0) {
      log += "broken\n";
      ++bad;
      continue;
    }
    log += fmt::format(R"({{"id":"TG-{:06}","title":"{}","rev":1}})", lines, lines) + "\n";
  }
  const auto graph = Graph::Read(logs);
  EXPECT_EQ(graph->nodes().size(), lines - bad);
  ASSERT_EQ(graph->findings().size(), bad);
  for (std::size_t i = 0; i < bad; ++i) EXPECT_EQ(graph->findings()[i].line, (i + 1) * 10'000);
  for (const Node& node : graph->nodes()) {
    ASSERT_EQ(node.title, std::to_string(node.line));
    ASSERT_EQ(log.substr(node.offset, 7), R"({"id":")");
  }
}

TEST(GraphTest, NothingIsAGraphToo) {
  const auto graph = Graph::Read({});
  EXPECT_TRUE(graph->nodes().empty());
  EXPECT_THAT(graph->findings(), IsEmpty());
  EXPECT_EQ(graph->SizeOf(Layer::kTask), 0U);
}

}  // namespace
}  // namespace satchel::graph
