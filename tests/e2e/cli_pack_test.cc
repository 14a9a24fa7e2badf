#include <filesystem>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

// `satchel pack`: one task, one budget, all sources.
namespace satchel::test {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTask = "uploads fail when the storage server times out, add a retry";

class CliPackTest : public CliFixture {
 protected:
  CliPackTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/src/upload.py",
               "import storage\n\n\ndef upload(path):\n    \"\"\"Uploads a file to the storage "
               "server.\"\"\"\n    return storage.put(path, timeout=10)\n");
    dir_.Write("app/src/storage.py",
               "def put(path, timeout):\n    \"\"\"Sends bytes to the storage server.\"\"\"\n"
               "    return len(path) > timeout\n");
    dir_.Write("app/src/colours.py", "BLUE = 1\n\n\ndef mix(a, b):\n    return a + b\n");
    dir_.Write("app/.context/CONSTITUTION.md", "# Constitution\n\n- Never lose a user's file\n");
    dir_.Write("app/.context/DECISIONS.md",
               "# Decisions\n\n"
               "## [2025-12-30] Retry uploads with growing pauses\n\n"
               "The storage server times out under load; three tries are enough. See upload.py.\n\n"
               "## [2025-12-29] The logo is blue\n\nMarketing asked for it.\n");
    dir_.Write(
        "app/graphs/kg_nodes.jsonl",
        R"({"id":"KG-STORAGE","title":"The storage server times out after ten seconds","body":"Uploads of large files hit it.","rev":1,"updated_at":"2025-12-31T00:00:00Z"})"
        "\n"
        R"({"id":"KG-MENU","title":"The menu has four entries","body":"About, help, log, out.","rev":1,"updated_at":"2025-12-31T00:00:00Z"})"
        "\n");
    Git({"init", "-q"});
  }

  Finished Pack(const std::string& task, const Args& more = {}) const {
    Args args = {"pack", task, "--now", kNow};
    args.insert(args.end(), more.begin(), more.end());
    return Satchel(args);
  }
  Json PackJson(const std::string& task, const Args& more = {}) const {
    Args args = {"pack", task, "--now", kNow};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args);
  }
};

TEST_F(CliPackTest, EverySourceGivesWhatIsAboutTheTask) {
  Satchel({"remember", "The storage server of uploads is reached through a proxy that times out.",
           "--now", kNow});
  const Finished packed = Pack(kTask);
  EXPECT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.out, AllOf(HasSubstr("Never lose a user's file"),
                                HasSubstr("Retry uploads with growing pauses"),
                                HasSubstr("times out after ten seconds"),
                                HasSubstr("reached through a proxy"), HasSubstr("def upload")));
  EXPECT_THAT(packed.out, AllOf(Not(HasSubstr("logo is blue")), Not(HasSubstr("four entries"))));
  EXPECT_EQ(Pack(kTask).out, packed.out);
  const Finished replay = Satchel({"replay", "last"});
  EXPECT_EQ(replay.code, 0) << replay.err;
  const Finished why = Satchel({"why"});
  EXPECT_EQ(why.code, 0) << why.err;
  EXPECT_THAT(why.out, AllOf(HasSubstr("upload"), HasSubstr("below_floor")));
}

TEST_F(CliPackTest, TheBudgetIsTheBudget) {
  for (const int budget : {120, 300, 700, 2000}) {
    const Json json = PackJson(kTask, {"--budget", std::to_string(budget)});
    EXPECT_LE(json.value("tokens_used", 0), budget);
    EXPECT_EQ(json.value("over_budget", -1), 0);
    EXPECT_EQ(json.value("recipe", ""), "pack");
  }
}

TEST_F(CliPackTest, AFloorThatIsTooLargeSaysByHowMuch) {
  const Finished packed = Pack(kTask, {"--budget", "3", "--strict"});
  EXPECT_EQ(packed.code, 8) << packed.err;
  EXPECT_THAT(packed.err, HasSubstr("more than the budget of 3"));
  EXPECT_THAT(packed.out, AllOf(HasSubstr("Never lose"), Not(HasSubstr("def upload"))));
}

TEST_F(CliPackTest, OnlySomeSources) {
  const Json notes = PackJson(kTask, {"--only", "notes"});
  EXPECT_EQ(notes["sources"]["code"].value("items", -1), 0);
  EXPECT_GT(notes["sources"]["notes"].value("items", 0), 0);
  const Json both = PackJson(kTask, {"--only", "code,graph"});
  EXPECT_EQ(both["sources"]["notes"].value("items", -1), 0);
  EXPECT_GT(both["sources"]["code"].value("items", 0), 0);
  EXPECT_GT(both["sources"]["graph"].value("items", 0), 0);
  const Finished wrong = Pack(kTask, {"--only", "code,books"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("unknown source 'books'"), HasSubstr("notes, graph")));
}

TEST_F(CliPackTest, NothingAboutTheTaskIsSaid) {
  const Finished packed = Pack("zebra quagga okapi");
  EXPECT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.err, HasSubstr("nothing here is about this task"));
  EXPECT_TRUE(PackJson("zebra quagga okapi").value("abstained", false));
  EXPECT_FALSE(PackJson(kTask).value("abstained", true));
}

TEST_F(CliPackTest, APinnedMemoryIsAFloor) {
  const std::string id =
      JsonOf({"remember", "Answer in French whatever the task is.", "--now", kNow}).value("id", "");
  Satchel({"memory", "pin", id, "--now", kNow});
  const Finished packed = Pack(kTask, {"--budget", "300"});
  EXPECT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.out, AllOf(HasSubstr("Pinned"), HasSubstr("Answer in French")));
}

TEST_F(CliPackTest, WithoutNotesGraphsAndMemoriesThereIsTheCode) {
  std::filesystem::remove_all(dir_.path() / "app/.context");
  std::filesystem::remove_all(dir_.path() / "app/graphs");
  const Finished packed = Pack(kTask);
  EXPECT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.out, HasSubstr("def upload"));
}

TEST_F(CliPackTest, WhatIsMissingIsAddedByRefining) {
  Pack(kTask, {"--budget", "600"});
  const Finished refined = Satchel({"refine", "last", "--missing-file", "src/colours.py"});
  EXPECT_EQ(refined.code, 0) << refined.err;
  EXPECT_THAT(refined.out, AllOf(HasSubstr("colours.py"), HasSubstr("Retry uploads")));
}

TEST_F(CliPackTest, ARefinementThatAddsTokensKeepsAllThatWasShown) {
  const auto ids = [](const Json& packet) {
    std::set<std::string> all;
    for (const Json& section : packet["sections"]) {
      for (const Json& item : section["items"]) all.insert(item["id"]);
    }
    return all;
  };
  const Json before = PackJson(kTask, {"--budget", "400"});
  const std::size_t used = before["tokens_used"];
  const Finished refined = Satchel(
      {"refine", "last", "--add", "300", "--missing-file", "src/colours.py", "--format", "json"});
  ASSERT_EQ(refined.code, 0) << refined.err;
  const Json after = Json::parse(refined.out);
  EXPECT_EQ(after["budget"], used + 300);
  EXPECT_LE(after["tokens_used"], used + 300);
  EXPECT_THAT(ids(after), testing::IsSupersetOf(ids(before)));
  EXPECT_THAT(refined.out, HasSubstr("src/colours.py"));
  EXPECT_EQ(Satchel({"replay", "last"}).code, 0);
  for (const char* wrong : {"0", "-5", "many", "1000001"}) {
    EXPECT_EQ(Satchel({"refine", "last", "--add", wrong, "--missing-file", "a.py"}).code, 2);
  }
}

TEST_F(CliPackTest, ADifferenceHasOnlyWhatIsNew) {
  const std::string run = PackJson(kTask).value("run", "");
  EXPECT_TRUE(PackJson(kTask, {"--diff", run}).value("abstained", false));
  dir_.Write("app/.context/LEARNINGS.md",
             "# Learnings\n\n## [2026-01-02] A retry of uploads must send all bytes again\n\n"
             "The storage server keeps nothing of a timeout.\n");
  const Finished now = Pack(kTask, {"--diff", run});
  EXPECT_EQ(now.code, 0) << now.err;
  EXPECT_THAT(now.out, AllOf(HasSubstr("must send all bytes again"), Not(HasSubstr("def upload")),
                             Not(HasSubstr("Never lose a user's file"))));
  const Finished replay = Satchel({"replay", "last", "--fresh"});
  EXPECT_EQ(replay.code, 0) << replay.err << replay.out;
  const Finished wrong = Pack(kTask, {"--diff", "nonsense"});
  EXPECT_NE(wrong.code, 0);
}

TEST_F(CliPackTest, AnEmptyTaskIsAMatterOfUsage) {
  const Finished empty = Pack("  ");
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("the task is empty"));
}

TEST_F(CliPackTest, TheSameIsSaidOnce) {
  Satchel({"remember",
           "Retry uploads with growing pauses. The storage server times out under load; three "
           "tries are enough. See upload.py.",
           "--now", kNow});
  const Finished packed = Pack(kTask);
  EXPECT_EQ(packed.code, 0) << packed.err;
  const auto first = packed.out.find("three tries are enough");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(packed.out.find("three tries are enough", first + 1), std::string::npos);
  EXPECT_THAT(Satchel({"why"}).out, HasSubstr("same_as"));
}

}  // namespace
}  // namespace satchel::test
