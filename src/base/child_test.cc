#include "base/child.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/directory.h"
#include "base/process.h"
#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

using testing::HasSubstr;

Result<ProcessResult> Shell(std::string script, ProcessLimits limits = {}) {
  return RunProcess({.program = "/bin/sh",
                     .args = {"-c", std::move(script)},
                     .environment = {"PATH=/usr/bin:/bin", "LC_ALL=C"},
                     .limits = limits},
                    Deadline::After(std::chrono::seconds(60)));
}

TEST(ChildTest, CannotAllocateTwoGigabytes) {
  const auto large = Shell("dd if=/dev/zero of=/dev/null bs=2G count=1");
  ASSERT_TRUE(large) << large.error().text();
  EXPECT_NE(large->code, 0);
  EXPECT_THAT(large->err, HasSubstr("memory exhausted"));
  EXPECT_EQ(Shell("dd if=/dev/zero of=/dev/null bs=64M count=1").value().code, 0);
}

TEST(ChildTest, OneThatRunsAloneOutlivesItsParentAtTheLowestPriority) {
  const test::TempDir dir;
  const auto file = dir.path() / "priority";
  const pid_t parent = ::fork();
  ASSERT_GE(parent, 0);
  if (parent == 0) {
    const std::string script = "sleep 0.2; nice > " + file.string() + ".new; mv " + file.string() +
                               ".new " + file.string();
    ::_exit(Child::RunAlone({.program = "/bin/sh",
                             .args = {"-c", script},
                             .environment = {"PATH=/usr/bin:/bin"},
                             .in_spare_time = true}));
  }
  int status = -1;
  ASSERT_EQ(::waitpid(parent, &status, 0), parent);
  EXPECT_EQ(status, 0);
  for (int i = 0; i < 600 && !std::filesystem::exists(file); ++i) ::usleep(100'000);
  EXPECT_EQ(test::TempDir::ReadFile(file), "19\n");
}

TEST(ChildTest, CannotHaveMoreDataThanItsLimit) {
  const ProcessLimits limits = {.data = 32U << 20U};
  EXPECT_NE(Shell("dd if=/dev/zero of=/dev/null bs=64M count=1", limits).value().code, 0);
  EXPECT_EQ(Shell("dd if=/dev/zero of=/dev/null bs=4M count=1", limits).value().code, 0);
}

TEST(ChildTest, IsEndedIfItComputesOrWaitsTooLong) {
  const auto computing =
      Shell("while :; do :; done", ProcessLimits{.cpu = std::chrono::seconds(1)});
  ASSERT_FALSE(computing);
  EXPECT_EQ(computing.error().code(), Errc::kUnavailable);
  EXPECT_THAT(computing.error().text(), HasSubstr("more than 1 s of processor time"));
  const auto waiting = Shell("exec sleep 60", ProcessLimits{.wall = std::chrono::seconds(1)});
  ASSERT_FALSE(waiting);
  EXPECT_EQ(waiting.error().code(), Errc::kUnavailable);
  EXPECT_THAT(waiting.error().text(), HasSubstr("longer than 1 s"));
}

TEST(ChildTest, InheritsNoOpenFile) {
  const Descriptor file(::open("/dev/null", O_RDONLY));  // without O_CLOEXEC
  ASSERT_TRUE(file.ok());
  constexpr int kHigh = 100;
  const Descriptor high(::fcntl(file.get(), F_DUPFD, kHigh));
  ASSERT_TRUE(high.ok());
  const auto number = std::to_string(high.get());
  EXPECT_EQ(Shell("[ -e /proc/self/fd/" + number + " ] && echo open || echo closed").value().out,
            "closed\n");
}

TEST(ChildTest, HasNoSignalBlockedIgnoredOrHandled) {
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto result = Shell("kill -TERM $$; echo survived");
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->signal, SIGTERM);
  EXPECT_EQ(result->out, "");
}

TEST(ChildTest, SaysWhyItCannotRun) {
  const auto child = Child::Run({.program = "/nonexistent/x"});
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error(), ENOENT);
}

TEST(ChildTest, IsKilledWhenItsOwnerGoesAway) {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const Descriptor read(ends[0]);
  Descriptor write(ends[1]);
  const pid_t parent = ::fork();
  ASSERT_GE(parent, 0);
  if (parent == 0) {
    const auto done = RunProcess(
        {.program = "/bin/sh",
         .args = {"-c", "echo $$; exec sleep 20"},
         .environment = {"PATH=/usr/bin:/bin"},
         .take = [&](std::string_view id) -> Status { return WriteAll(write.get(), id); }},
        Deadline::Never());
    ::_exit(done ? 0 : 1);
  }
  write = Descriptor(-1);
  std::array<char, 32> bytes{};
  ASSERT_GT(::read(read.get(), bytes.data(), bytes.size() - 1), 0);
  const auto child = static_cast<pid_t>(std::strtol(bytes.data(), nullptr, 10));
  ASSERT_GT(child, 0);
  ::kill(parent, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(parent, &status, 0), parent);
  // It is ours now. Its sleep would end by itself, with 0.
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

}  // namespace
}  // namespace satchel
