#include "engine/requests/quiet_hooks.h"

#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/raw_log.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Time kStart{1'767'225'600'000'000};  // 2026-01-01
constexpr std::chrono::hours kHour(1);
constexpr const char* kHook = R"({"face":"hook","hook":{"agent":"claude-code"}})";
constexpr const char* kServed = R"({"face":"mcp","agent":"claude-code"})";

class QuietHooksTest : public testing::Test {
 protected:
  QuietHooksTest() { EXPECT_TRUE(at_.Init()); }

  void Add(const std::string& request, int hours) {
    auto stores = at_.Open();
    ASSERT_TRUE(stores);
    const store::RunRow row{.id = RunId(fmt::format("r-{}", ++written_)),
                            .started_at = kStart + hours * kHour,
                            .recipe = "pack",
                            .status = "done",
                            .request = request};
    ASSERT_TRUE(store::RawWriter(stores->raw()).Start(stores->scope(Deadline::Never()), row));
  }
  std::vector<QuietHooks> Find() const {
    auto stores = at_.Open(Stores::Use::kReadOnly);
    EXPECT_TRUE(stores);
    auto found = FindQuietHooks(*stores, Deadline::Never());
    EXPECT_TRUE(found) << found.error().text();
    return found.value_or(std::vector<QuietHooks>());
  }

  test::StoreWorkspace at_;
  int written_ = 0;
};

TEST_F(QuietHooksTest, AnAgentThatOnlyAsksTheServerSinceADayIsQuiet) {
  Add(kHook, 0);
  for (int i = 0; i < 3; ++i) Add(kServed, 25 + i);
  EXPECT_THAT(Find(),
              ElementsAre(QuietHooks{.agent = "claude-code", .last = kStart, .packets = 3}));
  Add(kHook, 40);
  EXPECT_THAT(Find(), IsEmpty()) << "a hook was called again";
}

TEST_F(QuietHooksTest, AnAgentWithoutEarlierHooksIsNot) {
  EXPECT_THAT(Find(), IsEmpty());
  for (int i = 0; i < 9; ++i) Add(kServed, 100 + i);
  EXPECT_THAT(Find(), IsEmpty());
}

TEST_F(QuietHooksTest, FewPacketsPacketsSoonAfterAndOtherAgentsSayNothing) {
  Add(kHook, 0);
  for (int i = 0; i < 20; ++i) Add(kServed, i);
  for (int i = 0; i < 2; ++i) Add(kServed, 30 + i);
  for (int i = 0; i < 9; ++i) Add(R"({"face":"mcp","agent":"codex"})", 30 + i);
  for (int i = 0; i < 9; ++i) Add(R"({"face":"cli"})", 30 + i);
  EXPECT_THAT(Find(), IsEmpty());
}

TEST_F(QuietHooksTest, RunsOfAnotherFormAreIgnored) {
  Add(kHook, 0);
  for (const char* request :
       {"", "[]", "{", R"({"agent":[1],"hook":3})", R"({"hook":{"agent":{}}})"}) {
    for (int i = 0; i < 4; ++i) Add(request, 30 + i);
  }
  EXPECT_THAT(Find(), IsEmpty());
}

}  // namespace
}  // namespace satchel::engine
