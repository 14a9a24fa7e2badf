#include "code/walk/git_index.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hex.h"
#include "tests/support/git_repository.h"

namespace satchel::code {
namespace {

using testing::ElementsAre;

std::vector<std::string> Paths(const Result<GitIndex>& index) {
  std::vector<std::string> paths;
  for (std::size_t at = 0; index && at < index->size(); ++at) paths.emplace_back(index->path(at));
  return paths;
}

std::string IndexOf(const test::GitRepository& repository) {
  return test::TempDir::ReadFile(repository.path() / ".git/index");
}

class GitIndexTest : public testing::TestWithParam<const char*> {};

TEST_P(GitIndexTest, HasThePathsThatGitTracks) {
  const test::GitRepository repository;
  repository.Git({"config", "index.version", GetParam()});
  for (const char* name :
       {"a.b", "a/b", "a/c/d", "a0", "src/walk/long_name.cc", "src/walk/long.h"}) {
    repository.Write(name, name);
  }
  repository.Git({"add", "a.b", "a", "src"});
  repository.Git({"add", "--intent-to-add", "a0"});  // an extended entry: version 3 at least
  const auto index = GitIndex::Parse(IndexOf(repository));
  EXPECT_THAT(Paths(index),
              ElementsAre("a.b", "a/b", "a/c/d", "a0", "src/walk/long.h", "src/walk/long_name.cc"));
  EXPECT_TRUE(index->Has("a/b"));
  EXPECT_FALSE(index->Has("a"));
  EXPECT_TRUE(index->HasBelow("a/c"));
  EXPECT_FALSE(index->HasBelow("a/b/c"));
  EXPECT_FALSE(index->HasBelow("s"));
}

INSTANTIATE_TEST_SUITE_P(Versions, GitIndexTest, testing::Values("2", "3", "4"));

TEST(GitIndexTest, ReadsLongHashes) {
  const test::TempDir dir;
  test::RunGit(dir.path(), {"init", "-q", "--object-format=sha256", "."});
  dir.Write("a/b", "x");
  test::RunGit(dir.path(), {"add", "-A"});
  EXPECT_THAT(Paths(GitIndex::Parse(test::TempDir::ReadFile(dir.path() / ".git/index"))),
              ElementsAre("a/b"));
}

TEST(GitIndexTest, APathInConflictIsThereOnce) {
  const test::GitRepository repository;
  const std::string blob = repository.Git({"hash-object", "-w", "--stdin"}, "x").substr(0, 40);
  repository.Git({"update-index", "--index-info"},
                 "100644 " + blob + " 1\ta\n100644 " + blob + " 2\ta\n100644 " + blob + " 3\ta\n");
  EXPECT_THAT(Paths(GitIndex::Parse(IndexOf(repository))), ElementsAre("a"));
  const auto files = ReadGitIndexFiles(IndexOf(repository), 10);
  ASSERT_EQ(files->size(), 3U);
  EXPECT_TRUE(files->at(0).conflict);
}

TEST_P(GitIndexTest, HasWhatGitSawOfAFile) {
  const test::GitRepository repository;
  repository.Git({"config", "index.version", GetParam()});
  for (const char* name : {"a", "b", "c", "d"}) repository.Write(name, name);
  repository.Git({"add", "a", "b", "c"});
  repository.Git({"add", "--intent-to-add", "d"});
  repository.Git({"update-index", "--assume-unchanged", "b"});
  repository.Git({"update-index", "--skip-worktree", "c"});
  const auto files = ReadGitIndexFiles(IndexOf(repository), 10);
  ASSERT_TRUE(files) << files.error().text();
  ASSERT_EQ(files->size(), 4U);
  EXPECT_EQ(HexOf(files->at(0).id), repository.Git({"hash-object", "a"}).substr(0, 40));
  EXPECT_EQ(files->at(0).size, 1U);
  EXPECT_NE(files->at(0).seconds, 0U);
  EXPECT_EQ(files->at(0).mode, 0100644U);
  for (std::size_t at = 0; at < files->size(); ++at) {
    EXPECT_EQ(files->at(at).unwatched, at == 1 || at == 2) << at;
    EXPECT_EQ(files->at(at).only_named, at == 3) << at;
    EXPECT_FALSE(files->at(at).conflict);
  }
  EXPECT_EQ(ReadGitIndexFiles(IndexOf(repository), 3).error().code(), Errc::kUnavailable);
}

TEST(GitIndexTest, ASplitIndexIsNotRead) {
  const test::GitRepository repository;
  repository.Write("a", "x");
  repository.Git({"update-index", "--split-index"});
  repository.Git({"add", "a"});
  EXPECT_EQ(GitIndex::Parse(IndexOf(repository)).error().code(), Errc::kUnavailable);
}

TEST(GitIndexTest, EveryBeginningAndEveryChangedByteIsSurvived) {
  const test::GitRepository repository;
  for (const char* name : {"a", "b/c", "d"}) repository.Write(name, name);
  repository.Git({"config", "index.version", "4"});
  repository.Git({"add", "-A"});
  const std::string whole = IndexOf(repository);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(GitIndex::Parse(whole.substr(0, size))) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char byte : {'\x00', '\x01', '\x7F', '\xFF'}) {
      std::string changed = whole;
      changed[at] = byte;
      const auto index = GitIndex::Parse(changed);
      EXPECT_LE(index ? index->size() : 0, 3U);
      EXPECT_EQ(ReadGitIndexFiles(changed, 10).has_value(), index.has_value());
    }
  }
}

}  // namespace
}  // namespace satchel::code
