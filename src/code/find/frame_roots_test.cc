#include "code/find/frame_roots.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array<std::string_view, 4> kFiles = {"cart.go", "shop.go", "pay/pay.go", "main.go"};

std::vector<std::string> Roots(const std::vector<std::string>& paths) {
  std::vector<ask::TraceFrame> frames;
  for (const std::string& path : paths) frames.push_back({.path = path, .line = 1});
  return RootsOf(frames, kFiles);
}

TEST(FrameRootsTest, AFrameInADirectoryOfTheWorkspaceProvesTheRoot) {
  EXPECT_THAT(Roots({"home/dev/x/pay/pay.go"}), ElementsAre("home/dev/x"));
  EXPECT_THAT(Roots({"home/dev/x/prepay/pay.go"}), IsEmpty());
}

TEST(FrameRootsTest, TheLongestFileThatFitsAFrameProvesTheRoot) {
  const std::array<std::string_view, 3> files = {"pay/pay.go", "shop/pay/pay.go", "cart.go"};
  const std::vector<ask::TraceFrame> frames = {{.path = "home/x/shop/pay/pay.go", .line = 1}};
  EXPECT_THAT(RootsOf(frames, files), ElementsAre("home/x"));
  EXPECT_EQ(BelowRoots("home/x/shop/cart.go", std::vector<std::string>{"home/x", "home/x/shop"}),
            "cart.go");
}

TEST(FrameRootsTest, TwoFilesAtTheRootProveItAndOneDoesNot) {
  EXPECT_THAT(Roots({"home/dev/x/cart.go", "home/dev/x/shop.go"}), ElementsAre("home/dev/x"));
  EXPECT_THAT(Roots({"usr/lib/go/main.go", "usr/lib/go/main.go"}), IsEmpty());
  EXPECT_THAT(Roots({"usr/lib/go/main.go", "home/dev/x/shop.go"}), IsEmpty());
}

TEST(FrameRootsTest, APathInTheWorkspaceHasNoRootBeforeIt) {
  EXPECT_THAT(Roots({"pay/pay.go", "cart.go", "shop.go"}), IsEmpty());
}

TEST(FrameRootsTest, APathIsShortenedByTheRootItBeginsWith) {
  const std::vector<std::string> roots = {"home/dev/x"};
  EXPECT_EQ(BelowRoots("home/dev/x/cart.go", roots), "cart.go");
  EXPECT_EQ(BelowRoots("home/dev/xy/cart.go", roots), "home/dev/xy/cart.go");
  EXPECT_EQ(BelowRoots("home/dev/x", roots), "home/dev/x");
}

}  // namespace
}  // namespace satchel::retrieval
