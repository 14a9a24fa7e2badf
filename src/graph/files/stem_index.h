#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ask/question.h"

namespace satchel::graph {

// Which texts have which stems. Built once, then safe to share between threads.
class StemIndex {
 public:
  // In the order of their numbers, which begin at 0.
  explicit StemIndex(std::span<const std::string> texts);

  // The texts with a stem, ascending; empty when none has it.
  std::span<const std::uint32_t> TextsWith(std::string_view stem) const;
  // How many different stems a text has.
  std::uint32_t StemsOf(std::uint32_t text) const { return sizes_[text]; }

 private:
  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
    std::size_t operator()(std::string_view text) const;
  };

  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::vector<std::vector<std::uint32_t>> texts_;  // by the number of a stem
  std::vector<std::uint32_t> sizes_;
};

// The different stems of a request that are no stop words and no part of an id, in its order.
std::vector<std::string> RequestStems(const ask::Question& request);

}  // namespace satchel::graph
