#include "graph/files/find_node.h"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::graph {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string Row(std::string_view id, std::string_view title) {
  return fmt::format("{{\"id\":\"{}\",\"title\":\"{}\"}}\n", id, title);
}

class FindNodeTest : public testing::Test {
 protected:
  // The id that it found, or the error's code and text.
  std::string Found(std::string_view which, std::optional<Layer> layer = std::nullopt) const {
    const auto node = FindNode(*graph_, which, layer);
    if (node) return graph_->node(*node).id;
    return fmt::format("{}: {}", Name(node.error().code()), node.error().text());
  }

  std::shared_ptr<const Graph> graph_ = Graph::Read(
      {.nodes = {Row("KG-FACT-01ABCDEF", "Repair the roof"), "",
                 Row("TG-TASK-01ABCDEF", "Repair the import") +
                     Row("TG-TASK-01ABCXYZ", "Repair the import of images") +
                     Row("TG-TASK-7", "Order toner") + Row("TG-TASK-77", "ОТПРАВИТЬ письмо")}});
};

TEST_F(FindNodeTest, AWholeIdIsThatNodeEvenWhereOthersBeginWithIt) {
  EXPECT_EQ(Found("TG-TASK-7"), "TG-TASK-7");
}

TEST_F(FindNodeTest, TheBeginningOfOneIdIsEnough) {
  EXPECT_EQ(Found("TG-TASK-01ABCX"), "TG-TASK-01ABCXYZ");
  EXPECT_EQ(Found("tg-task-01abcd"), "TG-TASK-01ABCDEF");
}

TEST_F(FindNodeTest, AWholeTitleIsSurerThanAPartOfAnother) {
  EXPECT_EQ(Found("repair the import"), "TG-TASK-01ABCDEF");
  EXPECT_EQ(Found("the import of"), "TG-TASK-01ABCXYZ");
}

TEST_F(FindNodeTest, WordsOfTheTitleInAnyOrderAndCase) {
  EXPECT_EQ(Found("images repair"), "TG-TASK-01ABCXYZ");
  EXPECT_EQ(Found("отправить"), "TG-TASK-77");
  EXPECT_EQ(Found("TONER"), "TG-TASK-7");
}

TEST_F(FindNodeTest, ALayerLeavesTheOthersOut) {
  EXPECT_EQ(Found("repair", Layer::kKnowledge), "KG-FACT-01ABCDEF");
  EXPECT_EQ(Found("roof", Layer::kTask), "not_found: there is no task 'roof'");
  EXPECT_EQ(Found("KG-FACT-01ABCDEF", Layer::kTask),
            "not_found: there is no task 'KG-FACT-01ABCDEF'");
}

TEST_F(FindNodeTest, SeveralAreListed) {
  EXPECT_THAT(Found("repair import"),
              AllOf(HasSubstr("invalid_input: 'repair import' means 2 nodes: "),
                    HasSubstr("TG-TASK-01ABCDEF (Repair the import), TG-TASK-01ABCXYZ"),
                    Not(HasSubstr("roof"))));
  EXPECT_THAT(Found("TG-TASK-01"), HasSubstr("means 2 nodes"));
}

TEST_F(FindNodeTest, NothingMeansNoNode) {
  for (const std::string_view which : {"", "  ", "zebra", "TG-NONE"}) {
    EXPECT_THAT(Found(which), HasSubstr("not_found: there is no node")) << which;
  }
}

TEST(ShortIdTest, AGeneratedIdIsShownByItsUniqueBeginning) {
  const auto graph = Graph::Read(
      {.nodes = {Row("KG-FACT-01KA9ZJ3V5W8Q2M4N6P7R9S0T1", "a"), Row("RG-use-sqlite-for-all", "b"),
                 Row("TG-TASK-01KA9ZJ3V5W8Q2M4N6P7R9S0T1", "c") +
                     Row("TG-TASK-01KA9ZJ3V5XXXXXXXXXXXXXXXX", "d") +
                     Row("TG-TASK-01KB00000000000000000000XY", "e") + Row("TG-7", "f")}});
  std::vector<std::string> ids;
  for (NodeIndex i = 0; i < graph->nodes().size(); ++i) {
    ids.push_back(ShortId(*graph, i));
    EXPECT_EQ(FindShortId(*graph, ids.back()), i);
    EXPECT_EQ(FindNode(*graph, ids.back()).value(), i);
  }
  EXPECT_THAT(ids,
              testing::ElementsAre("KG-FACT-01KA9Z", "RG-use-sqlite-for-all", "TG-7",
                                   "TG-TASK-01KA9ZJ3V5W", "TG-TASK-01KA9ZJ3V5X", "TG-TASK-01KB00"));
}

TEST(ShortIdTest, LessOfAnIdIsNone) {
  const auto graph = Graph::Read({.nodes = {"", "",
                                            Row("TG-TASK-01KA9ZJ3V5W8Q2M4N6P7R9S0T1", "c") +
                                                Row("TG-TASK-01KA9ZJ3V5XXXXXXXXXXXXXXXX", "d")}});
  for (const char* id : {"", "TG", "TG-TASK-", "TG-TASK-01KA9", "TG-TASK-01KA9ZJ3V5", "x"}) {
    EXPECT_EQ(FindShortId(*graph, id), std::nullopt) << id;
  }
}

TEST(FindNodeLongTest, OfManyTheFirstFiveAreListed) {
  std::string log;
  for (int i = 10; i < 22; ++i) log += Row(fmt::format("TG-{}", i), "Same");
  const auto graph = Graph::Read({.nodes = {"", "", log}});
  const auto node = FindNode(*graph, "same");
  ASSERT_FALSE(node);
  EXPECT_THAT(node.error().text(),
              AllOf(HasSubstr("TG-14 (Same) and 7 more"), Not(HasSubstr("15"))));
}

}  // namespace
}  // namespace satchel::graph
