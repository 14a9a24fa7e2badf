#pragma once

#include <cstdint>
#include <vector>

#include "format.h"
#include "ranks.h"

struct Trie {
  std::uint32_t root_base = 0;
  std::vector<satchel::token_tables::TrieNode> nodes;
};

// The double-array trie over the bytes of all tokens.
Trie BuildTrie(const Ranks& ranks);
