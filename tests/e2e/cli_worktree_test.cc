// Hooks in a new work tree: it starts with the index of its sibling, and of nobody else.

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kPrompt =
    "voucher_discount returns a discount for an expired voucher, fix it";

class CliWorktreeTest : public CliFixture {
 protected:
  CliWorktreeTest() : CliFixture("app") {
    WriteVoucher("app", "return voucher.percent if voucher.is_valid() else 0");
    for (int i = 0; i < 40; ++i) {
      dir_.Write(fmt::format("app/shop/part_{}.py", i),
                 fmt::format("def total_of_part_{0}(lines):\n    \"\"\"Adds the lines of part {0}."
                             "\"\"\"\n    return sum(lines)\n",
                             i));
    }
    dir_.Write("app/.gitignore", ".satchel/\n");
    Git({"init", "-q", "."});
    Git({"add", "--all"});
    Git({"commit", "-q", "-m", "all"});
  }
  // The copy is refreshed by a process that goes on after the hook.
  void TearDown() override { WaitForIndex(); }

  void WriteVoucher(const std::string& tree, const std::string& body) const {
    dir_.Write(tree + "/shop/voucher.py",
               "def voucher_discount(voucher):\n    \"\"\"The discount of a voucher.\"\"\"\n    " +
                   body + "\n");
  }
  void AddTree(const std::string& name) const {
    Git({"worktree", "add", "-q", "-b", name, (dir_.path() / name).string()});
  }
  Finished Hook(const std::string& tree, const std::string& event, Json fields) const {
    Process hook =
        Command({"hook", event, "--agent", "claude-code", "--timeout", "20s", "--now", kNow});
    hook.environment["SATCHEL_LOG_LEVEL"] = "debug";
    fields["session_id"] = "s-" + tree;
    fields["cwd"] = (dir_.path() / tree).string();
    fields["hook_event_name"] = event;
    hook.input = fields.dump();
    return Execute(hook);
  }
  Finished Ask(const std::string& tree) const {
    return Hook(tree, "UserPromptSubmit", {{"prompt", kPrompt}});
  }
  Finished Start(const std::string& tree) const {
    return Hook(tree, "SessionStart", {{"source", "startup"}});
  }
  // Whether a process of this test's home still works.
  bool IsIndexing() const {
    const std::string home = "HOME=" + environment_.at("HOME");
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
      const std::string name = entry.path().filename();
      if (name.find_first_not_of("0123456789") != name.npos) continue;
      if (TempDir::ReadFile(entry.path() / "environ").contains(home)) return true;
    }
    return false;
  }
  void WaitForIndex() const {
    for (int i = 0; i < 600 && IsIndexing(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
};

TEST_F(CliWorktreeTest, TheFirstPromptInANewWorkTreeIsAnswered) {
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  AddTree("feature");
  const Finished first = Ask("feature");
  EXPECT_EQ(first.code, 0);
  EXPECT_THAT(first.out, HasSubstr("voucher.is_valid()")) << first.err;
  EXPECT_THAT(first.err, HasSubstr("was copied"));
  const std::string id = TempDir::ReadFile(dir_.path() / "feature/.satchel/store.id");
  EXPECT_NE(id, TempDir::ReadFile(dir_.path() / "app/.satchel/store.id"));
  EXPECT_FALSE(fs::exists(dir_.path() / "feature/.satchel/curated.db.copy"));
  // What was copied is then brought up to date.
  WaitForIndex();
  const Process status = [this] {
    Process command = Command({"doctor", "--format", "json"});
    command.directory = dir_.path() / "feature";
    return command;
  }();
  EXPECT_THAT(Execute(status).out, Not(HasSubstr("were not made by Satchel")));
}

TEST_F(CliWorktreeTest, ChangesOfTheSiblingAreNotShown) {
  AddTree("feature");
  WriteVoucher("app", "return voucher.quokka()");
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  EXPECT_THAT(Ask("feature").out, Not(HasSubstr("quokka")));
  WaitForIndex();
  const Process pack = [this] {
    Process command = Command({"pack", kPrompt, "--now", kNow});
    command.directory = dir_.path() / "feature";
    return command;
  }();
  const Finished packed = Execute(pack);
  EXPECT_THAT(packed.out, HasSubstr("voucher.is_valid()")) << packed.err;
  EXPECT_THAT(packed.out, Not(HasSubstr("quokka")));
}

TEST_F(CliWorktreeTest, AGitFileThatTheRepositoryDoesNotListGetsNothing) {
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  AddTree("feature");
  dir_.Write("evil/shop/other.py", "def other():\n    return 1\n");
  fs::copy_file(dir_.path() / "feature/.git", dir_.path() / "evil/.git");
  const Finished done = Ask("evil");
  EXPECT_THAT(done.out, IsEmpty());
  EXPECT_THAT(done.err, HasSubstr("does not list this work tree"));
  EXPECT_FALSE(fs::exists(dir_.path() / "evil/.satchel"));
}

TEST_F(CliWorktreeTest, StoresThatAreNotRegisteredAreNotCopied) {
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  AddTree("feature");
  fs::remove_all(fs::path(environment_.at("HOME")) / ".local/state/satchel/stores");
  const Finished done = Ask("feature");
  EXPECT_THAT(done.out, IsEmpty());
  EXPECT_THAT(done.err, HasSubstr("there are no stores"));
  EXPECT_FALSE(fs::exists(dir_.path() / "feature/.satchel"));
}

TEST_F(CliWorktreeTest, AnIndexRunInANewWorkTreeStartsFromItsSibling) {
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  AddTree("feature");
  Process index = Command({"index", "--now", kNow});
  index.directory = dir_.path() / "feature";
  EXPECT_EQ(Execute(index).code, 0);
  EXPECT_THAT(Ask("feature").out, HasSubstr("voucher.is_valid()"));
}

TEST_F(CliWorktreeTest, WhereSatchelIsOffNothingIsCopied) {
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  ASSERT_EQ(Satchel({"off"}).code, 0);
  AddTree("feature");
  EXPECT_THAT(Ask("feature").out, IsEmpty());
  EXPECT_FALSE(fs::exists(dir_.path() / "feature/.satchel"));
}

TEST_F(CliWorktreeTest, WithoutAnIndexTheUserIsToldOnceHowToSwitchItOn) {
  const Finished first = Start("app");
  const Json said = Json::parse(first.out);
  EXPECT_THAT(said["systemMessage"].get<std::string>(), HasSubstr("`satchel index`"));
  EXPECT_FALSE(said.contains("hookSpecificOutput")) << "the model is told nothing";
  EXPECT_THAT(Start("app").out, IsEmpty());
  EXPECT_THAT(Ask("app").out, IsEmpty());
  fs::create_directories(dir_.path() / "elsewhere");
  EXPECT_THAT(Start("elsewhere").out, IsEmpty()) << "it is no repository";
}

}  // namespace
}  // namespace satchel::test
