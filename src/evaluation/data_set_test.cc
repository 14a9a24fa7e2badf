#include "evaluation/data_set.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/temp_dir.h"

namespace satchel::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Json = nlohmann::json;

Json Good() {
  return {{"id", "q1"},
          {"text", "where are cookies signed?"},
          {"gold", {"src/a.py"}},
          {"repository", "some/app"},
          {"commit", std::string(40, 'a')}};
}

std::string With(const char* key, Json value) {
  Json line = Good();
  line[key] = std::move(value);
  return line.dump();
}

// What is said about the second of two lines.
std::string Wrong(const std::string& line, DataSet::Kind kind = DataSet::Kind::kCode) {
  const auto queries = ParseQueries(Good().dump() + "\n" + line + "\n", kind, "q.jsonl");
  return queries ? "nothing" : queries.error().text();
}

TEST(DataSetTest, ReadsEverythingALineHas) {
  Json line = Good();
  line["gold"] = {"src/a.py", "src/b.py", "src/a.py"};
  line["root"] = "src/";
  line["category"] = 3;
  line["half"] = "held_out";
  line["gold_functions"] = {"src/a.py::A.b"};
  line["gold_lines"] = {"src/b.py:7", "src/a.py:3-9", "src/b.py:8-9"};
  line["something"] = {"else", 1};
  const auto queries = ParseQueries("\n" + line.dump() + "\r\n\n", DataSet::Kind::kCode, "f");
  ASSERT_TRUE(queries) << queries.error().text();
  ASSERT_EQ(queries->size(), 1U);
  const Query& query = queries->front();
  EXPECT_EQ(query.id, "q1");
  EXPECT_EQ(query.text, "where are cookies signed?");
  EXPECT_THAT(query.gold, ElementsAre("src/a.py", "src/b.py"));
  EXPECT_EQ(query.root, "src");
  EXPECT_EQ(query.category, "3");
  EXPECT_EQ(query.half, "held_out");
  EXPECT_THAT(query.gold_functions, ElementsAre("src/a.py::A.b"));
  EXPECT_THAT(query.gold_lines, ElementsAre(LineSpan{.path = "src/a.py", .first = 3, .last = 9},
                                            LineSpan{.path = "src/b.py", .first = 7, .last = 9}));
}

TEST(DataSetTest, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(Wrong("{"), HasSubstr("q.jsonl:2 is no JSON"));
  EXPECT_THAT(Wrong("{\"id\": \"\xff\"}"), HasSubstr("q.jsonl:2 is no JSON"));
  EXPECT_THAT(Wrong(std::string(1000, '[')), HasSubstr("q.jsonl:2 is no JSON"));
  EXPECT_THAT(Wrong("[]"), HasSubstr("q.jsonl:2 is no object"));
  EXPECT_THAT(Wrong("{}"), HasSubstr("has no 'id'"));
  EXPECT_THAT(Wrong(Good().dump()), HasSubstr("has an 'id' that another line has"));
  EXPECT_THAT(Wrong(With("id", "")), HasSubstr("has an empty 'id'"));
  EXPECT_THAT(Wrong(With("text", 1)), HasSubstr("has a 'text' that is no text"));
  EXPECT_THAT(Wrong(With("gold", "a")), HasSubstr("has a 'gold' that is no list"));
  EXPECT_THAT(Wrong(With("gold", Json::array({1}))), HasSubstr("something that is no text"));
  EXPECT_THAT(Wrong(With("half", "test")), HasSubstr("has a 'half'"));
  EXPECT_THAT(Wrong(With("gold_lines", Json::array({"a.py"}))), HasSubstr("'path:first-last'"));
}

TEST(DataSetTest, NothingLeadsOutsideOfARepository) {
  for (const char* path : {"/etc/passwd", "../a", "a/../../b", "a//b", "./a", "a/", "a\nb"}) {
    EXPECT_THAT(Wrong(With("gold", Json::array({path}))), HasSubstr("no path")) << path;
    EXPECT_THAT(Wrong(With("gold_lines", Json::array({path + std::string(":1-2")}))),
                HasSubstr("'path:first-last'"))
        << path;
  }
  for (const char* name : {"a", "a/b/c", "../b", "a/..", "/a", "a/b;", "a/b c"}) {
    EXPECT_THAT(Wrong(With("repository", name)), HasSubstr("no 'owner/name'")) << name;
  }
  for (const char* root : {"/src", "../src", "a/../..", "src/.."}) {
    EXPECT_THAT(Wrong(With("root", root)), HasSubstr("leads outside")) << root;
  }
  for (const char* commit : {"", "HEAD", "--all", "abc"}) {
    EXPECT_THAT(Wrong(With("commit", commit)), HasSubstr("no full id")) << commit;
  }
}

TEST(DataSetTest, ATextSetNeedsNoRepository) {
  const std::string line = R"({"id": "t", "text": "who?", "gold": ["D1:3"], "group": "g"})";
  EXPECT_EQ(Wrong(line, DataSet::Kind::kText), "nothing");
  EXPECT_EQ(Wrong(line), "nothing") << "about the repository around the user";
  test::TempDir dir;
  dir.Write("set/queries.jsonl", line + "\n");
  EXPECT_EQ(LoadDataSet(dir.path() / "set")->kind, DataSet::Kind::kCode);
  dir.Write("set/corpus.jsonl", "");
  const auto set = LoadDataSet(dir.path() / "set/");
  ASSERT_TRUE(set) << set.error().text();
  EXPECT_EQ(set->kind, DataSet::Kind::kText);
  EXPECT_EQ(set->name, "set");
  EXPECT_EQ(set->queries.front().group, "g");
}

TEST(DataSetTest, AMissingSetIsSaid) {
  const auto set = LoadDataSet("/nonexistent");
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().code(), Errc::kNotFound);
  EXPECT_THAT(set.error().text(), HasSubstr("/nonexistent/queries.jsonl"));
}

}  // namespace
}  // namespace satchel::evaluation
