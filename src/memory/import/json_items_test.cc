#include "memory/import/json_items.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

struct Split {
  std::vector<std::string> items;
  std::string error;
};
Split ItemsOf(std::string_view bytes) {
  Split split;
  const auto done = ForEachItem(bytes, [&](std::size_t, std::string_view item) -> Status {
    split.items.emplace_back(item);
    return {};
  });
  if (!done) split.error = done.error().text();
  return split;
}

TEST(ForEachItemTest, SplitsAnArrayAndLinesOfValues) {
  EXPECT_THAT(ItemsOf(R"( [ {"a": "]}"}, [1, 2] , "x\"y", 5, null ] )").items,
              ElementsAre(R"({"a": "]}"})", "[1, 2]", R"("x\"y")", "5", "null"));
  EXPECT_THAT(ItemsOf("{\"a\":1}\n\n{\"b\":[{}]}\n").items,
              ElementsAre("{\"a\":1}", "{\"b\":[{}]}"));
  EXPECT_THAT(ItemsOf("[]").items, IsEmpty());
  EXPECT_EQ(ItemsOf("").error, "");
}

TEST(ForEachItemTest, GivesWhatIsWholeOfAFileThatBreaksOff) {
  const Split split = ItemsOf(R"([{"a":1},{"b":2)");
  EXPECT_THAT(split.items, ElementsAre(R"({"a":1})"));
  EXPECT_EQ(split.error, "the JSON breaks off or is broken in entry 2");
  EXPECT_EQ(ItemsOf("[{} {}]").error, "the JSON breaks off or is broken in entry 1");
  EXPECT_EQ(ItemsOf("[{},").error, "the JSON array has no end");
  EXPECT_EQ(ItemsOf("[\"abc").error, "the JSON breaks off or is broken in entry 1");
}

TEST(ForEachItemTest, TakesTimeLinearInBracketsThatNeverClose) {
  const std::string deep(4U << 20U, '[');
  EXPECT_EQ(ItemsOf(deep).error, "the JSON breaks off or is broken in entry 1");
}

TEST(MemberOfTest, FindsAMemberOfTheObjectItself) {
  constexpr std::string_view kObject = R"({"a": {"b": 1}, "c\"": "}", "b": [2, 3]})";
  EXPECT_THAT(MemberOf(kObject, "b"), Optional(std::string_view("[2, 3]")));
  EXPECT_THAT(MemberOf(kObject, "a"), Optional(std::string_view(R"({"b": 1})")));
  EXPECT_FALSE(MemberOf(kObject, "d"));
  EXPECT_FALSE(MemberOf(R"([{"a":1}])", "a"));
  EXPECT_FALSE(MemberOf(R"({"a")", "a"));
}

TEST(LooksLikeJsonTest, TellsALineWithADateFromAnArray) {
  EXPECT_TRUE(LooksLikeJson(" [ {\"a\":1}]"));
  EXPECT_TRUE(LooksLikeJson("{\"a\":1}"));
  EXPECT_TRUE(LooksLikeJson("[]"));
  EXPECT_FALSE(LooksLikeJson("[2025-05-02] Likes ice cream"));
  EXPECT_FALSE(LooksLikeJson("{not json}"));
  EXPECT_FALSE(LooksLikeJson(""));
}

TEST(MomentTest, ReadsTheTimesThatExportsWrite) {
  const auto moment = [](const Json& value) {
    const auto time = MomentOf(Json{{"at", value}}, "at");
    return time ? FormatTime(*time) : "none";
  };
  EXPECT_EQ(moment("2026-07-16T09:25:47-07:00"), "2026-07-16T16:25:47Z");
  EXPECT_EQ(moment("2026-07-16T09:25:47.123456"), "2026-07-16T09:25:47.123456Z");
  EXPECT_EQ(moment("2024-01-15 14:30"), "2024-01-15T14:30:00Z");
  EXPECT_EQ(moment("2024-01-15"), "2024-01-15T00:00:00Z");
  EXPECT_EQ(moment(1765671580.5), "2025-12-14T00:19:40.500000Z");
  EXPECT_EQ(moment("yesterday"), "none");
  EXPECT_EQ(moment(-1), "none");
  EXPECT_EQ(moment(1e300), "none");
  EXPECT_EQ(moment(nullptr), "none");
}

}  // namespace
}  // namespace satchel::memory
