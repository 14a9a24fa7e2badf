#include "base/sha1.h"

#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(Sha1Test, IsWhatOthersCompute) {
  EXPECT_EQ(Sha1Of("abc")[0], 0xA9);
  EXPECT_EQ(Sha1Of("abc")[19], 0x9D);
  EXPECT_EQ(Sha1Of("")[0], 0xDA);
  EXPECT_EQ(Sha1Of("")[19], 0x09);
}

}  // namespace
}  // namespace satchel
