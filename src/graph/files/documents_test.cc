#include "graph/files/documents.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/sha256.h"
#include "graph/files/folder.h"
#include "tests/support/graph_logs.h"
#include "tests/support/temp_dir.h"

namespace satchel::graph {
namespace {

using test::GraphOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

const std::string kSecret = std::string("ghp") + "_a8Kd93jfLs02mNcV7xQzP4rTyUiO1bGhE6wZ";

TEST(GraphDocumentsTest, OneRowForEachLatestRevisionById) {
  const auto graph =
      GraphOf({R"(TG-B "old" rev=1)", R"(TG-B "new" rev=2 status=ready type=task #risk)", "KG-A",
               "RG-C outcome=accepted"});
  const auto rows = DocumentsOf(*graph);
  ASSERT_THAT(rows, SizeIs(3));
  EXPECT_EQ(rows[0].path, "KG-A");
  EXPECT_EQ(rows[1].path, "RG-C");
  EXPECT_EQ(rows[2].path, "TG-B");
  EXPECT_EQ(rows[2].source, "graph");
  EXPECT_EQ(rows[2].role, "TG");
  EXPECT_EQ(rows[2].kind, "task");
  EXPECT_EQ(rows[2].title, "new");
  EXPECT_EQ(rows[2].time, *ParseTime("2026-01-01"));
  EXPECT_EQ(Json::parse(rows[2].attributes),
            (Json{{"status", "ready"}, {"flagged", true}, {"rev", 2}}));
}

TEST(GraphDocumentsTest, TheDigestIsOfTheLatestRow) {
  const Logs logs = test::LogsOf({"KG-A"});
  const std::string& log = logs.nodes[IndexOf(Layer::kKnowledge)];
  const auto rows = DocumentsOf(*Graph::Read(logs));
  const Digest digest = Sha256Of(log.substr(0, log.size() - 1));
  EXPECT_EQ(rows[0].digest, std::string(digest.bytes.begin(), digest.bytes.end()));
  EXPECT_EQ(rows[0].size, static_cast<std::int64_t>(log.size() - 1));
}

TEST(GraphDocumentsTest, SecretsAndInvisibleCharactersAreReplaced) {
  const auto graph = GraphOf({"KG-A type=\xe2\x80\xae", "KG-B \"key " + kSecret + "\"",
                              "KG-C type=" + kSecret, "KG-D status=" + kSecret});
  for (const auto& row : DocumentsOf(*graph)) {
    const std::string all = row.path + row.kind + row.title + row.attributes;
    EXPECT_THAT(all, Not(HasSubstr(kSecret))) << row.path;
    EXPECT_THAT(all, Not(HasSubstr("\xe2\x80\xae"))) << row.path;
  }
}

TEST(GraphDocumentsTest, NoPathIsThereTwice) {
  Logs logs;
  logs.nodes[0] = "{\"id\":\"TG-1\"}\n";
  logs.nodes[2] = "{\"id\":\"TG-1\"}\n";
  EXPECT_THAT(DocumentsOf(*Graph::Read(logs)), SizeIs(1));
}

TEST(GraphDocumentsTest, TheDigestOfAllChangesWithTheNodesAndNotWithTheCommits) {
  const test::TempDir temp;
  const auto digest = [&] { return DocumentDigest(*LoadGraph(temp.path(), "graphs")->graph); };
  temp.Write("graphs/kg_nodes.jsonl", "{\"id\":\"KG-1\"}\n");
  const std::string first = digest();
  temp.Write("graphs/post_response_commits.jsonl", "{\"commit_id\":\"C\"}\n");
  EXPECT_EQ(digest(), first);
  EXPECT_NE(DocumentDigest(*LoadGraph(temp.path(), "graphs")->graph, text::kRedactionVersion + 1),
            first);
  temp.Write("graphs/kg_nodes.jsonl", "{\"id\":\"KG-2\"}\n");
  EXPECT_NE(digest(), first);
}

}  // namespace
}  // namespace satchel::graph
