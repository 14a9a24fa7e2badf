#include "graph/files/writer.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/files/node_json.h"
#include "graph/files/pending.h"
#include "graph/files/validate.h"
#include "tests/support/temp_dir.h"

namespace satchel::graph {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const Time kNow = *ParseTime("2026-03-01T10:11:12Z");

Json Node(Layer layer, const std::string& id, const std::string& title) {
  return FirstRevision(layer, {{"id", id}, {"title", title}}, kNow).value();
}

Change Adding(const std::string& id, const std::string& title = "title") {
  const Layer layer = LayerOfId(id).value_or(Layer::kKnowledge);
  return {.mode = "add", .rows = {{layer, Node(layer, id, title)}}};
}

class WriterTest : public testing::Test {
 protected:
  Writer Open() const { return Writer::Open(temp_.path(), "graphs", Deadline::Never()).value(); }
  Committed Commit(const Change& change) const { return Open().Commit(change, kNow).value(); }
  Loaded Load() const { return LoadGraph(temp_.path(), "graphs").value(); }
  std::string Read(const std::string& name) const {
    return test::TempDir::ReadFile(temp_.path() / "graphs" / name);
  }
  bool Exists(std::string_view name) const {
    return std::filesystem::exists(temp_.path() / "graphs" / name);
  }
  // What the journal of a change would be, with nothing of it done.
  Pending PendingOf(const std::string& id) const {
    const test::TempDir other;
    std::filesystem::copy(temp_.path(), other.path(), std::filesystem::copy_options::recursive);
    const auto done =
        Writer::Open(other.path(), "graphs", Deadline::Never()).value().Commit(Adding(id), kNow);
    Pending pending{.commit_id = done->commit_id,
                    .pack_name = done->pack.substr(kPackFolder.size() + 1),
                    .pack = test::TempDir::ReadFile(other.path() / "graphs" / done->pack)};
    const auto added = [&](std::string_view name) {
      const std::string before = Read(std::string(name));
      const std::string after = test::TempDir::ReadFile(other.path() / "graphs" / name);
      return Append{
          .file = std::string(name), .size = before.size(), .bytes = after.substr(before.size())};
    };
    pending.rows = {added(LogName(LayerOfId(id).value_or(Layer::kKnowledge)))};
    pending.commit_row = added(kCommitLog);
    return pending;
  }
  void Put(const Pending& pending) const {
    temp_.Write("graphs/.pending.json", CanonicalJson(ToJson(pending)));
  }

  test::TempDir temp_;
};

TEST_F(WriterTest, GitIsToldToIgnoreEverythingButTheLogsUnlessThereAreRulesAlready) {
  Commit(Adding("TG-TASK-ONE"));
  const std::string rules = Read(".gitignore");
  for (const char* made :
       {"/.lock\n", "/.pending.json\n", "/context_packs/\n", "/context_pack.latest.json\n",
        "/request_context_packs/\n", "/request_context.latest.json\n"}) {
    EXPECT_THAT(rules, HasSubstr(made));
  }
  EXPECT_THAT(rules, testing::Not(HasSubstr(".jsonl\n")));
  temp_.Write("graphs/.gitignore", "mine\n");
  Commit(Adding("TG-TASK-TWO"));
  EXPECT_EQ(Read(".gitignore"), "mine\n");
}

TEST_F(WriterTest, AChangeIsRowsPackLatestAndACommitRow) {
  const Committed done =
      Commit({.mode = "add",
              .rows = {{Layer::kTask, Node(Layer::kTask, "TG-1", "task")},
                       {Layer::kKnowledge, Node(Layer::kKnowledge, "KG-1", "k")}},
              .details = {{"request_id", "REQ-1"}}});
  const Loaded loaded = Load();
  EXPECT_TRUE(loaded.graph->Find("TG-1") && loaded.graph->Find("KG-1"));
  const Json commit = Json::parse(Read("post_response_commits.jsonl"));
  EXPECT_EQ(commit["commit_id"], done.commit_id);
  EXPECT_EQ(commit["changed_node_ids"], Json({"TG-1", "KG-1"}));
  EXPECT_EQ(commit["created_at"], "2026-03-01T10:11:12Z");
  EXPECT_EQ(commit["event"], "post_response_commit");
  EXPECT_EQ(commit["mode"], "add");
  EXPECT_EQ(commit["request_id"], "REQ-1");
  EXPECT_EQ(commit["context_pack_path"], "graphs/" + done.pack);
  EXPECT_THAT(done.pack, StartsWith("context_packs/context_pack.20260301T101112Z.COMMIT-"));
  EXPECT_EQ(Read(done.pack), Read("context_pack.latest.json"));
  EXPECT_EQ(Json::parse(Read(done.pack))["commit_id"], done.commit_id);
  EXPECT_FALSE(Exists(kPendingFile));
  EXPECT_THAT(Validate(loaded), IsEmpty());
}

// Each step fails in turn: what comes behind it is not done yet.
TEST_F(WriterTest, ThePackIsWrittenBeforeTheLatestAndTheCommitRowLast) {
  temp_.Write("graphs/context_packs", "in the way");
  ASSERT_FALSE(Open().Commit(Adding("TG-1"), kNow));
  EXPECT_THAT(Read("tg_nodes.jsonl"), HasSubstr("TG-1"));
  EXPECT_FALSE(Exists("context_pack.latest.json"));
  EXPECT_FALSE(Exists(kCommitLog));

  std::filesystem::remove(temp_.path() / "graphs/context_packs");
  temp_.MakeDirectory("graphs/context_pack.latest.json/in the way");
  EXPECT_FALSE(Writer::Open(temp_.path(), "graphs", Deadline::Never())) << "it is not completed";
  EXPECT_FALSE(std::filesystem::is_empty(temp_.path() / "graphs/context_packs"));
  EXPECT_FALSE(Exists(kCommitLog));

  std::filesystem::remove_all(temp_.path() / "graphs/context_pack.latest.json");
  EXPECT_FALSE(Open().folder().completed.empty());
  EXPECT_THAT(Read("context_pack.latest.json"), HasSubstr("TG-1"));
  EXPECT_THAT(Read(std::string(kCommitLog)), HasSubstr("TG-1"));
}

TEST_F(WriterTest, RowsAreAppendedAndNothingElseChanges) {
  Commit(Adding("TG-1"));
  const std::string tasks = Read("tg_nodes.jsonl");
  const std::string commits = Read("post_response_commits.jsonl");
  Commit(Adding("TG-2"));
  EXPECT_THAT(Read("tg_nodes.jsonl"), StartsWith(tasks));
  EXPECT_THAT(Read("post_response_commits.jsonl"), StartsWith(commits));
  EXPECT_FALSE(Exists("kg_nodes.jsonl"));
}

TEST_F(WriterTest, ATornLastLineIsEndedFirst) {
  temp_.Write("graphs/tg_nodes.jsonl", "{\"id\":\"TG-0\",\"ti");
  temp_.Write("graphs/post_response_commits.jsonl", "{\"commit_id\":\"C0\"}");
  Commit(Adding("TG-1"));
  const Loaded loaded = Load();
  EXPECT_TRUE(loaded.graph->Find("TG-1").has_value());
  EXPECT_THAT(loaded.graph->findings(), SizeIs(1));
  EXPECT_THAT(loaded.graph->commits(), SizeIs(2));
}

TEST_F(WriterTest, ThePackShowsTheChangeItselfAndOnlyOpenTasks) {
  Change change = Adding("TG-1", "first");
  change.rows.emplace_back(
      Layer::kTask,
      FirstRevision(Layer::kTask, {{"id", "TG-2"}, {"title", "t"}, {"status", "done"}}, kNow)
          .value());
  Commit(change);
  const Json pack = Json::parse(Read("context_pack.latest.json"));
  EXPECT_EQ(pack["active_tasks"], Json::array({"TG-1"}));
  EXPECT_EQ(pack["goal"], "first");
  EXPECT_THAT(pack["recent_deltas"], SizeIs(2));
}

TEST_F(WriterTest, SomebodyElseWaits) {
  const Writer writer = Open();
  const auto other =
      Writer::Open(temp_.path(), "graphs", Deadline::After(std::chrono::milliseconds(20)));
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error().code(), Errc::kDeadline);
}

TEST_F(WriterTest, ALogThatIsNoFileIsNotChanged) {
  temp_.Write("outside", "");
  temp_.MakeDirectory("graphs");
  std::filesystem::create_symlink("../outside", temp_.path() / "graphs/tg_nodes.jsonl");
  const auto writer = Writer::Open(temp_.path(), "graphs", Deadline::Never());
  ASSERT_FALSE(writer.has_value());
  EXPECT_EQ(writer.error().code(), Errc::kInvalidInput);
  EXPECT_EQ(test::TempDir::ReadFile(temp_.path() / "outside"), "");
}

TEST_F(WriterTest, AChangeThatWasCutOffIsCompletedByTheNextWriter) {
  Commit(Adding("KG-1"));
  const Pending pending = PendingOf("TG-1");
  Put(pending);
  EXPECT_EQ(PendingCommit(Open().folder().directory).value(), "") << "opening completes it";
  const Loaded loaded = Load();
  EXPECT_TRUE(loaded.graph->Find("TG-1").has_value());
  EXPECT_EQ(loaded.graph->commits().back().id, pending.commit_id);
  EXPECT_EQ(Read("context_pack.latest.json"), pending.pack);
  EXPECT_FALSE(Exists(kPendingFile));
}

TEST_F(WriterTest, SaysWhatItCompleted) {
  const Pending pending = PendingOf("TG-1");
  Put(pending);
  EXPECT_EQ(Open().folder().completed, pending.commit_id);
  EXPECT_EQ(Open().folder().completed, "");
}

TEST_F(WriterTest, WhateverIsThereAlreadyIsNotWrittenTwice) {
  Commit(Adding("TG-0"));
  const Pending pending = PendingOf("TG-1");
  const std::string tasks = Read("tg_nodes.jsonl");
  const std::string commits = Read("post_response_commits.jsonl");
  const std::string row = pending.rows.front().bytes;
  for (std::size_t size = 0; size <= row.size(); size += 41) {
    temp_.Write("graphs/tg_nodes.jsonl", tasks + row.substr(0, size));
    temp_.Write("graphs/post_response_commits.jsonl",
                size == 0 ? commits + pending.commit_row.bytes : commits);
    Put(pending);
    Open();
    ASSERT_EQ(Read("tg_nodes.jsonl"), tasks + row);
    ASSERT_EQ(Read("post_response_commits.jsonl"), commits + pending.commit_row.bytes);
  }
}

TEST_F(WriterTest, RowsOfOthersThatCameInBetweenStay) {
  Commit(Adding("TG-0"));
  const Pending pending = PendingOf("TG-1");
  const std::string theirs = CanonicalJson(Node(Layer::kTask, "TG-X", "x"));
  const std::string before = Read("tg_nodes.jsonl");
  for (const std::string& end : {std::string("\n"), std::string()}) {
    temp_.Write("graphs/tg_nodes.jsonl", before + theirs + end);
    Put(pending);
    Open();
    EXPECT_EQ(Read("tg_nodes.jsonl"), before + theirs + "\n" + pending.rows.front().bytes);
  }
}

TEST_F(WriterTest, AJournalThatNamesOtherFilesIsRefused) {
  Pending pending = PendingOf("TG-1");
  pending.rows.front().file = "../outside.jsonl";
  Put(pending);
  auto writer = Writer::Open(temp_.path(), "graphs", Deadline::Never());
  ASSERT_FALSE(writer.has_value());
  EXPECT_EQ(writer.error().code(), Errc::kCorrupt);
  pending.rows.front().file = "tg_nodes.jsonl";
  for (const char* name : {"../x.json", "context_pack.latest.json", "context_pack.a/b.json", ""}) {
    pending.pack_name = name;
    Put(pending);
    EXPECT_FALSE(Writer::Open(temp_.path(), "graphs", Deadline::Never()).has_value()) << name;
  }
}

TEST_F(WriterTest, AJournalThatCannotBeReadIsAnErrorAndStays) {
  temp_.Write("graphs/.pending.json", "{\"commit_id\"");
  const auto writer = Writer::Open(temp_.path(), "graphs", Deadline::Never());
  ASSERT_FALSE(writer.has_value());
  EXPECT_EQ(writer.error().code(), Errc::kCorrupt);
  EXPECT_TRUE(Exists(kPendingFile));
}

TEST_F(WriterTest, APackThatIsNotOfItsCommitIsNotWritten) {
  Pending pending = PendingOf("TG-1");
  pending.pack = "{}";
  Put(pending);
  EXPECT_FALSE(Writer::Open(temp_.path(), "graphs", Deadline::Never()).has_value());
  EXPECT_FALSE(Exists("context_pack.latest.json"));
  EXPECT_FALSE(Exists("post_response_commits.jsonl"));
}

TEST_F(WriterTest, AChangeTooLargeToBeCompletedIsRefusedBeforeAnythingIsWritten) {
  Change change{.mode = "import"};
  // With the indents of JSON for people nested lists take many times the bytes of their row.
  Json deep = 1;
  for (int i = 0; i < 1'000; ++i) deep = Json::array({std::move(deep)});
  Json node = Node(Layer::kTask, "TG-1", "t");
  node["acceptance_criteria"] = std::vector<Json>(40, deep);
  change.rows.emplace_back(Layer::kTask, std::move(node));
  const auto done = Open().Commit(change, kNow);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(std::string(done.error().text()), HasSubstr("large"));
  EXPECT_FALSE(Exists(kPendingFile));
  EXPECT_FALSE(Exists("tg_nodes.jsonl"));
}

TEST_F(WriterTest, OldPacksRotate) {
  for (int i = 0; i < 205; ++i) {
    temp_.Write(fmt::format("graphs/context_packs/context_pack.2025{:04}T000000Z.C.json", i), "x");
  }
  const Committed done = Commit(Adding("TG-1"));
  const auto names = Directory::Open(temp_.path() / "graphs/context_packs")->List(1'000).value();
  EXPECT_THAT(names, SizeIs(200));
  EXPECT_TRUE(Exists(done.pack));
}

}  // namespace
}  // namespace satchel::graph
