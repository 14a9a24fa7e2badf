#include "base/process.h"

#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

using testing::HasSubstr;

Result<ProcessResult> Shell(std::string script, std::string input = "",
                            const Deadline& deadline = Deadline::After(std::chrono::seconds(20))) {
  return RunProcess({.program = "/bin/sh",
                     .args = {"-c", std::move(script)},
                     .environment = {"ONLY=this"},
                     .input = std::move(input),
                     .max_output = 1'000'000},
                    deadline);
}

TEST(ProcessTest, GivesOutputErrorsAndCode) {
  const auto result = Shell("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out, "out\n");
  EXPECT_EQ(result->err, "err\n");
  EXPECT_EQ(result->code, 3);
}

TEST(ProcessTest, HasOnlyTheEnvironmentAndInputGiven) {
  EXPECT_EQ(Shell("echo \"$ONLY$HOME\"").value().out, "this\n");
  const std::string much(500'000, 'x');
  EXPECT_EQ(Shell("cat", much).value().out, much);
  EXPECT_EQ(Shell("exec 0<&-; echo done", much).value().out, "done\n") << "nobody has to read it";
}

TEST(ProcessTest, EndsOneThatPrintsTooMuchOrTakesTooLong) {
  const auto much = Shell("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done");
  ASSERT_FALSE(much);
  EXPECT_THAT(much.error().text(), HasSubstr("more than 1000000 bytes"));
  const auto late = Shell("exec sleep 60", "", Deadline::After(std::chrono::milliseconds(50)));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code(), Errc::kDeadline);
}

TEST(ProcessTest, TellsASignalAndAMissingProgram) {
  EXPECT_EQ(Shell("kill -9 $$").value().code, -1);
  EXPECT_EQ(RunProcess({.program = "/nonexistent/x"}, Deadline::Never()).error().code(),
            Errc::kUnavailable);
}

TEST(ProcessTest, KeepsTheBeginningOfLongErrors) {
  EXPECT_EQ(Shell("yes | head -c 100000 >&2").value().err.size(), 4'096U);
}

}  // namespace
}  // namespace satchel
