#include "llm/reranker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::llm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Scores = std::vector<std::optional<double>>;

TEST(RerankOrderTest, HigherScoresComeFirstAndTiesKeepTheirOrder) {
  EXPECT_THAT(OrderOf(Scores{1, 3, 2, 3}, 0), ElementsAre(1U, 3U, 2U, 0U));
  EXPECT_THAT(OrderOf(Scores{0.0, -0.0}, 0), ElementsAre(0U, 1U));
  EXPECT_THAT(OrderOf(Scores{}, 0), IsEmpty());
}

TEST(RerankOrderTest, WhoHasNoScoreKeepsItsPlace) {
  EXPECT_THAT(OrderOf(Scores{std::nullopt, 1, std::nullopt, 2, 3}, 0),
              ElementsAre(0U, 4U, 2U, 3U, 1U));
  EXPECT_THAT(OrderOf(Scores{std::nullopt, std::nullopt}, 0), ElementsAre(0U, 1U));
}

TEST(RerankOrderTest, WhoWasNotAmongTheFirstStandsBehindThem) {
  EXPECT_THAT(OrderOf(Scores{std::nullopt, 1, std::nullopt, 2}, 2), ElementsAre(3U, 1U, 0U, 2U));
  EXPECT_THAT(OrderOf(Scores{std::nullopt, 1}, 2), ElementsAre(0U, 1U)) << "all were asked for";
}

}  // namespace
}  // namespace satchel::llm
