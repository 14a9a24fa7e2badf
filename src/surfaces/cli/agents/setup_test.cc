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

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class SetupTest : public testing::Test {
 protected:
  SetupTest() {
    dir_.MakeDirectory("app/.git");
    dir_.Write("app/main.py", "def main():\n    return 1\n");
    environment_.variables = {{"HOME", (dir_.path() / "home").string()}};
    environment_.system_directory = dir_.path() / "etc";
    environment_.working_directory = dir_.path() / "app";
  }
  // What stdout and stderr have. Must end with 0.
  std::pair<std::string, std::string> Call(const std::vector<std::string>& args) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(cli::Run(args, {.in = in, .out = out, .err = err}, environment_), 0) << err.str();
    return {out.str(), err.str()};
  }

  test::TempDir dir_;
  settings::Environment environment_;
};

TEST_F(SetupTest, ShowsWhatItChangedAndEndsWithTheNextCommand) {
  dir_.Write("home/.claude/settings.json", "{\n  \"model\": \"opus\"\n}\n");
  const auto [out, err] = Call({"setup"});
  EXPECT_THAT(out, AllOf(HasSubstr("indexed " + (dir_.path() / "app").string() + " into "),
                         HasSubstr("changed " +
                                   (dir_.path() / "home/.claude/settings.json").string() + " (+"),
                         HasSubstr("created " + (dir_.path() / "home/.claude.json").string()),
                         EndsWith("satchel pack \"describe a task here\"\n")));
  EXPECT_THAT(err, HasSubstr("restart open sessions of Claude Code"));
  EXPECT_THAT(Call({"setup"}).first, HasSubstr("Claude Code is already connected"));
  EXPECT_THAT(Call({"setup", "--undo"}).first,
              AllOf(HasSubstr("changed "), HasSubstr("removed "), HasSubstr("satchel uninstall")));
}

TEST_F(SetupTest, NamesTheNextCommandWithoutAnyAgent) {
  const auto [out, err] = Call({"setup"});
  EXPECT_THAT(out, EndsWith("Next: satchel pack \"describe a task here\"\n"));
  EXPECT_THAT(err, HasSubstr("found no agent on this machine"));
}

TEST_F(SetupTest, PacketsDoNotMentionSourcesThatNobodySetUp) {
  Call({"setup"});
  const std::string quiet = Call({"pack", "what does main return?"}).second;
  EXPECT_THAT(quiet, AllOf(Not(HasSubstr("notes")), Not(HasSubstr("graphs"))));
  EXPECT_THAT(Call({"pack", "what does main return?", "-v"}).second,
              AllOf(HasSubstr("without notes"), HasSubstr("graphs: missing")));
}

}  // namespace
}  // namespace satchel::cli
