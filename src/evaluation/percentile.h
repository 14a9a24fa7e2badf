#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace satchel::evaluation {

// The smallest value that `percent` of all do not exceed.
template <class Value>
Value Percentile(std::vector<Value> values, std::size_t percent) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t rank = ((values.size() * percent) + 99) / 100;
  return values[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace satchel::evaluation
