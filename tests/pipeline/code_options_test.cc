// The budget of a package, and what it may be asked for.

#include <gtest/gtest.h>

#include "code/pack/options.h"

namespace satchel::pipeline {
namespace {

TEST(CodeOptionsTest, TheBudgetIsTheWindowLessReserveAndMarginRoundedDown) {
  const auto budget = [](std::size_t window, std::size_t reserved, std::size_t margin) {
    CodeOptions options;
    options.context_window = window;
    options.reserved_tokens = reserved;
    options.margin_percent = margin;
    return BudgetOf(options);
  };
  EXPECT_EQ(budget(6'000, 1'000, 0), 5'000U);
  EXPECT_EQ(budget(6'000, 1'000, 10), 4'500U);
  EXPECT_EQ(budget(32'768, 4'096, 10), 25'804U);  // of 25,804.8
  EXPECT_EQ(budget(119, 0, 1), 117U);             // of 117.81
  EXPECT_EQ(budget(18'446'744'073'709'551'615U, 0, 50), 9'223'372'036'854'775'807U);
}

TEST(CodeOptionsTest, TenFilesByTheirWordsAndTwoCommonCommitsAreTheDefaults) {
  EXPECT_EQ(CodeOptions().most_found, 10U);
  EXPECT_EQ(CodeOptions().least_commits, 2U);
}

}  // namespace
}  // namespace satchel::pipeline
