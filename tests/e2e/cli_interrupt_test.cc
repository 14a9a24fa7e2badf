// Ctrl-C and --timeout: the real binary stops where it is, says so with its exit code, and what it
// had committed stays.

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/writer_lock.h"
#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/sqlite_file.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

using Json = nlohmann::json;

constexpr int kInterrupted = 130;
constexpr int kBusy = 6;

// Until something holds, for a minute at most.
bool Until(const std::function<bool()>& holds) {
  const Deadline deadline = Deadline::After(std::chrono::minutes(1));
  while (!holds()) {
    if (deadline.Expired()) return false;
    std::this_thread::yield();
  }
  return true;
}

class CliInterruptTest : public CliFixture {
 protected:
  CliInterruptTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.MakeDirectory("app/.git");
  }

  // Changes go into the store by the two thousand.
  void WriteTree(int files) const {
    for (int i = 0; i < files; ++i) {
      dir_.Write(fmt::format("app/d{}/m{}.py", i / 100, i),
                 fmt::format("import os\n\n\ndef make_{0}(value):\n    # number {0} of many\n"
                             "    return value + {0}\n",
                             i));
    }
  }
};

TEST_F(CliInterruptTest, AnIndexRunStopsOnCtrlCAndTheNextOneGoesOn) {
  constexpr int kFiles = 5000;
  WriteTree(kFiles);
  Running index(Command({"index", "--threads", "1", "--no-cache"}));
  const fs::path log = dir_.path() / "app/.satchel/curated.db-wal";
  // A change of 2000 files was committed, and the rest is still to be read.
  ASSERT_TRUE(Until([&log] {
    std::error_code error;
    const auto size = fs::file_size(log, error);
    return !error && size > (500U << 10U);
  }));
  index.Send(SIGINT);
  const Finished stopped = index.Finish();
  EXPECT_EQ(stopped.code, kInterrupted) << stopped.err << stopped.out;
  EXPECT_EQ(stopped.signal, 0);
  EXPECT_EQ(stopped.err, "satchel: stopped by Ctrl-C\n");
  EXPECT_EQ(stopped.out, "");

  const auto kept = JsonOf({"status"})["code"]["files"].get<int>();
  EXPECT_GE(kept, 2000);
  EXPECT_LT(kept, kFiles);
  EXPECT_EQ(JsonOf({"search", "make_1"})["index"]["state"], "unfinished");
  const Json report = JsonOf({"index"});
  EXPECT_EQ(report["files"]["seen"], kFiles);
  const Json status = JsonOf({"status"});
  EXPECT_EQ(status["code"]["files"], kFiles);
  EXPECT_EQ(status["code"]["search"]["documents"].get<int>() >= kFiles, true);
  const Json found = JsonOf({"search", "make_4999"});
  EXPECT_EQ(found["results"][0]["path"], "d49/m4999.py");
}

TEST_F(CliInterruptTest, WhatWasParsedBeforeCtrlCIsNotParsedAgain) {
  constexpr int kFiles = 5000;
  WriteTree(kFiles);
  Running index(Command({"index", "--threads", "1"}));
  const fs::path log = dir_.path() / "app/.satchel/curated.db-wal";
  ASSERT_TRUE(Until([&log] {
    std::error_code error;
    const auto size = fs::file_size(log, error);
    return !error && size > (500U << 10U);
  }));
  index.Send(SIGINT);
  ASSERT_EQ(index.Finish().code, kInterrupted);
  const Json files = JsonOf({"index"})["files"];
  EXPECT_GE(files["cached"].get<int>(), 2000);
  EXPECT_EQ(files["cached"].get<int>() + files["parsed"].get<int>(), kFiles);
}

TEST_F(CliInterruptTest, WaitingForAnotherWriterEndsOnCtrlCAndWhenTimeIsOver) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const auto lock = WriterLock::Acquire(dir_.path() / "app/.satchel", Deadline::Never());
  ASSERT_TRUE(lock) << lock.error().text();
  Running index(Command({"index", "--wait", "3600"}));
  ASSERT_TRUE(Until([&index] { return index.Catches(SIGINT); }));
  index.Send(SIGINT);
  EXPECT_EQ(index.Finish().code, kInterrupted);

  const Finished late = Satchel({"index", "--wait", "3600", "--timeout", "1s"});
  EXPECT_EQ(late.code, kBusy);
  EXPECT_THAT(late.err, HasSubstr("out of time"));
  EXPECT_THAT(late.err, StartsWith("another process is writing this workspace's index; waiting "
                                   "at most 3600 s\n"));
}

// `index --full` begins by clearing what is searched: there is nothing to answer from yet.
TEST_F(CliInterruptTest, ASearchWaitsForARunThatHasJustBegunAndSaysSo) {
  WriteTree(10);
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const fs::path place = dir_.path() / "app/.satchel";
  ChangeSqlite(place / "curated.db",
               "UPDATE state SET value = '' WHERE name = 'code.rules';"
               "DELETE FROM segment; DELETE FROM segment_row");
  auto lock = WriterLock::Acquire(place, Deadline::Never());
  ASSERT_TRUE(lock) << lock.error().text();
  Running search(Command({"search", "make_7"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(search.IsThere());
  lock = Fail(Errc::kInternal, "let go");
  const Finished found = search.Finish();
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.err, HasSubstr("another process is writing this workspace's index; waiting "
                                   "at most 60 s\n"));
  EXPECT_THAT(found.out, HasSubstr("d0/m7.py"));
}

TEST_F(CliInterruptTest, ASearchInTheMiddleOfARunAnswersAndSaysThatMoreMayCome) {
  WriteTree(10);
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const fs::path place = dir_.path() / "app/.satchel";
  ChangeSqlite(place / "curated.db", "UPDATE state SET value = '' WHERE name = 'code.rules'");
  const auto lock = WriterLock::Acquire(place, Deadline::Never());
  ASSERT_TRUE(lock) << lock.error().text();
  const Finished found = Satchel({"search", "make_7"});
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr("d0/m7.py"));
  EXPECT_THAT(found.err, HasSubstr("the index is not complete: a run is under way"));
}

TEST_F(CliInterruptTest, AnInterruptedCommandSaysSoInJson) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const auto lock = WriterLock::Acquire(dir_.path() / "app/.satchel", Deadline::Never());
  ASSERT_TRUE(lock) << lock.error().text();
  Running index(Command({"index", "--wait", "3600", "--format", "json"}));
  ASSERT_TRUE(Until([&index] { return index.Catches(SIGINT); }));
  index.Send(SIGINT);
  const Finished stopped = index.Finish();
  const Json error = Json::parse(stopped.err, nullptr, false);
  EXPECT_EQ(error["error"]["code"], "interrupted") << stopped.err;
  EXPECT_EQ(error["error"]["exit_code"], kInterrupted);
}

// It stands in a write that nobody takes away: nothing looks at the deadline there.
TEST_F(CliInterruptTest, ASecondCtrlCEndsTheProcessAtOnce) {
  WriteTree(300);
  ASSERT_EQ(Satchel({"index"}).code, 0);
  constexpr std::size_t kFull = 64U << 10U;
  Running stuck(Command({"db", "export", "-"}));
  ASSERT_TRUE(Until([&stuck] { return stuck.Waiting() >= kFull; }));
  stuck.Send(SIGINT);
  ASSERT_TRUE(Until([&stuck] { return !stuck.Catches(SIGINT); }));
  EXPECT_TRUE(stuck.IsThere());
  stuck.Send(SIGINT);
  ASSERT_TRUE(Until([&stuck] { return !stuck.IsThere(); }));
  EXPECT_EQ(stuck.Finish().signal, SIGINT);
}

TEST_F(CliInterruptTest, TimeoutIsADurationOfTheCommandsThatMayTakeLong) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const Finished wrong = Satchel({"search", "x", "--timeout", "soon"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--timeout: 'soon' is not a duration"));
  EXPECT_EQ(Satchel({"status", "--timeout", "1s"}).code, 2);
  const Finished over = Satchel({"search", "x", "--timeout", "0s"});
  EXPECT_EQ(over.code, kBusy);
  EXPECT_THAT(over.err, HasSubstr("out of time"));
  EXPECT_EQ(Satchel({"search", "x", "--timeout", "1h"}).code, 5);  // nothing is indexed
}

}  // namespace
}  // namespace satchel::test
