#include "code/walk/walker.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/walk/ignore.h"
#include "tests/support/git_repository.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

using testing::ElementsAre;

class WalkTest : public testing::Test {
 protected:
  WalkResult Result() const { return Walk(dir_.path(), options_, Deadline::Never()).value(); }
  std::vector<std::string> Paths() const {
    std::vector<std::string> paths;
    for (const WalkedFile& file : Result().files) paths.push_back(file.path);
    return paths;
  }
  void Git(std::vector<std::string> args) const { test::RunGit(dir_.path(), std::move(args)); }

  test::TempDir dir_;
  WalkOptions options_;
};

TEST_F(WalkTest, FilesComeInTheOrderOfTheirPaths) {
  for (const char* name : {"b", "a/c", "a.b", "a0", "a/b/c", "a-b", "A"}) dir_.Write(name, "x");
  EXPECT_THAT(Paths(), ElementsAre("A", "a-b", "a.b", "a/b/c", "a/c", "a0", "b"));
  EXPECT_TRUE(std::ranges::is_sorted(Paths()));
}

TEST_F(WalkTest, AFileHasItsFacts) {
  dir_.Write("a", "four");
  const WalkResult result = Result();
  ASSERT_EQ(result.files.size(), 1U);
  const FileStamp& stamp = result.files[0].stamp;
  EXPECT_EQ(stamp.size, 4U);
  EXPECT_GT(stamp.modified, 0);
  EXPECT_GT(stamp.changed, 0);
  EXPECT_GT(stamp.inode, 0U);
}

TEST_F(WalkTest, ADirectoryThatIsNotThereIsAnError) {
  EXPECT_EQ(Walk(dir_.path() / "none", {}, Deadline::Never()).error().code(), Errc::kNotFound);
}

TEST_F(WalkTest, RulesOfDeeperDirectoriesWin) {
  dir_.Write(".gitignore", "*.o\n");
  dir_.Write("sub/.gitignore", "!keep.o\n");
  for (const char* name : {"a.o", "sub/a.o", "sub/keep.o"}) dir_.Write(name, "x");
  EXPECT_THAT(Paths(), ElementsAre(".gitignore", "sub/.gitignore", "sub/keep.o"));
  EXPECT_THAT(Result().skipped.examples(SkipReason::kGitIgnored), ElementsAre("a.o", "sub/a.o"));
}

TEST_F(WalkTest, AnIgnoredDirectoryCannotBeEnteredAgain) {
  dir_.Write(".gitignore", "out/\n!out/keep\n");
  dir_.Write("out/keep", "x");
  EXPECT_THAT(Paths(), ElementsAre(".gitignore"));
  EXPECT_THAT(Result().skipped.examples(SkipReason::kGitIgnored), ElementsAre("out/"));
}

TEST_F(WalkTest, TrackedFilesAreThereEvenInAnIgnoredDirectory) {
  Git({"init", "-q", "."});
  dir_.Write(".gitignore", "out/\n*.o\n");
  for (const char* name : {"a.o", "b.o", "out/kept", "out/deep/kept", "out/other", "out/x/y"}) {
    dir_.Write(name, "x");
  }
  Git({"add", "-f", "a.o", "out/kept", "out/deep/kept"});
  EXPECT_THAT(Paths(), ElementsAre(".gitignore", "a.o", "out/deep/kept", "out/kept"));
}

TEST_F(WalkTest, SatchelIgnoreWinsAndHoldsForTrackedFiles) {
  Git({"init", "-q", "."});
  dir_.Write(".gitignore", "*.gen\n");
  dir_.Write(".satchelignore", "/data/\n!keep.gen\n*.snap\n");
  for (const char* name : {"a.gen", "keep.gen", "data/x", "t/a.snap", "t/b"}) dir_.Write(name, "x");
  Git({"add", "-f", "data/x", "t/a.snap"});
  EXPECT_THAT(Paths(), ElementsAre(".gitignore", ".satchelignore", "keep.gen", "t/b"));
  EXPECT_THAT(Result().skipped.examples(SkipReason::kSatchelIgnored),
              ElementsAre("data/", "t/a.snap"));
}

TEST_F(WalkTest, ARepositoryInsideBeginsAnew) {
  Git({"init", "-q", "."});
  dir_.Write(".gitignore", "*.o\nignored/\n");
  dir_.Write(".satchelignore", "*.snap\n");
  Git({"init", "-q", "inner"});
  dir_.Write("inner/.gitignore", "*.x\n");
  Git({"init", "-q", "ignored/inner"});
  for (const char* name : {"inner/a.o", "inner/a.x", "inner/a.snap", "ignored/inner/a"}) {
    dir_.Write(name, "x");
  }
  EXPECT_THAT(Paths(),
              ElementsAre(".gitignore", ".satchelignore", "inner/.gitignore", "inner/a.o"));
}

TEST_F(WalkTest, InfoExcludeComesLast) {
  Git({"init", "-q", "."});
  dir_.Write(".git/info/exclude", "a\nb\n");
  dir_.Write(".gitignore", "!b\n");
  dir_.Write("a", "x");
  dir_.Write("b", "x");
  EXPECT_THAT(Paths(), ElementsAre(".gitignore", "b"));
}

TEST_F(WalkTest, AnIndexThatIsBrokenIsReported) {
  Git({"init", "-q", "."});
  dir_.Write(".gitignore", "a\n");
  dir_.Write("a", "x");
  dir_.Write(".git/index", "DIRC");
  EXPECT_THAT(Paths(), ElementsAre(".gitignore"));
  EXPECT_THAT(Result().skipped.examples(SkipReason::kRules), ElementsAre(".git/index"));
}

TEST_F(WalkTest, WhatOthersOwnIsLeftOut) {
  for (const char* name :
       {".satchel/config.toml", ".context/TASKS.md", "graphs/kg_nodes.jsonl", "graphs/plot.py",
        "graphs/context_packs/a.json", "graphs/schemas/a.schema.json", "graphs/schemas/a.py",
        "src/graphs/kg_nodes.jsonl"}) {
    dir_.Write(name, "x");
  }
  EXPECT_THAT(Paths(),
              ElementsAre("graphs/plot.py", "graphs/schemas/a.py", "src/graphs/kg_nodes.jsonl"));
  EXPECT_EQ(Result().skipped.count(SkipReason::kOwned), 5U);
}

TEST_F(WalkTest, SecretsAreLeftOutUnlessAskedFor) {
  for (const char* name : {".env", ".env.example", ".env.production", "id_rsa", "a/server.pem",
                           ".npmrc", ".aws/credentials", "kubeconfig", "secrets.cc"}) {
    dir_.Write(name, "x");
  }
  EXPECT_THAT(Paths(), ElementsAre(".env.example", "secrets.cc"));
  EXPECT_EQ(Result().skipped.count(SkipReason::kSecret), 7U);
  options_.with_secrets = true;
  EXPECT_EQ(Paths().size(), 9U);
}

TEST_F(WalkTest, AFileWithATokenInItsPathIsSkippedEvenIfSecretFilesAreAskedFor) {
  const std::string token = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");
  dir_.Write("keys/" + token + "/a.cc", "x");
  dir_.Write("src/" + token + ".cc", "x");
  dir_.Write("src/a_file_with_a_rather_long_name_2.cc", "x");
  options_.with_secrets = true;
  EXPECT_THAT(Paths(), ElementsAre("src/a_file_with_a_rather_long_name_2.cc"));
  EXPECT_EQ(Result().skipped.count(SkipReason::kSecret), 2U);
}

TEST_F(WalkTest, NeitherTooManyEntriesNorTooDeepOnesAreTaken) {
  for (const char* name : {"a/b/c/d", "a/x", "z/1", "z/2", "z/3", "z/4"}) dir_.Write(name, "x");
  options_.max_depth = 3;
  EXPECT_THAT(Paths(), ElementsAre("a/x", "z/1", "z/2", "z/3", "z/4"));
  EXPECT_THAT(Result().skipped.examples(SkipReason::kDepth), ElementsAre("a/b/c/"));
  options_.max_entries = 7;
  EXPECT_THAT(Paths(), ElementsAre("a/x"));
  EXPECT_THAT(Result().skipped.examples(SkipReason::kLimit), ElementsAre("z/"));
}

// Of each directory its path, and the kind of git's own ones.
class Directories final : public DirectorySink {
 public:
  void Enter(int directory, const std::string& path, Kind kind) override {
    EXPECT_GE(directory, 0);
    paths.push_back((kind == Kind::kCode  ? ""
                     : kind == Kind::kGit ? "git of "
                                          : "info of ") +
                    path);
  }
  std::vector<std::string> paths;
};

TEST_F(WalkTest, TellsOfTheDirectoriesThatItReads) {
  Git({"init", "-q", "."});
  dir_.Write(".gitignore", "out/\n");
  for (const char* name : {"a/b/c", "out/x", "d/.git/HEAD", "e"}) dir_.Write(name, "x");
  Directories directories;
  options_.directories = &directories;
  Result();
  EXPECT_THAT(directories.paths, ElementsAre("", "git of ", "info of ", "a/", "a/b/", "d/"));
}

TEST_F(WalkTest, SomeFilesAreJudgedAsInAWalkOfAll) {
  dir_.Write(".gitignore", "*.o\n");
  dir_.Write("a/.gitignore", "!keep.o\n");
  for (const char* name : {"a/keep.o", "a/x.o", "a/b", "a/c", "a.b", "d/e"}) dir_.Write(name, "x");
  Directories directories;
  options_.directories = &directories;
  options_.only = {"a.b", "a/c", "a/keep.o", "a/none", "a/x.o", "none/f"};
  EXPECT_THAT(Paths(), ElementsAre("a.b", "a/c", "a/keep.o"));
  EXPECT_THAT(directories.paths, ElementsAre("", "a/"));
}

TEST_F(WalkTest, StopsAtTheDeadline) {
  CancelSource source;
  source.Cancel();
  dir_.Write("a", "x");
  EXPECT_EQ(Walk(dir_.path(), {}, Deadline::Never().With(source)).error().code(), Errc::kDeadline);
}

TEST_F(WalkTest, PatternsThatAreTooManyTogetherAreReported) {
  std::string rules;
  for (std::size_t i = 0; i < IgnoreRules::kMostPatterns; ++i) rules += "nothing\n";
  dir_.Write("d/.gitignore", rules);
  dir_.Write("d/sub/.gitignore", "a\n");
  dir_.Write("d/sub/a", "x");
  dir_.Write("e/.gitignore", "a\n");
  dir_.Write("e/a", "x");
  EXPECT_THAT(Paths(), ElementsAre("d/.gitignore", "d/sub/.gitignore", "d/sub/a", "e/.gitignore"));
  EXPECT_THAT(Result().skipped.examples(SkipReason::kRules), ElementsAre("d/sub/.gitignore"));
}

TEST_F(WalkTest, RulesThatAreTooLongAreReported) {
  dir_.Write(".gitignore", std::string(IgnoreRules::kMostBytes, '\n') + "a\n");
  dir_.Write("a", "x");
  EXPECT_THAT(Paths(), ElementsAre(".gitignore", "a"));
  EXPECT_THAT(Result().skipped.examples(SkipReason::kRules), ElementsAre(".gitignore"));
}

}  // namespace
}  // namespace satchel::code
