// What the commits of real repositories leave in a store, on every engine, and that it does not
// matter how the store came to a commit.

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/history/co_change.h"
#include "code/history/history_dump.h"
#include "code/history/history_index.h"
#include "code/index/code_indexes.h"
#include "tests/contract/store_engines.h"
#include "tests/support/git_repository.h"

namespace satchel::code {
namespace {

using test::EngineCase;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

class HistoryTest : public testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
  }

  static Result<HistorySummary> IndexInto(test::StoreEngine& engine,
                                          const std::filesystem::path& root,
                                          HistoryOptions options = {}) {
    retrieval::HistoryDocuments documents;
    if (options.sink == nullptr) options.sink = &documents;
    return IndexHistory(*Git::Find("/usr/bin:/bin"), {.directory = root}, engine.database(),
                        engine.scope(), options);
  }
  HistorySummary Index(const HistoryOptions& options = {}) {
    auto done = IndexInto(*engine_, repository_.path(), options);
    EXPECT_TRUE(done) << done.error().text();
    return done ? *done : HistorySummary();
  }

  static std::vector<std::string> DumpOf(test::StoreEngine& engine) {
    return DumpHistory(engine.database(), engine.scope()).value();
  }
  std::vector<std::string> Dump() { return DumpOf(*engine_); }
  // Of a store that was filled at once.
  std::vector<std::string> FullDump() {
    const auto other = GetParam().make();
    EXPECT_TRUE(IndexInto(*other, repository_.path()));
    return DumpOf(*other);
  }

  // Files about which commits have said the word, best first.
  static std::vector<std::string> FilesOf(test::StoreEngine& engine, std::string_view word) {
    retrieval::CodeIndexes indexes(engine.database());
    const std::vector<lexical::QueryTerm> terms = {{.text = std::string(word)}};
    std::vector<std::string> files;
    for (const lexical::Hit& hit : indexes.history.Search(engine.scope(), terms, {})->hits) {
      files.push_back(hit.key);
    }
    return files;
  }
  std::vector<std::string> Files(std::string_view word) { return FilesOf(*engine_, word); }

  void Change(const std::string& path, const std::string& message) {
    repository_.Write(path, fmt::format("{} {}", path, ++times_));
    repository_.Commit(message);
  }
  std::string Head() const {
    std::string id = repository_.Git({"rev-parse", "HEAD"});
    id.pop_back();
    return id;
  }

  test::GitRepository repository_;
  std::unique_ptr<test::StoreEngine> engine_;
  int times_ = 0;
};

TEST_P(HistoryTest, AFileHasTheWordsOfTheCommitsThatChangedIt) {
  EXPECT_THAT(Index().head, IsEmpty());
  Change("a.py",
         "Teach the parser umbrellas\n\nBecause of marmalade.\n\nSigned-off-by: zebra <z@z>");
  Change("b.py", "Teach the lexer umbrellas");
  Change("b.py", "bump aardvark");
  const HistorySummary summary = Index();
  EXPECT_EQ(summary.commits, 3U);
  EXPECT_EQ(summary.read, 3U);
  EXPECT_EQ(summary.head, Head());
  EXPECT_THAT(Files("marmalad"), ElementsAre("a.py"));
  EXPECT_THAT(Files("umbrella"), UnorderedElementsAre("a.py", "b.py"));
  EXPECT_THAT(Files("zebra"), IsEmpty());
  EXPECT_THAT(Files("aardvark"), IsEmpty()) << "a chore";
  const HistorySummary again = Index();
  EXPECT_EQ(again.read, 0U);
  EXPECT_EQ(again.commits, 3U);
}

TEST_P(HistoryTest, RenamesAreFollowedAndWhatIsGoneIsGone) {
  repository_.Write("old/name.py", std::string(200, 'x') + "\n1\n2\n3\n");
  repository_.Write("other.py", "x");
  repository_.Commit("Begin with umbrellas");
  Index();
  std::filesystem::create_directories(repository_.path() / "new");
  repository_.Git({"mv", "old/name.py", "new/title.py"});
  repository_.Write("new/title.py", std::string(200, 'x') + "\n1\n2\n4\n");
  repository_.Commit("Move it to marmalade");
  Index();
  EXPECT_THAT(Files("umbrella"), UnorderedElementsAre("new/title.py", "other.py"));
  EXPECT_THAT(Files("marmalad"), ElementsAre("new/title.py"));
  EXPECT_EQ(Dump(), FullDump());
  repository_.Git({"rm", "-q", "new/title.py"});
  repository_.Commit("No more of it");
  Index();
  EXPECT_THAT(Files("umbrella"), ElementsAre("other.py"));
  EXPECT_THAT(Files("marmalad"), IsEmpty());
  EXPECT_EQ(Dump(), FullDump());
}

TEST_P(HistoryTest, ManyFilesSayNothingAboutOne) {
  for (int i = 0; i < 31; ++i) repository_.Write(fmt::format("f{}.py", i), "1");
  repository_.Commit("Reformat umbrellas");
  for (int i = 0; i < 51; ++i) repository_.Write(fmt::format("g{}.py", i), "1");
  repository_.Commit("Reformat marmalade");
  Index();
  EXPECT_THAT(Files("umbrella"), IsEmpty());
  EXPECT_THAT(Files("marmalad"), IsEmpty());
  EXPECT_THAT(Dump(), Contains(StartsWith("path \"f1.py\""))) << "which changed together";
  EXPECT_THAT(Dump(), Not(Contains(StartsWith("path \"g1.py\""))));
}

TEST_P(HistoryTest, ACommitOfMoreThanTenThousandPathsSaysNothingAboutAny) {
  Change("a.py", "Teach umbrellas");
  const std::string blob = repository_.Git({"rev-parse", "HEAD:a.py"}).substr(0, 40);
  std::string tree = fmt::format("100644 blob {}\ta.py\n", blob);
  for (int i = 0; i < 10'001; ++i) tree += fmt::format("100644 blob {}\tmany{}.py\n", blob, i);
  const std::string id = repository_
                             .Git({"commit-tree", "-m", "Plant marmalade", "-p", "HEAD",
                                   repository_.Git({"mktree"}, tree).substr(0, 40)})
                             .substr(0, 40);
  repository_.Git({"update-ref", "HEAD", id});
  Change("b.py", "Teach aardvarks");  // which removes them
  Change("a.py", "Teach zebras");
  const HistorySummary summary = Index();
  EXPECT_EQ(summary.commits, 4U);
  EXPECT_EQ(summary.too_large, 2U);
  EXPECT_EQ(summary.unread, 0U);
  EXPECT_THAT(Files("umbrella"), ElementsAre("a.py"));
  EXPECT_THAT(Files("zebra"), ElementsAre("a.py"));
  EXPECT_THAT(Files("aardvark"), IsEmpty());
  Change("b.py", "Teach zebras");
  EXPECT_EQ(Index().too_large, 0U) << "it is known";
  EXPECT_EQ(Dump(), FullDump());
}

TEST_P(HistoryTest, ACommitIsWorthLessTheMoreFilesItChanges) {
  for (int i = 0; i < 20; ++i) repository_.Write(fmt::format("many/f{}.py", i), "1");
  repository_.Commit("Teach all of them umbrellas");
  Change("one.py", "Teach one of them umbrellas");
  Index();
  ASSERT_EQ(Files("umbrella").size(), 20U);
  EXPECT_EQ(Files("umbrella").front(), "one.py");
}

TEST_P(HistoryTest, WhatChangedTogetherIsKnownByWhatItIsCalledNow) {
  const auto commit = [this](std::initializer_list<std::string> paths) {
    for (const std::string& path : paths) {
      repository_.Write(path, fmt::format("{}\n{} {}", std::string(200, 'x'), path, ++times_));
    }
    repository_.Commit("A change");
  };
  commit({"a.py", "old.py"});
  commit({"a.py", "old.py"});
  commit({"a.py", "old.py", "b.py"});
  repository_.Git({"mv", "old.py", "new.py"});
  repository_.Commit("Another name");
  commit({"b.py", "new.py"});
  commit({"a.py", "gone.py"});
  repository_.Git({"rm", "-q", "gone.py"});
  repository_.Commit("No more of it");
  commit({"alone.py"});
  Index();
  auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
  ASSERT_TRUE(transaction);
  const std::vector<std::string> asked = {"b.py", "a.py"};
  const auto found = FilesChangedWith(**transaction, asked, 1);
  ASSERT_TRUE(found) << found.error().text();
  ASSERT_EQ(found->size(), 1U) << "neither what is gone nor what changed alone";
  EXPECT_EQ(found->front().path, "new.py");
  EXPECT_EQ(found->front().commits, 4U);
  // All on one day: two files in a commit say 1, three say 1 over the root of 2.
  EXPECT_EQ(found->front().with, "a.py");
  EXPECT_NEAR(found->front().weight, 3 + 2 / std::sqrt(2.0), 0.01);
  EXPECT_THAT(*FilesChangedWith(**transaction, asked, 5), IsEmpty());
}

TEST_P(HistoryTest, AnotherBranchARewrittenOneAndMerges) {
  Change("a.py", "Begin");
  Index();
  repository_.Git({"switch", "-q", "-c", "side"});
  Change("b.py", "Teach umbrellas");
  Index();
  EXPECT_THAT(Files("umbrella"), ElementsAre("b.py"));
  repository_.Git({"switch", "-q", "main"});
  Change("a.py", "Teach marmalade");
  EXPECT_EQ(Index().removed, 1U);
  EXPECT_THAT(Files("umbrella"), IsEmpty());
  EXPECT_EQ(Dump(), FullDump());
  repository_.Git({"merge", "-q", "--no-ff", "-m", "Merge the zebra", "side"});
  Index();
  EXPECT_THAT(Files("umbrella"), ElementsAre("b.py"));
  EXPECT_THAT(Files("zebra"), IsEmpty());
  EXPECT_EQ(Dump(), FullDump());
  repository_.Git({"reset", "-q", "--hard", "HEAD^"});
  repository_.Git({"commit", "-q", "--amend", "-m", "Teach aardvarks"});
  Index();
  EXPECT_THAT(Files("marmalad"), IsEmpty());
  EXPECT_THAT(Files("aardvark"), ElementsAre("a.py"));
  EXPECT_EQ(Dump(), FullDump());
}

TEST_P(HistoryTest, FromACommitNothingLaterIsSeen) {
  Change("a.py", "Begin with umbrellas");
  const std::string asked = Head();
  Change("a.py", "Plant marmalade");
  Index();
  EXPECT_THAT(Files("marmalad"), ElementsAre("a.py"));
  HistoryOptions options;
  options.from = asked;
  EXPECT_EQ(Index(options).head, asked);
  EXPECT_THAT(Files("marmalad"), IsEmpty());
  EXPECT_THAT(Files("umbrella"), ElementsAre("a.py"));
  EXPECT_THAT(Dump(), Not(Contains(HasSubstr("marmalade"))));
}

TEST_P(HistoryTest, OnlyTheNewestSoMany) {
  for (int i = 0; i < 5; ++i) Change("a.py", fmt::format("Teach word{}", i));
  HistoryOptions options;
  options.commits = 2;
  EXPECT_EQ(Index(options).commits, 2U);
  EXPECT_THAT(Files("word2"), IsEmpty());
  EXPECT_THAT(Files("word3"), ElementsAre("a.py"));
  Change("a.py", "Teach word5");
  EXPECT_EQ(Index(options).read, 1U);
  EXPECT_THAT(Files("word3"), IsEmpty());
  options.commits = 0;
  EXPECT_EQ(Index(options).commits, 0U);
  EXPECT_THAT(Dump(), IsEmpty());
}

TEST_P(HistoryTest, TooManyNewOnesWait) {
  for (int i = 0; i < 5; ++i) Change("a.py", fmt::format("Teach word{}", i));
  HistoryOptions options;
  options.most_new = 4;
  EXPECT_TRUE(Index(options).behind);
  EXPECT_THAT(Dump(), IsEmpty());
  options.most_new = 5;
  EXPECT_FALSE(Index(options).behind);
  EXPECT_EQ(Dump(), FullDump());
}

TEST_P(HistoryTest, TheEndOfAShallowCloneSaysNothing) {
  for (int i = 0; i < 4; ++i) Change(fmt::format("f{}.py", i), fmt::format("Teach word{}", i));
  test::TempDir dir;
  const auto clone = dir.path() / "clone";
  test::RunGit(dir.path(), {"clone", "-q", "--depth=2", "file://" + repository_.path().string(),
                            clone.string()});
  const auto summary = IndexInto(*engine_, clone);
  ASSERT_TRUE(summary) << summary.error().text();
  EXPECT_TRUE(summary->shallow);
  EXPECT_EQ(summary->commits, 2U);
  EXPECT_THAT(Files("word3"), ElementsAre("f3.py"));
  EXPECT_THAT(Files("word2"), IsEmpty()) << "every file looks new there";
  // A deeper fetch makes it a commit like any other.
  test::RunGit(clone, {"fetch", "-q", "--unshallow"});
  test::RunGit(clone, {"commit", "-q", "--allow-empty", "-m", "Nothing"});
  ASSERT_TRUE(IndexInto(*engine_, clone));
  EXPECT_THAT(Files("word2"), ElementsAre("f2.py"));
  const auto other = GetParam().make();
  ASSERT_TRUE(IndexInto(*other, clone));
  EXPECT_EQ(Dump(), DumpOf(*other));
}

TEST_P(HistoryTest, ALookThatMayReadFewTakesNothingAway) {
  for (int i = 0; i < 3; ++i) Change("a.py", fmt::format("Teach word{}", i));
  Index();
  const auto before = Dump();
  HistoryOptions options;
  options.commits = 50;  // another rule: all would be read again
  options.most_new = 2;
  EXPECT_TRUE(Index(options).behind);
  EXPECT_EQ(Dump(), before);
  EXPECT_THAT(Files("word1"), ElementsAre("a.py"));
}

TEST_P(HistoryTest, AllIsReadAgainWhenSomebodySaysSo) {
  for (int i = 0; i < 3; ++i) Change("a.py", fmt::format("Teach word{}", i));
  Index();
  HistoryOptions options;
  options.full = true;
  EXPECT_EQ(Index(options).read, 3U);
  EXPECT_EQ(Dump(), FullDump());
  EXPECT_THAT(Files("word1"), ElementsAre("a.py"));
}

TEST_P(HistoryTest, ACloneWithoutContentsIsRead) {
  repository_.Write("a.py", std::string(200, 'x') + "\n1\n2\n");
  repository_.Write("same.py", "1");
  repository_.Commit("Teach umbrellas");
  repository_.Git({"mv", "a.py", "b.py"});
  repository_.Git({"mv", "same.py", "equal.py"});
  repository_.Write("b.py", std::string(200, 'x') + "\n1\n3\n");
  repository_.Commit("Teach marmalade");
  repository_.Git({"config", "uploadpack.allowFilter", "true"});
  test::TempDir dir;
  const auto clone = dir.path() / "clone";
  test::RunGit(dir.path(), {"clone", "-q", "--filter=blob:none", "--no-checkout",
                            "file://" + repository_.path().string(), clone.string()});
  const auto summary = IndexInto(*engine_, clone);
  ASSERT_TRUE(summary) << summary.error().text();
  EXPECT_EQ(summary->commits, 2U);
  EXPECT_THAT(Files("marmalad"), ElementsAre("b.py", "equal.py"));
  EXPECT_THAT(Files("umbrella"), ElementsAre("equal.py"));
}

// Fails at the nth Put().
class BrokenSink final : public HistorySink {
 public:
  explicit BrokenSink(int left) : left_(left) {}
  std::string version() const override { return sink_.version(); }
  Status Put(store::Transaction& transaction, std::span<const FileHistory> files) override {
    if (left_-- == 0) return Fail(Errc::kSystem, "the disk is full");
    return sink_.Put(transaction, files);
  }
  Status Tidy(store::Database& curated, const store::Scope& scope) override {
    return sink_.Tidy(curated, scope);
  }
  Status Clear(store::Transaction& transaction) override { return sink_.Clear(transaction); }

 private:
  retrieval::HistoryDocuments sink_;
  int left_;
};

TEST_P(HistoryTest, ARunThatIsCutOffIsCompletedByTheNext) {
  for (int i = 0; i < 4; ++i) Change(fmt::format("f{}.py", i), fmt::format("Teach word{}", i));
  BrokenSink sink(0);
  HistoryOptions options;
  options.sink = &sink;
  EXPECT_FALSE(IndexInto(*engine_, repository_.path(), options));
  EXPECT_THAT(HistoryHead(engine_->database(), engine_->scope()).value(), IsEmpty());
  Change("f1.py", "Teach word4");
  Index();
  EXPECT_EQ(Dump(), FullDump());
  EXPECT_THAT(Files("word1"), ElementsAre("f1.py"));
  EXPECT_THAT(Files("word4"), ElementsAre("f1.py"));
  EXPECT_EQ(HistoryHead(engine_->database(), engine_->scope()).value(), Head());
}

TEST_P(HistoryTest, ADirectoryOfARepositoryHasItsOwnPaths) {
  Change("sub/a.py", "Teach umbrellas");
  Change("b.py", "Teach marmalade");
  ASSERT_TRUE(IndexInto(*engine_, repository_.path() / "sub"));
  EXPECT_THAT(Files("umbrella"), ElementsAre("a.py"));
  EXPECT_THAT(Files("marmalad"), IsEmpty());
  HistoryOptions options;
  options.below = "sub";
  options.from = Head();
  Index(options);
  EXPECT_THAT(Files("umbrella"), ElementsAre("sub/a.py"));
  EXPECT_THAT(Files("marmalad"), IsEmpty());
}

TEST_P(HistoryTest, NamesAndMessagesMayBeAnything) {
  repository_.Write("bad\xff.py", "1");
  repository_.Write("good.py", "1");
  repository_.Write("tab\there.py", "1");
  repository_.Git({"add", "-A"});
  repository_.Git({"-c", "i18n.commitEncoding=UTF-8", "commit", "-q", "-F", "-"},
                  "Teach umbrellas \xff\n\n:100644 100644 a b M\n\x01");
  Index();
  EXPECT_THAT(Files("umbrella"), ElementsAre("good.py"));
  EXPECT_EQ(Dump(), FullDump());
}

INSTANTIATE_TEST_SUITE_P(Engines, HistoryTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace satchel::code
