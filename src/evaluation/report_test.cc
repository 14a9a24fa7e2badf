#include "evaluation/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::evaluation {
namespace {

using testing::ElementsAre;

const Score kOne = Score::FromInt(1);
const Score kHalf = Score::Ratio(1, 2);

AnsweredPlace Place(std::string path, std::string symbol = "", std::uint64_t tokens = 100) {
  return {.path = std::move(path), .symbol = std::move(symbol), .tokens = tokens};
}

Answer Sample() {
  Answer answer;
  answer.gold = {"b", "c"};
  answer.places = {Place("a"), Place("a"), Place("b"), Place("c", "", 600), Place("b")};
  return answer;
}

TEST(ReportTest, AFileCountsOnceAndAChunkAlways) {
  EXPECT_TRUE(AllWithin(AsFiles(Sample()), 3));
  EXPECT_EQ(ReciprocalRank(AsFiles(Sample())), kHalf);
  EXPECT_FALSE(AllWithin(AsChunks(Sample()), 3));
  EXPECT_TRUE(AllWithin(AsChunks(Sample()), 4));
  EXPECT_EQ(ReciprocalRank(AsChunks(Sample())), Score::Ratio(1, 3));
  EXPECT_EQ(RankOfGold(Sample()), 2U);
  Answer none = Sample();
  none.gold = {"d"};
  EXPECT_EQ(RankOfGold(none), std::nullopt);
}

TEST(ReportTest, APlaceOfAClassShowsItsMethods) {
  Answer answer;
  answer.places = {Place("a.py"), Place("a.py", "Box"), Place("b.py", "Box.open")};
  const std::vector<std::string> gold = {"a.py::Box.open", "b.py::Box.openly", "a.py::Boxes.x"};
  EXPECT_THAT(AsFunctions(answer, gold).ranked,
              ElementsAre("a.py::", "a.py::Box.open", "b.py::Box.open"));
}

TEST(ReportTest, RowsAreAllAndEachCategory) {
  DataSet set;
  set.queries.resize(3);
  set.queries[0].category = "z";
  set.queries[1].category = "m";
  std::vector<Answer> answers = {Sample(), Sample(), Sample()};
  for (std::size_t i = 0; i < answers.size(); ++i) answers[i].query = i;
  answers[2].places.clear();
  answers[0].took = std::chrono::milliseconds(5);
  answers[1].took = std::chrono::milliseconds(7);
  answers[2].took = std::chrono::milliseconds(9);
  const Report report = ReportOf(set, answers);
  ASSERT_EQ(report.rows.size(), 3U);
  EXPECT_EQ(report.rows[0].queries, 3U);
  EXPECT_EQ(report.rows[0].files.recall, Score::FromMillionths(666'666));
  EXPECT_EQ(report.rows[1].category, "m");
  EXPECT_EQ(report.rows[1].files.recall, kOne);
  EXPECT_EQ(report.rows[2].category, "z");
  EXPECT_EQ(report.rows[1].within_tokens[0], kHalf);
  EXPECT_EQ(report.rows[1].within_tokens[1], kOne);
  EXPECT_EQ(report.took_p50, std::chrono::milliseconds(7));
  EXPECT_EQ(report.took_p99, std::chrono::milliseconds(9));
}

TEST(ReportTest, NothingAnsweredIsNoError) {
  const Report report = ReportOf({}, {});
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows[0].queries, 0U);
  EXPECT_EQ(report.took_p99, std::chrono::nanoseconds{});
}

}  // namespace
}  // namespace satchel::evaluation
