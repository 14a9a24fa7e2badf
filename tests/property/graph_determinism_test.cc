// What a graph says does not depend on the order of its lines, nor on how many threads ask: only
// rows that nothing but their order tells apart keep it. `scripts/soak graph_shuffle` has more.

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "graph/files/deltas.h"
#include "graph/files/documents.h"
#include "graph/files/entities.h"
#include "graph/files/node_json.h"
#include "graph/files/post_pack.h"
#include "graph/files/select.h"
#include "tests/support/random_graphs.h"

namespace satchel::graph {
namespace {

using test::Random;
using test::RandomGraph;

const Time kNow = *ParseTime(test::kGraphNow);

void Tell(const Graph& graph, const Selection& selection, std::string& out) {
  out += fmt::format("{} candidates\n", selection.candidates);
  for (const auto* list : {&selection.chosen, &selection.cut}) {
    for (const Chosen& one : *list) {
      out += fmt::format("{} {} {} {}\n", graph.node(one.node).id, one.points.total(), one.relation,
                         one.from ? graph.node(*one.from).id : "-");
    }
    out += "--\n";
  }
}

// All that a pack, the store and a change would have of it.
std::string Tell(const Graph& graph, const std::string& request) {
  const Entities entities = FindEntities(graph, ask::Question(std::string(request)));
  std::string out;
  for (const Entity& entity : entities.found) {
    out += fmt::format("{} {} {}\n", graph.node(entity.node).id, entity.by_id,
                       entity.confidence.millionths());
  }
  for (const std::string& id : entities.unknown) out += id + "?\n";
  const Scorer scorer(graph, entities, kNow);
  const Selection tasks = SelectTasks(scorer, 7);
  Tell(graph, tasks, out);
  Tell(graph, SelectNodes(scorer, Layer::kKnowledge, tasks.chosen, 9), out);
  Tell(graph, SelectNodes(scorer, Layer::kDecision, tasks.chosen, 5), out);
  const auto anchor = ChooseAnchor(graph, std::nullopt, std::nullopt);
  for (const Delta& delta : RecentDeltas(graph, anchor.value(), 12).shown) {
    out += fmt::format("{} {} {} {} {} {}\n", delta.layer, delta.id, delta.title, delta.change,
                       delta.commit_id, delta.after_anchor);
  }
  const std::vector<std::pair<Layer, Json>> rows = {
      {Layer::kTask, {{"id", "TG-1"}, {"title", "new"}, {"status", "ready"}, {"rev", 99}}}};
  out += PrettyJson(PostResponsePack(graph, rows, "COMMIT-X", "add", kNow));
  for (const auto& row : DocumentsOf(graph)) {
    out += row.path + row.digest + row.title + row.attributes + "\n";
  }
  return out;
}

// What the resolver goes by before it looks at lines.
using Key = std::tuple<std::string, std::optional<std::int64_t>, std::optional<Time>>;

std::vector<std::optional<Key>> KeysOf(const std::vector<std::string>& lines, Layer layer) {
  std::map<std::string, bool> by_rev;
  std::vector<std::optional<Key>> keys;
  for (const std::string& line : lines) {
    const auto row = ReadRow(layer, line);
    if (row) by_rev.try_emplace(row->id, true).first->second &= row->rev.has_value();
    keys.push_back(row ? std::optional(Key(row->id, row->rev, row->updated_at)) : std::nullopt);
  }
  for (auto& key : keys) {
    if (key && !by_rev[std::get<0>(*key)]) std::get<1>(*key).reset();
  }
  return keys;
}

void Shuffle(Random& random, std::vector<std::string>& lines, Layer layer) {
  const std::vector<std::optional<Key>> keys = KeysOf(lines, layer);
  std::vector<std::size_t> order(lines.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
  std::map<Key, std::vector<std::size_t>> places;  // of those that are equal, in the new order
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (const auto& key = keys[order[i]]) places[*key].push_back(i);
  }
  for (const auto& [key, of_key] : places) {
    std::vector<std::size_t> old;
    for (const std::size_t place : of_key) old.push_back(order[place]);
    std::ranges::sort(old);
    for (std::size_t i = 0; i < old.size(); ++i) order[of_key[i]] = old[i];
  }
  std::vector<std::string> shuffled;
  for (const std::size_t from : order) shuffled.push_back(lines[from]);
  lines = std::move(shuffled);
}

std::vector<std::string> TellAtOnce(const Graph& graph, const std::string& request,
                                    std::size_t threads) {
  std::vector<std::string> told(threads);
  std::vector<std::jthread> workers;
  for (std::string& one : told) workers.emplace_back([&] { one = Tell(graph, request); });
  workers.clear();
  return told;
}

TEST(GraphDeterminismTest, NeitherTheOrderOfLinesNorThreadsChangeAnything) {
  const std::uint64_t first = test::FirstSeed();
  const std::uint64_t count = test::CaseCount(60);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    RandomGraph from = test::MakeRandomGraph(random);
    const std::string request = test::RandomRequest(random);
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={} request: {}", seed, request));
    const std::string told = Tell(*Graph::Read(from.ToLogs()), request);
    for (int i = 0; i < 3; ++i) {
      for (const Layer layer : kLayers) Shuffle(random, from.lines[IndexOf(layer)], layer);
      const auto graph = Graph::Read(from.ToLogs());
      for (const std::string& again : TellAtOnce(*graph, request, random.Between(1, 8))) {
        ASSERT_EQ(again, told);
      }
    }
  }
}

}  // namespace
}  // namespace satchel::graph
