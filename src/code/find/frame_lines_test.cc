#include "code/find/frame_lines.h"

#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

bool IsForeign(const ask::TraceFrame& frame) {
  return frame.path.contains("junit") || frame.path.contains("site-packages") ||
         frame.path.contains("go/src") || frame.path.contains("gen/");
}

TEST(WithoutFramesTest, LinesOfDroppedFramesGoAndAllOthersStay) {
  EXPECT_EQ(WithoutFrames("failed: 3\n\tat org.junit.Assert.fail(Assert.java:9)\n"
                          "\tat com.shop.Cart.pay(Cart.java:4)\n\nlast line",
                          IsForeign),
            "failed: 3\n\tat com.shop.Cart.pay(Cart.java:4)\n\nlast line");
  EXPECT_EQ(WithoutFrames("", IsForeign), "");
  EXPECT_EQ(WithoutFrames("\tat org.junit.Assert.fail(Assert.java:9)", IsForeign), "");
  EXPECT_EQ(
      WithoutFrames("testing.tRunner(0xc0)\n\t/go/src/testing/testing.go:9 +0xfb\n", IsForeign),
      "testing.tRunner(0xc0)\n");
}

TEST(WithoutFramesTest, TheLineOfSourceBelowAPythonFrameGoesWithIt) {
  EXPECT_EQ(
      WithoutFrames("  File \"/x/site-packages/a.py\", line 3, in run\n    return walk(item)\n"
                    "  File \"shop/cart.py\", line 4, in pay\n    total()\nValueError: no\n",
                    IsForeign),
      "  File \"shop/cart.py\", line 4, in pay\n    total()\nValueError: no\n");
}

TEST(WithoutFramesTest, AMessageOfACompilerStays) {
  const std::string_view text = "gen/api.cc:12:3: error: no member named 'pay'\n";
  EXPECT_EQ(WithoutFrames(text, IsForeign), text);
}

}  // namespace
}  // namespace satchel::retrieval
