#include "surfaces/cli/call/pager.h"

#include <csignal>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::cli {
namespace {

// A terminal of 5 rows and 20 columns.
class PagerTest : public testing::Test {
 protected:
  // A pager may end before it has read everything; the program ignores the signal, too.
  PagerTest() { std::signal(SIGPIPE, SIG_IGN); }

  Context Make() {
    return {.streams = streams_,
            .environment = environment_,
            .invocation = invocation_,
            .directories = {}};
  }
  std::string PagerOf(const std::string& text) { return PagerFor(Make(), text).value_or("none"); }

  std::istringstream in_;
  std::ostringstream out_;
  std::ostringstream err_;
  Streams streams_{.in = in_,
                   .out = out_,
                   .err = err_,
                   .in_is_terminal = true,
                   .out_is_terminal = true,
                   .out_columns = 20,
                   .out_rows = 5};
  settings::Environment environment_;
  Invocation invocation_;
  const std::string long_ = "1\n2\n3\n4\n5\n";
};

TEST_F(PagerTest, IsForTextThatDoesNotFitOnTheScreen) {
  EXPECT_EQ(PagerOf("1\n2\n3\n4\n"), "none");
  EXPECT_EQ(PagerOf(long_), "less");
  EXPECT_EQ(PagerOf(std::string(81, 'x')), "less") << "long lines take several rows";
  EXPECT_EQ(PagerOf(""), "none");
}

TEST_F(PagerTest, IsTheOneThatTheUserChose) {
  environment_.variables["PAGER"] = "most -w";
  EXPECT_EQ(PagerOf(long_), "most -w");
  environment_.variables["PAGER"] = "cat";
  EXPECT_EQ(PagerOf(long_), "none");
}

TEST_F(PagerTest, IsNeverForAPipe) {
  streams_.out_is_terminal = false;
  EXPECT_EQ(PagerOf(long_), "none");
  streams_.out_is_terminal = true;
  streams_.in_is_terminal = false;
  EXPECT_EQ(PagerOf(long_), "none") << "nobody can press a key";
  streams_.in_is_terminal = true;
  environment_.variables["TERM"] = "dumb";
  EXPECT_EQ(PagerOf(long_), "none");
}

TEST_F(PagerTest, CanBeSwitchedOff) {
  invocation_.switches.emplace("--no-pager");
  EXPECT_EQ(PagerOf(long_), "none");
}

TEST_F(PagerTest, GetsTheWholeText) {
  const test::TempDir dir;
  const std::string file = (dir.path() / "shown").string();
  environment_.variables = {{"PAGER", "cat > " + file}, {"PATH", "/usr/bin:/bin"}};
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "a line\n";
  PrintPaged(Make(), text);
  EXPECT_EQ(test::TempDir::ReadFile(file), text);
  EXPECT_EQ(out_.str(), "");
}

TEST_F(PagerTest, TextIsPrintedDirectlyIfThePagerDoesNotExist) {
  environment_.variables = {{"PAGER", "no-such-pager 2>/dev/null"}, {"PATH", "/usr/bin:/bin"}};
  PrintPaged(Make(), long_);
  EXPECT_EQ(out_.str(), long_);
}

}  // namespace
}  // namespace satchel::cli
