#include "base/hash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"

namespace satchel {
namespace {

// The published value of xxHash's own tests: stored rows depend on it.
TEST(HashTest, StableHashIsXxh3) {
  EXPECT_EQ(StableHash(""), 0x2d06800538d394c2ULL);
  EXPECT_NE(StableHash("a"), StableHash("a", 1));
}

TEST(HashTest, Sha256MatchesTheStandardsVectors) {
  EXPECT_EQ(Sha256Of("").Hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Of("abc").Hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(HashTest, PiecesGiveTheDigestOfTheWhole) {
  EXPECT_EQ(Sha256().Update("a").Update("").Update("bc").Finish(), Sha256Of("abc"));
}

}  // namespace
}  // namespace satchel
