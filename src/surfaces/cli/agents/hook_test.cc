#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surfaces/cli/run.h"
#include "tests/support/temp_dir.h"

namespace satchel::cli {
namespace {

using testing::HasSubstr;

// The exit code, and what stderr has.
std::pair<int, std::string> Hook(std::vector<std::string> args, bool at_terminal) {
  const test::TempDir dir;
  settings::Environment environment;
  environment.variables = {{"HOME", dir.path().string()}};
  environment.system_directory = dir.path() / "etc";
  environment.working_directory = dir.path();
  args.insert(args.begin(), "hook");
  std::istringstream in("{}");
  std::ostringstream out;
  std::ostringstream err;
  const int code = cli::Run(args, {.in = in, .out = out, .err = err, .in_is_terminal = at_terminal},
                            environment);
  return {code, err.str()};
}

TEST(HookTest, TellsAPersonAtATerminalWhatIsWrong) {
  const auto [code, err] = Hook({"UserPromptSubmit", "--agent", "cluade"}, true);
  EXPECT_EQ(code, 2);
  EXPECT_THAT(err, HasSubstr("did you mean claude-code?"));
  EXPECT_EQ(Hook({"Nothing", "--agent", "claude-code"}, true).first, 2);
  EXPECT_EQ(Hook({"UserPromptSubmit"}, true).first, 2);
  EXPECT_EQ(Hook({}, true).first, 2);
  EXPECT_EQ(Hook({"--nope"}, true).first, 2);
  EXPECT_EQ(Hook({"UserPromptSubmit", "--agent", "claude-code"}, true).first, 0);
}

TEST(HookTest, NeverFailsAnAgent) {
  const auto [code, err] = Hook({"UserPromptSubmit", "--agent", "cluade"}, false);
  EXPECT_EQ(code, 0);
  EXPECT_THAT(err, HasSubstr("there is no agent 'cluade'"));
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{}, {"--nope"}, {"Nothing", "--agent", "claude-code"}}) {
    EXPECT_EQ(Hook(args, false).first, 0);
  }
}

}  // namespace
}  // namespace satchel::cli
