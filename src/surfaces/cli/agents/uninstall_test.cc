#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "surfaces/cli/run.h"
#include "tests/support/temp_dir.h"

namespace satchel::cli {
namespace {
namespace fs = std::filesystem;

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Ended {
  int code = 0;
  std::string out;
  std::string err;
};

// A workspace with stores, a memory, settings and a connected agent.
class UninstallTest : public testing::Test {
 protected:
  UninstallTest() {
    dir_.MakeDirectory("app/.git");
    environment_.variables = {{"HOME", (dir_.path() / "home").string()}};
    environment_.system_directory = dir_.path() / "etc";
    environment_.working_directory = dir_.path() / "app";
    dir_.Write("home/.claude/settings.json", "{\"model\": \"opus\"}\n");
    dir_.Write("home/.local/share/satchel/memory/shared/a.md", "a memory");
    dir_.Write("app/.context/TASKS.md", "# Tasks\n");
    dir_.Write("app/graphs/tasks.jsonl", "");
    EXPECT_EQ(Call({"init"}).code, 0);
    EXPECT_EQ(Call({"install", "claude-code"}).code, 0);
    EXPECT_EQ(Call({"config", "set", "retention.days", "90"}).code, 0);
    before_ = dir_.Listing();
  }

  // With `typed` it runs at a terminal where a person types that.
  Ended Call(const std::vector<std::string>& args, const char* typed = nullptr) {
    std::istringstream in(typed == nullptr ? "" : typed);
    std::ostringstream out;
    std::ostringstream err;
    const int code = cli::Run(
        args, {.in = in, .out = out, .err = err, .in_is_terminal = typed != nullptr}, environment_);
    return {.code = code, .out = out.str(), .err = err.str()};
  }
  bool Has(const std::string& name) const { return fs::exists(dir_.path() / name); }

  test::TempDir dir_;
  settings::Environment environment_;
  std::map<std::string, std::string> before_;
};

TEST_F(UninstallTest, ListsEverythingAndChangesNothingWithPrint) {
  const Ended ended = Call({"uninstall", "--print"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("Claude Code"), HasSubstr("app/.satchel"),
                               HasSubstr(".config/satchel"), HasSubstr(".local/state/satchel"),
                               HasSubstr("8 bytes")));
  EXPECT_EQ(dir_.Listing(), before_);
}

TEST_F(UninstallTest, NeedsConsentWithoutATerminal) {
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"uninstall"}, {"uninstall", "--format", "json"}}) {
    const Ended ended = Call(args);
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.err, HasSubstr("--yes"));
  }
  EXPECT_EQ(dir_.Listing(), before_);
}

TEST_F(UninstallTest, AsksOnATerminalAndTakesAnythingButYesForNo) {
  for (const char* typed : {"n\n", "\n", "", "yess\n"}) {
    EXPECT_EQ(Call({"uninstall"}, typed).code, 1) << typed;
    EXPECT_EQ(dir_.Listing(), before_) << typed;
  }
  EXPECT_EQ(Call({"uninstall"}, "y\n").code, 0);
  EXPECT_FALSE(Has("app/.satchel"));
}

TEST_F(UninstallTest, RemovesAllButMemoriesNotesAndGraphs) {
  const Ended ended = Call({"uninstall", "--yes"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  for (const char* gone : {"app/.satchel", "home/.config/satchel", "home/.local/state/satchel"}) {
    EXPECT_FALSE(Has(gone)) << gone;
  }
  for (const char* stays : {"home/.local/share/satchel/memory/shared/a.md", "app/.context/TASKS.md",
                            "app/graphs/tasks.jsonl"}) {
    EXPECT_TRUE(Has(stays)) << stays;
  }
  EXPECT_EQ(test::TempDir::ReadFile(dir_.path() / "home/.claude/settings.json"),
            "{\"model\": \"opus\"}\n");
  EXPECT_EQ(Call({"uninstall", "--yes"}).code, 0) << "it may be repeated";
}

TEST_F(UninstallTest, RemovesMemoriesIfAskedTo) {
  EXPECT_EQ(Call({"uninstall", "--yes", "--memories"}).code, 0);
  EXPECT_FALSE(Has("home/.local/share/satchel"));
}

TEST_F(UninstallTest, GoesOnIfAnAgentCannotBeDisconnected) {
  dir_.Write("home/.codex/config.toml", "model = ");
  const Ended ended = Call({"uninstall", "--yes"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.err, HasSubstr("config.toml"));
  EXPECT_FALSE(Has("app/.satchel"));
}

TEST_F(UninstallTest, TellsProgramsWhatItRemoved) {
  const Ended ended = Call({"uninstall", "--yes", "--format", "json"});
  const auto json = nlohmann::json::parse(ended.out);
  EXPECT_TRUE(json["removed"]);
  EXPECT_EQ(json["agents"][0]["agent"], "claude-code");
  EXPECT_EQ(json["places"][0]["name"], "store");
  EXPECT_GT(json["places"][0]["bytes"], 0);
  EXPECT_EQ(json["kept"][0]["name"], "memories");
  EXPECT_EQ(Call({"uninstall", "--print", "--format", "json"}).code, 0);
}

TEST_F(UninstallTest, ListsWhatEachDirectoryHasWithVerbose) {
  EXPECT_THAT(Call({"uninstall", "--print"}).out, Not(HasSubstr("raw.db")));
  EXPECT_THAT(Call({"uninstall", "--print", "-v"}).out, HasSubstr("raw.db"));
}

}  // namespace
}  // namespace satchel::cli
