#include "code/walk/revision.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/walk/walker.h"
#include "tests/support/git_repository.h"

namespace satchel::code {
namespace {

using testing::ElementsAre;

class RevisionTest : public testing::Test {
 protected:
  Result<RevisionFiles> List(const std::string& commit = "HEAD") const {
    return ListRevision(git_, {.directory = repository_.path()}, commit, options_,
                        Deadline::Never());
  }
  static std::vector<std::string> Paths(const Result<RevisionFiles>& revision) {
    std::vector<std::string> paths;
    if (!revision) return {revision.error().text()};
    for (const RevisionFile& file : revision->files) paths.push_back(file.path);
    return paths;
  }
  // "path=bytes" or "path:reason".
  std::vector<std::string> Read(const RevisionFiles& revision, std::size_t most = 1'000) const {
    std::vector<std::string> read;
    const auto done = ReadRevision(
        git_, {.directory = repository_.path()}, revision.files, most,
        [&](const RevisionFile& file, std::expected<std::string, SkipReason> bytes) {
          read.push_back(bytes ? file.path + "=" + *bytes
                               : fmt::format("{}:{}", file.path, Name(bytes.error())));
          return Status();
        },
        Deadline::Never());
    EXPECT_TRUE(done);
    return read;
  }
  void RemoveObject(const std::string& id) const { std::filesystem::remove(ObjectFile(id)); }
  std::filesystem::path ObjectFile(const std::string& id) const {
    return repository_.path() / ".git/objects" / id.substr(0, 2) / id.substr(2);
  }

  test::GitRepository repository_;
  Git git_ = *Git::Find("/usr/bin:/bin");
  RevisionOptions options_;
};

TEST_F(RevisionTest, OnlyWhatIsBelowADirectoryWithTheRulesAboveIt) {
  for (const char* name : {"a", "src/a", "src/web/a", "src/web/b/c", "src/web/out", "src/web2/a",
                           "src/we/a", "web/a"}) {
    repository_.Write(name, name);
  }
  repository_.Write("src/.satchelignore", "out\n");
  repository_.Commit();
  options_.below = "src/web";
  EXPECT_THAT(Paths(List()), ElementsAre("src/web/a", "src/web/b/c"));
  EXPECT_EQ(List()->skipped.count(SkipReason::kSatchelIgnored), 1U);
  options_.below = "src/web/a";
  EXPECT_THAT(Paths(List()), ElementsAre()) << "a file";
  options_.below = "away";
  EXPECT_THAT(Paths(List()), ElementsAre());
}

TEST_F(RevisionTest, HasTheFilesOfACommitWhateverIsCheckedOut) {
  for (const char* name : {"a.b", "a/b", "a/c/d", "a0", ".env"}) repository_.Write(name, name);
  repository_.Commit();
  repository_.Git({"rm", "-q", "-r", "a"});
  repository_.Commit();
  EXPECT_THAT(Paths(List()), ElementsAre("a.b", "a0"));
  const auto before = List("HEAD~1");
  EXPECT_THAT(Paths(before), ElementsAre("a.b", "a/b", "a/c/d", "a0"));
  EXPECT_EQ(before->skipped.count(SkipReason::kSecret), 1U);
  EXPECT_EQ(before->files[1].size, 3U);
  EXPECT_THAT(Read(*before), ElementsAre("a.b=a.b", "a/b=a/b", "a/c/d=a/c/d", "a0=a0"));
}

TEST_F(RevisionTest, SatchelIgnoreOfTheCommitHolds) {
  repository_.Write(".satchelignore", "*.snap\n/data/\n");
  repository_.Write("deep/er/.satchelignore", "!keep.snap\nx\n");
  for (const char* name : {"a.snap", "data/x/y", "deep/data/z", "deep/er/keep.snap",
                           "deep/er/more/keep.snap", "deep/er/x/y", "deep/x", "deep/b.snap"}) {
    repository_.Write(name, "x");
  }
  repository_.Commit();
  repository_.Write(".satchelignore", "*\n");
  const auto revision = List();
  EXPECT_THAT(Paths(revision),
              ElementsAre(".satchelignore", "deep/data/z", "deep/er/.satchelignore",
                          "deep/er/keep.snap", "deep/er/more/keep.snap", "deep/x"));
  EXPECT_EQ(revision->skipped.count(SkipReason::kSatchelIgnored), 4U);
  // A walk over the same files says the same.
  repository_.Git({"checkout", "-q", "."});
  const auto walked = Walk(repository_.path(), {}, Deadline::Never());
  ASSERT_TRUE(walked);
  std::vector<std::string> paths;
  for (const WalkedFile& file : walked->files) paths.push_back(file.path);
  EXPECT_EQ(paths, Paths(revision));
}

TEST_F(RevisionTest, LargeFilesAreNamedAndNotRead) {
  repository_.Write("a", "123456");
  repository_.Write("b", "1");
  repository_.Write("c", "123456");
  repository_.Commit();
  EXPECT_THAT(Read(*List(), 5), ElementsAre("a:too_large", "b=1", "c:too_large"));
}

TEST_F(RevisionTest, LinksAndSubmodulesAreLeftOut) {
  repository_.Write("a", "x");
  std::filesystem::create_symlink("a", repository_.path() / "link");
  repository_.Commit();
  const std::string head = repository_.Git({"rev-parse", "HEAD"}).substr(0, 40);
  repository_.Git({"update-index", "--add", "--cacheinfo", "160000," + head + ",sub"});
  repository_.Git({"commit", "-q", "-m", "x"});
  const auto revision = List();
  EXPECT_THAT(Paths(revision), ElementsAre("a"));
  EXPECT_THAT(revision->skipped.examples(SkipReason::kLink), ElementsAre("link"));
  EXPECT_THAT(revision->skipped.examples(SkipReason::kSubmodule), ElementsAre("sub"));
}

TEST_F(RevisionTest, ABareRepositoryIsReadWhenItIsNamedAsOne) {
  repository_.Write("a", "x");
  repository_.Commit();
  const test::TempDir bare;
  repository_.Git({"clone", "-q", "--bare", ".", bare.path().string()});
  const auto list = [&](bool is_bare) {
    return ListRevision(git_, {.directory = bare.path(), .bare = is_bare}, "main", {},
                        Deadline::Never());
  };
  EXPECT_THAT(Paths(list(true)), ElementsAre("a"));
  EXPECT_FALSE(list(false));
}

TEST_F(RevisionTest, OnlyACommitIsACommit) {
  repository_.Write("a", "x");
  repository_.Commit();
  EXPECT_EQ(List("nosuch").error().code(), Errc::kNotFound);
  for (const char* name : {"", "--all", "-h", "^HEAD", "HEAD..HEAD", "a\nb", "--output=x"}) {
    EXPECT_EQ(List(name).error().code(), Errc::kInvalidInput) << name;
  }
}

TEST_F(RevisionTest, MissingAndBrokenObjectsDoNotStopTheRest) {
  for (const char* name : {"a/x", "b/x2", "c", "d", "e"}) repository_.Write(name, name);
  // Long enough for git to find its size before it finds that it is broken.
  std::string text;
  for (int line = 0; line < 5'000; ++line) text += fmt::format("{:x}\n", line * line);
  repository_.Write("d", text);
  repository_.Commit();
  const auto id = [&](const char* what) {
    return repository_.Git({"rev-parse", what}).substr(0, 40);
  };
  RemoveObject(id("HEAD:a"));
  RemoveObject(id("HEAD:c"));
  const auto broken = ObjectFile(id("HEAD:d"));
  const auto broken_tree = ObjectFile(id("HEAD:b"));
  for (const auto& file : {broken, broken_tree}) {
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 8);
    std::ofstream(file, std::ios::app) << "garbage!";
  }
  const auto revision = List();
  ASSERT_TRUE(revision) << revision.error().text();
  EXPECT_THAT(revision->skipped.examples(SkipReason::kObject),
              testing::UnorderedElementsAre("a/", "b/", "c"));
  const auto read = Read(*revision, 1'000'000);
  EXPECT_THAT(read, testing::Contains("e=e"));
  EXPECT_THAT(read, testing::Contains("d:object"));
}

TEST_F(RevisionTest, ATreeThatNamesTheSameOneManyTimesIsBounded) {
  repository_.Write("0/f", "x");
  repository_.Git({"add", "-A"});
  std::string tree = repository_.Git({"write-tree"}).substr(0, 40);
  for (int level = 0; level < 12; ++level) {
    std::string lines;
    for (char name = 'a'; name <= 'j'; ++name) {
      lines += fmt::format("040000 tree {}\t{}\n", tree, name);
    }
    tree = repository_.Git({"mktree"}, lines).substr(0, 40);
  }
  const std::string commit = repository_.Git({"commit-tree", "-m", "x", tree}).substr(0, 40);
  options_.max_entries = 5'000;
  const auto revision = List(commit);
  ASSERT_TRUE(revision);
  EXPECT_GT(revision->skipped.count(SkipReason::kLimit), 0U);
}

}  // namespace
}  // namespace satchel::code
