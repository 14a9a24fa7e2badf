#include "surfaces/agents/edit/json_text.h"

#include <string>

#include <gtest/gtest.h>

namespace satchel::agents {
namespace {

TEST(ScanJsonTest, FindsMembersWithTheirPlaces) {
  const std::string text = R"( {"a": [1, "x"], 'b': {c: true,}, // end
  "d\u0065": null /* last */ } )";
  const auto root = ScanJson(text);
  ASSERT_TRUE(root.has_value()) << root.error().text();
  ASSERT_EQ(root->children.size(), 3U);
  const JsonNode& list = root->children[0];
  EXPECT_EQ(list.key, "a");
  EXPECT_EQ(list.kind, JsonNode::Kind::kArray);
  EXPECT_EQ(text.substr(list.begin, list.end - list.begin), "[1, \"x\"]");
  EXPECT_EQ(text.substr(list.first, 3), "\"a\"");
  EXPECT_EQ(list.comma, text.find("],") + 1);
  EXPECT_EQ(root->children[1].children.front().key, "c");
  EXPECT_EQ(root->children[2].key, "de");
  EXPECT_FALSE(root->children[2].comma.has_value());
}

TEST(ScanJsonTest, SkipsAByteOrderMark) { EXPECT_TRUE(ScanJson("\xEF\xBB\xBF{}").has_value()); }

TEST(ScanJsonTest, RefusesWhatIsBrokenAndNamesTheLine) {
  for (const char* text :
       {"", "  ", "{", "[", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{\"a\": 1 \"b\": 2}", "[1 2]",
        "{,}", "{\"a\": 1} x", "{\"a", "{\"a\": \"x\n\"}", "{} {}", "/* open", "{\"a\": 1]", "\"\\",
        "{\"\\x\": 1}", "<<<<<<< HEAD\n{}"}) {
    EXPECT_FALSE(ScanJson(text).has_value()) << text;
  }
  const auto broken = ScanJson("{\n\"a\": 1\n\"b\": 2}");
  ASSERT_FALSE(broken.has_value());
  EXPECT_EQ(broken.error().text(), "line 3: a comma is missing");
}

TEST(ScanJsonTest, IsBoundedInDepth) {
  EXPECT_TRUE(ScanJson(std::string(100, '[') + std::string(100, ']')).has_value());
  EXPECT_FALSE(ScanJson(std::string(100'000, '[') + std::string(100'000, ']')).has_value());
  EXPECT_FALSE(ScanJson(std::string(1'000'000, '[')).has_value());
}

}  // namespace
}  // namespace satchel::agents
