// The rules of specification 000 that a number or an order decides, in the pack as it is made of
// logs. tests/checks/mutations.toml changes each constant and names its test.

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/pack/source.h"
#include "pack/built_in.h"
#include "packet/packet_json.h"
#include "tests/support/candidates.h"
#include "tests/support/graph_logs.h"
#include "tests/support/recipe_packet.h"

namespace satchel {
namespace {

using test::RecipePacked;
using test::Shown;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

struct Asked {
  std::string task = "release";
  std::size_t budget = packet::kNoBudget;
  bool through_json = false;
};

// With the options that a request has when it sets none.
RecipePacked PackOf(graph::Logs logs, const Asked& asked = {}) {
  auto options = pipeline::GraphOptionsFrom(Json::object()).value();
  graph::Loaded loaded{.exists = true, .graph = graph::Graph::Read(std::move(logs))};
  auto question = MakeQuestion(std::move(loaded), {.text = ask::Question(asked.task)}).value();
  return test::PackRecipe(
      "graph",
      std::make_unique<pipeline::GraphReading>(std::move(options), std::move(question),
                                               Json::object()),
      {.budget = asked.budget, .task = asked.task, .through_json = asked.through_json});
}

// Nodes of each layer, all with a reason to be shown, and a commit that changed them all. What a
// later layer says of itself is longer.
graph::Logs Nodes(int count) {
  std::vector<std::string> rows;
  std::vector<std::string> ids;
  const auto add = [&](std::string_view id, int i, std::string_view rest) {
    ids.push_back(fmt::format("{}{:02}", id, i));
    rows.push_back(fmt::format("{} \"node {}\" #risk {}", ids.back(), i, rest));
  };
  for (int i = 0; i < count; ++i) {
    add("TG-T", i, "status=ready description=" + std::string(100, 't'));
    add("RG-D", i, "outcome=accepted decision=" + std::string(120, 'd'));
    add("KG-F", i, "summary=" + std::string(140, 'f'));
  }
  return test::LogsOf(rows, {fmt::format("C1 changed={}", fmt::join(ids, ","))});
}

TEST(GraphRulesTest, APackHasFifteenTasksThirtyFactsTenDecisionsAndTwentyChanges) {
  const RecipePacked packed = PackOf(Nodes(40));
  EXPECT_THAT(Shown(packed.packet, "tasks"), SizeIs(15));
  EXPECT_THAT(Shown(packed.packet, "knowledge"), SizeIs(30));
  EXPECT_THAT(Shown(packed.packet, "decisions"), SizeIs(10));
  EXPECT_THAT(Shown(packed.packet, "deltas"), SizeIs(20));
  for (const char* section : {"tasks", "knowledge", "decisions"}) {
    EXPECT_THAT(Shown(packed.packet, section), Each(EndsWith(":full"))) << "there is no budget";
  }
}

TEST(GraphRulesTest, ThirtyEntitiesAreListedFiveNamedAndAllCounted) {
  std::string task = "fix";
  for (int i = 0; i < 40; ++i) task += fmt::format(" TG-T{:02}", i);
  const RecipePacked packed = PackOf(Nodes(40), {.task = task});
  const Json& summary = packed.values.at("graph.pack");
  EXPECT_THAT(summary["entities"], SizeIs(30));
  EXPECT_EQ(summary["entities_found"], 40);
  EXPECT_THAT(packed.text,
              HasSubstr("- Entities: TG-T00, TG-T01, TG-T02, TG-T03, TG-T04 and 35 more\n"));
}

TEST(GraphRulesTest, SectionsArePrintedInTheOrderInWhichTheyAreFilled) {
  const std::string text = PackOf(Nodes(40)).text;
  std::size_t before = 0;
  for (const char* heading :
       {"## Request\n", "## Tasks\n", "## Decisions\n", "## Knowledge\n", "## Recent Changes\n"}) {
    const auto at = text.find(heading);
    ASSERT_NE(at, text.npos) << heading;
    EXPECT_GT(at, before) << heading;
    before = at;
  }
}

// "section id" of everything behind the overview, in the order of the pack.
std::vector<std::string> Order(const packet::Packet& packet) {
  std::vector<std::string> order;
  for (const packet::Section& section : packet.sections) {
    if (section.name == "overview") continue;
    for (const packet::Item& item : section.items) {
      order.push_back(fmt::format("{} {}", section.name, item.candidate.id.value()));
    }
  }
  return order;
}

TEST(GraphRulesTest, ABudgetDropsFromTheEndOfThePack) {
  const std::vector<std::string> all = Order(PackOf(Nodes(5)).packet);
  ASSERT_THAT(all, SizeIs(5 + 5 + 5 + 15));
  std::set<std::size_t> counts;
  for (std::size_t budget = 0; budget < 700; budget += 7) {
    const RecipePacked packed = PackOf(Nodes(5), {.budget = budget});
    EXPECT_LE((packed.text.size() + 3) / 4, budget);
    const std::vector<std::string> shown = Order(packed.packet);
    ASSERT_LE(shown.size(), all.size());
    EXPECT_TRUE(std::equal(shown.begin(), shown.end(), all.begin()))
        << "at " << budget << " something is missing before "
        << (shown.empty() ? "" : shown.back());
    counts.insert(shown.size());
  }
  EXPECT_THAT(counts, SizeIs(Gt(10U))) << "from nothing to all";
  EXPECT_EQ(*counts.rbegin(), all.size());
}

TEST(GraphRulesTest, NothingOfALaterLayerIsShownWhileALongTaskIsMissing) {
  const graph::Logs logs =
      test::LogsOf({fmt::format("TG-A \"{}\" #risk status=ready", std::string(400, 'a')),
                    R"(RG-A "short" #risk outcome=accepted)", R"(KG-A "short" #risk)"});
  bool missing = false;
  for (std::size_t budget = 0; budget < 400; budget += 7) {
    const packet::Packet packet = PackOf(logs, {.budget = budget}).packet;
    if (!Shown(packet, "tasks").empty()) continue;
    missing = true;
    for (const char* section : {"decisions", "knowledge", "deltas"}) {
      EXPECT_THAT(Shown(packet, section), IsEmpty()) << section << " at " << budget;
    }
  }
  EXPECT_TRUE(missing);
}

TEST(GraphRulesTest, UnderABudgetNamesComeBeforeFullTextsAndThoseGoToTheFirst) {
  const auto full = [](const packet::Packet& packet, const char* section) {
    return std::ranges::count_if(Shown(packet, section),
                                 [](const auto& item) { return item.ends_with(":full"); });
  };
  std::set<std::ptrdiff_t> tasks;
  for (std::size_t budget = 100; budget < 1400; budget += 13) {
    const packet::Packet packet = PackOf(Nodes(5), {.budget = budget}).packet;
    tasks.insert(full(packet, "tasks"));
    if (full(packet, "decisions") > 0) {
      EXPECT_EQ(full(packet, "tasks"), 5) << budget;
    }
    if (full(packet, "knowledge") > 0) {
      EXPECT_EQ(full(packet, "decisions"), 5) << budget;
    }
    if (full(packet, "tasks") > 0) {
      EXPECT_THAT(Order(packet), SizeIs(30)) << "a full text while a name is missing at " << budget;
    }
  }
  EXPECT_THAT(tasks, ElementsAre(0, 1, 2, 3, 4, 5));
}

// All lines further down, and every other row twice.
graph::Logs Moved(graph::Logs logs) {
  for (std::string& log : logs.nodes) {
    const std::string first = log.substr(0, log.find('\n') + 1);
    log = std::string(1000, '\n') + first + "\n\n" + log;
  }
  logs.commits = std::string(1000, '\n') + logs.commits;
  return logs;
}

TEST(GraphRulesTest, NoLineNumberIsInAPack) {
  const graph::Logs logs =
      test::LogsOf({R"(TG-A "Release it" status=ready dependencies=TG-B inputs=KG-A)",
                    "TG-B status=done", R"(KG-A "A release" summary=known)", "KG-B #risk",
                    R"(RG-A "The release" outcome=accepted refs=KG-B)"},
                   {"C1 changed=TG-A,KG-A", "C2 at=2025-12-01T00:00:00Z changed=RG-A"});
  const RecipePacked here = PackOf(logs, {.task = "do the release TG-A TG-X"});
  const RecipePacked there = PackOf(Moved(logs), {.task = "do the release TG-A TG-X"});
  ASSERT_THAT(Shown(here.packet, "tasks"), SizeIs(2));
  ASSERT_THAT(Shown(here.packet, "deltas"), Not(IsEmpty()));
  EXPECT_EQ(here.text, there.text);
  EXPECT_EQ(Json(here.values), Json(there.values));
  EXPECT_EQ(packet::ToJson(here.packet), packet::ToJson(there.packet));
}

TEST(GraphRulesTest, ThePackAsTextHasShortIdsAndNoScores) {
  const std::string task = "TG-TASK-01KA9ZJ3V5W8Q2M4N6P7R9S0T1";
  const std::string fact = "KG-FACT-01KA9ZJ3V5W8Q2M4N6P7R9S0T2";
  const RecipePacked packed =
      PackOf({.nodes = {fmt::format(R"({{"id":"{}","title":"Mailer","tags":["risk"]}})", fact), "",
                        fmt::format(R"({{"id":"{}","title":"Release it","status":"ready",)"
                                    R"("inputs":{{"kg_refs":["{}"]}}}})",
                                    task, fact)},
              .commits = fmt::format(R"({{"commit_id":"C1","changed_node_ids":["{}"]}})", task)});
  EXPECT_THAT(packed.text, HasSubstr("### TG-TASK-01KA9Z Release it (ready)\n"));
  EXPECT_THAT(packed.text, HasSubstr("> Inputs: KG-FACT-01KA9Z\n"));
  EXPECT_THAT(packed.text, HasSubstr("- TG-TASK-01KA9Z Release it: changed"));
  for (const std::string& word : {task, fact, std::string("core"), std::string("anchor")}) {
    EXPECT_THAT(packed.text, Not(HasSubstr(word)));
  }
  const packet::Candidate& item = packed.packet.sections[1].items.at(0).candidate;
  EXPECT_EQ(item.id.value(), task);
  EXPECT_THAT(item.terms.terms(), Not(IsEmpty()));
}

// A run that stops after any stage leaves a checkpoint.
TEST(GraphRulesTest, NoCheckpointHoldsASecretOfANode) {
  const auto token = [](int i) {
    return fmt::format("ghp_16C7e42F292c6912E7710c838347Ae178B{:02}", i);
  };
  std::vector<std::string> rows = {
      fmt::format("TG-A \"Release {}\" #risk status=ready description={} dependencies=TG-{}",
                  token(1), token(2), token(3)),
      fmt::format("TG-{} \"closed release\" status=done", token(3)),
      fmt::format("TG-{} \"another release\" #risk status={}", token(4), token(5)),
      fmt::format("RG-A \"release\" #risk outcome=accepted decision={}", token(6)),
      fmt::format("KG-A \"release\" #risk summary={}", token(7))};
  // More tasks than a pack takes: the rest is stored as cut.
  for (int i = 8; i < 40; ++i) {
    rows.push_back(fmt::format("TG-{} \"release\" #risk status=ready", token(i)));
  }
  const std::string commit = fmt::format("C-{} changed=TG-A,TG-{},KG-A", token(40), token(3));
  const RecipePacked packed =
      PackOf(test::LogsOf(rows, {commit}),
             {.task = "closed release of TG-A", .budget = 300, .through_json = true});
  EXPECT_FALSE(packed.values.at("graph.tasks")["cut"].empty());
  EXPECT_FALSE(packed.values.at("graph.pack")["not_open"].empty());
  ASSERT_THAT(packed.checkpoints, Not(IsEmpty()));
  for (const std::string& stored : packed.checkpoints) {
    const auto at = stored.find("16C7e42F292c");
    EXPECT_EQ(at, stored.npos) << stored.substr(at == stored.npos || at < 200 ? 0 : at - 200, 400);
  }
}

TEST(GraphRulesTest, AnIntentThatIsGivenIsNotFoundOut) {
  const auto question = [](std::optional<graph::Intent> intent) {
    graph::Loaded loaded{.exists = true, .graph = graph::Graph::Read(Nodes(1))};
    return MakeQuestion(std::move(loaded), {.text = ask::Question("fix the bug"), .intent = intent})
        .value()
        .intent;
  };
  EXPECT_EQ(question(std::nullopt), graph::ClassifyIntent(ask::Question("fix the bug")));
  EXPECT_EQ(question(graph::Intent::kPlan).intent, graph::Intent::kPlan);
  EXPECT_TRUE(question(graph::Intent::kPlan).by_caller);
}

TEST(GraphRulesTest, APackHasNoBudgetUnlessItIsGivenOne) {
  const pipeline::Recipe& recipe = *pipeline::BuiltIn().FindRecipe("graph");
  EXPECT_EQ(recipe.budget, packet::kNoBudget);
  EXPECT_EQ(recipe.tokenizer, text::Tokenizer::kChars4);
}

}  // namespace
}  // namespace satchel
