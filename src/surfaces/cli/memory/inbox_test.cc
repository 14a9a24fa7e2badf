// Deciding about proposed memories. The terminals are said to be there; the keys come from a
// stream.

#include "memory/requests/inbox.h"

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "settings/directories.h"
#include "settings/workspace.h"
#include "surfaces/cli/run.h"
#include "tests/support/temp_dir.h"

namespace satchel::cli {
namespace {

namespace fs = std::filesystem;
using memory::ProposalKind;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Finished {
  int code = -1;
  std::string out;
  std::string err;
};

class MemoryInboxTest : public testing::Test {
 protected:
  MemoryInboxTest() {
    environment_.variables = {{"HOME", dir_.MakeDirectory("home").string()},
                              {"PATH", "/usr/bin:/bin"},
                              {"TMPDIR", dir_.MakeDirectory("tmp").string()}};
    environment_.system_directory = dir_.path() / "etc";
    dir_.MakeDirectory("app/.git");
    environment_.working_directory = dir_.path() / "app";
  }

  // The id.
  std::string Propose(const std::string& text) const {
    const auto directories = settings::FindDirectories(environment_);
    const auto workspace = settings::FindWorkspace(environment_, directories, {}).value();
    auto inbox = engine::InboxOf(workspace, directories).value();
    inbox.now = *ParseTime("2026-01-09T12:00:00Z");
    const engine::ProposedMemory proposed[] = {{.kind = ProposalKind::kWish, .text = text}};
    return engine::Propose(inbox, proposed, {.agent = "codex", .conversation = "codex-1"})
        .value()
        .at(0)
        .id;
  }
  Finished Satchel(std::vector<std::string> args, const std::string& keys = "",
                   bool terminals = false) const {
    args.insert(args.end(), {"--now", "2026-01-10T12:00:00Z"});
    std::istringstream in(keys);
    std::ostringstream out;
    std::ostringstream err;
    const int code = cli::Run(args,
                              {.in = in,
                               .out = out,
                               .err = err,
                               .in_is_terminal = terminals,
                               .out_is_terminal = terminals,
                               .err_is_terminal = terminals},
                              environment_);
    return {.code = code, .out = out.str(), .err = err.str()};
  }
  Finished Inbox(std::vector<std::string> args = {}) const {
    args.insert(args.begin(), {"memory", "inbox"});
    return Satchel(std::move(args));
  }
  Finished Press(const std::string& keys) const {
    return Satchel({"memory", "inbox", "--color", "never"}, keys, true);
  }
  std::string Memories() const { return Satchel({"memory", "list"}).out; }

  test::TempDir dir_;
  settings::Environment environment_;
};

constexpr const char* kPush = "never push to main directly";
constexpr const char* kTabs = "use tabs in this repo";

TEST_F(MemoryInboxTest, ListsProposalsAndRecallsNone) {
  const std::string id = Propose(kPush);
  const Finished listed = Inbox();
  EXPECT_EQ(listed.code, 0);
  EXPECT_EQ(listed.out, id + "  wish        2026-01-09  " + kPush + "\n");
  EXPECT_THAT(Memories(), Not(HasSubstr("push")));
  EXPECT_THAT(Satchel({"recall", "may I push to main directly?"}).out,
              Not(HasSubstr("never push")));
  EXPECT_THAT(Satchel({"memory", "export", "-"}).out, Not(HasSubstr("never push")));
}

TEST_F(MemoryInboxTest, AnEmptyInboxNamesTheSetting) {
  const Finished listed = Inbox();
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.err, HasSubstr("satchel config set memory.inbox on"));
}

TEST_F(MemoryInboxTest, JsonHasTheEvidence) {
  const std::string id = Propose(kPush);
  const auto json = ParseJson(Inbox({"--format", "json"}).out).value();
  ASSERT_EQ(json["items"].size(), 1U);
  const Json& item = json["items"][0];
  EXPECT_EQ(item["id"], id);
  EXPECT_EQ(item["kind"], "wish");
  EXPECT_EQ(item["category"], "preference");
  EXPECT_EQ(item["agent"], "codex");
  EXPECT_EQ(item["conversation"], "codex-1");
  EXPECT_EQ(item["said"], "2026-01-09T12:00:00Z");
}

TEST_F(MemoryInboxTest, AcceptsSeveralByTheirIds) {
  const std::string push = Propose(kPush);
  const std::string tabs = Propose(kTabs);
  const Finished accepted = Inbox({"accept", push.substr(0, 6), tabs});
  EXPECT_EQ(accepted.code, 0) << accepted.err;
  EXPECT_THAT(Memories(), AllOf(HasSubstr(kPush), HasSubstr(kTabs)));
  EXPECT_EQ(Inbox().out, "");
}

TEST_F(MemoryInboxTest, AWrongIdEndsItBeforeAnythingIsWritten) {
  const std::string push = Propose(kPush);
  const Finished accepted = Inbox({"accept", push, "pffffffffff"});
  EXPECT_NE(accepted.code, 0);
  EXPECT_THAT(accepted.err, HasSubstr("no proposal has the id 'pffffffffff'"));
  EXPECT_THAT(Memories(), Not(HasSubstr(kPush)));
  EXPECT_THAT(Inbox({"reject"}).err, HasSubstr("ID"));
}

TEST_F(MemoryInboxTest, ANearlyEqualMemoryNeedsForce) {
  ASSERT_EQ(Satchel({"remember", "use tabs and not spaces in python files"}).code, 0);
  const std::string id = Propose("use spaces and not tabs in python files");
  const Finished alike = Inbox({"accept", id});
  EXPECT_EQ(alike.code, 1);
  EXPECT_THAT(alike.err, HasSubstr("--force"));
  EXPECT_EQ(Inbox({"accept", id, "--force"}).code, 0);
}

TEST_F(MemoryInboxTest, RejectsAndEdits) {
  const std::string push = Propose(kPush);
  EXPECT_EQ(Inbox({"reject", push}).code, 0);
  const std::string tabs = Propose(kTabs);
  const Finished edited = Inbox({"edit", tabs, "Indent", "with", "tabs"});
  EXPECT_EQ(edited.code, 0) << edited.err;
  EXPECT_THAT(Inbox().out, AllOf(HasSubstr("Indent with tabs"), Not(HasSubstr(kPush))));
  EXPECT_THAT(Inbox({"edit", "p"}).err, HasSubstr("needs the new TEXT"));
}

TEST_F(MemoryInboxTest, OnATerminalOneKeyDecides) {
  Propose(kPush);
  Propose(kTabs);
  Propose("always squash before merging");
  const Finished pressed = Press("xar");
  EXPECT_EQ(pressed.code, 0) << pressed.err;
  EXPECT_THAT(pressed.out, HasSubstr("1 of 3, wish, codex, 2026-01-09:\n"));
  EXPECT_EQ(ParseJson(Satchel({"memory", "list", "--format", "json"}).out).value()["total"], 1);
  EXPECT_EQ(ParseJson(Inbox({"--format", "json"}).out).value()["items"].size(), 1U);
}

TEST_F(MemoryInboxTest, SkippingAndQuittingDecideNothing) {
  Propose(kPush);
  Propose(kTabs);
  EXPECT_EQ(Press("sq").code, 0);
  EXPECT_EQ(Press("").code, 0);
  EXPECT_EQ(ParseJson(Inbox({"--format", "json"}).out).value()["items"].size(), 2U);
  EXPECT_THAT(Satchel({"memory", "inbox", "--list"}, "aa", true).out, HasSubstr(kPush));
  EXPECT_EQ(ParseJson(Inbox({"--format", "json"}).out).value()["items"].size(), 2U);
}

TEST_F(MemoryInboxTest, OnATerminalATextIsEditedFirst) {
  Propose(kPush);
  const fs::path script = dir_.Write("editor", "#!/bin/sh\necho 'Push by pull request' > \"$1\"\n");
  fs::permissions(script, fs::perms::owner_all);
  environment_.variables["VISUAL"] = script.string();
  EXPECT_EQ(Press("ea").code, 0);
  EXPECT_THAT(Memories(), HasSubstr("Push by pull request"));
}

TEST_F(MemoryInboxTest, SetupAsksOnceAtATerminal) {
  const std::string config = (dir_.path() / "home/.config/satchel/config.toml").string();
  EXPECT_THAT(Satchel({"setup"}).out, Not(HasSubstr("propose memories?")));
  EXPECT_FALSE(fs::exists(config));
  EXPECT_THAT(Satchel({"setup"}, "", true).out, HasSubstr("propose memories?"));
  EXPECT_FALSE(fs::exists(config));
  const Finished asked = Satchel({"setup"}, "Yes\n", true);
  EXPECT_THAT(asked.out, HasSubstr("propose memories?")) << asked.err;
  EXPECT_THAT(test::TempDir::ReadFile(config), HasSubstr("inbox = \"on\""));
  EXPECT_THAT(Satchel({"setup"}, "y\n", true).out, Not(HasSubstr("propose memories?")));
}

TEST_F(MemoryInboxTest, SetupKeepsANoToo) {
  for (const char* answer : {"\n", "no\n", "yess\n"}) {
    const fs::path config = dir_.path() / "home/.config/satchel/config.toml";
    fs::remove(config);
    Satchel({"setup"}, answer, true);
    EXPECT_THAT(test::TempDir::ReadFile(config), HasSubstr("inbox = \"off\"")) << answer;
  }
}

TEST_F(MemoryInboxTest, DoctorSaysWhatIsReadIfAnythingIs) {
  EXPECT_THAT(Satchel({"doctor"}).out, Not(HasSubstr("memory_inbox")));
  environment_.variables["SATCHEL_MEMORY_INBOX"] = "prompts";
  Propose(kPush);
  EXPECT_THAT(Satchel({"doctor"}).out,
              AllOf(HasSubstr("memory_inbox: hooks read what you type to agents and keep"),
                    HasSubstr("1 proposal waits")));
}

}  // namespace
}  // namespace satchel::cli
