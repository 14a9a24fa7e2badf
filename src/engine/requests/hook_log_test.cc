#include "engine/requests/hook_log.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/engine.h"
#include "engine/stores/stores.h"
#include "store/raw_log.h"
#include "tests/support/engine_workspace.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr const char* kPrompt = "repair the login redirect of the session";
constexpr Time kNow = test::EngineWorkspace::kNow;

class HookLogTest : public testing::Test {
 protected:
  HookLogTest() {
    at_.WriteNotes();
    EXPECT_NE(at_.Open(), nullptr);
  }

  Result<PromptReply> Answer(PromptRequest request) const {
    request.conversation = "claude-code-one";
    request.agent = "claude-code";
    request.event = "UserPromptSubmit";
    request.hurry = false;
    request.most_bytes = 9'500;
    EngineParts parts = at_.Parts();
    parts.face = Face::kHook;
    return Engine::WithoutStores(std::move(parts))->AnswerPrompt(request, Deadline::Never());
  }
  HookLog Read(const HookLogQuery& query = {}) const {
    const auto engine = at_.Open(Purpose::kRead);
    const auto log = engine->ReadHookLog(query, Deadline::Never());
    EXPECT_TRUE(log) << log.error().text();
    return log.value_or(HookLog());
  }
  // A run as something wrote it.
  void Write(store::RunRow row) const {
    const auto engine = at_.Open(Purpose::kRuns);
    auto stores = Stores::Open(engine->place(), Stores::Use::kRead, Deadline::Never());
    ASSERT_TRUE(stores) << stores.error().text();
    row.id = RunId(fmt::format("r-{}", ++written_));
    row.started_at = {kNow.micros + written_};
    ASSERT_TRUE(store::RawWriter(stores->raw()).Start(stores->scope(Deadline::Never()), row));
  }

  test::EngineWorkspace at_;
  mutable std::int64_t written_ = 0;
};

TEST_F(HookLogTest, AnAnswerAndTheSilenceAfterItAreInTheLog) {
  ASSERT_FALSE(Answer({.prompt = kPrompt})->silence);
  ASSERT_EQ(Answer({.prompt = kPrompt})->silence, Silence::kShownBefore);
  ASSERT_EQ(Answer({.moment = PromptMoment::kResumed})->silence, Silence::kShownBefore);
  const HookLog log = Read();
  ASSERT_EQ(log.prompts.size(), 3U);
  EXPECT_EQ(log.Answered(), 1U);
  EXPECT_THAT(log.Silent(), ElementsAre(Pair("shown_before", 2)));
  EXPECT_TRUE(log.complete);
  const LoggedPrompt& answered = log.prompts.back();
  EXPECT_EQ(answered.prompt, kPrompt);
  EXPECT_EQ(answered.agent, "claude-code");
  EXPECT_GT(answered.tokens, 0);
  EXPECT_GT(answered.items, 0U);
  EXPECT_GT(answered.micros.value_or(0), 0);
}

TEST_F(HookLogTest, WhatNobodyAsksAboutIsNotInTheLog) {
  ASSERT_EQ(Answer({.moment = PromptMoment::kForgotten})->silence, Silence::kNoAnswerTaken);
  ASSERT_EQ(Answer({.prompt = " "})->silence, Silence::kNoPrompt);
  EXPECT_THAT(Read().prompts, IsEmpty());
}

TEST_F(HookLogTest, AFailureIsRecordedOnceAndIsNoAnswer) {
  ASSERT_TRUE(at_.Open()->Index({}, Deadline::Never()));
  at_.DropTable();
  const auto reply = Answer({.prompt = kPrompt});
  ASSERT_FALSE(reply);
  const HookLog log = Read();
  EXPECT_THAT(log.Silent(), ElementsAre(Pair("error", 1)));
  EXPECT_EQ(log.prompts.front().prompt, kPrompt);
}

TEST_F(HookLogTest, ARunThatFailedOrWasEndedSaysWhy) {
  const std::string hook = R"({"face":"hook","request":{"task":"a","conversation":"c"}})";
  Write({.recipe = "pack", .status = "running", .request = hook});
  Write({.finished_at = kNow,
         .recipe = "pack",
         .status = "failed",
         .request = hook,
         .outcome = R"({"code":"deadline","error":"stage code.rank: out of time"})"});
  Write({.finished_at = kNow,
         .recipe = "pack",
         .status = "failed",
         .request = hook,
         .outcome = R"({"code":"internal","error":"broken"})"});
  const HookLog log = Read();
  EXPECT_THAT(log.Silent(),
              ElementsAre(Pair("error", 1), Pair("out_of_time", 1), Pair("unfinished", 1)));
  const auto& unshown = log.prompts.front().unshown;
  EXPECT_EQ(unshown ? unshown->why : "", "broken");
  EXPECT_FALSE(log.prompts.back().micros);
}

TEST_F(HookLogTest, RowsOfOtherFacesAndDamagedOnesAreSkipped) {
  for (const char* request :
       {R"({"face":"cli","request":{"task":"a"}})", "", "[]", "{", R"({"hook":[1],"face":3})"}) {
    Write({.finished_at = kNow, .recipe = "pack", .status = "done", .request = request});
  }
  EXPECT_THAT(Read().prompts, IsEmpty());
  Write({.finished_at = kNow,
         .recipe = "hook",
         .status = "done",
         .request = R"({"hook":{"agent":7,"spent_micros":-4},"request":[]})",
         .outcome = "null"});
  const HookLog log = Read();
  ASSERT_EQ(log.prompts.size(), 1U);
  EXPECT_EQ(log.prompts.front().agent, "");
  EXPECT_EQ(log.prompts.front().micros, 0) << "the clock was set back";
  EXPECT_THAT(log.Silent(), ElementsAre(Pair("unknown", 1)));
}

TEST_F(HookLogTest, APromptIsItsFirstCharactersOnOneLine) {
  const Json request = {{"face", "hook"},
                        {"request", {{"task", "\n\n  one\t two\r\n" + std::string(100, 'x')}}}};
  Write({.finished_at = kNow, .recipe = "hook", .status = "done", .request = request.dump()});
  const HookLog log = Read();
  ASSERT_EQ(log.prompts.size(), 1U);
  EXPECT_EQ(log.prompts.front().prompt, "one two " + std::string(51, 'x') + "…");
}

TEST_F(HookLogTest, TheLatestAreFoundAmongManyOtherRuns) {
  Write({.finished_at = kNow, .recipe = "hook", .status = "done", .request = R"({"face":"hook"})"});
  for (int i = 0; i < 210; ++i) {
    Write({.finished_at = kNow, .recipe = "index", .status = "done", .request = "{}"});
  }
  Write({.finished_at = kNow, .recipe = "hook", .status = "done", .request = R"({"face":"hook"})"});
  EXPECT_EQ(Read().prompts.size(), 2U);
  const HookLog one = Read({.most = 1});
  EXPECT_EQ(one.prompts.size(), 1U);
  EXPECT_TRUE(one.complete);
}

}  // namespace
}  // namespace satchel::engine
