#include "graph/files/deltas.h"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/graph_logs.h"

namespace satchel::graph {
namespace {

using test::GraphOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kCommits = {
    "C1 mode=add at=2026-01-01T00:00:00Z changed=KG-A",
    "C2 mode=link at=2026-01-02T00:00:00Z changed=KG-B,KG-A",
    "C3 mode=import at=2026-01-03T00:00:00Z changed=TG-A",
};
const std::vector<std::string> kRows = {R"(KG-A "A")", R"(KG-B "B")", R"(TG-A "T")"};

// "+C1 KG-A" after the anchor, "-C1 KG-A" before it.
std::vector<std::string> Shown(const std::vector<std::string>& rows,
                               const std::vector<std::string>& commits,
                               const std::optional<std::string>& anchor, std::size_t max = 20,
                               const std::optional<PriorPack>& prior = std::nullopt) {
  const auto graph = GraphOf(rows, commits);
  std::vector<std::string> shown;
  for (const Delta& delta :
       RecentDeltas(*graph, ChooseAnchor(*graph, anchor, prior).value(), max).shown) {
    shown.push_back(
        fmt::format("{}{} {}", delta.after_anchor ? "+" : "-", delta.commit_id, delta.id));
  }
  return shown;
}

TEST(AnchorTest, IsTheGivenCommitElseTheLatestElseThePriorRequest) {
  const PriorPack prior{.request_seq = 7, .generated_at = ParseTime("2026-01-05").value()};
  const auto graph = GraphOf(kRows, kCommits);
  const Anchor given = ChooseAnchor(*graph, "C2", prior).value();
  EXPECT_EQ(Name(given.rule), "commit_id");
  EXPECT_EQ(given.commit_id, "C2");
  const Anchor latest = ChooseAnchor(*graph, std::nullopt, prior).value();
  EXPECT_EQ(Name(latest.rule), "latest_commit");
  EXPECT_EQ(latest.commit_id, "C3");
  const Anchor by_request = ChooseAnchor(*GraphOf(kRows), std::nullopt, prior).value();
  EXPECT_EQ(Name(by_request.rule), "request_seq");
  EXPECT_EQ(by_request.request_seq, 7);
  EXPECT_EQ(Name(ChooseAnchor(*GraphOf(kRows), std::nullopt, std::nullopt)->rule), "none");
}

TEST(AnchorTest, AnUnknownCommitIsAnErrorAndNotTheLatestOne) {
  const auto anchor = ChooseAnchor(*GraphOf(kRows, kCommits), "C9", std::nullopt);
  ASSERT_FALSE(anchor.has_value());
  EXPECT_EQ(anchor.error().code(), Errc::kNotFound);
  EXPECT_THAT(std::string(anchor.error().text()), HasSubstr("C9"));
}

TEST(AnchorTest, OfTwoCommitsOfOneNameItIsTheLast) {
  const auto graph = GraphOf({}, {"C1", "C2", "C1"});
  EXPECT_EQ(ChooseAnchor(*graph, "C1", std::nullopt)->commit, 2U);
}

TEST(DeltasTest, AreNeverEmptyWhereThereAreCommits) {
  EXPECT_THAT(Shown(kRows, kCommits, std::nullopt),
              ElementsAre("-C3 TG-A", "-C2 KG-A", "-C2 KG-B", "-C1 KG-A"));
}

TEST(DeltasTest, RowsAfterTheAnchorComeFirstThenThoseOfItAndBefore) {
  EXPECT_THAT(Shown(kRows, kCommits, "C2"),
              ElementsAre("+C3 TG-A", "-C2 KG-A", "-C2 KG-B", "-C1 KG-A"));
  EXPECT_THAT(Shown(kRows, kCommits, "C1"),
              ElementsAre("+C3 TG-A", "+C2 KG-A", "+C2 KG-B", "-C1 KG-A"));
}

TEST(DeltasTest, TheCapCutsAndCounts) {
  EXPECT_THAT(Shown(kRows, kCommits, "C1", 2), ElementsAre("+C3 TG-A", "+C2 KG-A"));
  const auto graph = GraphOf(kRows, kCommits);
  EXPECT_EQ(RecentDeltas(*graph, ChooseAnchor(*graph, "C1", std::nullopt).value(), 2).cut, 1U);
  EXPECT_THAT(Shown(kRows, kCommits, "C2", 2), ElementsAre("+C3 TG-A", "-C2 KG-A"));
}

TEST(DeltasTest, RowsThatNobodyCommittedAreThere) {
  auto rows = kRows;
  rows.emplace_back(R"(KG-C "C" at=2026-01-04T00:00:00Z)");
  rows.emplace_back(R"(KG-D "D" at=2026-01-02T12:00:00Z)");
  EXPECT_THAT(Shown(rows, kCommits, std::nullopt, 2), ElementsAre("+ KG-C", "-C3 TG-A"));
  EXPECT_THAT(Shown(rows, kCommits, "C2", 3), ElementsAre("+ KG-C", "+C3 TG-A", "+ KG-D"));
}

TEST(DeltasTest, SayWhatChangedAndHow) {
  const auto graph = GraphOf({R"(KG-A "A" at=2026-02-01T00:00:00Z)"},
                             {"C1 mode=link changed=TG-GONE,odd at=2026-01-01T00:00:00Z"});
  const Deltas deltas =
      RecentDeltas(*graph, ChooseAnchor(*graph, std::nullopt, std::nullopt).value(), 20);
  ASSERT_EQ(deltas.shown.size(), 3U);
  EXPECT_EQ(deltas.shown[0], (Delta{.layer = "KG",
                                    .id = "KG-A",
                                    .title = "A",
                                    .change = "uncommitted:changed",
                                    .at = ParseTime("2026-02-01").value()}));
  EXPECT_EQ(deltas.shown[1], (Delta{.layer = "TG",
                                    .id = "TG-GONE",
                                    .change = "link:changed",
                                    .commit_id = "C1",
                                    .at = ParseTime("2026-01-01").value(),
                                    .after_anchor = false}));
  EXPECT_EQ(deltas.shown[2].layer, "?");
}

TEST(DeltasTest, OneCommitNamesANodeOnce) {
  EXPECT_THAT(Shown({"KG-A"}, {"C1 changed=KG-A,KG-A"}, std::nullopt), ElementsAre("-C1 KG-A"));
}

TEST(DeltasTest, CommitsFollowTheirLogAndNotTheirClocks) {
  EXPECT_THAT(Shown({},
                    {"C1 changed=KG-A", "C2 at=2026-05-01T00:00:00Z changed=KG-B",
                     "C3 at=2026-02-01T00:00:00Z changed=KG-C", "C4 at=none changed=KG-D"},
                    "C1"),
              ElementsAre("+C4 KG-D", "+C3 KG-C", "+C2 KG-B", "-C1 KG-A"));
}

TEST(DeltasTest, AfterARequestOnlyLaterRowsAreNew) {
  const PriorPack prior{.request_seq = 1, .generated_at = ParseTime("2026-01-02").value()};
  EXPECT_THAT(Shown({"KG-A", "KG-B at=2026-01-03T00:00:00Z", "KG-C at=2026-01-02T00:00:00Z",
                     "KG-D at=none"},
                    {}, std::nullopt, 20, prior),
              ElementsAre("+ KG-B"));
}

TEST(DeltasTest, WithoutAnAnchorEverythingIsNewNewestFirst) {
  EXPECT_THAT(Shown({"KG-A", "TG-B at=2026-01-03T00:00:00Z", "KG-D at=none"}, {}, std::nullopt),
              ElementsAre("+ TG-B", "+ KG-A", "+ KG-D"));
}

TEST(DeltasTest, AnAnchorWithoutATimeSaysNothingOfUncommittedRows) {
  EXPECT_THAT(Shown({"KG-A"}, {"C1 at=none changed="}, std::nullopt), IsEmpty());
}

}  // namespace
}  // namespace satchel::graph
