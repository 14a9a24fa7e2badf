#include "base/deadline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

using std::chrono::milliseconds;

class StepTicker final : public Ticker {
 public:
  std::chrono::nanoseconds Elapsed() const override { return now; }
  std::chrono::nanoseconds now{0};
};

TEST(DeadlineTest, ExpiresWhenItsTimeHasPassed) {
  StepTicker ticker;
  const auto deadline = Deadline::After(milliseconds(10), ticker);
  EXPECT_TRUE(deadline.Check("search"));
  EXPECT_EQ(deadline.Remaining(), milliseconds(10));
  ticker.now = milliseconds(10);
  const auto status = deadline.Check("search");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code(), Errc::kDeadline);
  EXPECT_EQ(status.error().text(), "search: out of time");
  EXPECT_EQ(deadline.Remaining(), milliseconds(0));
}

TEST(DeadlineTest, CancellationReachesEveryCopy) {
  CancelSource source;
  const auto deadline = Deadline::Never().With(source);
  const Deadline copy = deadline.Within(milliseconds(3'600'000));
  EXPECT_FALSE(copy.Expired());
  source.Cancel();
  EXPECT_TRUE(copy.Expired());
  EXPECT_EQ(copy.Check("judge").error().text(), "judge: cancelled");
}

TEST(DeadlineTest, WithinNeverExtends) {
  StepTicker ticker;
  const auto outer = Deadline::After(milliseconds(5), ticker);
  EXPECT_EQ(outer.Within(milliseconds(50)).Remaining(), milliseconds(5));
  EXPECT_EQ(outer.Within(milliseconds(2)).Remaining(), milliseconds(2));
}

TEST(DeadlineTest, NeverHasNoRemainingTime) {
  EXPECT_EQ(Deadline::Never().Remaining(), std::nullopt);
}

}  // namespace
}  // namespace satchel
