#include "splits.h"

#include <cstddef>
#include <string>

using satchel::token_tables::kNoToken;
using satchel::token_tables::Split;

namespace {

// The merges of a token's own bytes, lowest rank first and leftmost among equals, as far as they
// go with ranks below the token's own. The plain definition: speed does not matter here.
std::vector<std::uint32_t> MergeBelow(const Ranks& ranks, std::uint32_t token) {
  const std::string_view bytes = ranks.tokens[token];
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i <= bytes.size(); ++i) starts.push_back(i);
  for (;;) {
    std::uint32_t lowest = token;
    std::size_t at = 0;
    for (std::size_t i = 0; i + 2 < starts.size(); ++i) {
      const auto found = ranks.rank_of.find(bytes.substr(starts[i], starts[i + 2] - starts[i]));
      if (found == ranks.rank_of.end() || found->second >= lowest) continue;
      lowest = found->second;
      at = i;
    }
    if (lowest == token) break;
    starts.erase(starts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
  std::vector<std::uint32_t> parts;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    parts.push_back(ranks.rank_of.at(bytes.substr(starts[i], starts[i + 1] - starts[i])));
  }
  return parts;
}

}  // namespace

std::vector<Split> FindSplits(const Ranks& ranks) {
  std::vector<Split> splits;
  for (std::uint32_t token = 0; token < ranks.tokens.size(); ++token) {
    if (ranks.tokens[token].size() == 1) {
      splits.push_back({token, token});
      continue;
    }
    const std::vector<std::uint32_t> parts = MergeBelow(ranks, token);
    if (parts.size() != 2) Die("rank " + std::to_string(token) + " cannot be made by merges");
    splits.push_back({parts[0], parts[1]});
  }
  return splits;
}
