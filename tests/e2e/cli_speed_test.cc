// Start-up is part of the product. Instructions are counted, not time, so that the
// test says the same on a busy machine.

#include <cstdint>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

using Json = nlohmann::json;

// Instructions of a whole process, dynamic linking included; 0 when unknown.
std::uint64_t InstructionsIn(const TempDir& dir, const std::string& valgrind,
                             const std::vector<std::string>& args, const std::string& input) {
  std::vector<std::string> all = {"--tool=callgrind", "--callgrind-out-file=/dev/null",
                                  SatchelBinary()};
  all.insert(all.end(), args.begin(), args.end());
  const Finished finished =
      Execute({.program = valgrind,
               .args = all,
               .environment = {{"HOME", dir.path().string()}, {"PATH", "/usr/bin:/bin"}},
               // Not the temporary one: `status` prints the path, and a random name that looks like
               // the beginning of a secret takes a fifth of the instructions more to be judged.
               .directory = "/usr",
               .input = input});
  const auto at = finished.err.find("Collected : ");
  if (at == std::string::npos) return 0;
  return std::strtoull(finished.err.c_str() + at + 12, nullptr, 10);
}
std::uint64_t Instructions(const std::string& valgrind, const std::vector<std::string>& args,
                           const std::string& input = {}) {
  const TempDir dir;
  return InstructionsIn(dir, valgrind, args, input);
}

TEST(CliSpeedTest, StartingCostsFewInstructions) {
  if (std::string_view(SATCHEL_BUILD_TYPE) != "Release" || SATCHEL_SANITIZE[0] != '\0') {
    GTEST_SKIP() << "the bounds are for the release build";
  }
  const std::string valgrind = FindProgram("valgrind");
  if (valgrind.empty()) GTEST_SKIP() << "valgrind is not installed";
  // Measured plus a fifth: see docs/cli.md, Start-up.
  const std::uint64_t version = Instructions(valgrind, {"version"});
  EXPECT_GT(version, 0U);
  EXPECT_LT(version, 4'000'000U);
  const std::uint64_t status = Instructions(valgrind, {"status"});
  EXPECT_GT(status, 0U);
  EXPECT_LT(status, 5'600'000U);
}

// An agent calls this hook after each of its commands, and nearly all of them are not answered.
TEST(CliSpeedTest, ASilentHookOfACommandCostsFewInstructions) {
  if (std::string_view(SATCHEL_BUILD_TYPE) != "Release" || SATCHEL_SANITIZE[0] != '\0') {
    GTEST_SKIP() << "the bounds are for the release build";
  }
  const std::string valgrind = FindProgram("valgrind");
  if (valgrind.empty()) GTEST_SKIP() << "valgrind is not installed";
  const auto hook = [&](const char* event, const Json& more) {
    Json payload = {{"session_id", "s"},
                    {"cwd", "/"},
                    {"tool_name", "Bash"},
                    {"tool_input", {{"command", "make"}}}};
    payload.update(more);
    // Without --timeout a hook ends itself after a second, which is short under valgrind.
    return Instructions(valgrind, {"hook", event, "--agent", "claude-code", "--timeout", "60s"},
                        payload.dump());
  };
  // As much as an agent passes on of one command.
  std::string output;
  while (output.size() < 30'000) output += "compiling a module of many, with its tests\n";
  // Measured plus a fifth. Ten milliseconds are 20 million instructions at the least.
  const std::uint64_t success = hook("PostToolUse", {{"tool_response", {{"stdout", output}}}});
  EXPECT_GT(success, 0U);
  EXPECT_LT(success, 5'000'000U);
  const std::uint64_t no_place = hook("PostToolUseFailure", {{"error", "Exit code 2\n" + output}});
  EXPECT_GT(no_place, 0U);
  EXPECT_LT(no_place, 9'100'000U);
}

// It calls this one after each file that it reads or edits, and most of them need nothing.
TEST(CliSpeedTest, ASilentHookOfAFileCostsFewInstructions) {
  if (std::string_view(SATCHEL_BUILD_TYPE) != "Release" || SATCHEL_SANITIZE[0] != '\0') {
    GTEST_SKIP() << "the bounds are for the release build";
  }
  const std::string valgrind = FindProgram("valgrind");
  if (valgrind.empty()) GTEST_SKIP() << "valgrind is not installed";
  const TempDir dir;
  dir.Write("a.py", "def one():\n    return 1\n");
  const Finished indexed =
      Execute({.program = SatchelBinary(),
               .args = {"index", "--workspace", dir.path().string()},
               .environment = {{"HOME", dir.path().string()}, {"PATH", "/usr/bin:/bin"}},
               .directory = dir.path()});
  ASSERT_EQ(indexed.code, 0) << indexed.err;
  const auto hook = [&](const char* tool, const std::string& file) {
    const Json payload = {{"session_id", "s"},
                          {"cwd", dir.path().string()},
                          {"tool_name", tool},
                          {"tool_input", {{"file_path", file}}}};
    return InstructionsIn(
        dir, valgrind, {"hook", "PostToolUse.files", "--agent", "claude-code", "--timeout", "60s"},
        payload.dump());
  };
  const std::uint64_t outside = hook("Edit", "/elsewhere/a.py");
  EXPECT_GT(outside, 0U);
  EXPECT_LT(outside, 6'000'000U);
  const std::uint64_t unshown = hook("Read", "a.py");
  EXPECT_GT(unshown, 0U);
  EXPECT_LT(unshown, 12'000'000U);
  const std::uint64_t unchanged = hook("Edit", "a.py");
  EXPECT_GT(unchanged, 0U);
  EXPECT_LT(unchanged, 14'000'000U);
}

}  // namespace
}  // namespace satchel::test
