#include "graph/files/change_faults.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/files/node_json.h"
#include "graph/files/validate.h"

namespace satchel::graph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Time kNow = *ParseTime("2026-03-01T10:11:12Z");

using Rows = std::vector<std::pair<Layer, Json>>;

std::pair<Layer, Json> Node(const std::string& id, const Json& fields = Json::object()) {
  Json all = {{"id", id}, {"title", "t"}};
  all.update(fields);
  const Layer layer = LayerOfId(id).value_or(Layer::kTask);
  return {layer, FirstRevision(layer, all, kNow).value()};
}
std::pair<Layer, Json> Waits(const std::string& id, const std::vector<std::string>& dependencies) {
  return Node(id, {{"dependencies", dependencies}});
}
std::pair<Layer, Json> Second(std::pair<Layer, Json> node) {
  node.second["rev"] = 2;
  return node;
}

std::shared_ptr<const Graph> GraphOf(const Rows& rows) {
  Logs logs;
  for (const auto& [layer, row] : rows) logs.nodes[IndexOf(layer)] += CanonicalJson(row) + "\n";
  return Graph::Read(std::move(logs));
}

std::vector<std::string> Faults(const Rows& before, const Rows& change) {
  std::vector<std::string> texts;
  for (const auto& [row, fault] : FaultsOfChange(*GraphOf(before), change)) {
    texts.push_back(fmt::format("{} {}: {}", row, fault.kind, fault.text));
  }
  return texts;
}

TEST(ChangeFaultsTest, AWholeNodeHasNone) {
  EXPECT_THAT(Faults({}, {Node("TG-1"), Node("KG-1"), Node("RG-1")}), IsEmpty());
}

TEST(ChangeFaultsTest, UnknownWordsAreNamedWithThoseThatAreKnown) {
  const Rows change = {Node("TG-1", {{"status", "doing"}})};
  EXPECT_THAT(Faults({}, change),
              ElementsAre("0 unknown_word: 'status' is 'doing', which no rule knows"));
  EXPECT_THAT(FaultsOfChange(*GraphOf({}), change)[0].fault.hint,
              testing::HasSubstr("backlog, ready, in_progress"));
  EXPECT_THAT(Faults({}, {Node("RG-1", {{"outcome", {{"status", "agreed"}}}})}),
              ElementsAre("0 unknown_word: 'status' is 'agreed', which no rule knows"));
}

TEST(ChangeFaultsTest, WhatIsNamedMustBeThereOrComeWithIt) {
  EXPECT_THAT(Faults({}, {Waits("TG-1", {"TG-2"})}),
              ElementsAre("0 dangling_reference: there is no node 'TG-2'"));
  EXPECT_THAT(Faults({Node("TG-2")}, {Waits("TG-1", {"TG-2"})}), IsEmpty());
  EXPECT_THAT(Faults({}, {Waits("TG-1", {"TG-2"}), Node("TG-2")}), IsEmpty());
}

TEST(ChangeFaultsTest, TitlesAreNoReferences) {
  EXPECT_THAT(Faults({}, {Waits("TG-1", {"Repair it"})}),
              ElementsAre("0 malformed_reference: 'Repair it' in 'dependencies' is no task"));
  EXPECT_THAT(Faults({}, {Node("TG-1", {{"inputs", {{"kg_refs", {"The roof"}}}}})}),
              ElementsAre("0 malformed_reference: 'The roof' in 'kg_refs' is no id that begins "
                          "with KG-"));
  EXPECT_THAT(Faults({}, {Node("KG-1", {{"links", {"The roof"}}})}),
              ElementsAre("0 malformed_reference: 'The roof' in 'links' is neither an id nor an "
                          "address"));
  EXPECT_THAT(Faults({}, {Node("KG-1", {{"links", {"https://a.example/b c", "docs/a.md"}}})}),
              IsEmpty());
}

TEST(ChangeFaultsTest, ACycleIsFoundHoweverItIsClosed) {
  const Rows chain = {Waits("TG-1", {"TG-2"}), Waits("TG-2", {"TG-3"}), Node("TG-3")};
  EXPECT_THAT(Faults(chain, {Second(Waits("TG-3", {"TG-1"}))}),
              ElementsAre("0 cycle: TG-3 would wait for TG-1, which waits for it"));
  EXPECT_THAT(
      Faults(chain, {Second(Node("TG-1", {{"dependencies", {"TG-2"}}, {"blocks", {"TG-3"}}}))}),
      ElementsAre("0 cycle: TG-3 would wait for TG-1, which waits for it"));
  EXPECT_THAT(Faults(chain, {Waits("TG-4", {"TG-1"})}), IsEmpty());
  EXPECT_THAT(Faults({}, {Waits("TG-1", {"TG-1"})}),
              ElementsAre("0 cycle: it names itself in 'dependencies'"));
}

TEST(ChangeFaultsTest, ACycleInsideOfOneChangeIsFound) {
  EXPECT_THAT(Faults({}, {Node("KG-1"), Waits("TG-1", {"TG-2"}), Waits("TG-2", {"TG-1"})}),
              ElementsAre("1 cycle: TG-1 would wait for TG-2, which waits for it",
                          "2 cycle: TG-2 would wait for TG-1, which waits for it"));
}

TEST(ChangeFaultsTest, WhatWasWrongBeforeMayStay) {
  const Rows knot = {Waits("TG-1", {"TG-2"}), Waits("TG-2", {"TG-1"})};
  Json done = knot[0].second;
  done["status"] = "done";
  done["rev"] = 2;
  EXPECT_THAT(Faults(knot, {{Layer::kTask, done}}), IsEmpty());
  EXPECT_THAT(Faults(knot, {Waits("TG-3", {"TG-1"})}), IsEmpty());
  const Rows odd = {Node("TG-1", {{"status", "doing"}, {"links", {"KG-GONE"}}})};
  Json next = odd[0].second;
  next["priority"] = "high";
  EXPECT_THAT(Faults(odd, {{Layer::kTask, next}}), IsEmpty());
  next["status"] = "busy";
  EXPECT_THAT(Faults(odd, {{Layer::kTask, next}}),
              ElementsAre("0 unknown_word: 'status' is 'busy', which no rule knows"));
}

// A chain as long as this one would overflow the stack of a walk that calls itself.
TEST(ChangeFaultsTest, ALongChainIsClosedInTheEnd) {
  constexpr int kTasks = 60'000;
  std::string log;
  for (int i = 0; i + 1 < kTasks; ++i) {
    log += fmt::format("{{\"id\":\"TG-{}\",\"dependencies\":[\"TG-{}\"],\"rev\":1}}\n", i, i + 1);
  }
  const std::string last = fmt::format("TG-{}", kTasks - 1);
  log += CanonicalJson(Node(last).second) + "\n";
  const auto graph = Graph::Read({.nodes = {"", "", log}});
  const Rows open = {Second(Node(last))};
  EXPECT_THAT(FaultsOfChange(*graph, open), IsEmpty());
  const Rows closed = {Second(Waits(last, {"TG-0"}))};
  EXPECT_THAT(FaultsOfChange(*graph, closed), testing::SizeIs(1));
}

// The same rows through Validate() after they were written: what was let through is not wrong
// there.
TEST(ChangeFaultsTest, WhatIsLetThroughTheValidatorAccepts) {
  const Rows before = {Node("TG-1"), Node("KG-1"), Waits("TG-2", {"TG-1"})};
  const std::vector<Rows> changes = {
      {Waits("TG-3", {"TG-2", "TG-1"})},
      {Second(Waits("TG-1", {"TG-2"}))},
      {Node("TG-4", {{"blocks", {"TG-1"}}, {"dependencies", {"TG-2"}}})},
      {Node("TG-5", {{"inputs", {{"kg_refs", {"KG-1"}}}}})},
      {Node("TG-6", {{"inputs", {{"kg_refs", {"TG-1"}}}}})},
      {Node("RG-1", {{"refs", {{"tg_refs", {"TG-9"}}}}})},
  };
  for (const Rows& change : changes) {
    Rows all = before;
    all.insert(all.end(), change.begin(), change.end());
    const Loaded after{.exists = true, .graph = GraphOf(all)};
    EXPECT_EQ(Faults(before, change).empty(), Validate(after).empty())
        << CanonicalJson(change[0].second);
  }
}

}  // namespace
}  // namespace satchel::graph
