#include "llm/run_completer.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "llm/finish.h"

namespace satchel::llm {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

class SteppedTicker final : public Ticker {
 public:
  std::chrono::nanoseconds Elapsed() const override { return now; }
  std::chrono::nanoseconds now{0};
};

// Ends each call with the given outcome and records the requests.
class ToldCompleter final : public Completer {
 public:
  explicit ToldCompleter(Outcome outcome) : outcome_(outcome) {}
  const std::string& model() const override { return name_; }
  Called Call(const CompletionRequest& request) const override {
    asked.push_back(request);
    left.push_back(request.deadline.Remaining());
    CallRecord record{.model = name_, .response = "yes", .attempts = 1, .outcome = outcome_};
    if (outcome_ != Outcome::kAnswered) record.error = "told so";
    return Finish(std::move(record), nullptr);
  }

  mutable std::vector<CompletionRequest> asked;
  mutable std::vector<std::optional<std::chrono::nanoseconds>> left;

 private:
  const std::string name_ = "tiny";
  const Outcome outcome_;
};

TEST(RunCompleterTest, AnOptionalModelMayTakeSixtyPercentOfWhatTheRunHasLeft) {
  SteppedTicker ticker;
  const Deadline run = Deadline::After(seconds(10), ticker);
  const ToldCompleter model(Outcome::kAnswered);
  const RunCompleter optional(model, ModelNeed::kOptional, run);
  ASSERT_TRUE(optional.Call({.deadline = run}).completion);
  EXPECT_EQ(model.left.back(), seconds(6));
  // All calls together, and not each of them.
  ticker.now = seconds(4);
  ASSERT_TRUE(optional.Call({.deadline = run}).completion);
  EXPECT_EQ(model.left.back(), seconds(2));
  // A call that has less time of its own keeps it.
  ASSERT_TRUE(optional.Call({.deadline = run.Within(seconds(1))}).completion);
  EXPECT_EQ(model.left.back(), seconds(1));
}

TEST(RunCompleterTest, AnOptionalModelHasThirtySecondsWhereTheRunHasNoLimit) {
  EXPECT_LE(ModelDeadline(Deadline::Never()).Remaining(), seconds(30));
  EXPECT_GT(ModelDeadline(Deadline::Never()).Remaining(), seconds(20));
}

TEST(RunCompleterTest, ARequiredModelMayTakeAllTheTime) {
  SteppedTicker ticker;
  const Deadline run = Deadline::After(seconds(10), ticker);
  const ToldCompleter model(Outcome::kAnswered);
  const RunCompleter required(model, ModelNeed::kRequired, run);
  ASSERT_TRUE(required.Call({.deadline = run}).completion);
  EXPECT_EQ(model.left.back(), seconds(10));
  EXPECT_TRUE(model.asked.back().retry_unreachable);
  const RunCompleter forever(model, ModelNeed::kRequired, Deadline::Never());
  ASSERT_TRUE(forever.Call({}).completion);
  EXPECT_EQ(model.left.back(), std::nullopt);
}

TEST(RunCompleterTest, AModelThatCouldNotBeAskedIsNotAskedAgain) {
  for (const ModelNeed need : {ModelNeed::kRequired, ModelNeed::kOptional}) {
    for (const Outcome outcome : {Outcome::kUnreachable, Outcome::kDeadline, Outcome::kBusy,
                                  Outcome::kServerError, Outcome::kDenied, Outcome::kNotFound}) {
      const ToldCompleter model(outcome);
      const RunCompleter run(model, need, Deadline::Never());
      const Called first = run.Call({});
      EXPECT_FALSE(first.skipped);
      EXPECT_FALSE(first.completion);
      const Called second = run.Call({});
      EXPECT_TRUE(second.skipped) << Name(outcome);
      EXPECT_EQ(second.record.outcome, outcome);
      EXPECT_EQ(second.record.attempts, 0);
      ASSERT_FALSE(second.completion);
      EXPECT_EQ(second.completion.error().code(), CodeOf(outcome));
      EXPECT_THAT(second.completion.error().text(), HasSubstr("not asked again"));
      EXPECT_EQ(model.asked.size(), 1U) << Name(outcome);
    }
  }
}

TEST(RunCompleterTest, AnAnswerThatCannotBeUsedIsNoReasonToStopAsking) {
  for (const Outcome outcome : {Outcome::kMalformed, Outcome::kWrongSchema, Outcome::kTruncated,
                                Outcome::kRefused, Outcome::kAnswered}) {
    const ToldCompleter model(outcome);
    const RunCompleter run(model, ModelNeed::kOptional, Deadline::Never());
    run.Call({});
    EXPECT_FALSE(run.Call({}).skipped);
    EXPECT_EQ(model.asked.size(), 2U) << Name(outcome);
  }
}

TEST(RunCompleterTest, AnOptionalServerThatCannotBeReachedIsNotTriedAgain) {
  const ToldCompleter model(Outcome::kUnreachable);
  const RunCompleter run(model, ModelNeed::kOptional, Deadline::Never());
  run.Call({});
  EXPECT_FALSE(model.asked.back().retry_unreachable);
}

}  // namespace
}  // namespace satchel::llm
