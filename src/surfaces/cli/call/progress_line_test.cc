#include "surfaces/cli/call/progress_line.h"

#include <gtest/gtest.h>

namespace satchel::cli {
namespace {

using std::chrono::seconds;

TEST(ProgressBarTest, ShowsRateAndTimeLeft) {
  EXPECT_EQ(ProgressBar(120, 480, seconds(10), "files"),
            "[######..................] 120/480 files, 12 per second, 30 s left");
  EXPECT_EQ(ProgressBar(1, 100, seconds(2)),
            "[........................] 1/100, 0.5 per second, 3 min 18 s left");
}

TEST(ProgressBarTest, HasNoRateBeforeThereIsOne) {
  EXPECT_EQ(ProgressBar(0, 4, seconds(3)), "[........................] 0/4");
  EXPECT_EQ(ProgressBar(2, 4, std::chrono::milliseconds(1)), "[############............] 2/4");
}

TEST(ProgressBarTest, IsFullAtTheEndAndNeverLonger) {
  EXPECT_EQ(ProgressBar(4, 4, seconds(4)),
            "[########################] 4/4, 1.0 per second, 0 s left");
  EXPECT_EQ(ProgressBar(9, 4, seconds(0)), "[########################] 9/4");
  EXPECT_EQ(ProgressBar(0, 0, seconds(0)), "[........................] 0/0");
}

}  // namespace
}  // namespace satchel::cli
