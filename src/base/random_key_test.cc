#include "base/random_key.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(RandomKeyTest, Has32DigitsAndNeverRepeats) {
  std::set<std::string> keys;
  for (int i = 0; i < 100; ++i) {
    const std::string key = RandomKey();
    EXPECT_THAT(key, testing::MatchesRegex("[0-9a-f]{32}"));
    keys.insert(key);
  }
  EXPECT_EQ(keys.size(), 100);
}

}  // namespace
}  // namespace satchel
