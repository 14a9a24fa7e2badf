#include "memory/files/folder.h"

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::string File(std::string_view id, std::string_view text = "Text.") {
  return fmt::format("---\nid: {}\n---\n\n{}\n", id, text);
}

Folder Load(const test::TempDir& temp, FolderCache* cache = nullptr,
            const FolderLimits& limits = {}) {
  return LoadFolder(temp.path(), "", cache, Deadline::Never(), limits).value();
}

std::vector<std::string> Memories(const Folder& folder) {
  std::vector<std::string> shown;
  for (const auto& memory : folder.memories) {
    shown.push_back(fmt::format("{} {}", memory->path, memory->id));
  }
  return shown;
}

std::vector<std::string> Findings(const Folder& folder) {
  std::vector<std::string> shown;
  for (const Finding& finding : folder.findings) {
    shown.push_back(fmt::format("{}: {}", finding.path, finding.text));
  }
  return shown;
}

TEST(LoadFolderTest, ReadsMarkdownBelowItByPath) {
  const test::TempDir temp;
  temp.Write("facts/2026-01-02/b.md", File("b"));
  temp.Write("facts/2026-01-02/a.md", File("a"));
  temp.Write("facts-old/c.md", File("c"));
  temp.Write("corrections/d.MD", File("d"));
  temp.Write("profile.md", "\xEF\xBB\xBF\n# Me\r\nI like tests.\n\n");
  temp.Write("facts/.hidden.md", File("h"));
  temp.Write("facts/.b.md.12.0.tmp", File("h"));
  temp.Write("facts/#b.md", File("h"));
  temp.Write(".git/x.md", File("h"));
  temp.Write("facts/note.txt", "no memory");
  temp.Write("state/x.md", File("h"));
  temp.Write("namespaces/ops/facts/x.md", File("h"));
  const Folder folder = Load(temp);
  EXPECT_TRUE(folder.exists);
  EXPECT_THAT(Memories(folder), ElementsAre("corrections/d.MD d", "facts-old/c.md c",
                                            "facts/2026-01-02/a.md a", "facts/2026-01-02/b.md b"));
  EXPECT_EQ(folder.memories[0]->category, Category::kCorrection);
  EXPECT_EQ(folder.profile, "# Me\nI like tests.");
  EXPECT_THAT(Findings(folder), IsEmpty());
}

TEST(LoadFolderTest, MemoriesHaveTheNamespace) {
  const test::TempDir temp;
  temp.Write("facts/a.md", File("a"));
  FolderCache cache;
  for (const char* space : {"", "ops", "shared"}) {
    const Folder folder = LoadFolder(temp.path(), space, &cache, Deadline::Never()).value();
    ASSERT_EQ(folder.memories.size(), 1U);
    EXPECT_EQ(folder.memories[0]->space, space);
  }
}

TEST(LoadFolderTest, ADirectoryThatIsMissingIsEmpty) {
  const test::TempDir temp;
  const Folder folder = LoadFolder(temp.path() / "none", "", nullptr, Deadline::Never()).value();
  EXPECT_FALSE(folder.exists);
  EXPECT_THAT(folder.memories, IsEmpty());
  EXPECT_THAT(folder.findings, IsEmpty());
}

TEST(LoadFolderTest, ABrokenFileIsAFindingAndNoMore) {
  const test::TempDir temp;
  temp.Write("facts/a.md", "no front matter");
  temp.Write("facts/b.md", "---\nid: b\n");
  temp.Write("facts/c.md", "---\nid: c\nconfidence: high\n---\nText.\n");
  temp.Write("facts/d.md", "---\nid: \xFF\n---\n");
  temp.Write("facts/e.md", "");
  const Folder folder = Load(temp);
  EXPECT_THAT(Memories(folder), ElementsAre("facts/c.md c"));
  EXPECT_THAT(
      Findings(folder),
      ElementsAre("facts/a.md: there is no front matter", "facts/b.md: the front matter has no end",
                  "facts/c.md: line 3: 'confidence': 'high' is not a number from 0 to 1",
                  "facts/d.md: the file is not UTF-8", "facts/e.md: there is no front matter"));
}

TEST(LoadFolderTest, TheFirstOfAnIdByPathWins) {
  const test::TempDir temp;
  temp.Write("facts/b.md", File("same", "second"));
  temp.Write("facts/a.md", File("same", "first"));
  temp.Write("facts/c.md", File("same", "third"));
  const Folder folder = Load(temp);
  ASSERT_EQ(folder.memories.size(), 1U);
  EXPECT_EQ(folder.memories[0]->text, "first");
  EXPECT_THAT(Findings(folder), ElementsAre("facts/b.md: its id is that of facts/a.md",
                                            "facts/c.md: its id is that of facts/a.md"));
}

TEST(LoadFolderTest, LinksAreNotFollowed) {
  const test::TempDir temp;
  const test::TempDir outside;
  outside.Write("facts/secret.md", File("secret"));
  const auto file = outside.Write("one.md", File("one"));
  temp.Write("facts/a.md", File("a"));
  fs::create_symlink(outside.path() / "facts", temp.path() / "artifacts");
  fs::create_symlink(file, temp.path() / "facts/link.md");
  fs::create_symlink(file, temp.path() / "profile.md");
  fs::create_hard_link(file, temp.path() / "facts/hard.md");
  fs::create_symlink(outside.path(), temp.path() / "state");
  const Folder folder = Load(temp);
  EXPECT_THAT(Memories(folder), ElementsAre("facts/a.md a"));
  EXPECT_EQ(folder.profile, "");
  EXPECT_THAT(Findings(folder),
              ElementsAre(HasSubstr("artifacts: a link"), HasSubstr("facts/hard.md: a hard link"),
                          HasSubstr("facts/link.md: a link"), HasSubstr("profile.md: a link"),
                          HasSubstr("state: a symbolic link")));
}

TEST(LoadFolderTest, ANamespaceThatIsALinkIsRefused) {
  const test::TempDir temp;
  const test::TempDir outside;
  outside.Write("facts/secret.md", File("secret"));
  fs::create_directory_symlink(outside.path(), temp.path() / "ops");
  const auto folder = LoadFolder(temp.path() / "ops", "ops", nullptr, Deadline::Never());
  EXPECT_TRUE(!folder || folder->memories.empty());
  // The place of the default one is the user's own choice.
  EXPECT_EQ(LoadFolder(temp.path() / "ops", "", nullptr, Deadline::Never())->memories.size(), 1U);
}

TEST(LoadFolderTest, LimitsAreFindings) {
  const test::TempDir temp;
  temp.Write("facts/a.md", File("a"));
  temp.Write("facts/b.md", File("b", std::string(5000, 'x')));
  temp.Write("facts/c.md", File("c"));
  temp.Write("facts/d.md", File("d"));
  EXPECT_THAT(Findings(Load(temp, nullptr, {.file_bytes = 1000})),
              ElementsAre("facts/b.md: beyond the limit of a file or of all together"));
  EXPECT_THAT(Memories(Load(temp, nullptr, {.total_bytes = 60})),
              ElementsAre("facts/a.md a", "facts/c.md c"));
  const Folder few = Load(temp, nullptr, {.files = 4});
  EXPECT_THAT(Memories(few), ElementsAre("facts/a.md a", "facts/b.md b", "facts/c.md c"));
  EXPECT_THAT(Findings(few), ElementsAre("facts/d.md: left out with 0 more, beyond the limit of 4 "
                                         "files and directories"));
}

TEST(LoadFolderTest, DeepDirectoriesAndStrangeNamesAreFindings) {
  const test::TempDir temp;
  std::string deep = "d";
  for (int i = 0; i < 20; ++i) deep += "/d";
  temp.Write(deep + "/x.md", File("x"));
  temp.Write("facts/a\nb.md", File("y"));
  temp.Write("facts/\xFF.md", File("z"));
  const Folder folder = Load(temp);
  EXPECT_THAT(folder.memories, IsEmpty());
  EXPECT_THAT(Findings(folder),
              ElementsAre(HasSubstr("deeper than 16 directories"), HasSubstr("a name with control"),
                          HasSubstr("a name with control")));
}

TEST(LoadFolderTest, StopsAtTheDeadline) {
  const test::TempDir temp;
  temp.Write("facts/a.md", File("a"));
  const CancelSource source;
  CancelSource cancelled = source;
  cancelled.Cancel();
  const auto folder = LoadFolder(temp.path(), "", nullptr, Deadline::Never().With(source));
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code(), Errc::kDeadline);
}

TEST(LoadFolderTest, TheDigestIsOfPathsAndContents) {
  const test::TempDir temp;
  temp.Write("facts/b.md", File("b"));
  temp.Write("facts-a.md", File("a"));
  temp.Write("state/negative_examples.json", "{}");
  std::set<std::string> digests = {Load(temp).digest};
  temp.Write("facts/note.txt", "not read");
  EXPECT_THAT(digests, Contains(Load(temp).digest));
  const auto is_new = [&] { return digests.insert(Load(temp).digest).second; };
  temp.Write("facts/b.md", "broken");
  EXPECT_TRUE(is_new());
  fs::rename(temp.path() / "facts/b.md", temp.path() / "facts/c.md");
  EXPECT_TRUE(is_new());
  fs::rename(temp.path() / "facts/c.md", temp.path() / "c.md");
  EXPECT_TRUE(is_new());
  temp.Write("profile.md", "Me");
  EXPECT_TRUE(is_new());
  temp.Write("state/negative_examples.json", "{ }");
  EXPECT_TRUE(is_new());
}

// A file that was written just now is not kept: it could change within a tick.
void WaitUntilSettled(const test::TempDir& temp, FolderCache& cache, const std::string& path) {
  while (!cache.Find((temp.path() / path).string())) {
    (void)Load(temp, &cache);
    std::this_thread::yield();
  }
}

TEST(LoadFolderTest, WithACacheUnchangedFilesAreNotReadAgainAndTheResultIsTheSame) {
  const test::TempDir temp;
  temp.Write("facts/a.md", File("a"));
  temp.Write("facts/b.md", "broken");
  temp.Write("facts/c.md", "---\nid: c\npinned: x\n---\n");
  temp.Write("profile.md", "Me");
  FolderCache cache;
  for (const char* path : {"facts/a.md", "facts/b.md", "facts/c.md"}) {
    WaitUntilSettled(temp, cache, path);
  }
  const Folder first = Load(temp, &cache);
  const Folder again = Load(temp, &cache);
  EXPECT_EQ(first.memories, again.memories);  // the same objects
  const Folder fresh = Load(temp);
  EXPECT_EQ(again.digest, fresh.digest);
  EXPECT_EQ(again.profile, fresh.profile);
  EXPECT_EQ(Memories(again), Memories(fresh));
  EXPECT_EQ(Findings(again), Findings(fresh));
  EXPECT_THAT(Findings(Load(temp, &cache, {.file_bytes = 10})),
              ElementsAre(HasSubstr("facts/a.md: beyond"), HasSubstr("facts/b.md: there is no"),
                          HasSubstr("facts/c.md: beyond")));
}

TEST(LoadFolderTest, AFileThatWasWrittenJustNowIsNotKept) {
  const test::TempDir temp;
  bool left_out = false;
  // A slow machine may take longer than a file needs to settle, but not every time.
  for (int i = 0; i < 100 && !left_out; ++i) {
    FolderCache cache;
    temp.Write("facts/a.md", File("a", std::to_string(i)));
    EXPECT_EQ(Load(temp, &cache).memories.at(0)->text, std::to_string(i));
    left_out = !cache.Find((temp.path() / "facts/a.md").string());
  }
  EXPECT_TRUE(left_out);
}

TEST(LoadFolderTest, WithACacheAChangedFileIsReadAgain) {
  const test::TempDir temp;
  temp.Write("facts/a.md", File("a", "old"));
  FolderCache cache;
  WaitUntilSettled(temp, cache, "facts/a.md");
  const auto modified = fs::last_write_time(temp.path() / "facts/a.md");
  temp.Write("facts/a.md", File("a", "new"));
  fs::last_write_time(temp.path() / "facts/a.md", modified);
  EXPECT_EQ(Load(temp, &cache).memories.at(0)->text, "new");
  fs::remove(temp.path() / "facts/a.md");
  EXPECT_THAT(Load(temp, &cache).memories, IsEmpty());
}

TEST(NegativesTest, ReadsTheFormsThereAre) {
  const auto hits = [](std::string_view json) { return NegativesFromJson(json).value().hits; };
  EXPECT_THAT(hits(R"({"f-1": {"notUseful": 3, "lastUpdatedAt": "2026-01-01T00:00:00Z"}})"),
              ElementsAre(Pair("f-1", 3)));
  EXPECT_THAT(hits(R"({"version": 1, "examples": {"f-1": {"memoryId": "f-1", "hits": 2},
                       "f-2": {"notUsefulCount": 4}}})"),
              ElementsAre(Pair("f-1", 2), Pair("f-2", 4)));
  EXPECT_THAT(hits(R"({"f-1": 5, "f-2": 0, "f-3": 99999999999999})"),
              ElementsAre(Pair("f-1", 5), Pair("f-3", 1'000'000'000)));
  EXPECT_THAT(hits("{}"), IsEmpty());
}

TEST(NegativesTest, WhatIsNoneOfThemIsAFinding) {
  const test::TempDir temp;
  const auto findings = [&temp](std::string_view json) {
    temp.Write("state/negative_examples.json", json);
    return Findings(Load(temp));
  };
  EXPECT_THAT(findings("[1]"), ElementsAre("state/negative_examples.json: it is no JSON object"));
  EXPECT_THAT(findings("{"), ElementsAre(HasSubstr("state/negative_examples.json: ")));
  EXPECT_THAT(findings(""), ElementsAre(HasSubstr("state/negative_examples.json: ")));
  EXPECT_THAT(findings(R"({"a": -1, "b": 1.5, "c": {"hits": "2"}, "d": 3})"),
              ElementsAre(HasSubstr("'a' has no number"), HasSubstr("'b' has no number"),
                          HasSubstr("'c' has no number")));
  EXPECT_THAT(Load(temp).negatives, ElementsAre(Pair("d", 3)));
}

}  // namespace
}  // namespace satchel::memory
