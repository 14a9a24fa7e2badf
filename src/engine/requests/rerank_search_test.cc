#include "engine/requests/rerank_search.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/requests/place_texts.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

// The longest text is the best, unless it is told to fail.
class LongestFirst final : public llm::Reranker {
 public:
  explicit LongestFirst(bool& fails) : fails_(fails) {}
  const std::string& model() const override { return model_; }
  llm::Reranked Call(const llm::RerankRequest& request) const override {
    llm::CallRecord record;
    record.attempts = 1;
    if (fails_) {
      record.outcome = llm::Outcome::kDeadline;
      return {.record = record,
              .ranking = Fail(Errc::kDeadline, "reranker m: " + request.query, "wait longer")};
    }
    record.outcome = llm::Outcome::kAnswered;
    llm::Ranking ranking;
    for (const std::string& text : request.documents) {
      ranking.scores.emplace_back(static_cast<double>(text.size()));
    }
    ranking.order = llm::OrderOf(ranking.scores, 0);
    return {.record = record, .ranking = ranking};
  }

 private:
  const std::string model_ = "m";
  bool& fails_;
};

SearchPlace PlaceOf(std::string path, std::uint32_t start, std::uint32_t end) {
  SearchPlace place;
  place.path = std::move(path);
  place.start_line = start;
  place.end_line = end;
  return place;
}

class RerankSearchTest : public testing::Test {
 protected:
  RerankSearchTest() {
    dir_.Write("a.py", "short\n");
    dir_.Write("b.py", "a much longer line\nand another one\n");
    dir_.Write("c.py", "a longer line\n");
  }

  // Finds a, b and c; a list of more than two begins with c, as another list may.
  Result<SearchAnswer> Search(const SearchRequest& request) {
    limits_.push_back(request.limit);
    SearchAnswer answer;
    answer.store_calls = 1;
    answer.results = {PlaceOf("a.py", 1, 1), PlaceOf("b.py", 1, 2), PlaceOf("c.py", 1, 1)};
    if (request.limit > 2) std::swap(answer.results[0], answer.results[2]);
    answer.results.resize(std::min(answer.results.size(), request.limit));
    return answer;
  }
  SearchAnswer Ask(std::size_t limit) {
    SearchRequest request;
    request.query = "secret words";
    request.limit = limit;
    auto answer = SearchReranked(
        reranker_, {.root = dir_.path(), .file_bytes = 1'000}, request,
        [this](const SearchRequest& asked) { return Search(asked); },
        [this](const PlaceReranking& reranking) { reports_.push_back(reranking); },
        Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? *std::move(answer) : SearchAnswer();
  }
  static std::vector<std::string> PathsOf(const SearchAnswer& answer) {
    std::vector<std::string> paths;
    for (const SearchPlace& place : answer.results) paths.push_back(place.path);
    return paths;
  }

  test::TempDir dir_;
  std::vector<PlaceReranking> reports_;
  std::vector<std::size_t> limits_;
  bool fails_ = false;
  PlaceReranker reranker_{std::make_unique<LongestFirst>(fails_), {}};
};

TEST_F(RerankSearchTest, MorePlacesAreLookedForThanAreShown) {
  const SearchAnswer answer = Ask(2);
  EXPECT_THAT(PathsOf(answer), ElementsAre("b.py", "c.py"));
  EXPECT_THAT(limits_, ElementsAre(50U));
  EXPECT_EQ(answer.reranker, "m");
  EXPECT_THAT(answer.remarks, IsEmpty());
  EXPECT_THAT(answer.results[1].reranked, Optional(Field(&retrieval::PlaceRerank::before, 1U)));
}

TEST_F(RerankSearchTest, WithoutAnAnswerItIsTheSearchThatItWouldHaveBeen) {
  fails_ = true;
  const SearchAnswer answer = Ask(2);
  EXPECT_THAT(PathsOf(answer), ElementsAre("a.py", "b.py"));
  EXPECT_THAT(limits_, ElementsAre(50U, 2U));
  EXPECT_EQ(answer.reranker, "");
  EXPECT_THAT(answer.remarks, ElementsAre("not reranked: reranker m: secret words; wait longer"));
  EXPECT_EQ(answer.store_calls, 2U) << "both were asked";
  EXPECT_FALSE(answer.results[0].reranked);
}

TEST_F(RerankSearchTest, AListThatIsLongEnoughIsNotMadeTwice) {
  fails_ = true;
  EXPECT_THAT(PathsOf(Ask(60)), ElementsAre("c.py", "b.py", "a.py"));
  EXPECT_THAT(limits_, ElementsAre(60U));
}

TEST_F(RerankSearchTest, HowItEndedIsReported) {
  Ask(2);
  fails_ = true;
  dir_.Write("a.py", "another\n");
  Ask(2);
  ASSERT_THAT(reports_, SizeIs(2));
  EXPECT_EQ(reports_[0].outcome, llm::Outcome::kAnswered);
  EXPECT_EQ(reports_[0].asked, 3U);
  EXPECT_EQ(reports_[0].known, 0U);
  EXPECT_EQ(reports_[0].attempts, 1);
  EXPECT_EQ(reports_[1].outcome, llm::Outcome::kDeadline);
  EXPECT_EQ(reports_[1].asked, 1U) << "the others are as they were";
  EXPECT_EQ(reports_[1].known, 2U);
}

TEST_F(RerankSearchTest, TextsAreThoseOfTheFilesOrWhatIsShown) {
  std::vector<SearchPlace> places = {PlaceOf("b.py", 2, 2), PlaceOf("gone.py", 1, 9),
                                     PlaceOf("../outside", 1, 1), PlaceOf("n.md", 0, 0)};
  places[0].kind = "function";
  places[0].symbol = "f";
  places[1].lines = {{.number = 1, .text = "was here"}};
  places[3].symbol = "A title";
  places[3].lines = {{.number = 0, .text = "says this"}, {.number = 0, .text = "and that"}};
  EXPECT_THAT(TextsOf({.root = dir_.path(), .file_bytes = 1'000}, places),
              ElementsAre("b.py function f\nand another one\n", "gone.py\nwas here\n",
                          "../outside\n", "n.md A title\nsays this\nand that\n"));
}

// A line from the middle of a private key does not look like one by itself.
TEST_F(RerankSearchTest, AFileIsRedactedBeforeItsLinesAreCut) {
  const std::string line = "Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2EwQ8uI4oKxu7Zq7rT2mX9kLw4vB8n";
  std::string key = "-----BEGIN RSA PRIVATE " + std::string("KEY-----\n");
  for (int i = 0; i < 12; ++i) key += line + "\n";
  dir_.Write("key.py",
             "KEY = \"\"\"\n" + key + "-----END RSA PRIVATE " + "KEY-----\n\"\"\"\nend\n");
  const std::vector<SearchPlace> places = {PlaceOf("key.py", 5, 6), PlaceOf("key.py", 16, 17)};
  const auto texts = TextsOf({.root = dir_.path(), .file_bytes = 10'000}, places);
  EXPECT_THAT(texts, ElementsAre("key.py\n\n\n", "key.py\n\"\"\"\nend\n"));
}

}  // namespace
}  // namespace satchel::engine
