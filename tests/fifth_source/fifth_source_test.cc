// A source is one folder and one line: this program is linked with the list of built-in sources
// (src/pack/built_in.cc) to which its CMakeLists.txt adds one line, and with nothing else that
// knows the journal.

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/requests/run_view.h"
#include "tests/support/engine_workspace.h"

namespace satchel::engine {
namespace {

using test::EngineWorkspace;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTask = "why does the walrus of the aquarium sneeze";

class FifthSourceTest : public testing::Test {
 protected:
  FifthSourceTest() {
    at_.Write("zoo.py", "def feed(animal):\n    return animal\n");
    at_.Write("journal.txt",
              "2026-01-02 The walrus of the aquarium sneezes when the pump runs dry.\n"
              "2026-01-03 Bought new paint for the fence.\n");
    engine_ = at_.Open();
    EXPECT_TRUE(engine_->Index({}, Deadline::Never()));
  }

  PacketAnswer Pack() {
    PacketRequest request;
    request.recipe = "pack";
    request.task = kTask;
    auto answer = engine_->MakePacket(request, Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? *std::move(answer) : PacketAnswer();
  }

  EngineWorkspace at_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(FifthSourceTest, IsSearched) {
  const auto answer = engine_->Search({.query = "walrus sneezes"}, Deadline::Never());
  ASSERT_TRUE(answer) << answer.error().text();
  std::vector<std::string> found;
  for (const SearchPlace& place : answer->results) found.push_back(place.source + " " + place.id);
  EXPECT_THAT(found, Contains("journal 2026-01-02"));
  EXPECT_THAT(found, Not(Contains("journal 2026-01-03")));
}

TEST_F(FifthSourceTest, IsPackedAndExplained) {
  const PacketAnswer answer = Pack();
  EXPECT_THAT(answer.text, HasSubstr("Journal"));
  EXPECT_THAT(answer.text, HasSubstr("when the pump runs dry"));
  const auto run = engine_->ViewRun(answer, Deadline::Never());
  ASSERT_TRUE(run) << run.error().text();
  std::vector<std::string> said;
  for (const LoggedDecision* one : run->LastDecisions()) {
    if (one->source == "journal") {
      said.push_back(one->item + (one->included ? " in" : " out"));
    }
  }
  EXPECT_THAT(said, testing::UnorderedElementsAre("2026-01-02 in", "2026-01-03 out"));
}

TEST_F(FifthSourceTest, IsReplayed) {
  const PacketAnswer answer = Pack();
  for (const auto& again : {engine_->Replay(answer.run, Deadline::Never()),
                            engine_->ReplayFresh(answer.run, Deadline::Never())}) {
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(again->same());
    EXPECT_EQ(again->text, answer.text);
  }
}

}  // namespace
}  // namespace satchel::engine
