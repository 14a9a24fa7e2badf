#include "surfaces/mcp/workspace/served_workspace.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/deadline.h"
#include "base/log.h"
#include "engine/engine.h"
#include "surfaces/mcp/rpc/message.h"
#include "tests/support/engine_workspace.h"

namespace satchel::mcp {
namespace {

using testing::HasSubstr;

class ServedWorkspaceTest : public testing::Test {
 protected:
  ServedWorkspaceTest() {
    for (int i = 0; i < 5; ++i) at_.WriteModule("m" + std::to_string(i) + ".py", i);
  }

  ServedWorkspace Serve(std::chrono::milliseconds patience) {
    return ServedWorkspace({.parts = [this]() -> Result<engine::EngineParts> {
                              ++opened_;
                              return at_.Parts();
                            },
                            .now = test::EngineWorkspace::kNow,
                            .log = &logger_,
                            .patience = patience});
  }
  static Result<CodeState> Search(ServedWorkspace& workspace, const Deadline& deadline) {
    const Message request{.id = 1, .method = "tools/call"};
    const SendMessage send = [](const Json&) {};
    Exchange exchange(request, deadline, send);
    return workspace.AskCode(exchange, [&](engine::Engine& engine) -> Status {
      const auto answer = SATCHEL_TRY(engine.Search({.query = "cookie"}, deadline));
      EXPECT_FALSE(answer.results.empty());
      return {};
    });
  }

  test::EngineWorkspace at_;
  std::atomic<int> opened_ = 0;
  std::ostringstream log_;
  SystemClock clock_;
  Logger logger_{log_, clock_, {}};
};

TEST_F(ServedWorkspaceTest, IsOpenedByTheFirstRequestAndOnce) {
  ServedWorkspace workspace = Serve(std::chrono::minutes(1));
  EXPECT_EQ(opened_, 0);
  ASSERT_TRUE(Search(workspace, Deadline::Never()));
  ASSERT_TRUE(Search(workspace, Deadline::Never()));
  EXPECT_EQ(opened_, 1);
}

TEST_F(ServedWorkspaceTest, WaitsForTheFirstIndex) {
  ServedWorkspace workspace = Serve(std::chrono::minutes(1));
  const auto state = Search(workspace, Deadline::Never());
  ASSERT_TRUE(state) << state.error().text();
  EXPECT_EQ(state->refresh.state, engine::CodeRefresh::State::kFresh);
  EXPECT_FALSE(ToJson(*state).contains("indexing"));
}

TEST_F(ServedWorkspaceTest, SaysHowFarTheFirstIndexIsWhenItTakesLonger) {
  // Somebody else writes, so that the index cannot go on.
  auto other = at_.OpenAlone();
  ASSERT_NE(other, nullptr);
  ServedWorkspace workspace = Serve(std::chrono::milliseconds(0));
  for (int i = 0; i < 2; ++i) {
    const auto state = Search(workspace, Deadline::Never());
    ASSERT_FALSE(state);
    EXPECT_EQ(state.error().code(), Errc::kUnavailable);
    EXPECT_THAT(state.error().text(), HasSubstr("being indexed for the first time"));
    EXPECT_THAT(state.error().hint(), HasSubstr("call again"));
  }
  other.reset();
  ServedWorkspace patient = Serve(std::chrono::minutes(1));
  EXPECT_TRUE(Search(patient, Deadline::Never()));
}

TEST_F(ServedWorkspaceTest, ACancelledRequestDoesNotWaitForTheIndex) {
  auto other = at_.OpenAlone();
  ASSERT_NE(other, nullptr);
  ServedWorkspace workspace = Serve(std::chrono::minutes(10));
  CancelSource cancel;
  std::jthread later([&] {
    std::this_thread::yield();
    cancel.Cancel();
  });
  const auto state = Search(workspace, Deadline::Never().With(cancel));
  ASSERT_FALSE(state);
  EXPECT_EQ(state.error().code(), Errc::kDeadline);
}

TEST_F(ServedWorkspaceTest, ManyThreadsShareIt) {
  ServedWorkspace workspace = Serve(std::chrono::minutes(1));
  std::atomic<int> answered = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        if (Search(workspace, Deadline::Never())) ++answered;
      });
    }
  }
  EXPECT_EQ(answered, 4);
  EXPECT_EQ(opened_, 1);
}

TEST_F(ServedWorkspaceTest, AnIndexThatCannotBeOpenedIsRebuilt) {
  ASSERT_NE(at_.Open(), nullptr);
  at_.DamageFile();
  ServedWorkspace workspace = Serve(std::chrono::minutes(1));
  const auto state = Search(workspace, Deadline::Never());
  ASSERT_TRUE(state) << state.error().text();
  EXPECT_THAT(log_.str(), HasSubstr("Satchel rebuilds the index"));
}

TEST_F(ServedWorkspaceTest, AnIndexThatARequestFindsDamagedIsRebuiltAndAskedAgain) {
  ASSERT_TRUE(at_.Open()->Index({}, Deadline::Never()));
  at_.DropTable();
  ServedWorkspace workspace = Serve(std::chrono::minutes(1));
  const auto state = Search(workspace, Deadline::Never());
  ASSERT_TRUE(state) << state.error().text();
  EXPECT_THAT(log_.str(), HasSubstr("Satchel rebuilds the index"));
  EXPECT_EQ(opened_, 2);
  ASSERT_TRUE(Search(workspace, Deadline::Never()));
  EXPECT_EQ(opened_, 2);
}

TEST_F(ServedWorkspaceTest, AnErrorThatRebuildingDoesNotMendRebuildsOnce) {
  ServedWorkspace workspace = Serve(std::chrono::minutes(1));
  const Message request{.id = 1, .method = "tools/call"};
  const SendMessage send = [](const Json&) {};
  Exchange exchange(request, Deadline::Never(), send);
  for (int i = 0; i < 3; ++i) {
    const auto state = workspace.AskCode(exchange, [](engine::Engine&) -> Status {
      return Fail(Errc::kCorrupt, "a row of something else is damaged");
    });
    ASSERT_FALSE(state);
    EXPECT_EQ(state.error().code(), Errc::kCorrupt);
  }
  EXPECT_EQ(opened_, 2);
}

TEST_F(ServedWorkspaceTest, SaysWhyThereIsNone) {
  ServedWorkspace workspace({.parts = []() -> Result<engine::EngineParts> {
    return Fail(Errc::kNotFound, "no such place");
  }});
  const auto state = Search(workspace, Deadline::Never());
  ASSERT_FALSE(state);
  EXPECT_EQ(state.error().text(), "no such place");
}

}  // namespace
}  // namespace satchel::mcp
