// Keys of answers that are there, or not null, only in some cases.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "code/answers/enrich_answer.h"
#include "code/answers/index_answer.h"
#include "code/answers/uses_answer.h"
#include "code/answers/watch_answer.h"
#include "engine/answers/code_answer.h"
#include "engine/answers/replay_answer.h"
#include "engine/answers/week_answer.h"
#include "graph/answers/graph_answer.h"
#include "graph/answers/graph_check_answer.h"
#include "memory/answers/memory_answer.h"
#include "notes/answers/notes_answer.h"
#include "notes/answers/notes_check_answer.h"
#include "notes/answers/notes_log_answer.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;

// The keys that only the second of two answers has, or has a value for.
std::vector<std::string> Added(const Json& before, const Json& after) {
  std::vector<std::string> added;
  for (const auto& [key, value] : after.items()) {
    if (!value.is_null() && (!before.contains(key) || before[key].is_null())) added.push_back(key);
  }
  return added;
}

Json UseOf(UsePlace place) {
  UsesAnswer answer;
  answer.users.places = {std::move(place)};
  answer.users.left_out = 4;
  const Json json = ToJson(answer, CodeRefresh());
  EXPECT_EQ(json["users"]["left_out"], 4);
  return json["users"]["places"][0];
}

TEST(AnswerKeysTest, AUseHasTheKeysOfItsKind) {
  const Json import = UseOf({.path = "a.py", .line = 3});
  EXPECT_THAT(Added(Json::object(), import), ElementsAre("line", "path"));
  EXPECT_THAT(Added(import, UseOf({.symbol = "Sign", .kind = "method", .text = "def"})),
              ElementsAre("kind", "symbol", "text"));
  EXPECT_THAT(Added(import, UseOf({.end_line = 1})), ElementsAre("declared_only", "end_line"));
  EXPECT_THAT(Added(import, UseOf({.times = 1})), ElementsAre("confidence", "rule", "times"));
}

TEST(AnswerKeysTest, AMemoryIsOfTheDefaultNamespaceUnlessItNamesOne) {
  memory::Memory memory;
  EXPECT_EQ(ToJson(memory)["namespace"], std::string(memory::kDefaultSpace));
  memory.space = "work";
  EXPECT_EQ(ToJson(memory)["namespace"], "work");
}

TEST(AnswerKeysTest, AMemoryThatIsThereSaysHowAlikeItIs) {
  const Json added = ToJson(Remembered());
  for (const auto outcome : {RememberOutcome::kKnown, RememberOutcome::kAlike}) {
    EXPECT_THAT(Added(added, ToJson(Remembered{.outcome = outcome})), ElementsAre("alike"));
  }
  EXPECT_THAT(Added(added, ToJson(Remembered{.contradicts = "m1", .artifact = "m2"})),
              ElementsAre("artifact_id", "contradicts"));
}

TEST(AnswerKeysTest, AnEditedMemoryNamesItsCopiesIfItHasAny) {
  const MemoryEdit edit;
  EXPECT_EQ(ToJson(edit, "pinned")["did"], "pinned");
  EXPECT_THAT(Added(ToJson(edit, ""), ToJson(MemoryEdit{.copies = {"m1"}}, "")),
              ElementsAre("copies"));
}

TEST(AnswerKeysTest, OnlyATrialImportShowsMemoriesAndTheyHaveNoId) {
  MemoryImport import;
  import.first.emplace_back().id = "m1";
  import.reasons.at(1) = 2;
  EXPECT_EQ(ToJson(import)["skipped_by"].size(), 1U) << "the other reasons were not met";
  const Json done = ToJson(import);
  import.dry_run = true;
  EXPECT_THAT(Added(done, ToJson(import)), ElementsAre("first"));
  EXPECT_FALSE(ToJson(import)["first"][0].contains("id"));
}

TEST(AnswerKeysTest, AnAnswerIsOkWithoutIssues) {
  EXPECT_EQ(ToJson(MemoryCheck())["ok"], true);
  EXPECT_EQ(ToJson(MemoryCheck{.issues = {{}}})["ok"], false);
  EXPECT_EQ(ToJson(NotesCheck())["ok"], true);
  EXPECT_EQ(ToJson(NotesCheck{.issues = {{}}})["ok"], false);
}

TEST(AnswerKeysTest, ANoteHasTheKeysOfItsKind) {
  const Json plain = ToJson(NoteItem());
  EXPECT_THAT(Added(plain, ToJson(NoteItem{.phase = "now", .lead = "MUST", .time = Time{0}})),
              ElementsAre("lead", "phase", "time"));
  const auto listed = [](std::size_t number) {
    return ToJson(std::vector<ListedNote>{{.number = number}})["items"][0];
  };
  EXPECT_THAT(Added(listed(0), listed(1)), ElementsAre("number"));
  EXPECT_FALSE(listed(1).contains("text")) << "a list has titles only";
  EXPECT_THAT(Added(ToJson(NoteEdit(), ""), ToJson(NoteEdit{.before = "b", .repeats = "r"}, "")),
              ElementsAre("before", "repeats"));
}

TEST(AnswerKeysTest, ALogOfNotesShowsTheLatestCommitsAndCountsAll) {
  NotesLog log;
  for (const char* hash : {"3", "2", "1"}) log.commits.emplace_back().hash = hash;
  const Json json = ToJson(log, 2);
  EXPECT_EQ(json["commits"].size(), 2U);
  EXPECT_EQ(json["commits"][0]["hash"], "3");
  EXPECT_EQ(json["total"], 3);
}

TEST(AnswerKeysTest, AGraphEditSaysWhatItDid) {
  EXPECT_EQ(Did({.created = true}), "unchanged") << "without a commit nothing was written";
  EXPECT_EQ(Did({.created = true, .commit_id = "c"}), "added");
  EXPECT_EQ(Did({.commit_id = "c"}), "revised");
  const GraphEdit edit{.node = Json::object()};
  EXPECT_THAT(Added(ToJson(edit), ToJson(GraphEdit{.node = edit.node, .commit_id = "c"})),
              ElementsAre("commit_id"));
  EXPECT_THAT(Added(ToJson(GraphImport()), ToJson(GraphImport{.commit_id = "c"})),
              ElementsAre("commit_id"));
}

TEST(AnswerKeysTest, AGraphNodeShowsItsHistoryOnRequest) {
  GraphDetail detail{.node = Json::object(), .history = {Json::object(), Json::object()}};
  const Json plain = ToJson(detail, false);
  EXPECT_EQ(plain["revisions"], 2);
  EXPECT_THAT(Added(plain, ToJson(detail, true)), ElementsAre("history"));
  detail.item.updated_at = Time{0};
  detail.item.rev = 2;
  EXPECT_THAT(Added(plain, ToJson(detail, false)), ElementsAre("rev", "updated_at"));
}

TEST(AnswerKeysTest, FaultsOfAGraphAreErrorsOrWarnings) {
  GraphCheck check;
  for (const bool is_error : {true, false, true}) check.faults.push_back({.is_error = is_error});
  check.faults.front().text = "a\tb";
  const Json json = ToJson(check);
  EXPECT_EQ(json["errors"], 2);
  EXPECT_EQ(json["warnings"], 1);
  EXPECT_EQ(json["faults"][0]["severity"], "error");
  EXPECT_EQ(json["faults"][1]["severity"], "warning");
  EXPECT_EQ(json["faults"][0]["text"], "a\\u{9}b");
}

TEST(AnswerKeysTest, ANoticeOfAWatchHasTheKeysOfItsKind) {
  using Kind = WatchNotice::Kind;
  const Json away = ToJson(WatchNotice{.kind = Kind::kAway});
  EXPECT_THAT(Added(Json::object(), away), ElementsAre("event"));
  EXPECT_THAT(Added(away, ToJson(WatchNotice{.kind = Kind::kWatching})),
              ElementsAre("directories"));
  EXPECT_THAT(Added(away, ToJson(WatchNotice{.kind = Kind::kRefreshed})),
              ElementsAre("added", "changed", "gone", "seconds"));
  EXPECT_THAT(Added(away, ToJson(WatchNotice{.kind = Kind::kAway,
                                             .error = Error(Errc::kUnavailable, "gone")})),
              ElementsAre("hint", "message"));
}

TEST(AnswerKeysTest, AWeekHasAHistoryOnlyWithGit) {
  Week week{.packets = {{.face = ""}, {.face = "hook"}}};
  EXPECT_EQ(ToJson(week)["by"][0]["face"], Json());
  EXPECT_EQ(ToJson(week)["by"][1]["face"], "hook");
  const Json before = ToJson(week);
  week.has_history = true;
  EXPECT_THAT(Added(before, ToJson(week)), ElementsAre("history"));
}

TEST(AnswerKeysTest, AReplayNamesTheFirstLineThatDiffers) {
  Replayed replayed;
  const Json same = ToJson(replayed);
  EXPECT_EQ(same["same"], true);
  replayed.difference = {.line = 3, .then = "a", .now = "b"};
  EXPECT_THAT(Added(same, ToJson(replayed)), ElementsAre("difference"));
  EXPECT_EQ(ToJson(replayed)["difference"]["line"], 3);
}

TEST(AnswerKeysTest, AnIndexRunNamesOnlyWhatItMet) {
  CodeIndexReport report;
  report.summary.skipped.Add(SkipReason::kBinary, "a.png");
  const Json before = ToJson(report);
  EXPECT_EQ(before["files"]["skipped"].size(), 1U);
  EXPECT_EQ(before["files"]["skipped"]["binary"]["count"], 1);
  report.summary.commit = "c";
  report.vectors.emplace();
  EXPECT_THAT(Added(before, ToJson(report)), ElementsAre("commit", "vectors"));
  report.history.head = "h";
  EXPECT_THAT(Added(before["history"], ToJson(report)["history"]), ElementsAre("head"));
  const Json vectors = ToJson(report)["vectors"];
  report.vectors->refused = report.vectors->stopped = "why";
  EXPECT_THAT(Added(vectors, ToJson(report)["vectors"]), ElementsAre("refused", "stopped"));
}

TEST(AnswerKeysTest, TheCodeHasVectorsAndDescriptionsOnlyIfTheyAreMade) {
  CodeStatus status;
  const Json before = ToJson(status);
  status.vectors.emplace();
  EXPECT_THAT(Added(before, ToJson(status)), ElementsAre("vectors"));
  EXPECT_THAT(Added(ToJson(EnrichReport()), ToJson(EnrichReport{.promotes = true})),
              ElementsAre("promoted"));
}

}  // namespace
}  // namespace satchel::engine
