// What the specifications promise of the printed JSON, by the real binary.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::SizeIs;

class RulesCliTest : public CliFixture {
 protected:
  RulesCliTest() { dir_.MakeDirectory("app/.git"); }

  // Forty nodes of each layer, all with a reason to be shown, `lines` below the top of their logs.
  void WriteGraphs(std::size_t lines) {
    const std::string rest = R"("type":"node","rev":1,"tags":["risk"],"links":[],)"
                             R"("created_at":"2025-12-01T00:00:00Z",)"
                             R"("updated_at":"2025-12-01T00:00:00Z")";
    json changed = json::array();
    const auto write = [&](const std::string& log, const std::string& id, const std::string& own) {
      std::string text(lines, '\n');
      for (int i = 0; i < 40; ++i) {
        text += fmt::format("{{\"id\":\"{}{:02}\",\"title\":\"release notes {}\",{},{}}}\n", id, i,
                            i, own, rest);
        changed.push_back(fmt::format("{}{:02}", id, i));
      }
      dir_.Write("app/graphs/" + log, text);
    };
    write("tg_nodes.jsonl", "TG-TASK-", R"("status":"ready")");
    write("kg_nodes.jsonl", "KG-FACT-", R"("summary":"known")");
    write("rg_nodes.jsonl", "RG-DEC-", R"("outcome":{"status":"accepted"})");
    const json commit = {{"commit_id", "COMMIT-1"},
                         {"mode", "add"},
                         {"changed_node_ids", changed},
                         {"created_at", "2025-12-01T00:00:00Z"}};
    dir_.Write("app/graphs/post_response_commits.jsonl",
               std::string(lines, '\n') + commit.dump() + "\n");
  }

  json Pack() const {
    return JsonOf({"graph", "pack", "prepare the release notes", "--dry-run", "--now", kNow});
  }
};

TEST_F(RulesCliTest, APackHasTheNumbersOfTheSpecificationWhenNothingIsSet) {
  WriteGraphs(0);
  const json pack = Pack();
  EXPECT_THAT(pack["task_snapshot"], SizeIs(15));
  EXPECT_THAT(pack["knowledge_snapshot"], SizeIs(30));
  EXPECT_THAT(pack["decision_snapshot"], SizeIs(10));
  EXPECT_THAT(pack["recent_deltas"], SizeIs(20));
  EXPECT_THAT(pack["entities"], SizeIs(30));
  EXPECT_EQ(pack["entities_found"], 120);
}

TEST_F(RulesCliTest, WhereRowsStandInTheirLogsChangesNothingInAPack) {
  WriteGraphs(0);
  json here = Pack();
  WriteGraphs(1000);
  json there = Pack();
  for (json* pack : {&here, &there}) {
    // Of this run, and of the bytes of the logs.
    for (const char* key : {"request_id", "run", "digest"}) {
      ASSERT_TRUE(pack->contains(key)) << key;
      pack->erase(key);
    }
  }
  EXPECT_EQ(json::diff(here, there), json::array());
}

TEST_F(RulesCliTest, APacketOfNotesHasTheseKeysAndNoOthers) {
  dir_.Write("app/.context/TASKS.md", "- [ ] Repair the login\n");
  const json packet = JsonOf({"agent", "--now", kNow});
  std::vector<std::string> keys;
  for (const auto& [key, value] : packet.items()) keys.push_back(key);
  std::ranges::sort(keys);
  EXPECT_THAT(keys,
              ElementsAre("budget", "constitution", "conventions", "conventions_trust", "decisions",
                          "digest", "empty", "generated", "hub", "instruction", "learnings",
                          "over_budget", "read_order", "recipe", "report", "run", "schema_version",
                          "skill", "steering", "summaries", "tasks", "tokenizer", "tokens_used"));
}

}  // namespace
}  // namespace satchel::test
