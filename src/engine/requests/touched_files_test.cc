#include "engine/requests/touched_files.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/requests/edited_files.h"
#include "tests/support/engine_workspace.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kEdited = "def voucher_discount(expired):\n    return 10\n";

class TouchedFilesTest : public testing::Test {
 protected:
  void IndexCode() const {
    for (int i = 0; i < 60; ++i) at_.WriteModule(fmt::format("lib/module_{}.py", i), i);
    ASSERT_TRUE(at_.Open()->Index({}, Deadline::Never()));
  }
  NotedFiles Note(std::vector<TouchedFile> files,
                  const Deadline& deadline = Deadline::Never()) const {
    EngineParts parts = at_.Parts();
    parts.face = Face::kHook;
    const auto noted = Engine::WithoutStores(std::move(parts))
                           ->NoteFiles({.files = std::move(files),
                                        .directory = at_.at().root(),
                                        .conversation = "claude-code-one"},
                                       deadline);
    EXPECT_TRUE(noted) << noted.error().text();
    return noted.value_or(NotedFiles());
  }
  // Whether a search that does not refresh the index finds the edit.
  bool IsFound() const {
    auto stores = at_.at().Open(Stores::Use::kReadOnly);
    EXPECT_TRUE(stores);
    const std::vector<std::string> paths = {"lib/module_7.py", "lib/voucher.py"};
    auto refresh = RefreshFiles(*stores, at_.at().workspace(), at_.at().directories(),
                                at_.at().settings(), {}, paths, Deadline::Never());
    EXPECT_TRUE(refresh && *refresh);
    return (*refresh)->size() == 0;
  }
  // Whether it was answered.
  bool Ask(const std::string& prompt, bool sees_files = true) const {
    EngineParts parts = at_.Parts();
    parts.face = Face::kHook;
    const auto reply = Engine::WithoutStores(std::move(parts))
                           ->AnswerPrompt({.prompt = prompt,
                                           .conversation = "claude-code-one",
                                           .agent = "claude-code",
                                           .most_bytes = 9'500,
                                           .now = test::EngineWorkspace::kNow,
                                           .hurry = false,
                                           .sees_files = sees_files},
                                          Deadline::Never());
    EXPECT_TRUE(reply) << reply.error().text();
    return reply && !reply->silence;
  }
  std::vector<std::string> Kept() const {
    return TakeEditedFiles(at_.at().directories(), at_.at().workspace());
  }

  test::EngineWorkspace at_;
};

TEST_F(TouchedFilesTest, AnEditedANewAndARemovedFileAreIndexed) {
  IndexCode();
  at_.Write("lib/module_7.py", kEdited);
  at_.Write("lib/voucher.py", kEdited);
  EXPECT_FALSE(IsFound());
  const NotedFiles noted =
      Note({{.path = "lib/module_7.py"}, {.path = at_.at().root() / "lib/voucher.py"}});
  EXPECT_EQ(noted.indexed, 2U);
  EXPECT_FALSE(noted.behind);
  EXPECT_TRUE(IsFound());
  fs::remove(at_.at().root() / "lib/voucher.py");
  EXPECT_EQ(Note({{.path = "lib/voucher.py"}}).indexed, 1U);
  EXPECT_TRUE(IsFound());
  EXPECT_THAT(Kept(), IsEmpty());
}

TEST_F(TouchedFilesTest, AFileThatTheIndexKnowsIsNothingToDo) {
  IndexCode();
  EXPECT_EQ(Note({{.path = "lib/module_7.py"}}).indexed, 0U);
}

TEST_F(TouchedFilesTest, OtherFilesStayAsTheyAreInTheIndex) {
  IndexCode();
  at_.Write("lib/voucher.py", kEdited);
  EXPECT_EQ(Note({{.path = "lib/module_7.py"}}).indexed, 0U);
  EXPECT_FALSE(IsFound());
}

TEST_F(TouchedFilesTest, AFileThatThePromptsPacketShowedIsUsedOncePerKind) {
  IndexCode();
  EXPECT_EQ(Note({{.path = "lib/module_7.py", .edited = false}}).used, 0U) << "it was not shown";
  ASSERT_TRUE(Ask("repair the functions of lib/module_7.py"));
  EXPECT_EQ(Note({{.path = "lib/module_7.py", .edited = false}}).used, 1U);
  EXPECT_EQ(Note({{.path = "lib/module_7.py", .edited = false}}).used, 0U);
  EXPECT_EQ(Note({{.path = "lib/module_7.py"}}).used, 1U);
  EXPECT_EQ(Note({{.path = "lib/absent.py", .edited = false}}).used, 0U);
  const auto log = at_.Open(Purpose::kRead)->ReadHookLog({}, Deadline::Never());
  ASSERT_TRUE(log);
  ASSERT_EQ(log->prompts.size(), 1U);
  const auto& files = log->prompts.front().files;
  if (!files) FAIL() << "the log has no files";
  EXPECT_THAT(*files, testing::Contains(
                          ShownFile{.path = "lib/module_7.py", .read = true, .edited = true}));
  const auto week = at_.Open(Purpose::kRead)->LookAtWeek(Deadline::Never());
  ASSERT_TRUE(week);
  EXPECT_EQ(week->used, (UsedFiles{.packets = 1, .shown = files->size(), .used = 1}));
}

TEST_F(TouchedFilesTest, AReadFileIsNotIndexed) {
  IndexCode();
  at_.Write("lib/voucher.py", kEdited);
  EXPECT_EQ(Note({{.path = "lib/voucher.py", .edited = false}}).indexed, 0U);
  EXPECT_FALSE(IsFound());
}

TEST_F(TouchedFilesTest, OfAPacketWhoseAgentTellsNothingNoUseIsCounted) {
  IndexCode();
  ASSERT_TRUE(Ask("repair the functions of lib/module_7.py", false));
  const auto engine = at_.Open(Purpose::kRead);
  EXPECT_FALSE(engine->ReadHookLog({}, Deadline::Never())->prompts.front().files);
  EXPECT_EQ(engine->LookAtWeek(Deadline::Never())->used, UsedFiles());
}

TEST_F(TouchedFilesTest, AFileOutsideTheWorkspaceIsIgnored) {
  IndexCode();
  at_.at().dir().Write("other/a.py", kEdited);
  fs::create_symlink(at_.at().dir().path() / "other", at_.at().root() / "out");
  for (const char* path : {"../other/a.py", "/etc/passwd", "/", "", "."}) {
    const NotedFiles noted = Note({{.path = path}});
    EXPECT_EQ(noted.indexed, 0U) << path;
    EXPECT_FALSE(noted.behind) << path;
  }
  EXPECT_EQ(Note({{.path = "out/a.py"}}).indexed, 0U) << "a link leads out";
  EXPECT_THAT(Kept(), IsEmpty());
}

TEST_F(TouchedFilesTest, ALinkToTheRootIsTheRoot) {
  IndexCode();
  at_.Write("lib/voucher.py", kEdited);
  const fs::path link = at_.at().dir().path() / "link";
  fs::create_directory_symlink(at_.at().root(), link);
  EXPECT_EQ(Note({{.path = link / "lib/voucher.py"}}).indexed, 1U);
}

TEST_F(TouchedFilesTest, WithoutStoresNothingIsMade) {
  at_.Write("lib/voucher.py", kEdited);
  const auto before = at_.at().dir().Listing();
  EXPECT_FALSE(Note({{.path = "lib/voucher.py"}}).behind);
  EXPECT_EQ(at_.at().dir().Listing(), before);
}

TEST_F(TouchedFilesTest, AnIndexThatIsNotCompleteIsLeftToAnIndexRun) {
  ASSERT_NE(at_.Open(), nullptr);
  at_.Write("lib/voucher.py", kEdited);
  EXPECT_TRUE(Note({{.path = "lib/voucher.py"}}).behind);
  EXPECT_THAT(Kept(), ElementsAre("lib/voucher.py"));
}

TEST_F(TouchedFilesTest, WhileAnotherProcessWritesThePathIsKeptForTheNextPrompt) {
  IndexCode();
  at_.Write("lib/voucher.py", kEdited);
  {
    const auto writer = at_.OpenAlone();
    ASSERT_NE(writer, nullptr);
    EXPECT_TRUE(Note({{.path = "lib/voucher.py"}}).behind);
  }
  EngineParts parts = at_.Parts();
  parts.face = Face::kHook;
  const auto reply = Engine::WithoutStores(std::move(parts))
                         ->AnswerPrompt({.prompt = "repair voucher_discount",
                                         .agent = "claude-code",
                                         .most_bytes = 9'500,
                                         .hurry = false},
                                        Deadline::Never());
  ASSERT_TRUE(reply) << reply.error().text();
  EXPECT_TRUE(IsFound());
  EXPECT_THAT(Kept(), IsEmpty());
}

TEST_F(TouchedFilesTest, ALargeFileIsLeftToAnIndexRun) {
  IndexCode();
  std::string text;
  for (int i = 0; text.size() < 300'000; ++i) text += fmt::format("value_{} = {}\n", i, i);
  at_.Write("lib/voucher.py", text);
  EXPECT_TRUE(Note({{.path = "lib/voucher.py"}}).behind);
}

TEST_F(TouchedFilesTest, ASettingLeavesTheIndexAsItIs) {
  IndexCode();
  at_.at().environment().variables["SATCHEL_HOOK_REFRESH"] = "false";
  at_.Write("lib/voucher.py", kEdited);
  EXPECT_EQ(Note({{.path = "lib/voucher.py"}}).indexed, 0U);
  EXPECT_FALSE(IsFound());
}

}  // namespace
}  // namespace satchel::engine
