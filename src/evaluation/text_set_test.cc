#include "evaluation/text_set.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::evaluation {
namespace {

using testing::HasSubstr;

// What is said about the second of two lines.
std::string Wrong(const std::string& line) {
  const auto texts = ParseCorpus("{\"id\": \"1\", \"text\": \"a\"}\n" + line, "c.jsonl");
  return texts ? "nothing" : texts.error().text();
}

TEST(TextSetTest, ReadsWhatALineHas) {
  const auto texts = ParseCorpus(
      R"({"id": 7, "text": "Hi", "caption": "a cat", "group": "g", "session": 3, "role": "user",)"
      R"( "time": "1:56 pm on 8 May, 2023", "order": 1})",
      "c.jsonl");
  ASSERT_TRUE(texts) << texts.error().text();
  const CorpusText& text = texts->front();
  EXPECT_EQ(text.id, "7");
  EXPECT_EQ(text.session, "3");
  EXPECT_EQ(text.speaker, "");
  EXPECT_EQ(text.role, "user");
  EXPECT_EQ(text.caption, "a cat");
  EXPECT_TRUE(text.said.has_value());
  EXPECT_EQ(FormatDate(text.said.value_or(decltype(text.said)::value_type())), "2023-05-08");
}

TEST(TextSetTest, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(Wrong("[]"), "c.jsonl:2 is no object");
  EXPECT_EQ(Wrong(R"({"text": "b"})"), "c.jsonl:2 has no 'id'");
  EXPECT_EQ(Wrong(R"({"id": "2"})"), "c.jsonl:2 has no 'text'");
  EXPECT_EQ(Wrong(R"({"id": "1", "text": "b"})"), "c.jsonl:2 has an 'id' that another line has");
  EXPECT_EQ(Wrong(R"({"id": "2", "text": ["b"]})"), "c.jsonl:2 has a 'text' that is no text");
  EXPECT_EQ(Wrong(R"({"id": "2", "text": "b", "session": 1.5})"),
            "c.jsonl:2 has a 'session' that is no text");
  EXPECT_THAT(Wrong("{\"id\""), HasSubstr("c.jsonl:2 is no JSON"));
}

TEST(TextSetTest, ATimeThatIsNotUnderstoodSaysNothing) {
  EXPECT_TRUE(ParseSaid("2024-02-29T10:00:00Z"));
  EXPECT_FALSE(ParseSaid(""));
  EXPECT_FALSE(ParseSaid("next Monday"));
  EXPECT_FALSE(ParseSaid("31 February, 2023"));
  EXPECT_FALSE(ParseSaid("8 May"));
}

TEST(TextSetTest, HalvesAreByTheLastBitOfTheName) {
  EXPECT_EQ(HalfOf("abc"), "held_out");    // SHA-1 ends in 9d
  EXPECT_EQ(HalfOf("hello"), "held_out");  // 4d
  EXPECT_EQ(HalfOf("conv-42"), "development");
}

TEST(TextSetTest, QueriesOfAGroupAreInItsHalf) {
  test::TempDir dir;
  dir.Write("set/corpus.jsonl", R"({"id": "1", "text": "a", "group": "abc"})");
  dir.Write("set/queries.jsonl",
            R"({"id": "q", "text": "a?", "gold": ["1"], "group": "abc"}
{"id": "r", "text": "a?", "gold": ["1"], "group": "abc", "half": "development"})");
  const auto set = LoadTextSet(dir.path() / "set");
  ASSERT_TRUE(set) << set.error().text();
  EXPECT_EQ(set->queries.queries[0].half, "held_out");
  EXPECT_EQ(set->queries.queries[1].half, "development");
  EXPECT_TRUE(set->is_conversation());
  EXPECT_FALSE(set->has_sessions());
}

}  // namespace
}  // namespace satchel::evaluation
