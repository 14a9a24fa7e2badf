#include "llm/recording.h"

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "llm/finish.h"
#include "tests/support/temp_dir.h"

namespace satchel::llm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Says what it is told, in turn, and counts.
class FakeModel final : public Completer {
 public:
  explicit FakeModel(std::vector<CallRecord> says, std::atomic<int>& calls)
      : says_(std::move(says)), calls_(calls) {}
  const std::string& model() const override { return name_; }
  Called Call(const CompletionRequest& request) const override {
    CallRecord record = says_.at(static_cast<std::size_t>(calls_++));
    record.model = name_;
    record.system = request.system;
    record.prompt = request.prompt;
    return Finish(std::move(record), request.schema);
  }

 private:
  const std::string name_ = "m";
  const std::vector<CallRecord> says_;
  std::atomic<int>& calls_;
};

CallRecord Says(std::string response) {
  return {.response = std::move(response),
          .tokens = {.prompt = 3, .completion = 4},
          .latency_ms = 12,
          .attempts = 1,
          .outcome = Outcome::kAnswered};
}

CallRecord Fails(Outcome outcome) {
  return {.attempts = 5, .outcome = outcome, .error = "no luck"};
}

CompletionRequest Asking(std::string prompt) {
  return {.system = "S", .prompt = std::move(prompt), .schema = {{"type", "integer"}}};
}

Recording Reread(const Recording& recording) {
  auto again = Recording::Parse(recording.Text());
  EXPECT_TRUE(again) << again.error().text();
  return again ? *again : Recording();
}

TEST(RecordingTest, AReplayAnswersAsTheModelDid) {
  std::atomic<int> calls = 0;
  const RecordingCompleter recorder(std::make_unique<FakeModel>(
      std::vector{Says("1"), Says("no number"), Fails(Outcome::kBusy)}, calls));
  const ReplayingCompleter nothing_yet("m", recorder.recording());
  std::vector<Called> recorded;
  for (const char* prompt : {"a", "b", "c"}) recorded.push_back(recorder.Call(Asking(prompt)));
  const ReplayingCompleter replay("m", Reread(recorder.recording()));
  for (std::size_t i = 0; i < 3; ++i) {
    const Called again = replay.Call(Asking(std::string(1, "abc"[i])));
    EXPECT_EQ(again.record, recorded[i].record);
    ASSERT_EQ(again.completion.has_value(), recorded[i].completion.has_value());
    if (again.completion) {
      EXPECT_EQ(again.completion->value, recorded[i].completion->value);
      EXPECT_EQ(again.completion->tokens, recorded[i].completion->tokens);
    } else {
      EXPECT_EQ(again.completion.error(), recorded[i].completion.error());
    }
  }
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(recorded[1].record.outcome, Outcome::kMalformed);
  EXPECT_EQ(nothing_yet.Call(Asking("a")).record.outcome, Outcome::kNotRecorded);
}

TEST(RecordingTest, AMissIsSaidWithItsKey) {
  const ReplayingCompleter replay("m", Recording());
  const Called called = replay.Call(Asking("a"));
  ASSERT_FALSE(called.completion);
  EXPECT_EQ(called.completion.error().code(), Errc::kNotFound);
  EXPECT_THAT(called.completion.error().text(), AllOf(HasSubstr("the recording has no answer"),
                                                      HasSubstr(RequestKey("m", Asking("a")))));
}

TEST(RecordingTest, AnotherModelOrSchemaIsAMiss) {
  std::atomic<int> calls = 0;
  const RecordingCompleter recorder(std::make_unique<FakeModel>(std::vector{Says("1")}, calls));
  ASSERT_TRUE(recorder.Complete(Asking("a")));
  EXPECT_FALSE(ReplayingCompleter("n", recorder.recording()).Complete(Asking("a")));
  CompletionRequest other = Asking("a");
  other.schema = {{"type", "boolean"}};
  EXPECT_FALSE(ReplayingCompleter("m", recorder.recording()).Complete(other));
}

TEST(RecordingTest, WhatWasAnsweredIsNotAskedAgainAndWhatFailedIs) {
  std::atomic<int> calls = 0;
  const RecordingCompleter recorder(
      std::make_unique<FakeModel>(std::vector{Fails(Outcome::kBusy), Says("1"), Says("2")}, calls));
  EXPECT_FALSE(recorder.Complete(Asking("a")));
  EXPECT_EQ(recorder.Complete(Asking("a"))->text, "1");
  EXPECT_EQ(recorder.Complete(Asking("a"))->text, "1");
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(recorder.recording().size(), 1U);
}

TEST(RecordingTest, TheOrderOfCallsIsNotInTheFile) {
  Recording one;
  one.Add("k1", Says("1"));
  one.Add("k2", Says("2"));
  Recording other;
  other.Add("k2", Says("2"));
  other.Add("k1", Says("1"));
  EXPECT_EQ(one.Text(), other.Text());
}

TEST(RecordingTest, SecretsAreNotInTheFileAndChangeNothing) {
  const std::string token = "ghp_" + std::string("Zq7Rk2Vw9Xp4Lm8Tn3Bs6Hd1Fy5Jg0Ca2EuQ");
  std::atomic<int> calls = 0;
  const RecordingCompleter recorder(std::make_unique<FakeModel>(std::vector{Says("1")}, calls));
  ASSERT_TRUE(recorder.Complete(Asking("token: " + token)));
  EXPECT_EQ(recorder.recording().Text().find(token), std::string::npos);
  EXPECT_TRUE(ReplayingCompleter("m", recorder.recording()).Complete(Asking("token: " + token)));
}

TEST(RecordingTest, AFileIsWrittenAndRead) {
  const test::TempDir directory;
  Recording recording;
  recording.Add(std::string(64, 'a'), Says("1"));
  ASSERT_TRUE(recording.Write(directory.path() / "calls.jsonl"));
  const auto read = Recording::Read(directory.path() / "calls.jsonl");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->Text(), recording.Text());
  const auto missing = Recording::Read(directory.path() / "none.jsonl");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code(), Errc::kNotFound);
}

// A file as version 1 wrote it; it must be read for ever.
constexpr std::string_view kVersion1 =
    R"({"format":"satchel-model-calls","version":1})"
    "\n"
    R"({"call":{"attempts":1,"completion_tokens":4,"error":"","latency_ms":12,"model":"m",)"
    R"("outcome":"answered","prompt":"a","prompt_tokens":3,"response":"1","system":"S","thinking":""},)"
    R"("key":"0000000000000000000000000000000000000000000000000000000000000000"})"
    "\n";

TEST(RecordingTest, Version1IsRead) {
  const auto recording = Recording::Parse(kVersion1);
  ASSERT_TRUE(recording) << recording.error().text();
  const CallRecord* record = recording->Find(std::string(64, '0'));
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->response, "1");
  EXPECT_EQ(recording->Text(), kVersion1);
}

TEST(RecordingTest, OtherFilesAreRefusedWithTheLine) {
  const auto problem = [](std::string_view text) {
    const auto recording = Recording::Parse(text);
    return recording ? "" : recording.error().text();
  };
  EXPECT_THAT(problem(""), HasSubstr("no recording"));
  EXPECT_THAT(problem("{}"), HasSubstr("no recording"));
  EXPECT_THAT(problem("[1]"), HasSubstr("no recording"));
  EXPECT_THAT(problem(R"({"format":"satchel-model-calls","version":2})"),
              HasSubstr("another version"));
  const std::string head = R"({"format":"satchel-model-calls","version":1})";
  EXPECT_THAT(problem(head + "\n{}\n"), HasSubstr("line 2"));
  EXPECT_THAT(problem(head + "\n[]\n"), HasSubstr("line 2"));
  EXPECT_THAT(problem(head + "\n\n"), HasSubstr("line 2"));
  EXPECT_THAT(problem(std::string(kVersion1) + R"({"key":"short","call":{}})"),
              HasSubstr("line 3"));
}

}  // namespace
}  // namespace satchel::llm
