#include "graph/files/node_json.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/files/row.h"

namespace satchel::graph {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

const Time kNow = *ParseTime("2026-03-01T10:11:12.75Z");

std::string RefusalOf(Layer layer, const Json& fields) {
  const auto node = FirstRevision(layer, fields, kNow);
  EXPECT_FALSE(node.has_value()) << fields;
  if (node) return "";
  EXPECT_EQ(node.error().code(), Errc::kInvalidInput);
  return std::string(node.error().text());
}

TEST(StampTest, HasWholeSecondsRoundedDown) {
  EXPECT_EQ(Stamp(kNow), "2026-03-01T10:11:12Z");
  EXPECT_EQ(Stamp({.micros = -1}), "1969-12-31T23:59:59Z");
}

TEST(FirstRevisionTest, FillsInWhatIsRequired) {
  const Json task = FirstRevision(Layer::kTask, {{"title", "T"}}, kNow).value();
  EXPECT_THAT(task["id"].get<std::string>(), MatchesRegex("TG-TASK-[0-9A-Z]{26}"));
  EXPECT_EQ(task["rev"], 1);
  EXPECT_EQ(task["created_at"], "2026-03-01T10:11:12Z");
  EXPECT_EQ(task["updated_at"], "2026-03-01T10:11:12Z");
  EXPECT_EQ(task["status"], "ready");
  const Json knowledge =
      FirstRevision(Layer::kKnowledge, {{"title", "K"}, {"type", "risk"}}, kNow).value();
  EXPECT_THAT(knowledge["id"].get<std::string>(), MatchesRegex("KG-RISK-[0-9A-Z]{26}"));
  const Json decision = FirstRevision(Layer::kDecision, {{"title", "D"}}, kNow).value();
  EXPECT_THAT(decision["id"].get<std::string>(), MatchesRegex("RG-DEC-[0-9A-Z]{26}"));
  EXPECT_EQ(decision["outcome"]["status"], "proposed");
}

TEST(FirstRevisionTest, KeepsTheFieldsButNotRevisionAndTime) {
  const Json node = FirstRevision(Layer::kTask,
                                  {{"id", "TG-mine_1"},
                                   {"title", "T"},
                                   {"rev", 9},
                                   {"updated_at", "x"},
                                   {"created_at", "2025-01-01T00:00:00Z"},
                                   {"extra", {{"a", 1}}}},
                                  kNow)
                        .value();
  EXPECT_EQ(node["id"], "TG-mine_1");
  EXPECT_EQ(node["rev"], 1);
  EXPECT_EQ(node["updated_at"], "2026-03-01T10:11:12Z");
  EXPECT_EQ(node["created_at"], "2025-01-01T00:00:00Z");
  EXPECT_EQ(node["extra"]["a"], 1);
}

TEST(FirstRevisionTest, RefusesWhatCouldNotBeFoundAgain) {
  EXPECT_THAT(RefusalOf(Layer::kTask, Json::array()), HasSubstr("object"));
  EXPECT_THAT(RefusalOf(Layer::kTask, Json::object()), HasSubstr("title"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", " \t"}}), HasSubstr("title"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "a\nb"}}), HasSubstr("one line"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", std::string(301, 'x')}}), HasSubstr("300"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "T"}, {"id", "KG-1"}}), HasSubstr("KG-1"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "T"}, {"id", "TG-"}}), HasSubstr("TG-"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "T"}, {"id", "TG-a b"}}), HasSubstr("TG-a b"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "T"}, {"id", 7}}), HasSubstr("id"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "T"}, {"links", "KG-1"}}), HasSubstr("links"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "T"}, {"inputs", Json::array()}}),
              HasSubstr("inputs"));
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "T"}, {"x", std::string(kMostLineBytes, 'x')}}),
              HasSubstr("bytes"));
}

TEST(FirstRevisionTest, RefusesWhatNestsTooDeepToBeReadBack) {
  Json deep = 1;
  for (int i = 0; i < 80; ++i) deep = Json::array({deep});
  EXPECT_THAT(RefusalOf(Layer::kTask, {{"title", "T"}, {"x", deep}}), HasSubstr("deep"));
}

TEST(NextRevisionTest, KeepsTheOtherFieldsAndCountsUp) {
  const Json latest = {{"id", "KG-1"}, {"title", "old"}, {"odd", 7}, {"rev", 2}};
  const Json next =
      NextRevision(Layer::kKnowledge, latest, 5, {{"title", "new"}, {"id", "KG-2"}}, kNow).value();
  EXPECT_EQ(next, (Json{{"id", "KG-1"},
                        {"title", "new"},
                        {"odd", 7},
                        {"rev", 6},
                        {"updated_at", "2026-03-01T10:11:12Z"}}));
}

TEST(NextRevisionTest, TimeNeverGoesBack) {
  const auto updated_at = [](std::string_view before) {
    const Json latest = {{"id", "KG-1"}, {"title", "t"}, {"updated_at", before}};
    const Json next = NextRevision(Layer::kKnowledge, latest, 1, Json::object(), kNow).value();
    return next["updated_at"].get<std::string>();
  };
  EXPECT_EQ(updated_at("2026-02-01T00:00:00Z"), "2026-03-01T10:11:12Z");
  EXPECT_EQ(updated_at("2027-01-01T00:00:00Z"), "2027-01-01T00:00:00Z");
  // Part of a second counts: without a revision number the time alone decides.
  EXPECT_EQ(updated_at("2026-03-01T10:11:12.5Z"), "2026-03-01T10:11:13Z");
  EXPECT_EQ(updated_at("soon"), "2026-03-01T10:11:12Z");
}

TEST(NextRevisionTest, RefusesARevisionThatCannotGrow) {
  EXPECT_FALSE(NextRevision(Layer::kKnowledge, {{"id", "KG-1"}, {"title", "t"}}, INT64_MAX,
                            Json::object(), kNow)
                   .has_value());
  EXPECT_EQ(
      NextRevision(Layer::kKnowledge, {{"id", "KG-1"}, {"title", "t"}}, -7, Json::object(), kNow)
          .value()["rev"],
      1);
}

TEST(LinkToTest, NamesTheTargetWhereItBelongs) {
  const Json task = {{"id", "TG-1"}, {"dependencies", {"TG-2"}}};
  EXPECT_EQ(LinkTo(Layer::kTask, task, "dependencies", "TG-3", "").value(),
            (Json{{"dependencies", {"TG-2", "TG-3"}}}));
  EXPECT_EQ(LinkTo(Layer::kTask, task, "inputs", "KG-1", "").value(),
            (Json{{"inputs", {{"kg_refs", {"KG-1"}}}}}));
  EXPECT_EQ(LinkTo(Layer::kTask, task, "inputs", "RG-1", "").value(),
            (Json{{"inputs", {{"rg_refs", {"RG-1"}}}}}));
  EXPECT_EQ(LinkTo(Layer::kDecision, {{"id", "RG-1"}}, "refs", "TG-1", "").value(),
            (Json{{"refs", {{"tg_refs", {"TG-1"}}}}}));
  EXPECT_EQ(LinkTo(Layer::kKnowledge, {{"id", "KG-1"}}, "relationships", "KG-2", "needs").value(),
            (Json{{"relationships", {{{"rel", "needs"}, {"target_id", "KG-2"}}}}}));
}

TEST(LinkToTest, ChangesNothingWhereItIsNamedAlready) {
  EXPECT_EQ(LinkTo(Layer::kTask, {{"blocks", {"TG-2"}}}, "blocks", "TG-2", "").value(),
            Json::object());
  EXPECT_EQ(
      LinkTo(Layer::kTask, {{"inputs", {{"kg_refs", {"KG-1"}}}}}, "inputs", "KG-1", "").value(),
      Json::object());
}

TEST(LinkToTest, RefusesAFieldThatTheLayerDoesNotHave) {
  EXPECT_FALSE(LinkTo(Layer::kKnowledge, {{"id", "KG-1"}}, "dependencies", "TG-1", "").has_value());
  EXPECT_FALSE(LinkTo(Layer::kTask, {{"id", "TG-1"}}, "refs", "KG-1", "").has_value());
  EXPECT_FALSE(LinkTo(Layer::kTask, {{"id", "TG-1"}}, "title", "KG-1", "").has_value());
}

}  // namespace
}  // namespace satchel::graph
