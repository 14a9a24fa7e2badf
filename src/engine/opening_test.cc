#include "engine/opening.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "tests/support/engine_workspace.h"

namespace satchel::engine {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class OpeningTest : public testing::Test {
 protected:
  OpeningTest() {
    at_.Write("one.py", "def walrus():\n    pass\n");
    const auto engine = at_.Open();
    EXPECT_TRUE(engine->Index({}, Deadline::Never()));
  }

  Tell Told() {
    return [this](const Remark& remark) { told_.push_back(remark.text + " / " + remark.hint); };
  }
  Result<std::unique_ptr<Engine>> Open(Purpose purpose) {
    return Engine::Open(at_.Parts(), purpose, Deadline::Never(), Told());
  }
  Result<CodeRefresh> AskFor(Engine& engine, const std::string& word, CodeAsking asking = {}) {
    asking.tell = Told();
    return engine.AskCode(asking, Deadline::Never(), [&](Engine& opened) -> Status {
      const auto answer =
          SATCHEL_TRY(opened.Search({.query = word, .sources = {"code"}}, Deadline::Never()));
      paths_.clear();
      for (const SearchPlace& place : answer.results) paths_.push_back(place.path);
      return {};
    });
  }

  test::EngineWorkspace at_;
  std::vector<std::string> told_;
  std::vector<std::string> paths_;
};

TEST_F(OpeningTest, AnIndexThatCannotBeOpenedIsRebuiltAndThatIsTold) {
  at_.DamageFile();
  const auto opened = Open(Purpose::kAsk);
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_THAT(told_,
              ElementsAre(AllOf(HasSubstr("damaged"), HasSubstr("Satchel rebuilds the index"))));
  ASSERT_TRUE(AskFor(**opened, "walrus"));
  EXPECT_THAT(paths_, ElementsAre("one.py"));
}

TEST_F(OpeningTest, PurposesThatWriteNoIndexRebuildNone) {
  at_.DamageFile();
  for (const Purpose purpose : {Purpose::kAskAsIs, Purpose::kPrompt, Purpose::kRuns, Purpose::kRead,
                                Purpose::kCommit, Purpose::kImport}) {
    const auto opened = Open(purpose);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code(), Errc::kCorrupt);
  }
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(OpeningTest, AnIndexInAPlaceThatTheCallerNamesIsNotRebuilt) {
  at_.DamageFile();
  EngineParts parts = at_.Parts();
  parts.place = at_.at().store();
  EXPECT_FALSE(Engine::Open(std::move(parts), Purpose::kAsk, Deadline::Never(), Told()));
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(OpeningTest, AFileOfAnotherProgramIsMovedAsideAndThatIsTold) {
  at_.Write(".satchel/curated.db", "a diary");
  ASSERT_TRUE(Open(Purpose::kAsk));
  EXPECT_THAT(told_, Contains(HasSubstr("curated.db.unknown-1")));
  EXPECT_EQ(test::TempDir::ReadFile(at_.at().place() / "curated.db.unknown-1"), "a diary");
}

TEST_F(OpeningTest, ARequestThatMeetsDamageIsHealedAndAskedAgain) {
  at_.DropTable();
  const auto opened = Open(Purpose::kAsk);
  ASSERT_TRUE(opened);
  Engine& engine = **opened;
  const auto failed = AskFor(engine, "walrus");
  ASSERT_FALSE(failed);
  EXPECT_TRUE(engine.IsCurable(failed.error())) << failed.error().text();
  EXPECT_TRUE(engine.Heal(failed.error(), Deadline::Never(), Told()));
  EXPECT_THAT(told_, ElementsAre(HasSubstr("Satchel rebuilds the index")));
  ASSERT_TRUE(AskFor(engine, "walrus"));
  EXPECT_THAT(paths_, ElementsAre("one.py"));
}

TEST_F(OpeningTest, OtherErrorsHealNothing) {
  const auto opened = Open(Purpose::kAsk);
  ASSERT_TRUE(opened);
  const auto log = Fail(Errc::kCorrupt, "raw.db is damaged").error().About(Subject::kLog);
  EXPECT_FALSE((*opened)->Heal(log.error(), Deadline::Never(), Told()));
  const Error busy(Errc::kUnavailable, "another process is writing");
  EXPECT_FALSE((*opened)->Heal(busy, Deadline::Never(), Told()));
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(OpeningTest, AChangedFileIsReadBeforeTheIndexIsAskedUnlessItIsAskedAsItIs) {
  const auto opened = Open(Purpose::kAsk);
  ASSERT_TRUE(opened);
  at_.Write("two.py", "def narwhal():\n    pass\n");
  const auto as_is = AskFor(**opened, "narwhal", {.as_is = true});
  EXPECT_THAT(paths_, Not(Contains("two.py")));
  const auto refreshed = AskFor(**opened, "narwhal");
  ASSERT_TRUE(refreshed) << refreshed.error().text();
  EXPECT_EQ(refreshed->state, CodeRefresh::State::kRefreshed);
  EXPECT_THAT(paths_, ElementsAre("two.py"));
}

TEST(CodeAskingTest, AnIndexThatCannotBeMadeIsSaidAndIsTheReasonWhyNothingIsFound) {
  const test::EngineWorkspace at;
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  std::vector<std::string> told;
  CodeAsking asking{.index_first = [] { return Fail(Errc::kSystem, "the disk is full"); },
                    .tell = [&](const Remark& remark) { told.push_back(remark.text); }};
  const auto find_nothing = [](Engine&) -> Status { return Fail(Errc::kNotFound, "no index"); };
  const auto asked = engine->AskCode(asking, Deadline::Never(), find_nothing);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().text(), "the disk is full");
  EXPECT_THAT(told, ElementsAre("the disk is full"));
  const auto answer = [](Engine&) { return Status(); };
  EXPECT_TRUE(engine->AskCode(asking, Deadline::Never(), answer));
  asking.must_index = true;
  EXPECT_FALSE(engine->AskCode(asking, Deadline::Never(), answer));
}

}  // namespace
}  // namespace satchel::engine
