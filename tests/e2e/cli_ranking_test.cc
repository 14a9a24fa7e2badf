// How `satchel search` ranks, with the real binary on a copy of this repository's own sources: the
// right file near the top, and nothing that ought not to matter changes the order.

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::Contains;

using Json = nlohmann::json;

struct Question {
  std::string asks;
  std::string file;
};

// Whole sentences, names and a report.
const std::vector<Question>& Questions() {
  static const std::vector<Question> all = {
      {"where is the stem of a Russian word worked out?", "text/stem.cc"},
      {"how is a text redacted before it is shown", "text/redactor.cc"},
      {"which code counts tokens exactly?", "text/token_counter.cc"},
      {"how does a process get the lock for writing", "base/writer_lock.cc"},
      {"where is a git program started and its environment cleaned?", "base/git.cc"},
      {"what rounds a score half to even", "base/score.h"},
      {"compression with a bound on the output", "base/compress.cc"},
      {"WriterLock", "base/writer_lock.h"},
      {"IsStopWord", "text/stop_words.h"},
      {"AnalyseQuery", "text/analyser.h"},
      {"Redactor misses a key\n\nThe private key in text/private_key.cc is shown when its last "
       "line "
       "is cut.\nSeen in `FindPrivateKey`.",
       "text/private_key.cc"},
  };
  return all;
}

class CliRankingTest : public CliFixture {
 protected:
  CliRankingTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    for (const char* folder : {"base", "text"}) {
      fs::copy(fs::path(SATCHEL_SOURCE_DIR) / "src" / folder, dir_.path() / "app" / folder,
               fs::copy_options::recursive);
    }
  }

  void Index(const Args& more = {}) const {
    Args args = {"index"};
    args.insert(args.end(), more.begin(), more.end());
    const Finished finished = Satchel(args);
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
  Json Search(const std::string& query, int limit = 10) const {
    const Finished finished =
        Satchel({"search", query, "--format", "json", "--limit", std::to_string(limit)});
    EXPECT_EQ(finished.code, 0) << finished.err;
    return Json::parse(finished.out, nullptr, false)["results"];
  }
  std::vector<std::string> Paths(const std::string& query, int limit = 10) const {
    std::vector<std::string> paths;
    const Json results = Search(query, limit);
    for (const Json& place : results) paths.push_back(place["path"]);
    return paths;
  }
  std::vector<std::vector<std::string>> AllPaths(int limit = 10) const {
    std::vector<std::vector<std::string>> all;
    for (const Question& question : Questions()) all.push_back(Paths(question.asks, limit));
    return all;
  }
};

TEST_F(CliRankingTest, TheRightFileIsNearTheTop) {
  Index();
  for (const Question& question : Questions()) {
    EXPECT_THAT(Paths(question.asks, 3), Contains(question.file)) << question.asks;
  }
}

TEST_F(CliRankingTest, AFullStopOrALargerLimitDoesNotReorder) {
  Index();
  for (const Question& question : Questions()) {
    const std::vector<std::string> paths = Paths(question.asks);
    EXPECT_EQ(Paths(question.asks + "."), paths) << question.asks;
    std::vector<std::string> more = Paths(question.asks, 40);
    ASSERT_GE(more.size(), paths.size());
    more.resize(paths.size());
    EXPECT_EQ(more, paths) << question.asks;
  }
}

// Of the first five: where a rounded statistic changes, what is worth the same far behind may too.
TEST_F(CliRankingTest, AnUnrelatedFileDoesNotReorder) {
  Index();
  const auto before = AllPaths(5);
  dir_.Write("app/zoo.py", "def walrus():\n    return 'herring'\n");
  dir_.Write("app/zoo/penguin.py", "PENGUINS = 12\n");
  Index();
  EXPECT_EQ(AllPaths(5), before);
}

TEST_F(CliRankingTest, ThreadsAndReadingAnewDoNotReorder) {
  Index({"--threads", "1"});
  const auto before = AllPaths();
  Index({"--threads", "4", "--full"});
  EXPECT_EQ(AllPaths(), before);
}

TEST_F(CliRankingTest, AServerRanksTheSame) {
  Index();
  std::vector<Json> local;
  for (const Question& question : Questions()) local.push_back(Search(question.asks));
  const PostgresDatabase database;
  ASSERT_EQ(Satchel({"init", "--store", AppUrl(database)}).code, 0);
  Index();
  for (std::size_t i = 0; i < local.size(); ++i) {
    EXPECT_EQ(Search(Questions()[i].asks), local[i]) << Questions()[i].asks;
  }
}

TEST_F(CliRankingTest, TestsComeFirstWhenTheyAreAskedFor) {
  Index();
  EXPECT_THAT(Paths("how is the redactor tested", 3), Contains("text/redactor_test.cc"));
  EXPECT_THAT(Paths("redactor", 1), testing::Not(Contains("text/redactor_test.cc")));
}

}  // namespace
}  // namespace satchel::test
