// The four specifications, packed from made-up items.

#include "packet/recipes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "packet/policies.h"
#include "packet/render/markdown.h"
#include "tests/support/candidates.h"

namespace satchel::packet {
namespace {

using test::CountText;
using test::Entry;
using test::LeftOut;
using test::Line;
using test::Shown;
using test::Words;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

const MarkdownLayout kLayout;

Packer NewPacker(std::string recipe, std::span<const SectionPolicy> policies, std::size_t budget) {
  return {std::move(recipe), policies, budget, text::Tokenizer::kChars4, kLayout};
}

std::size_t TokensOf(const Packet& packet, std::string_view section) {
  for (const Section& each : packet.sections) {
    if (each.name == section) return CostModel(packet.tokenizer).Tokens(each.cost);
  }
  return 0;
}

// ---- 002, notes

Candidate Instruction() {
  Candidate candidate = Line("instruction", "Confirm what you have read before you begin.");
  candidate.source = "satchel";
  candidate.trust = Trust::kSatchel;
  return candidate;
}

// A task with the one-line form that stands in for it, later ones newer.
Candidate Task(int number, std::size_t tokens) {
  Candidate task = Line("task" + std::to_string(number), Words(tokens), number);
  task.renditions.push_back({"summary", "task " + std::to_string(number)});
  return task;
}

NotesOffer SomeNotes(int tasks, int conventions, int decisions, int learnings) {
  NotesOffer offer;
  offer.constitution = {Line("rule1", "Never lose data", 1), Line("rule2", "Be honest", 2)};
  offer.read_order = {Line("file1", ".context/TASKS.md", 1)};
  offer.instruction = {Instruction()};
  for (int i = 0; i < tasks; ++i) offer.tasks.push_back(Task(i, 40));
  for (int i = 0; i < conventions; ++i) {
    offer.conventions.push_back(Line("convention" + std::to_string(i), Words(30), i));
  }
  for (int i = 0; i < decisions; ++i) {
    offer.decisions.push_back(Entry("decision" + std::to_string(i), Words(60), 2000 - i));
  }
  for (int i = 0; i < learnings; ++i) {
    offer.learnings.push_back(Entry("learning" + std::to_string(i), Words(60), 2000 - i));
  }
  return offer;
}

Packet Notes(NotesOffer offer, std::size_t budget) {
  return PackNotes(NewPacker("notes", NotesPolicies(), budget), std::move(offer));
}

TEST(NotesRecipeTest, TierOneAlwaysFitsEvenWithABudgetOfOneHundred) {
  const Packet packet = Notes(SomeNotes(50, 20, 30, 30), 100);
  EXPECT_THAT(Shown(packet, "constitution"), ElementsAre("rule1:full", "rule2:full"));
  EXPECT_THAT(Shown(packet, "instruction"), SizeIs(1));
  EXPECT_LE(CountText(packet, kLayout), 100U);
}

TEST(NotesRecipeTest, BudgetZeroGivesConstitutionAndInstructionOnly) {
  const Packet packet = Notes(SomeNotes(3, 3, 3, 3), 0);
  EXPECT_THAT(Shown(packet, "constitution"), SizeIs(2));
  EXPECT_THAT(Shown(packet, "instruction"), SizeIs(1));
  for (const char* section : {"read_order", "tasks", "conventions", "decisions", "learnings"}) {
    EXPECT_THAT(Shown(packet, section), IsEmpty()) << section;
  }
  EXPECT_GT(packet.over_budget, 0U);
  EXPECT_EQ(packet.over_budget, CountText(packet, kLayout));
}

TEST(NotesRecipeTest, TasksAreCappedAtFortyPercentNewestFirstTheRestInOneLine) {
  const Packet packet = Notes(SomeNotes(50, 0, 0, 0), 1000);
  EXPECT_LE(TokensOf(packet, "tasks"), 400U);
  const auto shown = Shown(packet, "tasks");
  EXPECT_THAT(shown, Contains("task49:full"));
  EXPECT_THAT(shown, Not(Contains("task0:full")));
  // Printed in the order of the file.
  EXPECT_EQ(shown.back(), "task49:full");
}

TEST(NotesRecipeTest, ConventionsAreCappedAtTwentyPercentTheFirstThatFit) {
  const Packet packet = Notes(SomeNotes(0, 50, 0, 0), 1000);
  EXPECT_LE(TokensOf(packet, "conventions"), 200U);
  EXPECT_EQ(Shown(packet, "conventions").front(), "convention0:full");
  EXPECT_THAT(LeftOut(packet), Contains("convention49:section_full"));
}

TEST(NotesRecipeTest, RestIsSplitBetweenDecisionsAndLearnings) {
  const Packet packet = Notes(SomeNotes(0, 0, 40, 20), 2000);
  EXPECT_GE(TokensOf(packet, "decisions"), 2000U * 40 / 100);
  EXPECT_GE(TokensOf(packet, "learnings"), 2000U * 20 / 100);
  EXPECT_LE(packet.tokens_used, 2000U);
}

TEST(NotesRecipeTest, DegradesFromFullEntriesToTitlesUnderAlsoNoted) {
  const Packet packet = Notes(SomeNotes(0, 0, 40, 0), 1000);
  const auto shown = Shown(packet, "decisions");
  EXPECT_EQ(shown.front(), "decision0:full");
  EXPECT_THAT(shown.back(), EndsWith(":title"));
  EXPECT_THAT(Compose(packet, kLayout), HasSubstr("Also noted:\n- decision"));
  EXPECT_THAT(LeftOut(packet), Not(Contains(HasSubstr("superseded"))));
}

TEST(NotesRecipeTest, EmptyFilesGiveEmptySectionsAndNoErrors) {
  const Packet packet = Notes({}, 8000);
  EXPECT_THAT(packet.omissions, IsEmpty());
  EXPECT_EQ(packet.over_budget, 0U);
}

TEST(NotesRecipeTest, EverythingIsShownWhereEverythingFits) {
  NotesOffer offer = SomeNotes(3, 3, 3, 3);
  offer.decisions[0].superseded = true;
  const Packet packet = Notes(std::move(offer), 8000);
  EXPECT_THAT(packet.omissions, IsEmpty());
  EXPECT_THAT(Shown(packet, "decisions"), SizeIs(3));
}

// ---- 000, graph

GraphOffer SomeGraph() {
  GraphOffer offer;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    offer.tasks.push_back(Entry("TG-TASK-" + n, Words(20), 100 - i));
    offer.decisions.push_back(Entry("RG-DEC-" + n, Words(20), 100 - i));
    offer.knowledge.push_back(Entry("KG-FACT-" + n, Words(20), 100 - i));
    offer.deltas.push_back(Entry("DELTA-" + n, Words(5), 0));
    offer.deltas.back().position = i;
  }
  return offer;
}

Result<Packet> Graph(std::size_t budget) {
  return PackGraph(NewPacker("graph", GraphPolicies(), budget), SomeGraph());
}

TEST(GraphRecipeTest, WithoutABudgetEverythingIsShownInFull) {
  const auto packet = Graph(kNoBudget);
  ASSERT_TRUE(packet);
  EXPECT_THAT(Shown(*packet, "tasks"), SizeIs(40));
  EXPECT_THAT(Shown(*packet, "tasks"), Each(EndsWith(":full")));
  EXPECT_THAT(Shown(*packet, "deltas"), SizeIs(40));
  EXPECT_THAT(packet->omissions, IsEmpty());
}

TEST(GraphRecipeTest, WhatANumberOfItemsCutIsReportedAndTheRestCounted) {
  Packer packer = NewPacker("graph", GraphPolicies(), kNoBudget);
  GraphOffer cut = SomeGraph();
  packer.LeaveOut({PolicyNamed(GraphPolicies(), "tasks"), std::move(cut.tasks)}, Reason::kMaxItems,
                  1000);
  GraphOffer offer;
  offer.tasks.push_back(Entry("TG-TASK-X", Words(20), 200));
  PackRecord record;
  const auto packet = PackGraph(std::move(packer), std::move(offer), &record);
  ASSERT_TRUE(packet);
  EXPECT_THAT(Shown(*packet, "tasks"), ElementsAre("TG-TASK-X:full"));
  EXPECT_THAT(packet->omissions, SizeIs(40));
  ASSERT_THAT(packet->remainder, SizeIs(1));
  EXPECT_EQ(packet->remainder.front().count, 1000U);
  EXPECT_EQ(packet->remainder.front().reason, Reason::kMaxItems);
  const auto again = Repack(record, *packet, GraphPolicies(), kLayout);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(Compose(*again, kLayout), Compose(*packet, kLayout));
  EXPECT_EQ(again->remainder.front().count, 1000U);
}

TEST(GraphRecipeTest, ABudgetDemotesAndThenDropsFromTheEnd) {
  const auto packet = Graph(900);
  ASSERT_TRUE(packet);
  EXPECT_LE(CountText(*packet, kLayout), 900U);
  EXPECT_THAT(Shown(*packet, "tasks"), Contains("TG-TASK-0:full"));
  EXPECT_THAT(Shown(*packet, "deltas"), Contains(EndsWith(":title")));
  const auto small = Graph(200);
  ASSERT_TRUE(small);
  EXPECT_THAT(Shown(*small, "deltas"), IsEmpty());
  EXPECT_THAT(Shown(*small, "tasks"), Contains("TG-TASK-0:title"));
}

// ---- 001, memory

Packet Memory(std::size_t budget, int memories) {
  MemoryOffer offer;
  offer.artifacts = {Line("artifact", Words(30))};
  for (int i = 0; i < 20; ++i) offer.profile.push_back(Line("p" + std::to_string(i), Words(80), i));
  for (int i = 0; i < memories; ++i) {
    offer.memories.push_back(Entry("m" + std::to_string(i), Words(60), 100 - i));
  }
  return PackMemory(NewPacker("memory", MemoryPolicies(), budget), std::move(offer));
}

TEST(MemoryRecipeTest, TheProfileTakesHalfAtMostWhileMemoriesWait) {
  const Packet packet = Memory(2000, 40);
  EXPECT_LE(TokensOf(packet, "profile"), 1000U);
  EXPECT_THAT(Shown(packet, "memories"), Contains("m0:full"));
  EXPECT_THAT(Shown(packet, "artifacts"), SizeIs(1));
  EXPECT_LE(CountText(packet, kLayout), 2000U);
}

TEST(MemoryRecipeTest, TheProfileMayTakeMoreWhenNothingWaits) {
  EXPECT_GT(TokensOf(Memory(2000, 0), "profile"), 1000U);
}

// ---- 003, code

Candidate File(const std::string& id, int tier_and_class, bool pinned) {
  Candidate file = Line(id, "");
  file.source = "code";
  file.kind = ContentKind::kCode;
  file.language = "cpp";
  file.priority = tier_and_class;
  file.pinned = pinned;
  file.renditions = {{"full", "int f() {\n" + Words(100) + "\n}"},
                     {"signature_doc", "// " + Words(20) + "\nint f();"},
                     {"signature", "int f();"},
                     {"name", ""}};
  return file;
}

Result<Packet> Code(std::size_t budget) {
  CodeOffer offer;
  offer.seeds = {File("seed.cc", 0, true), File("seed2.cc", 1, false)};
  offer.dependencies = {File("dep1.h", 0, false), File("dep2.h", 2, false)};
  offer.metadata = {File("far.cc", 0, false)};
  return PackCode(NewPacker("code", CodePolicies(), budget), std::move(offer));
}

TEST(CodeRecipeTest, BodiesGoToTheEarliestTierAndNamesToAll) {
  const auto packet = Code(260);
  ASSERT_TRUE(packet);
  EXPECT_THAT(Shown(*packet, "seeds"), ElementsAre("seed.cc:full", "seed2.cc:signature_doc"));
  EXPECT_THAT(Shown(*packet, "metadata"), ElementsAre("far.cc:name"));
  EXPECT_LE(CountText(*packet, kLayout), 260U);
}

TEST(CodeRecipeTest, EvictionGoesFromTheLastTier) {
  const auto packet = Code(32);
  ASSERT_TRUE(packet);
  EXPECT_THAT(Shown(*packet, "seeds"), Contains("seed.cc:name"));
  EXPECT_THAT(LeftOut(*packet), Contains("far.cc:budget"));
}

TEST(CodeRecipeTest, ABudgetTooSmallForTheSeedsFailsAndNamesOneThatDoes) {
  const auto packet = Code(3);
  ASSERT_FALSE(packet);
  EXPECT_THAT(packet.error().text(), HasSubstr("too small"));
}

}  // namespace
}  // namespace satchel::packet
