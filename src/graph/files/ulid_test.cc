#include "graph/files/ulid.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::graph {
namespace {

TEST(UlidTest, BeginsWithItsTimeInMilliseconds) {
  // The example of the ULID specification.
  EXPECT_EQ(MakeUlid({.micros = 1'469'918'176'385'000}).substr(0, 10), "01ARYZ6S41");
  EXPECT_EQ(MakeUlid({.micros = 0}).substr(0, 10), "0000000000");
  EXPECT_EQ(MakeUlid({.micros = -5}).substr(0, 10), "0000000000");
}

TEST(UlidTest, Has26CharactersOfItsAlphabet) {
  EXPECT_THAT(MakeUlid({.micros = 1}), testing::MatchesRegex("[0-9A-HJKMNP-TV-Z]{26}"));
}

TEST(UlidTest, TwoOfOneMomentDiffer) {
  std::set<std::string> ids;
  for (int i = 0; i < 1'000; ++i) ids.insert(MakeId("TG-TASK", {.micros = 7'000}));
  EXPECT_EQ(ids.size(), 1'000U);
  EXPECT_THAT(*ids.begin(), testing::StartsWith("TG-TASK-0000000007"));
}

}  // namespace
}  // namespace satchel::graph
