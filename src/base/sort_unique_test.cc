#include "base/sort_unique.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<int> Sorted(std::vector<int> items) {
  SortUnique(items);
  return items;
}

TEST(SortUnique, KeepsOneOfEach) {
  EXPECT_THAT(Sorted({}), IsEmpty());
  EXPECT_THAT(Sorted({3, 1, 3, 2, 1}), ElementsAre(1, 2, 3));
  EXPECT_THAT(Sorted({1, 1, 2, 3, 3}), ElementsAre(1, 2, 3));
  EXPECT_THAT(Sorted({4, 4}), ElementsAre(4));
}

TEST(SortUnique, ByAProjection) {
  std::vector<std::pair<int, std::string>> items = {{2, "b"}, {1, "a"}, {2, "b"}};
  SortUnique(items, &std::pair<int, std::string>::first);
  EXPECT_THAT(items, ElementsAre(std::pair(1, "a"), std::pair(2, "b")));
}

}  // namespace
}  // namespace satchel
