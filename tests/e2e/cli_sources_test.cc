// `satchel search` in code, notes, graphs and memories at once: the real binary, on SQLite and on a
// real PostgreSQL.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Json = nlohmann::json;

constexpr const char* kDecisions =
    "# Decisions\n\n"
    "## [2026-01-05] Uploads are retried three times\n\n"
    "**Context**: the storage server drops connections at night.\n"
    "**Decision**: an upload that fails is tried again with a longer pause.\n\n"
    "## [2026-01-07] Invoices are rounded per line\n\n"
    "The tax office wants it; totals follow from the lines.\n";

class CliSourcesTest : public CliFixture {
 protected:
  CliSourcesTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    environment_["XDG_DATA_HOME"] = (dir_.path() / "data").string();
    dir_.Write("app/store/upload.py",
               "def send_file(path):\n    \"\"\"Sends a file to the storage server.\"\"\"\n"
               "    return path\n\n\ndef close_socket(socket):\n    socket.close()\n");
    dir_.Write("app/shop/invoice.py", "def total(lines):\n    return sum(lines)\n");
    dir_.Write("app/.context/DECISIONS.md", kDecisions);
    dir_.Write("app/.context/TASKS.md",
               "# Tasks\n\n- [ ] Print a warning when a voucher has run out\n");
    dir_.Write("app/graphs/kg_nodes.jsonl",
               R"({"id":"KG-FACT-MIRRORS0","type":"fact","title":"Mirrors lag behind by an hour",)"
               R"("summary":"Nightly copies of the warehouse arrive late.","tags":[],"links":[],)"
               R"("status":"active","updated_at":"2026-01-04T12:00:00Z"})"
               "\n");
    Git({"init", "-q"});
  }

  Json Search(const std::string& query, const Args& more = {}) const {
    Args args = {"search", query};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(std::move(args));
  }

  static std::vector<std::string> Sources(const Json& answer) {
    std::vector<std::string> sources;
    for (const Json& place : answer["results"]) sources.push_back(place["source"]);
    return sources;
  }
};

TEST_F(CliSourcesTest, ADecisionIsFoundWithItsLines) {
  const Json answer = Search("why are invoices rounded per line");
  ASSERT_FALSE(answer["results"].empty()) << answer.dump();
  const Json& best = answer["results"][0];
  EXPECT_EQ(best["source"], "notes");
  EXPECT_EQ(best["path"], ".context/DECISIONS.md");
  EXPECT_EQ(best["symbol"], "Invoices are rounded per line");
  EXPECT_EQ(best["kind"], "decision");
  EXPECT_EQ(best["start_line"], 8);
  EXPECT_EQ(best["end_line"], 10);
  EXPECT_EQ(best["lines"][0]["line"], 8);
  EXPECT_THAT(best["id"].get<std::string>(), HasSubstr("DECISIONS.md#"));
  // Its file is no other place.
  for (std::size_t i = 1; i < answer["results"].size(); ++i) {
    EXPECT_NE(answer["results"][i]["path"], ".context/DECISIONS.md") << answer.dump();
  }
  const Finished text = Satchel({"search", "why are invoices rounded per line"});
  EXPECT_THAT(text.out, HasSubstr(".context/DECISIONS.md:8-10  decision Invoices are rounded"));
}

TEST_F(CliSourcesTest, CodeAndTextsStandInOneList) {
  EXPECT_THAT(Sources(Search("upload to the storage server")),
              AllOf(Contains("code"), Contains("notes")));
}

TEST_F(CliSourcesTest, ANodeIsFoundByItsSummary) {
  const Json answer = Search("when do nightly copies of the warehouse arrive");
  ASSERT_FALSE(answer["results"].empty()) << answer.dump();
  const Json& best = answer["results"][0];
  EXPECT_EQ(best["source"], "graph");
  EXPECT_EQ(best["id"], "KG-FACT-MIRRORS0");
  EXPECT_EQ(best["path"], "graphs/kg_nodes.jsonl");
  EXPECT_EQ(best["start_line"], 0);
  EXPECT_TRUE(best["lines"][0]["line"].is_null());
  EXPECT_THAT(Satchel({"search", "when do nightly copies of the warehouse arrive"}).out,
              HasSubstr(" 1  KG-FACT-MIRRORS0  fact Mirrors lag behind by an hour\n"));
}

TEST_F(CliSourcesTest, AMemoryIsFound) {
  ASSERT_EQ(Satchel({"remember", "The customer in Lyon wants parcels on Tuesdays"}).code, 0);
  const Json answer = Search("parcels for the customer in Lyon");
  ASSERT_FALSE(answer["results"].empty()) << answer.dump();
  EXPECT_EQ(answer["results"][0]["source"], "memory");
  EXPECT_THAT(answer["results"][0]["id"].get<std::string>(), HasSubstr("fact-"));
  // And no longer, when it is forgotten.
  ASSERT_EQ(Satchel({"forget", answer["results"][0]["id"].get<std::string>()}).code, 0);
  EXPECT_THAT(Sources(Search("parcels for the customer in Lyon")), Not(Contains("memory")));
}

TEST_F(CliSourcesTest, ASourceNarrowsIt) {
  const std::string query = "upload to the storage server";
  EXPECT_THAT(Sources(Search(query, {"--source", "code"})), Each("code"));
  EXPECT_THAT(Sources(Search(query, {"--source", "notes"})), Each("notes"));
  EXPECT_THAT(Sources(Search(query, {"--source", "notes", "--source", "code"})),
              Each(testing::AnyOf("code", "notes")));
  EXPECT_THAT(Sources(Search(query, {"--path", "store/"})), ElementsAre("code"));
  const Json nothing = Search("invoices rounded", {"--source", "graph"});
  EXPECT_EQ(nothing["abstained"], true);
  EXPECT_EQ(nothing["reason"], "nothing");
  const Finished unknown = Satchel({"search", "x", "--source", "mail"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("one of code, notes, graph, memory"));
}

TEST_F(CliSourcesTest, WhatIsEditedIsFoundAtOnce) {
  ASSERT_EQ(Sources(Search("voucher has run out"))[0], "notes");
  dir_.Write("app/.context/TASKS.md", "# Tasks\n\n- [ ] Paint the bicycle shed green\n");
  const Json after = Search("paint the bicycle shed");
  ASSERT_FALSE(after["results"].empty());
  EXPECT_EQ(after["results"][0]["symbol"], "Paint the bicycle shed green");
  EXPECT_THAT(Search("voucher has run out")["results"], IsEmpty());
}

TEST_F(CliSourcesTest, AQuestionAboutSomethingElseHasNoSureAnswer) {
  const Json answer = Search("how do whales sleep in the arctic ocean");
  EXPECT_NE(answer["confidence"], "sure") << answer.dump();
}

TEST_F(CliSourcesTest, ASecretInANoteIsNotShown) {
  const std::string secret = "ghp_" + std::string(36, 'a');
  dir_.Write("app/.context/LEARNINGS.md",
             "# Learnings\n\n## [2026-01-08] The release robot needs a token\n\n"
             "It is " +
                 secret + " for now.\n");
  const Finished text = Satchel({"search", "token of the release robot", "--format", "json"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("release robot needs a token"));
  EXPECT_THAT(text.out, Not(HasSubstr(secret)));
}

TEST_F(CliSourcesTest, NotesAreFoundWhereThereIsNoCode) {
  dir_.Write("bare/.context/DECISIONS.md", kDecisions);
  const Finished found = Satchel(
      {"search", "invoices rounded per line", "--workspace", (dir_.path() / "bare").string()});
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr("decision Invoices are rounded per line"));
}

TEST_F(CliSourcesTest, AServerGivesTheSameAnswer) {
  ASSERT_EQ(Satchel({"remember", "Uploads of the customer in Lyon fail on Tuesdays"}).code, 0);
  const Json local = Search("uploads to the storage server fail");
  EXPECT_THAT(Sources(local), AllOf(Contains("code"), Contains("notes"), Contains("memory")));
  const PostgresDatabase database;
  ASSERT_EQ(Satchel({"init", "--store", AppUrl(database)}).code, 0);
  EXPECT_EQ(Search("uploads to the storage server fail")["results"], local["results"]);
}

}  // namespace
}  // namespace satchel::test
