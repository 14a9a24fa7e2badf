#include "memory/requests/inbox.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/requests/items.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

using memory::ProposalKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class InboxTest : public testing::Test {
 protected:
  InboxTest() {
    target_.place = {.project = dir_.path() / "m/app", .shared = dir_.path() / "m/shared"};
    target_.now = *ParseTime("2026-01-02T10:11:12Z");
    inbox_ = {.directory = dir_.path() / "state/inbox", .file = "app.json", .now = target_.now};
  }

  std::vector<Proposal> Add(const std::string& text, const std::string& conversation = "claude-1",
                            bool withdraws = false) const {
    std::vector<ProposedMemory> proposed;
    if (!text.empty()) proposed.push_back({.kind = ProposalKind::kWish, .text = text});
    return Propose(inbox_, proposed,
                   {.agent = "claude-code", .conversation = conversation, .withdraws = withdraws})
        .value();
  }
  InboxList List() const { return ListInbox(inbox_, target_).value(); }
  std::vector<std::string> Texts() const {
    std::vector<std::string> texts;
    for (const ListedProposal& each : List().proposals) texts.push_back(each.proposal.text);
    return texts;
  }
  std::vector<MemoryPointer> Memories() const {
    return LoadMemories(target_.place, {}, Deadline::Never()).value().memories;
  }
  void Keep(const std::string& text) const {
    ASSERT_TRUE(Remember(target_, {.text = text}, {}).has_value());
  }

  test::TempDir dir_;
  MemoryTarget target_;
  Inbox inbox_;
};

constexpr const char* kWish = "never push to main directly";

TEST_F(InboxTest, AProposalWaitsAndIsNoMemory) {
  const auto added = Add(kWish);
  ASSERT_THAT(added, SizeIs(1));
  EXPECT_THAT(Texts(), ElementsAre(kWish));
  EXPECT_THAT(Memories(), IsEmpty());
  const Proposal proposal = List().proposals[0].proposal;
  EXPECT_EQ(proposal.id, added[0].id);
  EXPECT_EQ(proposal.agent, "claude-code");
  EXPECT_EQ(proposal.conversation, "claude-1");
  EXPECT_EQ(proposal.said, target_.now);
  EXPECT_EQ(proposal.category, memory::Category::kPreference);
}

TEST_F(InboxTest, OnlyTheUserCanReadTheFile) {
  Add(kWish);
  struct stat facts{};
  ASSERT_EQ(::stat((inbox_.directory / inbox_.file).c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0077U, 0U);
  ASSERT_EQ(::stat(inbox_.directory.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0077U, 0U);
}

TEST_F(InboxTest, TheSameWordsAreProposedOnce) {
  Add(kWish);
  EXPECT_THAT(Add("Never push to main, directly!", "claude-2"), IsEmpty());
  EXPECT_THAT(Texts(), SizeIs(1));
}

TEST_F(InboxTest, AcceptingRemembersAndEmptiesTheInbox) {
  const std::string id = Add(kWish)[0].id;
  const auto accepted = AcceptProposal(inbox_, target_, id.substr(0, 5), {});
  ASSERT_TRUE(accepted.has_value()) << accepted.error().text();
  EXPECT_EQ(accepted->remembered.outcome, RememberOutcome::kAdded);
  ASSERT_THAT(Memories(), SizeIs(1));
  EXPECT_EQ(Memories()[0]->text, kWish);
  EXPECT_EQ(Memories()[0]->category, memory::Category::kPreference);
  EXPECT_THAT(Texts(), IsEmpty());
}

TEST_F(InboxTest, ARejectedProposalDoesNotComeBackAndItsTextIsGone) {
  ASSERT_TRUE(RejectProposal(inbox_, Add(kWish)[0].id).has_value());
  EXPECT_THAT(Texts(), IsEmpty());
  EXPECT_THAT(Add(kWish, "claude-2"), IsEmpty());
  EXPECT_THAT(test::TempDir::ReadFile(inbox_.directory / inbox_.file), Not(HasSubstr("push")));
}

TEST_F(InboxTest, WhatAMemorySaysIsDropped) {
  Add(kWish);
  Keep("Never push to main directly.");
  EXPECT_THAT(Texts(), IsEmpty());
  Add(kWish, "claude-2");
  EXPECT_EQ(List().repeated, 1U);
}

TEST_F(InboxTest, TheSameWordsInAnotherOrderAreNoRepetition) {
  Keep("use tabs and not spaces in python files");
  Add("use spaces and not tabs in python files");
  EXPECT_THAT(Texts(), SizeIs(1));
  const std::string id = List().proposals[0].proposal.id;
  const auto alike = AcceptProposal(inbox_, target_, id, {});
  ASSERT_TRUE(alike.has_value());
  EXPECT_EQ(alike->remembered.outcome, RememberOutcome::kAlike);
  EXPECT_THAT(Texts(), SizeIs(1));
  EXPECT_TRUE(AcceptProposal(inbox_, target_, id, {.force = true}).has_value());
  EXPECT_THAT(Memories(), SizeIs(2));
}

TEST_F(InboxTest, NamesTheMemoryThatAProposalContradicts) {
  Keep("The staging proxy listens on port 9090");
  Add("remember that the staging proxy listens on port 9191");
  ASSERT_THAT(List().proposals, SizeIs(1));
  EXPECT_EQ(List().proposals[0].contradicts, Memories()[0]->id);
}

TEST_F(InboxTest, SecretsAreTakenOut) {
  // In two parts, so that nobody takes this file for a leak.
  const std::string secret = std::string("ghp_") + "xK9pQ2mZ7vR4tY8wL1nB6cD3fG5hJ0aSeUiO";
  Add("from now on use the token " + secret);
  EXPECT_THAT(test::TempDir::ReadFile(inbox_.directory / inbox_.file), Not(HasSubstr(secret)));
  EXPECT_THAT(List().proposals[0].proposal.secrets, SizeIs(1));
}

TEST_F(InboxTest, TextOfAPacketIsNotProposed) {
  EXPECT_THAT(Add(std::string("never \x07 ring")), IsEmpty());
  EXPECT_THAT(Add("   "), IsEmpty());
}

TEST_F(InboxTest, EditingChangesTheTextAndTheId) {
  const std::string id = Add(kWish)[0].id;
  Add("always squash before merging");
  const auto edited = EditProposal(inbox_, id, "Push to main only through a pull request");
  ASSERT_TRUE(edited.has_value());
  EXPECT_NE(edited->id, id);
  EXPECT_THAT(Texts(), testing::Contains("Push to main only through a pull request"));
  const auto same = EditProposal(inbox_, edited->id, "Always squash before merging!");
  ASSERT_FALSE(same.has_value());
  EXPECT_EQ(same.error().code(), Errc::kInvalidInput);
  EXPECT_FALSE(EditProposal(inbox_, edited->id, "").has_value());
}

TEST_F(InboxTest, APromptTakesBackWhatTheOneBeforeItSaid) {
  Add("from now on use tabs", "claude-1");
  Add(kWish, "claude-2");
  inbox_.now = inbox_.now + std::chrono::minutes(2);
  Add("", "claude-1", true);
  EXPECT_THAT(Texts(), ElementsAre(kWish));
  inbox_.now = inbox_.now + std::chrono::minutes(10);
  Add("", "claude-2", true);
  EXPECT_THAT(Texts(), ElementsAre(kWish));
}

TEST_F(InboxTest, IsBounded) {
  std::vector<ProposedMemory> many;
  for (int i = 0; i < 300; ++i) {
    many.push_back({.kind = ProposalKind::kDecision, .text = fmt::format("always call f{}", i)});
  }
  EXPECT_THAT(Propose(inbox_, many, {.agent = "codex", .conversation = "codex-1"}).value(),
              SizeIs(20));
  EXPECT_THAT(Propose(inbox_, many, {.agent = "mcp", .conversation = {}}).value(), SizeIs(280));
  const auto texts = Texts();
  EXPECT_THAT(texts, SizeIs(200));
  EXPECT_THAT(texts, testing::Contains("always call f299"));
  EXPECT_THAT(texts, Not(testing::Contains("always call f0")));
}

TEST_F(InboxTest, UnknownAndAmbiguousIdsAreErrors) {
  EXPECT_EQ(FindProposal(inbox_, "p1").error().code(), Errc::kNotFound);
  Add(kWish);
  Add("always squash before merging");
  EXPECT_EQ(FindProposal(inbox_, "p").error().code(), Errc::kInvalidInput);
  EXPECT_EQ(FindProposal(inbox_, "").error().code(), Errc::kNotFound);
}

TEST_F(InboxTest, AFileThatIsNoInboxIsReportedAndKept) {
  std::filesystem::create_directories(inbox_.directory);
  dir_.Write("state/inbox/app.json", "{\"version\": 7}");
  const auto read = CountInbox(inbox_);
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().code(), Errc::kCorrupt);
  EXPECT_FALSE(Propose(inbox_, {}, {}).has_value());
  EXPECT_THAT(test::TempDir::ReadFile(inbox_.directory / inbox_.file), HasSubstr("7"));
}

}  // namespace
}  // namespace satchel::engine
