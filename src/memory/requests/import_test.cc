#include "memory/requests/import.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class MemoryImportTest : public testing::Test {
 protected:
  MemoryImportTest() {
    target_.place = {.project = dir_.path() / "app", .shared = dir_.path() / "shared"};
    target_.now = *ParseTime("2026-01-02T10:11:12Z");
  }
  MemoryImport Import(std::string_view name, std::string_view bytes, bool dry_run = false) const {
    auto import = ImportMemories(target_, {.bytes = bytes, .name = name, .dry_run = dry_run});
    EXPECT_TRUE(import) << import.error().text();
    return import ? *std::move(import) : MemoryImport();
  }
  std::vector<MemoryPointer> All() const {
    return LoadMemories(target_.place, {}, Deadline::Never()).value().memories;
  }
  static std::size_t Skipped(const MemoryImport& import, memory::SkipReason reason) {
    return import.reasons[static_cast<std::size_t>(reason)];
  }

  test::TempDir dir_;
  MemoryTarget target_;
};

constexpr std::string_view kMem0 = R"({"results": [
  {"id": "m-1", "memory": "Prefers tabs over spaces", "created_at": "2025-11-07T05:31:56Z"},
  {"id": "m-2", "memory": "prefers tabs over spaces!"},
  {"id": "m-3", "memory": ""}]})";

TEST_F(MemoryImportTest, KeepsDateAndOrigin) {
  const MemoryImport import = Import("mem0.json", kMem0);
  EXPECT_EQ(import.format, "mem0");
  EXPECT_EQ(import.added, 1U);
  EXPECT_EQ(Skipped(import, memory::SkipReason::kDuplicate), 1U);
  EXPECT_EQ(Skipped(import, memory::SkipReason::kEmpty), 1U);
  const auto all = All();
  ASSERT_THAT(all, SizeIs(1));
  const memory::Memory& memory = *all[0];
  EXPECT_EQ(memory.source, "mem0:m-1");
  EXPECT_EQ(FormatTime(memory.created.value()), "2025-11-07T05:31:56Z");
  EXPECT_THAT(memory.path, HasSubstr("facts/2025-11-07/"));
  EXPECT_TRUE(memory.importance);
}

TEST_F(MemoryImportTest, ADryRunWritesNothing) {
  const MemoryImport import = Import("mem0.json", kMem0, true);
  EXPECT_TRUE(import.dry_run);
  EXPECT_EQ(import.added, 1U);
  ASSERT_THAT(import.first, SizeIs(1));
  EXPECT_EQ(import.first[0].text, "Prefers tabs over spaces");
  EXPECT_THAT(import.left, SizeIs(2));
  EXPECT_FALSE(fs::exists(target_.place.project));
}

TEST_F(MemoryImportTest, TwiceChangesNothingEvenAfterEditsAndForgetting) {
  constexpr std::string_view kList = "Likes green tea\nOwns a sailing boat\nPlays the old piano\n";
  EXPECT_EQ(Import("list.txt", kList).added, 3U);
  const auto all = All();
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_THAT(all[0]->source, HasSubstr("text:list.txt#"));
  ASSERT_TRUE(Forget(target_, all[0]->id, {}));
  ASSERT_TRUE(EditMemory(target_, all[1]->id, "Something that no list says"));
  const auto before = dir_.Listing();
  const MemoryImport again = Import("list.txt", kList);
  EXPECT_EQ(again.added, 0U);
  EXPECT_EQ(Skipped(again, memory::SkipReason::kImported), 3U);
  EXPECT_EQ(dir_.Listing(), before);
}

TEST_F(MemoryImportTest, SkipsWhatIsNearlyTheSame) {
  const std::string text =
      "The billing service writes its invoices to a bucket that the accounting team reads";
  ASSERT_TRUE(Remember(target_, {.text = text}, {}));
  const MemoryImport import = Import("a.txt", text + " later\n" + text + "\nSomething else\n");
  EXPECT_EQ(import.added, 1U);
  EXPECT_EQ(Skipped(import, memory::SkipReason::kSimilar), 1U);
  EXPECT_EQ(Skipped(import, memory::SkipReason::kDuplicate), 1U);
}

TEST_F(MemoryImportTest, SecretsAreRedactedWhereverTheyStand) {
  const std::string token = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  dir_.MakeDirectory("vault/.obsidian");
  dir_.Write("vault/" + token + ".md",
             "---\ntags: [" + token + "]\n---\nCall [[" + token + "]] now");
  dir_.Write("vault/only.md", "- token: " + token + "\n");
  const auto import = ImportMemories(target_, {.folder = dir_.path() / "vault"});
  ASSERT_TRUE(import) << import.error().text();
  EXPECT_EQ(import->added, 1U);
  EXPECT_EQ(import->redacted, 1U);
  EXPECT_EQ(Skipped(*import, memory::SkipReason::kSecret), 1U);
  for (const auto& [path, bytes] : dir_.Listing()) {
    if (path.starts_with("app/")) {
      EXPECT_THAT(bytes, Not(HasSubstr(token))) << path;
    }
  }
}

TEST_F(MemoryImportTest, SecretsInTheIdsAndLinksOfARowAreNotKept) {
  const std::string token = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  const Json links = {{{"target", token}}, {{"target", "other"}, {"reason", "see " + token}}};
  const std::string row =
      Json{
          {"text", "Deploys need a review"}, {"id", token}, {"links", links}, {"supersedes", token}}
          .dump() +
      "\n";
  const MemoryImport import = Import("rows.jsonl", row);
  EXPECT_EQ(import.added, 1U);
  EXPECT_EQ(import.redacted, 1U);
  const auto all = All();
  ASSERT_THAT(all, SizeIs(1));
  ASSERT_THAT(all[0]->links, SizeIs(1));
  EXPECT_EQ(all[0]->links[0].target, "other");
  EXPECT_THAT(all[0]->links[0].reason, HasSubstr("[redacted:"));
  EXPECT_EQ(all[0]->supersedes, "");
  for (const auto& [path, bytes] : dir_.Listing()) {
    EXPECT_THAT(path + bytes, Not(HasSubstr(token))) << path;
  }
  EXPECT_EQ(Import("rows.jsonl", row).added, 0U) << "it is known by its text";
}

TEST_F(MemoryImportTest, RefusesTextOfAPacketAndTextThatIsTooLong) {
  const MemoryImport import =
      Import("a.txt", "A fine line\n> # Satchel packet: notes\n" + std::string(70'000, 'x') +
                          "\na\x1B[2Jb\nA good line\n");
  EXPECT_EQ(import.added, 2U);
  ASSERT_THAT(import.bad, SizeIs(3));
  EXPECT_THAT(import.bad[0].why, HasSubstr("came from a packet"));
  EXPECT_THAT(import.bad[1].why, HasSubstr("at most 65536"));
  EXPECT_THAT(import.bad[2].why, HasSubstr("control characters"));
  EXPECT_EQ(import.bad[0].line, 2U);
}

TEST_F(MemoryImportTest, AnUnknownFormatWritesNothingAndNamesTheFormats) {
  const auto import = ImportMemories(target_, {.bytes = "{\"a\": 1}", .name = "a.json"});
  ASSERT_FALSE(import);
  EXPECT_EQ(import.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(import.error().text(), AllOf(HasSubstr("mem0"), HasSubstr("chatgpt")));
  EXPECT_FALSE(ImportMemories(target_, {.bytes = "a", .format = "notion"}));
  EXPECT_FALSE(fs::exists(target_.place.project));
}

TEST_F(MemoryImportTest, AFileThatBreaksOffIsNotImportedAtAll) {
  EXPECT_FALSE(
      ImportMemories(target_, {.bytes = R"([{"memory": "One"}, {"memory)", .name = "a.json"}));
  EXPECT_THAT(All(), IsEmpty());
}

TEST_F(MemoryImportTest, WhoMayNotReadANamespaceIsNotToldWhatItNearlySays) {
  const std::string text =
      "The billing service writes its invoices to a bucket that the accounting team reads";
  target_.scope.space = "ops";
  ASSERT_TRUE(Remember(target_, {.text = text}, {}));
  dir_.Write("app/namespaces.json", R"({"ops": {"read": ["alice"], "write": ["*"]}})");
  target_.scope.principal = "bob";
  EXPECT_EQ(Import("a.txt", text + " later\n").added, 1U);
}

TEST_F(MemoryImportTest, EpisodesAreMarked) {
  const auto import = ImportMemories(target_, {.bytes = R"([{"name": "Go", "chat_messages": [
                  {"uuid": "m", "sender": "human", "text": "How do I split a module?"}]}])",
                                               .name = "conversations.json",
                                               .conversations = true});
  ASSERT_TRUE(import);
  ASSERT_THAT(All(), SizeIs(1));
  EXPECT_EQ(All()[0]->kind, memory::Kind::kEpisode);
  EXPECT_THAT(All()[0]->tags, ElementsAre("Go"));
  EXPECT_EQ(All()[0]->source, "claude:m");
}

}  // namespace
}  // namespace satchel::engine
