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

constexpr std::string_view kMemories = R"([{
  "conversations_memory": "**Work context**\n\nAlex is a backend engineer.\n\n**Top of mind**\n\n- Moves to Go\n- Reviews the API\n",
  "project_memories": {"p-1": "The shop uses Postgres 16.", "p-2": 5},
  "memory_files": [{"path": "/preferences.md", "content": "- Prefers metric units",
                    "updated_at": "2026-01-02T03:04:05.000000Z"}],
  "account_uuid": "u"}])";
constexpr std::string_view kConversations = R"([{"uuid": "c-1", "name": "Go modules",
  "created_at": "2026-02-14T10:04:22.000Z", "chat_messages": [
    {"uuid": "m-1", "sender": "human", "text": "How do I split a module?",
     "created_at": "2026-02-14T10:05:00Z"},
    {"uuid": "m-2", "sender": "assistant", "text": "Like this"},
    {"uuid": "m-3", "sender": "human", "text": "", "content": [{"type": "text", "text": "Thanks"}]}]}])";

TEST(ClaudeImportTest, SplitsTheMemoryIntoParagraphsAndItems) {
  const auto sink = ImportFile("claude", "memories.json", kMemories);
  EXPECT_THAT(sink.Texts(),
              ElementsAre("Alex is a backend engineer.", "Moves to Go", "Reviews the API",
                          "The shop uses Postgres 16.", "Prefers metric units"));
  EXPECT_THAT(sink.drafts.at(0).memory.tags, ElementsAre("Work context"));
  EXPECT_THAT(sink.drafts.at(1).memory.tags, ElementsAre("Top of mind"));
  EXPECT_THAT(sink.drafts.at(3).memory.tags, ElementsAre("project"));
  EXPECT_EQ(sink.drafts.at(3).origin, "project/p-1");
  EXPECT_THAT(sink.drafts.at(4).memory.tags, ElementsAre("preferences"));
  EXPECT_EQ(FormatTime(sink.drafts.at(4).memory.created.value()), "2026-01-02T03:04:05Z");
}

TEST(ClaudeImportTest, ReadsAnUnpackedExportWithTheNamesOfProjects) {
  const test::TempDir dir;
  dir.Write("data/memories/u.json", kMemories.substr(1, kMemories.size() - 2));
  dir.Write("data/projects/p-1.json", R"({"uuid": "p-1", "name": "Web shop"})");
  dir.Write("data/conversations.json", kConversations);
  dir.Write("data/users.json", "[{}]");
  const auto sink = ImportFolder("claude", dir.path() / "data");
  EXPECT_THAT(sink.drafts, SizeIs(5));
  EXPECT_THAT(sink.drafts.at(3).memory.tags, ElementsAre("Web shop"));
  EXPECT_THAT(sink.skipped, ElementsAre("conversations.json entry 1: conversation"));
}

TEST(ClaudeImportTest, TakesWhatTheUserSaidOnRequest) {
  const auto sink =
      ImportFile("claude", "conversations.json", kConversations, {.conversations = true});
  EXPECT_THAT(sink.Texts(), ElementsAre("How do I split a module?", "Thanks"));
  EXPECT_EQ(sink.drafts.at(0).origin, "m-1");
  EXPECT_TRUE(sink.drafts.at(0).episode);
  EXPECT_THAT(sink.drafts.at(0).memory.tags, ElementsAre("Go modules"));
  EXPECT_EQ(FormatTime(sink.drafts.at(1).memory.created.value()), "2026-02-14T10:04:22Z");
}

TEST(ClaudeImportTest, PassesOverMembersOfAnotherType) {
  const auto sink =
      ImportFile("claude", "memories.json",
                 R"([{"conversations_memory": 5, "project_memories": [], "memory_files": {"a": 1}},
          {"conversations_memory": null, "memory_files": [7, {"content": []}]}])");
  EXPECT_THAT(sink.drafts, IsEmpty());
  EXPECT_THAT(sink.refused, IsEmpty());
}

}  // namespace
}  // namespace satchel::memory
