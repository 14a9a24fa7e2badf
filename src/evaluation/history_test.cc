#include "evaluation/history.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluation/grep_baseline.h"
#include "tests/support/git_repository.h"

namespace satchel::evaluation {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GrepWordsTest, FoldedOnceAndWithoutStopWords) {
  EXPECT_THAT(GrepWords("Where is the session_cookie? The COOKIE!"),
              ElementsAre("cookie", "session"));
  EXPECT_THAT(GrepWords("where is the"), ElementsAre("is", "the", "where"));
  EXPECT_THAT(GrepWords("!?"), IsEmpty());
}

TEST(GrepBaselineTest, RanksByWordsThenTimesThenPath) {
  const test::GitRepository repository;
  repository.Write("both.py", "cookie session");
  repository.Write("many.py", "cookie cookie Cookie");
  repository.Write("z.py", "session");
  repository.Write("a.py", "session");
  repository.Write("none.py", "sessions");
  repository.Commit();
  const auto git = *Git::Find("/usr/bin:/bin");
  const GitStore store{.directory = repository.path()};
  const std::vector<std::string> words = {"cookie", "session"};
  GrepBaseline grep(git, store, words, 1000);
  const auto use = [&] {
    const auto revision = code::ListRevision(git, store, "HEAD", {}, Deadline::Never());
    EXPECT_TRUE(grep.Use(revision->files, Deadline::Never()));
  };
  use();
  EXPECT_THAT(grep.Rank(words, 10), ElementsAre("both.py", "many.py", "a.py", "z.py"));
  EXPECT_THAT(grep.Rank(words, 2), ElementsAre("both.py", "many.py"));
  EXPECT_THAT(grep.Rank(std::vector<std::string>{"session"}, 1), ElementsAre("a.py"));
  repository.Write("a.py", "cookie session session");
  repository.Git({"mv", "both.py", "moved.py"});
  repository.Commit();
  use();
  EXPECT_THAT(grep.Rank(words, 2), ElementsAre("a.py", "moved.py"));
}

// At which rank Satchel and grep have the one file that was to be found; 0: nowhere.
HistoryRun Ranks(const std::vector<std::pair<std::size_t, std::size_t>>& ranks) {
  const auto judged = [](std::size_t rank) {
    Judged one{.ranked = {"a", "b", "c", "d"}, .gold = {"gold"}};
    if (rank > 0) one.ranked[rank - 1] = "gold";
    return one;
  };
  HistoryRun run;
  for (const auto& [satchel, grep] : ranks) {
    run.commits.push_back({.satchel = judged(satchel), .grep = judged(grep)});
  }
  return run;
}

TEST(HistoryTest, TheWorstAreThoseWhereGrepGainsMost) {
  const HistoryRun run = Ranks({{1, 2}, {2, 1}, {0, 4}, {0, 1}, {3, 3}, {2, 1}});
  EXPECT_THAT(WorstCommits(run, 5), ElementsAre(3, 1, 5, 2));
  EXPECT_THAT(WorstCommits(run, 1), ElementsAre(3));
}

TEST(HistoryTest, ComparesOverTheSameCommits) {
  const HistoryRun run = Ranks({{1, 2}, {1, 0}});
  const auto figures = CompareWithGrep(run);
  ASSERT_EQ(figures.size(), 6U);
  EXPECT_EQ(figures[0].name, "any@1");
  EXPECT_EQ(figures[0].satchel, Score::FromInt(1));
  EXPECT_EQ(figures[0].grep, Score());
  EXPECT_EQ(figures[0].difference.low, Score::FromInt(1));
  EXPECT_EQ(figures[4].name, "MRR");
  EXPECT_EQ(figures[4].grep, Score::Ratio(1, 4));
  const auto curve = RecallCurve(run, 3);
  ASSERT_EQ(curve.size(), 3U);
  EXPECT_EQ(curve[0].grep, Score());
  EXPECT_EQ(curve[1].grep, Score::Ratio(1, 2));
  EXPECT_EQ(curve[2].satchel, Score::FromInt(1));
}

}  // namespace
}  // namespace satchel::evaluation
