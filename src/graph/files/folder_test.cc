#include "graph/files/folder.h"

#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::graph {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Long enough ago that the clock of the file system has moved on.
void Settle(const fs::path& file) {
  const auto before = Directory::Open(file.parent_path())
                          ->FactsOf(file.filename().string())
                          .value_or(Directory::Facts{});
  for (;;) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    if (std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() >
        before.changed + 60'000'000) {
      return;
    }
  }
}

TEST(FolderNameTest, IsBelowTheRoot) {
  EXPECT_EQ(FolderName("graphs").value(), "graphs");
  EXPECT_EQ(FolderName("./docs//graphs/").value(), "docs/graphs");
  for (const std::string_view bad :
       std::initializer_list<std::string_view>{"", ".", "/", "..", "../graphs", "a/../../b", "a/..",
                                               "/abs", std::string_view("a\0b", 3)}) {
    const auto name = FolderName(bad);
    ASSERT_FALSE(name.has_value()) << bad;
    EXPECT_EQ(name.error().code(), Errc::kInvalidInput);
  }
}

class FolderTest : public testing::Test {
 protected:
  test::TempDir temp_;
};

TEST_F(FolderTest, AFolderThatIsNotThereIsAnEmptyGraph) {
  const Loaded loaded = LoadGraph(temp_.path(), "graphs").value();
  EXPECT_FALSE(loaded.exists);
  EXPECT_TRUE(loaded.graph->nodes().empty());
  EXPECT_FALSE(fs::exists(temp_.path() / "graphs")) << "reading makes nothing";
}

TEST_F(FolderTest, ReadsAllLogs) {
  temp_.Write("a/b/kg_nodes.jsonl", "{\"id\":\"KG-1\"}\n");
  temp_.Write("a/b/rg_nodes.jsonl", "{\"id\":\"RG-1\"}\n");
  temp_.Write("a/b/tg_nodes.jsonl", "{\"id\":\"TG-1\"}\n");
  temp_.Write("a/b/post_response_commits.jsonl", "{\"commit_id\":\"C\"}\n");
  const Loaded loaded = LoadGraph(temp_.path(), "a/b").value();
  EXPECT_TRUE(loaded.exists);
  EXPECT_THAT(loaded.graph->nodes(), SizeIs(3));
  EXPECT_THAT(loaded.graph->commits(), SizeIs(1));
  EXPECT_THAT(loaded.unreadable, IsEmpty());
  for (const std::string& digest : loaded.graph->logs().digests) EXPECT_THAT(digest, SizeIs(64));
}

TEST_F(FolderTest, FollowsNoLinks) {
  temp_.Write("outside/tg_nodes.jsonl", "{\"id\":\"TG-1\"}\n");
  const fs::path root = temp_.MakeDirectory("root");
  fs::create_directory_symlink("../outside", root / "graphs");
  const auto linked = LoadGraph(root, "graphs");
  ASSERT_FALSE(linked.has_value());
  EXPECT_EQ(linked.error().code(), Errc::kInvalidInput);
  EXPECT_FALSE(LoadGraph(root, "graphs/x").has_value());
  EXPECT_FALSE(MakeFolder(root, "graphs").has_value());
  EXPECT_FALSE(MakeFolder(root, "graphs/inner").has_value());
  EXPECT_FALSE(fs::exists(temp_.path() / "outside/inner"));
}

TEST_F(FolderTest, ALogThatIsALinkOrADirectoryIsReportedAndNotRead) {
  temp_.Write("secret", "{\"id\":\"TG-1\"}\n");
  temp_.MakeDirectory("graphs/kg_nodes.jsonl");
  fs::create_symlink("../secret", temp_.path() / "graphs/tg_nodes.jsonl");
  const Loaded loaded = LoadGraph(temp_.path(), "graphs").value();
  EXPECT_TRUE(loaded.graph->nodes().empty());
  ASSERT_THAT(loaded.unreadable, SizeIs(2));
  EXPECT_EQ(loaded.unreadable[0].file, "kg_nodes.jsonl");
  EXPECT_EQ(loaded.unreadable[1].file, "tg_nodes.jsonl");
  EXPECT_THAT(loaded.unreadable[1].text, HasSubstr("symbolic link"));
}

TEST_F(FolderTest, AFileInThePlaceOfTheFolderIsAnError) {
  temp_.Write("graphs", "x");
  EXPECT_EQ(LoadGraph(temp_.path(), "graphs").error().code(), Errc::kInvalidInput);
  EXPECT_FALSE(LoadGraph(temp_.path() / "none", "graphs").has_value());
}

TEST_F(FolderTest, MakesTheFolderWithTheDirectoriesAboveIt) {
  EXPECT_TRUE(MakeFolder(temp_.path(), "a/b").has_value());
  EXPECT_TRUE(fs::is_directory(temp_.path() / "a/b"));
}

TEST_F(FolderTest, TheCacheReadsAgainOnlyWhatChanged) {
  const auto log = temp_.Write("graphs/tg_nodes.jsonl", "{\"id\":\"TG-1\"}\n");
  Settle(log);
  GraphCache cache;
  const auto first = cache.Load(temp_.path(), "graphs").value().graph;
  EXPECT_EQ(cache.Load(temp_.path(), "graphs").value().graph, first);
  temp_.Write("graphs/tg_nodes.jsonl", "{\"id\":\"TG-2\"}\n");
  const auto second = cache.Load(temp_.path(), "graphs").value().graph;
  EXPECT_TRUE(second->Find("TG-2").has_value());
  temp_.Write("graphs/post_response_commits.jsonl", "{\"commit_id\":\"C\"}\n");
  EXPECT_THAT(cache.Load(temp_.path(), "graphs").value().graph->commits(), SizeIs(1));
}

TEST_F(FolderTest, TheCacheNeverKeepsWhatChangedAMomentAgo) {
  GraphCache cache;
  for (int i = 0; i < 50; ++i) {
    // The same size each time, and often the same tick of the clock.
    const std::string id = "TG-" + std::to_string(100 + i);
    temp_.Write("graphs/tg_nodes.jsonl", "{\"id\":\"" + id + "\"}\n");
    ASSERT_TRUE(cache.Load(temp_.path(), "graphs").value().graph->Find(id).has_value());
  }
}

TEST_F(FolderTest, TheCacheSeesALinkThatIsTakenAway) {
  temp_.MakeDirectory("graphs");
  fs::create_symlink("x", temp_.path() / "graphs/tg_nodes.jsonl");
  GraphCache cache;
  EXPECT_THAT(cache.Load(temp_.path(), "graphs").value().unreadable, SizeIs(1));
  fs::remove(temp_.path() / "graphs/tg_nodes.jsonl");
  EXPECT_THAT(cache.Load(temp_.path(), "graphs").value().unreadable, IsEmpty());
}

}  // namespace
}  // namespace satchel::graph
