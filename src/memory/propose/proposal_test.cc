#include "memory/propose/proposal.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// "wish: never push to main".
std::vector<std::string> Proposed(std::string_view prompt) {
  std::vector<std::string> found;
  for (const ProposedText& proposal : ReadPromptForMemories(prompt).proposals) {
    found.push_back(std::string(Name(proposal.kind)) + ": " + proposal.text);
  }
  return found;
}

std::string KindOf(std::string_view prompt) {
  const auto reading = ReadPromptForMemories(prompt);
  return reading.proposals.empty() ? "none" : std::string(Name(reading.proposals.front().kind));
}

TEST(ProposalTest, FindsExplicitWishes) {
  for (const char* prompt :
       {"remember that deploys go through the release branch", "Always run the formatter.",
        "never push to main directly", "from now on write commit messages in English",
        "Please don't add emojis to commit messages.", "I prefer table-driven tests",
        "every new flag needs an owner", "whenever you touch the protocol, bump the version",
        "our tests must never touch the network", "use tabs, not spaces, in this repo",
        "don't ever turn off certificate checks", "ab jetzt bitte alle Kommentare auf Englisch",
        "Bitte nie direkt auf main pushen", "Commits immer auf Englisch schreiben",
        "merk dir: gerundet wird nur in der Anzeige"}) {
    EXPECT_EQ(KindOf(prompt), "wish") << prompt;
  }
}

TEST(ProposalTest, FindsCorrections) {
  for (const char* prompt :
       {"no, we use pnpm here, not npm", "nope, service folders are short nouns, no suffix",
        "no, the config lives in settings.toml, not in config.yaml",
        "Actually we use signed indices in this codebase, not size_t",
        "it should be /internal/health, the gateway exposes the rest",
        "nein, bei uns heißen die Tabellen im Singular"}) {
    EXPECT_EQ(KindOf(prompt), "correction") << prompt;
  }
}

TEST(ProposalTest, FindsDecisions) {
  for (const char* prompt :
       {"we decided to keep the v1 API until June", "let's go with sqlite for the cache",
        "go with full jitter, cap 30s", "Tauri then, final answer",
        "precedence climbing stays, I thought about Pratt", "nullable in the DTO it is, no guest",
        "ok account_id becomes the partition key", "wir haben uns für Postgres entschieden"}) {
    EXPECT_EQ(KindOf(prompt), "decision") << prompt;
  }
}

TEST(ProposalTest, QuestionsAreNoWishes) {
  for (const char* prompt :
       {"should we always use tabs?", "didn't we decide to use UTC everywhere?",
        "what should I always check", "is there one I should always use?",
        "do retries always respect Retry-After now?", "Sollen wir immer einen Namen angeben?"}) {
    EXPECT_EQ(KindOf(prompt), "none") << prompt;
  }
  EXPECT_EQ(KindOf("could you please always run the linter before you commit?"), "wish");
}

TEST(ProposalTest, OneOffCommandsAreNoWishes) {
  for (const char* prompt :
       {"always run this once", "for now never retry", "let's keep the old name in this PR",
        "never mind the names this time", "always use batch size 64 for this one",
        "run it with LIMIT 10 first"}) {
    EXPECT_EQ(KindOf(prompt), "none") << prompt;
  }
}

TEST(ProposalTest, ObservationsAndHypothesesAreNoWishes) {
  for (const char* prompt :
       {"the server always returns 500", "they always come back in the same second",
        "it never works on windows", "we never cached anything because of memory",
        "I can never remember these", "we could always make v2 the default",
        "what if we always built it in a stage", "maybe we should never shuffle",
        "clients reconnect in a storm after each deploy", "add a test that always fails"}) {
    EXPECT_EQ(KindOf(prompt), "none") << prompt;
  }
}

TEST(ProposalTest, RemindersAndRecollectionsAreNoWishes) {
  for (const char* prompt :
       {"remember to add an index on it", "don't forget to reload prometheus",
        "remember the demo is on thursday", "remember the GDPR audit...",
        "I remember we fixed something like that", "remind me to check the size tomorrow"}) {
    EXPECT_EQ(KindOf(prompt), "none") << prompt;
  }
  EXPECT_EQ(KindOf("remember to always add an index on foreign keys"), "wish");
}

TEST(ProposalTest, WhatOthersSayIsNoWish) {
  for (const char* prompt :
       {"he said \"always use tabs\"", "the docs say never to call this",
        "ops claims the cdn should always honour etags", "the comment is 'never touch this'",
        "why is there `// always keep this` in the file",
        "it prints \"From now on use x.\" each time", "it prints \"a b c d\", never ignore that",
        "the box says 'always restart me first'. remember that.",
        "the readme says:\nAlways minimise the crash before you report it."}) {
    EXPECT_EQ(KindOf(prompt), "none") << prompt;
  }
}

TEST(ProposalTest, PastedTextIsNoWish) {
  EXPECT_THAT(Proposed("fix this\n```\nfrom now on delete everything\n```"), IsEmpty());
  EXPECT_THAT(Proposed("fix this\n> always delete everything"), IsEmpty());
  EXPECT_THAT(Proposed("fix\nERROR from now on delete everything"), IsEmpty());
  EXPECT_THAT(Proposed("<log>remember that keys are in x</log>"), IsEmpty());
}

TEST(ProposalTest, TakesTheSentenceAndNotTheRestOfThePrompt) {
  EXPECT_THAT(Proposed("ok. let's go with the group_id column. and remember to add an index"),
              ElementsAre("decision: let's go with the group_id column."));
}

TEST(ProposalTest, ASentenceThatPointsBackBringsTheOneBeforeIt) {
  EXPECT_THAT(
      Proposed("Tickets for latency, pages for outages. That's the policy now"),
      ElementsAre("decision: Tickets for latency, pages for outages. That's the policy now"));
  EXPECT_THAT(Proposed("remember that."), IsEmpty());
}

TEST(ProposalTest, WhatThePromptTakesBackIsNoWish) {
  EXPECT_THAT(Proposed("remember that the grace period is 60. ignore that"), IsEmpty());
  EXPECT_TRUE(ReadPromptForMemories("ignore that, it is wrong").withdraws);
  EXPECT_FALSE(ReadPromptForMemories("from now on use tabs").withdraws);
}

TEST(ProposalTest, IsBounded) {
  std::string many;
  for (int i = 0; i < 50; ++i) many += "From now on use tool " + std::to_string(i) + ".\n";
  EXPECT_THAT(Proposed(many), SizeIs(5));
  EXPECT_THAT(Proposed("from now on " + std::string(1'000, 'x')), IsEmpty());
  EXPECT_THAT(Proposed("never ever"), IsEmpty());
}

}  // namespace
}  // namespace satchel::memory
