#include "graph/files/entities.h"

#include <algorithm>
#include <tuple>

#include "graph/files/find_node.h"

namespace satchel::graph {
namespace {

// A stem by itself tells something if at most one node in so many of its layer has it, or one
// alone.
constexpr std::size_t kRareOneIn = 10;
constexpr std::uint16_t kEnoughStems = 2;

Score ConfidenceOf(std::size_t shared, std::size_t of_request, std::size_t of_node) {
  const Score sum =
      Score::Ratio(static_cast<std::int64_t>(8 * shared),
                   static_cast<std::int64_t>(10 * of_request)) +
      Score::Ratio(static_cast<std::int64_t>(2 * shared), static_cast<std::int64_t>(10 * of_node));
  return std::min(sum, Score::FromMillionths(990'000));
}

}  // namespace

Entities FindEntities(const Graph& graph, const ask::Question& request) {
  Entities entities;
  entities.is_one.resize(graph.nodes().size());
  for (std::string& id : IdsIn(request.text())) {
    if (const auto node = FindShortId(graph, id)) {
      if (entities.is_one[*node]) continue;
      entities.is_one[*node] = true;
      entities.found.push_back({.node = *node, .by_id = true, .confidence = Score::FromInt(1)});
    } else {
      entities.unknown.push_back(std::move(id));
    }
  }
  const std::vector<std::string> stems = RequestStems(request);
  std::vector<std::uint16_t> shared(graph.nodes().size());
  std::vector<bool> rare(graph.nodes().size());
  for (const std::string& stem : stems) {
    const std::span<const NodeIndex> nodes = graph.stems().TextsWith(stem);
    for (const Layer layer : kLayers) {
      const auto [begin, end] = graph.Range(layer);
      const auto from = std::ranges::lower_bound(nodes, begin);
      const auto to = std::ranges::lower_bound(nodes, end);
      const auto count = static_cast<std::size_t>(to - from);
      const bool is_rare = count <= std::max<std::size_t>(1, graph.SizeOf(layer) / kRareOneIn);
      for (auto node = from; node != to; ++node) {
        if (shared[*node] < UINT16_MAX) ++shared[*node];
        if (is_rare) rare[*node] = true;
      }
    }
  }
  for (NodeIndex node = 0; node < shared.size(); ++node) {
    if (shared[node] < kEnoughStems && !rare[node]) continue;
    if (entities.is_one[node]) continue;
    entities.is_one[node] = true;
    entities.found.push_back(
        {.node = node,
         .confidence = ConfidenceOf(shared[node], stems.size(), graph.stems().StemsOf(node))});
  }
  // Numbers of nodes go by layer and id.
  std::ranges::sort(entities.found, {}, [](const Entity& entity) {
    return std::pair(-entity.confidence, entity.node);
  });
  return entities;
}

}  // namespace satchel::graph
