#include "engine/requests/week.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/requests/pack.h"
#include "store/raw_log.h"
#include "tests/support/engine_workspace.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Time kNow = test::EngineWorkspace::kNow;
constexpr std::chrono::hours kHour(1);
constexpr std::chrono::days kDay(1);

class WeekTest : public testing::Test {
 protected:
  WeekTest() { workspace_.WriteNotes(); }

  RunId Pack(Face face, Time now, std::string recipe = std::string(kPack)) const {
    EngineParts parts = workspace_.Parts();
    parts.face = face;
    auto engine = Engine::Open(std::move(parts), Purpose::kIndex, Deadline::Never());
    EXPECT_TRUE(engine) << engine.error().text();
    PacketRequest request = PackRequest((*engine)->settings(), "repair the login redirect");
    request.recipe = std::move(recipe);
    if (request.recipe != kPack) request.options.clear();
    request.stages.clear();
    if (request.recipe == kPack) {
      const std::vector<std::string> sources = {"notes"};
      EXPECT_TRUE(KeepOnly(sources, request));
    }
    request.now = now;
    const auto answer = (*engine)->MakePacket(request, Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? answer->run : RunId();
  }
  Week Look() const {
    const auto engine = workspace_.Open(Purpose::kRead);
    const auto week = engine->LookAtWeek(Deadline::Never());
    EXPECT_TRUE(week) << week.error().text();
    return week.value_or(Week());
  }
  // The faces and recipes of the week, with how many packets each has.
  std::vector<std::string> Counted() const {
    std::vector<std::string> lines;
    const Week week = Look();
    for (const PacketCount& count : week.packets) {
      lines.push_back(fmt::format("{} {} {}", count.face, count.recipe, count.packets));
    }
    return lines;
  }

  test::EngineWorkspace workspace_;
};

TEST_F(WeekTest, NothingIsThereBeforeTheFirstPacket) {
  ASSERT_NE(workspace_.Open(), nullptr);
  const Week week = Look();
  EXPECT_THAT(week.packets, IsEmpty());
  EXPECT_EQ(week.Packets(), 0U);
  EXPECT_EQ(week.Tokens(), 0);
  EXPECT_EQ(week.until, kNow);
  EXPECT_EQ(week.since, kNow + -7 * kDay);
  EXPECT_TRUE(week.complete);
  EXPECT_FALSE(week.has_history) << "the workspace has no repository";
}

TEST_F(WeekTest, PacketsAreCountedByFaceAndRecipe) {
  Pack(Face::kHook, kNow + -kHour);
  Pack(Face::kHook, kNow + -2 * kHour);
  Pack(Face::kServer, kNow + -kHour);
  Pack(Face::kLibrary, kNow + -kHour);
  Pack(Face::kCommand, kNow + -kHour, "notes");
  EXPECT_THAT(Counted(), ElementsAre("cli notes 1", "hook pack 2", "library pack 1", "mcp pack 1"));
  const Week week = Look();
  EXPECT_EQ(week.Packets(), 5U);
  EXPECT_GT(week.Tokens(), 0);
}

TEST_F(WeekTest, TheWeekEndsAtItsMomentAndBeginsSevenDaysBefore) {
  Pack(Face::kCommand, kNow);
  Pack(Face::kCommand, kNow + -7 * kDay);
  Pack(Face::kCommand, kNow + -7 * kDay + -kHour);
  Pack(Face::kCommand, kNow + kHour);
  EXPECT_THAT(Counted(), ElementsAre("cli pack 2"));
}

TEST_F(WeekTest, WhatNobodyWasShownIsSilenceAndNoPacket) {
  Pack(Face::kHook, kNow + -kHour);
  const RunId kept_back = Pack(Face::kHook, kNow + -kHour);
  const auto engine = workspace_.Open();
  ASSERT_TRUE(engine->MarkUnshown(
      kept_back, {.reason = "shown_before", .why = "it was shown before"}, Deadline::Never()));
  EXPECT_TRUE(engine->MarkUnshown(kept_back, {.reason = "shown_before", .why = "said twice"},
                                  Deadline::Never()))
      << "no harm";
  EXPECT_THAT(Counted(), ElementsAre("hook pack 1"));
  EXPECT_EQ(Look().silent, 1U);
}

TEST_F(WeekTest, RunsThatFailedOrSayNothingOfThemselvesDoNoHarm) {
  ASSERT_NE(workspace_.Open(), nullptr);
  auto stores = workspace_.at().Open();
  const store::Scope scope = stores->scope(Deadline::Never());
  const store::RawWriter writer(stores->raw());
  int number = 0;
  for (const std::string request : {"", "{", "[]", R"({"request":[]})", R"({"face":1})"}) {
    store::RunRow row{.id = RunId(fmt::format("odd{}", number++)),
                      .started_at = kNow,
                      .recipe = "pack",
                      .status = "running",
                      .request = request};
    ASSERT_TRUE(writer.Start(scope, row));
    row.status = "done";
    ASSERT_TRUE(writer.Finish(scope, row));
  }
  const store::RunRow failed{.id = RunId("failed"),
                             .started_at = kNow,
                             .recipe = "pack",
                             .status = "running",
                             .request = "{}"};
  ASSERT_TRUE(writer.Start(scope, failed));
  EXPECT_THAT(Counted(), ElementsAre(" pack 5"));
  EXPECT_EQ(Look().Tokens(), 0);
}

}  // namespace
}  // namespace satchel::engine
