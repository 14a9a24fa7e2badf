#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/score.h"
#include "sources/memory/memory.h"

// How a search goes on from its question and from what it found.
namespace satchel::memory {

// The question and its parts, at most four, without stop words: the first three words, the first
// two, then single ones. Specification 001, "Query expansion".
std::vector<std::string> ExpandQuery(std::string_view question);

// A memory to go on from.
struct Seed {
  std::size_t memory = 0;  // index
  Score score;
};

// Memories connected with some of them, by links, shared entities and supersession, at most three
// hops away; each with the strongest way there.
struct Reached {
  std::size_t memory = 0;
  Score strength;                 // of the seed's, 0.7 for each hop, times the links' own
  std::vector<std::string> path;  // ids from the seed to it, with the kind of each step between
};
std::vector<Reached> Spread(std::span<const std::shared_ptr<const Memory>> memories,
                            std::span<const Seed> seeds);

}  // namespace satchel::memory
