#include "graph/files/find_node.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "text/unicode.h"

namespace satchel::graph {
namespace {

constexpr std::size_t kMostNamed = 5;
// Of the last part of an id: the shortest that is shown, and the shortest that is cut.
constexpr std::size_t kLeastShown = 6;
constexpr std::size_t kLeastCut = 16;

// How many characters of an id are shown at least.
std::size_t LeastOf(std::string_view id) {
  const std::size_t last = id.rfind('-') + 1;  // 0 without a hyphen
  return id.size() - last < kLeastCut ? id.size() : last + kLeastShown;
}

std::size_t CommonPrefix(std::string_view a, std::string_view b) {
  const auto end = std::ranges::mismatch(a, b).in1;
  return static_cast<std::size_t>(end - a.begin());
}

// The first node of a layer whose id is not before this one. Nodes of a layer are sorted by id.
NodeIndex FirstFrom(const Graph& graph, Layer layer, std::string_view id) {
  auto [begin, end] = graph.Range(layer);
  while (begin < end) {
    const NodeIndex middle = begin + (end - begin) / 2;
    if (graph.node(middle).id < id) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

std::vector<std::string_view> WordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) return words;
    text.remove_prefix(begin);
    const auto end = std::min(text.find_first_of(" \t\r\n"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// What a person may mean by it, the surest first.
using Ranks = std::array<std::vector<NodeIndex>, 4>;

Ranks Rank(const Graph& graph, std::string_view which, std::optional<Layer> layer) {
  Ranks ranks;
  const std::string wanted = text::FoldCase(which);
  const std::vector<std::string_view> words = WordsOf(wanted);
  for (NodeIndex i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.node(i);
    if (layer && node.layer != *layer) continue;
    const std::string title = text::FoldCase(node.title);
    if (text::FoldCase(node.id).starts_with(wanted)) {
      ranks[0].push_back(i);
    } else if (title == wanted) {
      ranks[1].push_back(i);
    } else if (title.contains(wanted)) {
      ranks[2].push_back(i);
    } else if (std::ranges::all_of(words, [&](auto word) { return title.contains(word); })) {
      ranks[3].push_back(i);
    }
  }
  return ranks;
}

std::unexpected<Error> Several(const Graph& graph, std::string_view which,
                               const std::vector<NodeIndex>& found) {
  std::vector<std::string> names;
  for (const NodeIndex index : found) {
    if (names.size() == kMostNamed) break;
    const Node& node = graph.node(index);
    names.push_back(fmt::format("{} ({})", node.id, node.title));
  }
  const std::string more =
      found.size() > names.size() ? fmt::format(" and {} more", found.size() - names.size()) : "";
  return Fail(
      Errc::kInvalidInput,
      fmt::format("'{}' means {} nodes: {}{}", which, found.size(), fmt::join(names, ", "), more),
      "give more of its title, or its id");
}

}  // namespace

std::string ShortId(const Graph& graph, NodeIndex node) {
  const std::string& id = graph.node(node).id;
  std::size_t length = LeastOf(id);
  for (const Layer layer : kLayers) {
    const auto [begin, end] = graph.Range(layer);
    const NodeIndex at = FirstFrom(graph, layer, id);
    const auto tell_from = [&](NodeIndex other) {
      length = std::max(length, CommonPrefix(id, graph.node(other).id) + 1);
    };
    if (at > begin) tell_from(at - 1);
    const NodeIndex next = at == node ? at + 1 : at;
    if (next < end) tell_from(next);
  }
  return id.substr(0, length);
}

std::optional<NodeIndex> FindShortId(const Graph& graph, std::string_view id) {
  if (const auto node = graph.Find(id)) return node;
  std::optional<NodeIndex> found;
  for (const Layer layer : kLayers) {
    const NodeIndex end = graph.Range(layer).second;
    for (NodeIndex at = FirstFrom(graph, layer, id); at < end; ++at) {
      const std::string& other = graph.node(at).id;
      if (!other.starts_with(id)) break;
      if (found || id.size() < LeastOf(other)) return std::nullopt;
      found = at;
    }
  }
  return found;
}

Result<NodeIndex> FindNode(const Graph& graph, std::string_view which, std::optional<Layer> layer) {
  if (const auto node = FindShortId(graph, which)) {
    if (!layer || graph.node(*node).layer == *layer) return *node;
  }
  if (!WordsOf(which).empty()) {
    for (const auto& found : Rank(graph, which, layer)) {
      if (found.size() == 1) return found.front();
      if (found.size() > 1) return Several(graph, which, found);
    }
  }
  constexpr std::array<std::string_view, 3> kWords = {"node of knowledge", "decision", "task"};
  return Fail(Errc::kNotFound,
              fmt::format("there is no {} '{}'", layer ? kWords[IndexOf(*layer)] : "node", which),
              "`satchel graph show` lists them");
}

}  // namespace satchel::graph
