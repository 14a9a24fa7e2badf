// `satchel search --rerank` through the real binary against a server that fails on demand: whatever
// it does, the search answers, in time, with the same places.

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/model_double.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAreArray;
using Json = nlohmann::json;
using Manner = ModelTurn::Manner;

constexpr const char* kQuery = "ledger balance of an account";

class CliSearchRerankTest : public CliFixture {
 protected:
  CliSearchRerankTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/ledger.py",
               "def balance(account):\n    \"\"\"The balance of an account in the ledger.\"\"\"\n");
    dir_.Write("app/report.py",
               "def print_report(ledger):\n    # ledger, account and balance\n"
               "    token = 'none'\n");
    dir_.Write("app/audit.py", "def audit(ledger):\n    \"\"\"Checks the ledger.\"\"\"\n");
    dir_.Write("app/account.py", "class Account:\n    balance = 0\n");
    Git({"init", "-q"});
    EXPECT_EQ(Satchel({"index"}).code, 0);
  }

  void Use(const ModelDouble& server) {
    environment_["SATCHEL_RERANK_BASE_URL"] = server.CohereUrl();
    environment_["SATCHEL_RERANK_MODEL"] = "judge";
  }
  Finished Search(const Args& more = {}) const {
    Args args = {"search", kQuery};
    args.insert(args.end(), more.begin(), more.end());
    return Satchel(args);
  }
  Json SearchJson(const Args& more = {}) const {
    Args args = {"search", kQuery};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args);
  }
  static std::vector<std::string> Paths(const Json& answer) {
    std::vector<std::string> paths;
    for (const Json& place : answer["results"]) paths.push_back(place["path"].get<std::string>());
    return paths;
  }
  // What a search says that was not reranked, and why.
  std::string Reason(ModelTurn turn, const std::vector<std::string>& own) {
    const ModelDouble server({}, std::move(turn));
    Use(server);
    const Json answer = SearchJson({"--rerank"});
    EXPECT_EQ(Paths(answer), own);
    EXPECT_FALSE(answer.contains("reranker"));
    EXPECT_FALSE(server.seen().empty());
    EXPECT_THAT(answer["remarks"], SizeIs(1));
    return answer["remarks"].empty() ? "" : answer["remarks"][0].get<std::string>();
  }
  // An answer with these scores, by the place before.
  static ModelTurn Scores(const std::vector<std::string>& scores) {
    std::vector<std::string> entries;
    for (const std::string& score : scores) {
      entries.push_back(
          fmt::format(R"({{"index":{},"relevance_score":{}}})", entries.size(), score));
    }
    return {.manner = Manner::kBody,
            .content = fmt::format(R"({{"results":[{}]}})", fmt::join(entries, ","))};
  }
};

TEST_F(CliSearchRerankTest, TheServersOrderIsShownWithItsScores) {
  const std::vector<std::string> own = Paths(SearchJson());
  ASSERT_GE(own.size(), 3U);
  std::vector<std::string> rising;
  for (std::size_t i = 0; i < own.size(); ++i) rising.push_back(fmt::format("0.{}", i + 1));
  const ModelDouble server({}, Scores(rising));
  Use(server);
  const Json answer = SearchJson({"--rerank", "--explain"});
  EXPECT_EQ(Paths(answer), std::vector(own.rbegin(), own.rend()));
  EXPECT_EQ(answer.value("reranker", ""), "judge");
  EXPECT_THAT(answer["remarks"], IsEmpty());
  EXPECT_EQ(answer["results"][0].value("reranked", Json()),
            (Json{{"before", own.size()}, {"score", rising.back()}}));
  const Finished text = Search({"--rerank", "--explain"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr(fmt::format("reranked: place {} before, score {}", own.size(),
                                              rising.back())));
  const Json sent = Json::parse(server.seen().at(0).body);
  EXPECT_EQ(sent["query"], kQuery);
  EXPECT_EQ(sent["model"], "judge");
  EXPECT_THAT(sent["documents"].dump(), HasSubstr("in the ledger."));
}

TEST_F(CliSearchRerankTest, FewerPlacesAreTheBestOfAll) {
  const std::vector<std::string> own = Paths(SearchJson());
  std::vector<std::string> scores(own.size(), "0");
  scores.back() = "1";
  const ModelDouble server({}, Scores(scores));
  Use(server);
  const Json answer = SearchJson({"--rerank", "--limit", "2"});
  ASSERT_THAT(answer["results"], SizeIs(2));
  EXPECT_THAT(Paths(answer), testing::Contains(own.back()));
}

TEST_F(CliSearchRerankTest, TheSettingTurnsItOnAndNothingIsAskedWithoutIt) {
  const ModelDouble server;
  Use(server);
  EXPECT_FALSE(SearchJson().contains("reranker"));
  EXPECT_EQ(server.connections(), 0);
  environment_["SATCHEL_SEARCH_RERANK"] = "true";
  EXPECT_EQ(SearchJson().value("reranker", ""), "judge");
  EXPECT_EQ(server.connections(), 1);
}

TEST_F(CliSearchRerankTest, TextEmbeddingsInferenceIsAskedInItsOwnWay) {
  const ModelDouble server;
  Use(server);
  environment_["SATCHEL_RERANK_BASE_URL"] = server.TeiUrl();
  environment_["SATCHEL_RERANK_KIND"] = "tei";
  EXPECT_EQ(SearchJson({"--rerank"}).value("reranker", ""), "judge");
  EXPECT_EQ(server.seen().at(0).target, "/rerank");
}

TEST_F(CliSearchRerankTest, WhateverTheServerDoesTheSearchAnswersInItsOwnOrder) {
  const std::vector<std::string> own = Paths(SearchJson());
  EXPECT_THAT(Reason({.manner = Manner::kStatus, .content = "out of memory"}, own),
              HasSubstr("not reranked: reranker judge: status 500: out of memory"));
  EXPECT_THAT(Reason({.manner = Manner::kErrorInside, .content = "no"}, own),
              HasSubstr("holds an error: no"));
  EXPECT_THAT(Reason({.manner = Manner::kHalfLine}, own), HasSubstr("broke off"));
  EXPECT_THAT(Reason(Scores({"NaN", "1"}), own), HasSubstr("JSON"));
  EXPECT_THAT(Reason(Scores({"null", "\"NaN\""}), own), HasSubstr("no score that can be used"));
  EXPECT_THAT(Reason({.manner = Manner::kBody,
                      .content = R"({"results":[{"index":77,"relevance_score":1}]})"},
                     own),
              HasSubstr("no score that can be used"));
  EXPECT_THAT(Reason({.manner = Manner::kBody, .content = "{}"}, own), HasSubstr("no list"));
  EXPECT_THAT(Reason({.manner = Manner::kStatus, .content = "no", .status = 401}, own),
              HasSubstr("SATCHEL_RERANK_API_KEY"));
}

TEST_F(CliSearchRerankTest, AServerThatStallsCostsItsTimeAndNoMore) {
  const std::vector<std::string> own = Paths(SearchJson());
  environment_["SATCHEL_RERANK_TIMEOUT_MS"] = "150";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(Reason({.manner = Manner::kStall}, own),
              AllOf(HasSubstr("out of time"), HasSubstr("rerank.timeout_ms")));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(CliSearchRerankTest, WhatCanBeUsedOfAnAnswerIsUsedAndNothingIsLost) {
  const std::vector<std::string> own = Paths(SearchJson());
  ASSERT_GE(own.size(), 3U);
  const ModelDouble server(
      {}, {.manner = Manner::kBody, .content = R"({"results":[{"index":2,"relevance_score":0.9},
                                     {"index":0,"relevance_score":0.2},
                                     {"index":0,"relevance_score":0.99},
                                     {"index":1,"relevance_score":null},
                                     {"index":50,"relevance_score":1}]})"});
  Use(server);
  const Json answer = SearchJson({"--rerank"});
  const std::vector<std::string> paths = Paths(answer);
  EXPECT_THAT(paths, UnorderedElementsAreArray(own));
  EXPECT_EQ(paths[0], own[2]);
  EXPECT_EQ(paths[1], own[1]);
  EXPECT_EQ(paths[2], own[0]);
  ASSERT_THAT(answer["remarks"], SizeIs(1));
  EXPECT_THAT(answer["remarks"][0].get<std::string>(),
              AllOf(HasSubstr("reranked in part"), HasSubstr("entries of no document: 1"),
                    HasSubstr("repeated entries: 1"), HasSubstr("scores that are no number: 1")));
  const Finished text = Search({"--rerank"});
  EXPECT_THAT(text.err, HasSubstr("reranked in part"));
}

TEST_F(CliSearchRerankTest, ANameThatIsAskedForIsNotLost) {
  // Other places are liked better than the definition.
  const ModelDouble server(
      {}, {.manner = Manner::kBody, .content = R"({"results":[{"index":0,"relevance_score":0},
                                     {"index":1,"relevance_score":5}]})"});
  Use(server);
  dir_.Write("app/uses.py", "from report import print_report\n\n\nprint_report([])\n");
  const Json own = JsonOf({"search", "print_report", "--limit", "1"});
  EXPECT_EQ(Paths(own), std::vector<std::string>{"report.py"});
  const Json answer = JsonOf({"search", "print_report", "--limit", "1", "--rerank"});
  EXPECT_EQ(answer.value("reranker", ""), "judge");
  EXPECT_EQ(Paths(answer), std::vector<std::string>{"report.py"});
}

TEST_F(CliSearchRerankTest, SecretsInFilesAreNotSent) {
  const std::string token = "ghp_" + std::string("Zq7Rk2Vw9Xp4Lm8Tn3Bs6Hd1Fy5Jg0Ca2EuQ");
  dir_.Write("app/report.py",
             "def print_report(ledger):\n    # ledger, account and balance\n"
             "    token = '" +
                 token + "'\n");
  const ModelDouble server;
  Use(server);
  SearchJson({"--rerank"});
  EXPECT_THAT(server.seen().at(0).body, AllOf(Not(HasSubstr(token)), HasSubstr("[redacted:")));
}

TEST_F(CliSearchRerankTest, WhoAsksForItWithoutAServerHearsHowToNameOne) {
  const Finished finished = Search({"--rerank"});
  EXPECT_NE(finished.code, 0);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("no reranker is set"), HasSubstr("rerank.base_url")));
  environment_["SATCHEL_SEARCH_RERANK"] = "true";
  const Json answer = SearchJson();
  EXPECT_FALSE(answer["results"].empty());
  ASSERT_THAT(answer["remarks"], SizeIs(1));
  EXPECT_THAT(answer["remarks"][0].get<std::string>(), HasSubstr("no reranker is set"));
}

TEST_F(CliSearchRerankTest, TheLogHasALineThatDoesNotSayWhatWasAsked) {
  const ModelDouble server({}, {.manner = Manner::kStatus, .content = kQuery, .status = 400});
  Use(server);
  const Finished finished = Search({"--rerank", "--log-level", "warn,request=info"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("request: rerank (outcome=rejected"));
}

TEST_F(CliSearchRerankTest, AFileOfARepositoryCannotTurnItOn) {
  const ModelDouble server;
  dir_.Write("app/.satchel/config.toml",
             fmt::format("[rerank]\nbase_url = \"{}\"\nmodel = \"judge\"\n\n[search]\nrerank = "
                         "true\n",
                         server.CohereUrl()));
  const Finished finished = Search();
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("config trust"));
  EXPECT_EQ(server.connections(), 0);
}

}  // namespace
}  // namespace satchel::test
