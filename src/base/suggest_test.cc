#include "base/suggest.h"

#include <array>

#include <gtest/gtest.h>

namespace satchel {
namespace {

constexpr std::array<std::string_view, 5> kWords = {"status", "doctor", "config", "completion",
                                                    "--format"};

TEST(SuggestTest, FindsTheWordThatWasMistyped) {
  EXPECT_EQ(Suggest("stauts", kWords), "status");
  EXPECT_EQ(Suggest("docter", kWords), "doctor");
  EXPECT_EQ(Suggest("--fromat", kWords), "--format");
}

TEST(SuggestTest, CompletesTheOnlyWordThatBeginsSo) {
  EXPECT_EQ(Suggest("compl", kWords), "completion");
}

TEST(SuggestTest, SaysNothingWhenNothingIsNear) {
  EXPECT_FALSE(Suggest("xyzzy", kWords));
  EXPECT_FALSE(Suggest("co", kWords));  // two begin so
  EXPECT_FALSE(Suggest("", kWords));
  EXPECT_FALSE(Suggest(std::string(10'000, 's'), kWords));
}

}  // namespace
}  // namespace satchel
