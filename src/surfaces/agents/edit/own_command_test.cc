#include "surfaces/agents/edit/own_command.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::agents {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kMark = " hook Prompt --agent x";

bool IsOwnHook(const std::string& program, const std::string& ours = "satchel") {
  return IsOwnCommand({program + kMark}, {ours + kMark}, kMark);
}

TEST(OwnCommandTest, ReadsTheFormsThatAgentsHave) {
  EXPECT_THAT(CommandIn(Json{{"command", "a"}, {"args", {"b", "c"}}}), ElementsAre("a", "b", "c"));
  EXPECT_THAT(CommandIn(Json{{"command", {"a", "b"}}, {"type", "local"}}), ElementsAre("a", "b"));
  EXPECT_THAT(CommandIn(Json{{"command", "a b"}, {"timeout", 5}}), ElementsAre("a b"));
  EXPECT_THAT(CommandIn(Json{{"enabled", true}}), IsEmpty());
  EXPECT_THAT(CommandIn(Json{{"command", "a"}, {"args", {1}}}), IsEmpty());
  EXPECT_THAT(CommandIn(Json{{"command", {{"a", "b"}}}}), IsEmpty());
  EXPECT_THAT(CommandIn(Json(2)), IsEmpty());
}

TEST(OwnCommandTest, TheProgramMayBeElsewhere) {
  for (const char* program : {"satchel", "/usr/bin/satchel", "./satchel", "'/opt/a b/satchel'",
                              R"('/opt/it'\''s/satchel')"}) {
    EXPECT_TRUE(IsOwnHook(program)) << program;
  }
  EXPECT_TRUE(IsOwnHook("/opt/satchel-dev", "/opt/satchel-dev"));
  EXPECT_TRUE(IsOwnCommand({"/opt/satchel", "mcp"}, {"satchel", "mcp"}, ""));
}

TEST(OwnCommandTest, ACommandAroundItIsSomebodyElses) {
  for (const char* program :
       {"mywrapper satchel", "A=b satchel", "", "satchel-two", "mysatchel", "'a' 'b/satchel'",
        "'a/satchel", "$(x)/satchel", "x;/satchel", "satchel "}) {
    EXPECT_FALSE(IsOwnHook(program)) << program;
  }
  EXPECT_FALSE(IsOwnCommand({"satchel" + kMark + " | tee x"}, {"satchel" + kMark}, kMark));
  EXPECT_FALSE(IsOwnCommand({"satchel", "mcp", "-v"}, {"satchel", "mcp"}, ""));
  EXPECT_FALSE(IsOwnCommand({"satchel"}, {"satchel", "mcp"}, ""));
  EXPECT_FALSE(IsOwnCommand({}, {}, ""));
}

}  // namespace
}  // namespace satchel::agents
