// make_table RANKS COUNT OUT: turns a .tiktoken file into the table that format.h describes.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "format.h"
#include "ranks.h"
#include "splits.h"
#include "trie.h"

using namespace satchel::token_tables;

namespace {

// Linear probing at three fifths full: most questions are about pairs that do not exist, and those
// then end within four neighbouring slots.
std::vector<std::uint64_t> BuildPairs(const std::vector<Split>& splits) {
  const auto slots = static_cast<std::uint32_t>(splits.size() * 5 / 3);
  // The search does not wrap: a tail of empty slots ends it.
  std::vector<std::uint64_t> pairs(slots + 256, kNoPair);
  for (std::uint32_t token = kByteTokens; token < splits.size(); ++token) {
    const std::uint64_t key = PairKey(splits[token].left, splits[token].right);
    std::size_t slot = PairSlot(PairHash(key), slots);
    while (slot < pairs.size() && pairs[slot] != kNoPair) {
      if (pairs[slot] >> kTokenBits == key) Die("two tokens are made by the same merge");
      ++slot;
    }
    if (slot + 1 >= pairs.size()) Die("the pair table is too crowded at its end");
    pairs[slot] = (key << kTokenBits) | token;
  }
  return pairs;
}

// Eight to sixteen bits for each pair: one question in ten passes in vain.
std::uint32_t FilterBits(std::size_t tokens) {
  return static_cast<std::uint32_t>(std::bit_width(tokens * 8));
}

std::vector<std::uint64_t> BuildFilter(const std::vector<Split>& splits) {
  const std::uint32_t bits = FilterBits(splits.size());
  std::vector<std::uint64_t> filter(std::size_t{1} << (bits - 6));
  for (std::uint32_t token = kByteTokens; token < splits.size(); ++token) {
    const std::uint64_t hash = PairHash(PairKey(splits[token].left, splits[token].right));
    const std::uint32_t bit = FilterBit(hash, bits);
    filter[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  return filter;
}

// The next shorter token that a token begins with.
std::vector<std::uint32_t> FindPrefixes(const Ranks& ranks) {
  std::vector<std::uint32_t> prefixes;
  for (const std::string_view token : ranks.tokens) {
    std::uint32_t prefix = kNoToken;
    for (std::size_t size = token.size() - 1; size > 0 && prefix == kNoToken; --size) {
      const auto found = ranks.rank_of.find(token.substr(0, size));
      if (found != ranks.rank_of.end()) prefix = found->second;
    }
    prefixes.push_back(prefix);
  }
  return prefixes;
}

// Walks every token through the finished trie, as the encoder will.
void CheckTrie(const Trie& trie, const Ranks& ranks) {
  for (std::uint32_t rank = 0; rank < ranks.tokens.size(); ++rank) {
    std::uint32_t base = trie.root_base;
    std::uint32_t token = kNoToken;
    for (const char c : ranks.tokens[rank]) {
      const auto label = static_cast<std::uint8_t>(c);
      const TrieNode& node = trie.nodes[base + label];
      if (!HasLabel(node.link, label)) Die("the trie lost a token");
      base = BaseOf(node.link);
      token = node.token;
    }
    if (token != rank) Die("the trie confuses two tokens");
  }
}

class Image {
 public:
  Image() : bytes_(sizeof(Header)) {}

  template <class T>
  std::uint32_t Append(const std::vector<T>& items) {
    bytes_.resize((bytes_.size() + 63) / 64 * 64);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + items.size() * sizeof(T));
    std::memcpy(bytes_.data() + at, items.data(), items.size() * sizeof(T));
    return static_cast<std::uint32_t>(at);
  }

  void Write(Header header, const std::string& path) {
    header.total_size = static_cast<std::uint32_t>(bytes_.size());
    std::memcpy(bytes_.data(), &header, sizeof(header));
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
    if (!out.flush()) Die("cannot write " + path);
  }

 private:
  std::vector<char> bytes_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc != 4) Die("usage: make_table RANKS COUNT OUT");
  const std::size_t count = std::strtoul(arguments[2], nullptr, 10);
  if (count < kByteTokens || count >= (1U << kTokenBits)) Die("the count of ranks is out of range");
  const Ranks ranks = ReadRanks(arguments[1], count);

  const Trie trie = BuildTrie(ranks);
  CheckTrie(trie, ranks);
  const std::vector<Split> splits = FindSplits(ranks);
  const std::vector<std::uint64_t> pairs = BuildPairs(splits);
  std::vector<std::uint8_t> lengths;
  for (const std::string& token : ranks.tokens) {
    lengths.push_back(static_cast<std::uint8_t>(token.size()));
  }
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t rank = 0; rank < kByteTokens; ++rank) {
    bytes.push_back(static_cast<std::uint8_t>(ranks.tokens[rank][0]));
  }

  Header header{};
  header.magic = kMagic;
  header.version = kVersion;
  header.token_count = static_cast<std::uint32_t>(count);
  header.longest_token = *std::ranges::max_element(lengths);
  header.root_base = trie.root_base;
  header.trie_size = static_cast<std::uint32_t>(trie.nodes.size());
  header.pair_slots = static_cast<std::uint32_t>(splits.size() * 5 / 3);
  header.filter_bits = FilterBits(splits.size());
  Image image;
  header.bytes_offset = image.Append(bytes);
  header.trie_offset = image.Append(trie.nodes);
  header.pairs_offset = image.Append(pairs);
  header.filter_offset = image.Append(BuildFilter(splits));
  header.splits_offset = image.Append(splits);
  header.prefixes_offset = image.Append(FindPrefixes(ranks));
  header.lengths_offset = image.Append(lengths);
  image.Write(header, arguments[3]);
  return 0;
}
