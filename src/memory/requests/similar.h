#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "memory/files/memory.h"

namespace satchel::engine {

// Whether a memory is current at that time, so that the same text must not be added again.
// Forgotten, superseded, expired and no longer valid memories are not current.
bool Stands(const memory::Memory& memory, Time now);

// Texts with nine tenths of the same stems, found among many. Two sets that are so similar share
// one of their first stems in any fixed order, so only those are looked up. Long stems come first,
// because they are rare. A lookup compares with a bounded number of texts: in a store made to hurt
// it may miss one.
class SimilarTexts {
 public:
  void Add(std::string_view text);
  bool HasSimilar(std::string_view text) const;

 private:
  struct Entry {
    std::size_t bytes = 0;
    std::vector<std::uint64_t> stems;  // hashes, sorted
    std::vector<std::uint64_t> first;  // the first ones by length
  };
  static Entry EntryOf(std::string_view text);

  std::vector<Entry> entries_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_stem_;
};

}  // namespace satchel::engine
