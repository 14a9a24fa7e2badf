#pragma once

#include <algorithm>
#include <functional>

namespace satchel {

// Sorts, and keeps one of those that are equal. With a projection, that alone says what is equal.
// What is sorted already is common, and costs one comparison each.
template <class Container, class Projection = std::identity>
void SortUnique(Container& items, Projection projection = {}) {
  if (!std::ranges::is_sorted(items, {}, projection)) std::ranges::sort(items, {}, projection);
  const auto repeated = std::ranges::unique(items, {}, projection);
  items.erase(repeated.begin(), repeated.end());
}

}  // namespace satchel
