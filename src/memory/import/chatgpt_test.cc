#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/import_sink.h"
#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

using test::ImportFile;
using test::ImportFolder;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// A conversation in which the model saves a memory, and the user edits a question once.
constexpr std::string_view kConversation = R"({
  "title": "Editor setup", "create_time": 1765671500.0, "current_node": "n5",
  "mapping": {
    "root": {"id": "root", "message": null, "parent": null, "children": ["n1"]},
    "n1": {"id": "n1", "parent": "root", "children": ["n2", "n4"], "message": {
      "author": {"role": "user"}, "create_time": 1765671570.0, "recipient": "all",
      "content": {"content_type": "text", "parts": ["I use Vim, remember that"]}}},
    "n2": {"id": "n2", "parent": "n1", "children": ["n3"], "message": {
      "author": {"role": "assistant"}, "create_time": 1765671580.0, "recipient": "bio",
      "content": {"content_type": "text", "parts": ["User edits code with Vim."]}}},
    "n3": {"id": "n3", "parent": "n2", "children": [], "message": {
      "author": {"role": "tool", "name": "bio"}, "recipient": "assistant",
      "content": {"content_type": "text", "parts": ["Model set context updated."]}}},
    "n4": {"id": "n4", "parent": "n1", "children": ["n5"], "message": {
      "author": {"role": "user"}, "create_time": 1765671590.0,
      "content": {"content_type": "user_editable_context", "user_profile": "secret"}}},
    "n5": {"id": "n5", "parent": "n4", "children": [], "message": {
      "author": {"role": "user"}, "create_time": 1765671595.0,
      "content": {"content_type": "multimodal_text",
                  "parts": [{"asset_pointer": "x"}, "Which plugin", "is best?"]}}},
    "n6": {"id": "n6", "parent": "n1", "children": [], "message": {
      "author": {"role": "user"}, "create_time": 1765671596.0,
      "content": {"content_type": "text", "parts": ["An edited question"]}}}}})";

TEST(ChatgptImportTest, TakesOnlyWhatTheModelSaved) {
  const auto sink =
      ImportFile("chatgpt", "conversations.json", "[" + std::string(kConversation) + "]");
  EXPECT_THAT(sink.Texts(), ElementsAre("User edits code with Vim."));
  EXPECT_EQ(sink.drafts.at(0).origin, "n2");
  EXPECT_FALSE(sink.drafts.at(0).episode);
  EXPECT_EQ(FormatTime(sink.drafts.at(0).memory.created.value()), "2025-12-14T00:19:40Z");
  EXPECT_THAT(sink.skipped, IsEmpty());
}

TEST(ChatgptImportTest, TakesTheTurnsOfTheUserOnRequest) {
  const auto sink = ImportFile("chatgpt", "conversations.json",
                               "[" + std::string(kConversation) + "]", {.conversations = true});
  EXPECT_THAT(sink.Texts(), ElementsAre("I use Vim, remember that", "User edits code with Vim.", "",
                                        "Which plugin\nis best?"));
  EXPECT_TRUE(sink.drafts.at(0).episode);
  EXPECT_THAT(sink.drafts.at(0).memory.tags, ElementsAre("Editor setup"));
}

TEST(ChatgptImportTest, SaysThatAConversationIsNotImported) {
  const auto sink =
      ImportFile("chatgpt", "conversations.json", R"([{"mapping": {}}, {"mapping": []}])");
  EXPECT_THAT(sink.drafts, IsEmpty());
  EXPECT_THAT(sink.skipped, ElementsAre("entry 1: conversation", "entry 2: conversation"));
}

TEST(ChatgptImportTest, ARequestToForgetIsNoMemory) {
  const auto sink = ImportFile("chatgpt", "conversations.json", R"([{"mapping": {"a": {"message": {
    "author": {"role": "assistant"}, "recipient": "bio",
    "content": {"parts": ["Forget that the user likes tea"]}}}}}])");
  EXPECT_THAT(sink.drafts, IsEmpty());
  EXPECT_THAT(sink.skipped, testing::Contains("entry 1: deleted"));
}

TEST(ChatgptImportTest, ATreeThatGoesInCirclesEnds) {
  const auto sink =
      ImportFile("chatgpt", "conversations.json", R"([{"current_node": "a", "mapping": {
    "a": {"parent": "b", "children": ["b"], "message": {"author": {"role": "user"},
          "content": {"parts": ["Round"]}}},
    "b": {"parent": "a", "children": ["a"], "message": {"author": {"role": "user"},
          "content": {"parts": ["and round"]}}},
    "c": {"parent": 5, "message": [1]}, "d": 7}}])",
                 {.conversations = true});
  EXPECT_THAT(sink.Texts(), ElementsAre("Round", "and round"));
}

TEST(ChatgptImportTest, ReadsTheFilesOfAnUnpackedExport) {
  const test::TempDir dir;
  dir.Write("export/conversations-000.json", "[" + std::string(kConversation) + "]");
  dir.Write("export/conversations-001.json", "[{\"mapping\": {}}]");
  dir.Write("export/user.json", "{}");
  const auto sink = ImportFolder("chatgpt", dir.path() / "export");
  EXPECT_THAT(sink.Texts(), ElementsAre("User edits code with Vim."));
  EXPECT_THAT(sink.skipped, ElementsAre("conversations-001.json entry 1: conversation"));
}

TEST(ChatgptImportTest, ReadsAPastedListWhenTheFormatIsNamed) {
  const auto input = ImportInput::FromBytes("memories.md", "Likes tea\n[2025-05-02] - Has a cat\n");
  test::ImportSink sink;
  ASSERT_TRUE(FindImportFormat("chatgpt")->read(input, {}, sink));
  EXPECT_THAT(sink.Texts(), ElementsAre("Likes tea", "Has a cat"));
  EXPECT_EQ(FormatTime(sink.drafts.at(1).memory.created.value()), "2025-05-02T00:00:00Z");
}

TEST(ChatgptImportTest, ReadsAListOfMemoriesInJson) {
  const auto sink = ImportFile("chatgpt", "memory.json", R"([
    {"id": "m1", "content": "Likes tea", "created_at": "2025-05-02T10:00:00Z"},
    {"id": "m2", "content": "Likes coffee", "enabled": false}])");
  EXPECT_THAT(sink.Texts(), ElementsAre("Likes tea"));
  EXPECT_THAT(sink.skipped, SizeIs(1));
}

}  // namespace
}  // namespace satchel::memory
