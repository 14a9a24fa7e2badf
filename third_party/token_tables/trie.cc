// A double-array trie in which a slot holds its label instead of its parent. That is enough to know
// a child by, as long as no two nodes have the same base; so bases are given out once each, and
// slots that stay empty get a label that no base leads to. A leaf has the base 0, which is
// nobody's.
#include "trie.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <string>

using satchel::token_tables::kNoToken;
using satchel::token_tables::MakeLink;
using satchel::token_tables::TrieNode;

namespace {

struct PlainNode {
  std::vector<std::pair<std::uint8_t, std::uint32_t>> children;  // label, node; sorted by label
  std::uint32_t token = kNoToken;
};

std::vector<PlainNode> BuildPlainTrie(const Ranks& ranks) {
  std::vector<std::uint32_t> order(ranks.tokens.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t rank) -> const std::string& {
    return ranks.tokens[rank];  // std::string compares bytes as unsigned
  });
  std::vector<PlainNode> nodes(1);
  for (const std::uint32_t rank : order) {
    std::uint32_t at = 0;
    for (const char c : ranks.tokens[rank]) {
      const auto label = static_cast<std::uint8_t>(c);
      if (nodes[at].children.empty() || nodes[at].children.back().first != label) {
        nodes[at].children.emplace_back(label, static_cast<std::uint32_t>(nodes.size()));
        nodes.emplace_back();
      }
      at = nodes[at].children.back().second;
    }
    nodes[at].token = rank;
  }
  return nodes;
}

using Children = std::vector<std::pair<std::uint8_t, std::uint32_t>>;

// Gives nodes their bases, first fit.
class Placer {
 public:
  // Finds a base under which all children fall into free slots, and takes them.
  std::uint32_t Place(const Children& children) {
    const std::uint32_t first = children.front().first;
    const std::uint32_t base =
        children.size() == 1 ? FindForOne(first) : FindForMany(first, children);
    if (base + 256 > taken_.size()) {
      taken_.resize(base + 256);
      used_.resize(base + 256);
    }
    used_[base] = true;
    for (const auto& [label, node] : children) taken_[base + label] = true;
    return base;
  }

  bool Taken(std::uint32_t slot) const { return slot < taken_.size() && taken_[slot]; }
  std::size_t size() const { return taken_.size(); }

 private:
  bool Used(std::uint32_t base) const { return base < used_.size() && used_[base]; }

  // A slot that does not suit an only child never will: each label's search goes only forward.
  std::uint32_t FindForOne(std::uint32_t label) {
    std::uint32_t& slot = next_for_[label];
    slot = std::max(slot, label + 1);
    while (Taken(slot) || Used(slot - label)) ++slot;
    return slot - label;
  }

  // Looks back over a bounded stretch only: the holes behind it are left to only children.
  std::uint32_t FindForMany(std::uint32_t first, const Children& children) {
    constexpr std::uint32_t kStretch = 4096;
    std::uint32_t slot = std::max(next_for_many_, first + 1);
    while (Used(slot - first) || std::ranges::any_of(children, [&](const auto& child) {
             return Taken(slot - first + child.first);
           })) {
      ++slot;
    }
    if (slot > next_for_many_ + kStretch) next_for_many_ = slot - kStretch;
    return slot - first;
  }

  std::vector<bool> taken_;  // by slot
  std::vector<bool> used_;   // by base
  std::array<std::uint32_t, 256> next_for_{};
  std::uint32_t next_for_many_ = 1;
};

// Low ranks are the frequent tokens: the nodes on the way to them are placed first and so share
// cache lines and pages. Within a band of ranks those with many children, the hardest to place.
std::vector<std::uint32_t> PlacementOrder(const std::vector<PlainNode>& plain) {
  std::vector<std::uint32_t> lowest(plain.size());
  for (std::size_t node = plain.size(); node-- > 0;) {  // children have higher numbers
    lowest[node] = plain[node].token;
    for (const auto& [label, child] : plain[node].children) {
      lowest[node] = std::min(lowest[node], lowest[child]);
    }
  }
  std::vector<std::uint32_t> order(plain.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t node) {
    return std::pair(std::bit_width(lowest[node] / 1024), 256 - plain[node].children.size());
  });
  return order;
}

}  // namespace

Trie BuildTrie(const Ranks& ranks) {
  const std::vector<PlainNode> plain = BuildPlainTrie(ranks);
  const std::vector<std::uint32_t> order = PlacementOrder(plain);
  Placer placer;
  std::vector<std::uint32_t> bases(plain.size(), 0);
  for (const std::uint32_t node : order) {
    if (!plain[node].children.empty()) bases[node] = placer.Place(plain[node].children);
  }
  Trie trie;
  trie.root_base = bases[0];
  if (placer.size() >= (1U << 23U)) Die("the trie is too large for 23-bit bases");
  trie.nodes.assign(placer.size(), {0, kNoToken});
  for (std::size_t node = 0; node < plain.size(); ++node) {
    for (const auto& [label, child] : plain[node].children) {
      trie.nodes[bases[node] + label] = {MakeLink(bases[child], label), plain[child].token};
    }
  }
  return trie;
}
