// Twenty processes at once in one workspace: half of them write memories, notes, tasks and the
// index, and remove old runs; the others read. No reading command fails, and no hook is silent
// because another process has a lock.
//
// A hook without --timeout gives up after 250 ms, which twenty processes on two cores can take from
// it. So half of the hooks have a --timeout and must answer; the others must not name a lock as the
// reason for their silence.
//
// SATCHEL_CASES is the time in seconds; `scripts/soak cli_readers` runs ten minutes.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/random.h"

namespace satchel::test {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kProcesses = 20;

// What the commands of one kind came to.
struct Tally {
  std::size_t ran = 0;
  std::size_t failed = 0;
  std::size_t unrecorded = 0;
  std::string said;  // by the first that failed
};

bool NamesALock(std::string_view text) {
  constexpr std::array<std::string_view, 4> kWords = {"is writing", "in use", "is locked",
                                                      "cannot lock"};
  return std::ranges::any_of(kWords, [text](std::string_view word) { return text.contains(word); });
}

class CliReadersTest : public CliFixture {
 protected:
  CliReadersTest() : CliFixture("app") {
    dir_.MakeDirectory("app/.git");
    for (int i = 0; i < 20; ++i) {
      dir_.Write(fmt::format("app/src/part_{}.py", i),
                 fmt::format("def start_server_{0}(port):\n    return port + {0}\n", i));
    }
    dir_.Write("app/.context/CONSTITUTION.md", "- Never commit secrets\n");
  }

  static Args Reading(std::size_t number) {
    static const std::vector<Args> commands = {
        {"pack", "start the server"},
        {"recall", "when does the import of the server run"},
        {"agent", "repair the import"},
        {"retrieve", "start the server", "--budget", "2000"},
        {"graph", "pack", "repair the import", "--dry-run"},
        {"search", "start server"},
        {"uses", "start_server_3"},
        {"why"},
    };
    return commands[number % commands.size()];
  }

  Args Writing(std::size_t who, std::size_t number) const {
    const std::string text = fmt::format("Thing {} of writer {} about the server", number, who);
    switch ((who + number) % 6) {
      case 0:
        return {"remember", text};
      case 1:
        return {"note", "task", "add", text};
      case 2:
        return {"graph", "add", "task", text};
      case 3:
        return {"runs", "gc"};
      case 4:
        dir_.Write(fmt::format("app/src/new_{}.py", who),
                   fmt::format("def added_{}_{}(port):\n    return port\n", who, number));
        return {"index", "--wait", "30"};
      default:
        return {"pack", text, "--task-id", fmt::format("writer-{}", who)};
    }
  }

  Finished Hook(std::size_t who, std::size_t number, bool hurry) const {
    Process hook = Command({"hook", "UserPromptSubmit", "--agent", "claude-code"});
    if (!hurry) hook.args.insert(hook.args.end(), {"--timeout", "60s"});
    hook.input = Json({{"session_id", fmt::format("s{}-{}", who, number)},
                       {"cwd", (dir_.path() / "app").string()},
                       {"hook_event_name", "UserPromptSubmit"},
                       {"prompt", "how does start_server_7 in part_7.py open its port"}})
                     .dump();
    return Execute(hook);
  }

  void Count(const std::string& kind, bool failed, const std::string& said) {
    const std::scoped_lock lock(mutex_);
    Tally& tally = tallies_[kind];
    ++tally.ran;
    if (said.find("recorded: ") != said.npos) ++tally.unrecorded;
    if (!failed) return;
    if (tally.failed++ == 0) tally.said = said;
  }

  void Read(std::size_t who, std::size_t number) {
    if (number % 3 == 0) {
      const Finished patient = Hook(who, number, false);
      Count("hook", patient.code != 0 || patient.out.empty(), patient.err);
      return;
    }
    if (number % 3 == 1) {
      const Finished hurried = Hook(who, number, true);
      Count("hurried hook", hurried.code != 0 || (hurried.out.empty() && NamesALock(hurried.err)),
            hurried.err);
      if (hurried.out.empty()) ++silent_;
      return;
    }
    const Args args = Reading(who + (number / 3));
    const Finished done = Execute(Command(args));
    Count(args.front(), done.code != 0, done.err);
  }

  void Write(std::size_t who, std::size_t number) {
    const Finished done = Execute(Command(Writing(who, number)));
    const std::scoped_lock lock(mutex_);
    ++written_;
  }

  std::mutex mutex_;
  std::map<std::string, Tally> tallies_;  // locked by mutex_
  std::size_t written_ = 0;               // likewise
  std::atomic<std::size_t> silent_ = 0;
};

TEST_F(CliReadersTest, NoReadingCommandFailsAndNoHookIsSilentBecauseOthersWrite) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  ASSERT_EQ(Satchel({"remember", "The import of the server runs at night"}).code, 0);
  ASSERT_EQ(Satchel({"graph", "add", "task", "Repair the import"}).code, 0);
  ASSERT_EQ(Satchel({"pack", "start the server"}).code, 0);
  const auto end = Deadline::After(std::chrono::seconds(static_cast<std::int64_t>(CaseCount(6))));
  {
    std::vector<std::jthread> processes;
    for (std::size_t who = 0; who < kProcesses; ++who) {
      processes.emplace_back([this, who, end] {
        for (std::size_t number = who; number == who || !end.Expired(); ++number) {
          who % 2 == 0 ? Write(who, number) : Read(who, number);
        }
      });
    }
  }
  for (const auto& [kind, tally] : tallies_) {
    fmt::print("{}: {} ran, {} failed, {} unrecorded\n", kind, tally.ran, tally.failed,
               tally.unrecorded);
    EXPECT_EQ(tally.failed, 0U) << kind << ": " << tally.said;
  }
  fmt::print("{} written, {} hurried hooks silent, no one for want of a lock\n", written_,
             silent_.load());
  EXPECT_GT(tallies_["hook"].ran, 0U);
}

}  // namespace
}  // namespace satchel::test
