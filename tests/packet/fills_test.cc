// The four specifications, packed from made-up items.

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "code/pack/sections.h"
#include "graph/pack/sections.h"
#include "memory/pack/sections.h"
#include "notes/pack/sections.h"
#include "packet/offers.h"
#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "tests/support/candidates.h"
#include "tests/support/pack_fills.h"

namespace satchel::packet {
namespace {

using test::CountText;
using test::Entry;
using test::LeftOut;
using test::Line;
using test::Shown;
using test::Words;
using ::testing::AnyOf;
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

Offers SomeNotes(int tasks, int conventions, int decisions, int learnings) {
  Offers offers;
  const auto to = [&offers](std::string_view section) -> std::vector<Candidate>& {
    return offers.To({"notes", section}).candidates;
  };
  to("constitution") = {Line("rule1", "Never lose data", 1), Line("rule2", "Be honest", 2)};
  to("read_order") = {Line("file1", ".context/TASKS.md", 1)};
  to("instruction") = {Instruction()};
  for (int i = 0; i < tasks; ++i) to("tasks").push_back(Task(i, 40));
  for (int i = 0; i < conventions; ++i) {
    to("conventions").push_back(Line("convention" + std::to_string(i), Words(30), i));
  }
  for (int i = 0; i < decisions; ++i) {
    to("decisions").push_back(Entry("decision" + std::to_string(i), Words(60), 2000 - i));
  }
  for (int i = 0; i < learnings; ++i) {
    to("learnings").push_back(Entry("learning" + std::to_string(i), Words(60), 2000 - i));
  }
  return offers;
}

Packet Notes(Offers offers, std::size_t budget) {
  return test::PackByFills(
             NewPacker("notes", pipeline::NotesPolicies(), budget), pipeline::NotesPolicies(),
             {pipeline::NotesTaskFills(), pipeline::NotesEntryFills()}, std::move(offers))
      .value();
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

TEST(NotesRecipeTest, WhatASmallBudgetLeavesOutIsCounted) {
  EXPECT_THAT(Compose(Notes(SomeNotes(50, 20, 30, 30), 1), kLayout),
              HasSubstr("Not shown: tasks 50, conventions 20, decisions 30, learnings 30.\n"));
  for (std::size_t budget = 1; budget < 600; ++budget) {
    const Packet packet = Notes(SomeNotes(50, 20, 30, 30), budget);
    const std::string text = Compose(packet, kLayout);
    EXPECT_THAT(text, AnyOf(HasSubstr("Not shown: tasks "), HasSubstr("Asked/used/left out:")))
        << budget;
    if (packet.over_budget == 0) {
      EXPECT_LE(CountText(packet, kLayout), budget);
    }
  }
}

// A richer frame is shown when it takes nothing from the items that a smaller budget could pay for.
TEST(NotesRecipeTest, ALargerBudgetLeavesNoLessForItems) {
  for (const auto& [recipe, policies] : {std::pair("notes", pipeline::NotesPolicies()),
                                         std::pair("graph", pipeline::GraphPolicies())}) {
    std::size_t most = 0;
    bool meter = false;
    for (std::size_t budget = 0; budget < 2000; ++budget) {
      const Packer packer = NewPacker(recipe, policies, budget);
      EXPECT_GE(packer.left(), most) << recipe << " " << budget;
      most = std::max(most, packer.left());
      EXPECT_GE(packer.packet().show_meter, meter) << "once it is shown it stays";
      meter = packer.packet().show_meter;
    }
    EXPECT_TRUE(meter);
  }
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
  Offers offers = SomeNotes(3, 3, 3, 3);
  offers.To({"notes", "decisions"}).candidates[0].superseded = true;
  const Packet packet = Notes(std::move(offers), 8000);
  EXPECT_THAT(packet.omissions, IsEmpty());
  EXPECT_THAT(Shown(packet, "decisions"), SizeIs(3));
}

// ---- 000, graph

Offers SomeGraph() {
  Offers offers;
  const auto to = [&offers](std::string_view section) -> std::vector<Candidate>& {
    return offers.To({"graph", section}).candidates;
  };
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    to("tasks").push_back(Entry("TG-TASK-" + n, Words(20), 100 - i));
    to("decisions").push_back(Entry("RG-DEC-" + n, Words(20), 100 - i));
    to("knowledge").push_back(Entry("KG-FACT-" + n, Words(20), 100 - i));
    to("deltas").push_back(Entry("DELTA-" + n, Words(5), 0));
    to("deltas").back().position = i;
  }
  return offers;
}

Result<Packet> PackGraph(Offers offers, std::size_t budget, PackRecord* record = nullptr) {
  return test::PackByFills(
      NewPacker("graph", pipeline::GraphPolicies(), budget), pipeline::GraphPolicies(),
      {pipeline::GraphDeltaFills(), pipeline::GraphFills()}, std::move(offers), record);
}

Result<Packet> Graph(std::size_t budget) { return PackGraph(SomeGraph(), budget); }

TEST(GraphRecipeTest, WithoutABudgetEverythingIsShownInFull) {
  const auto packet = Graph(kNoBudget);
  ASSERT_TRUE(packet);
  EXPECT_THAT(Shown(*packet, "tasks"), SizeIs(40));
  EXPECT_THAT(Shown(*packet, "tasks"), Each(EndsWith(":full")));
  EXPECT_THAT(Shown(*packet, "deltas"), SizeIs(40));
  EXPECT_THAT(packet->omissions, IsEmpty());
}

TEST(GraphRecipeTest, WhatANumberOfItemsCutIsReportedAndTheRestCounted) {
  Offers offers;
  SectionOffer& tasks = offers.To({"graph", "tasks"});
  tasks.cut = SomeGraph().Take({"graph", "tasks"}).candidates;
  tasks.cut_more = 1000;
  tasks.candidates.push_back(Entry("TG-TASK-X", Words(20), 200));
  PackRecord record;
  const auto packet = PackGraph(std::move(offers), kNoBudget, &record);
  ASSERT_TRUE(packet);
  EXPECT_THAT(Shown(*packet, "tasks"), ElementsAre("TG-TASK-X:full"));
  EXPECT_THAT(packet->omissions, SizeIs(40));
  ASSERT_THAT(packet->remainder, SizeIs(1));
  EXPECT_EQ(packet->remainder.front().count, 1000U);
  EXPECT_EQ(packet->remainder.front().reason, Reason::kMaxItems);
  const auto again =
      Repack(record, *packet, {.sections = pipeline::GraphPolicies(), .shares = {}}, kLayout);
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

TEST(GraphRecipeTest, NothingOfALaterSectionIsShownWhileSomethingOfAnEarlierOneIsNot) {
  for (std::size_t budget = 0; budget < 1500; budget += 7) {
    const auto packet = Graph(budget);
    ASSERT_TRUE(packet);
    EXPECT_LE(CountText(*packet, kLayout), budget);
    bool left_out = false;
    for (const char* name : {"tasks", "decisions", "knowledge", "deltas"}) {
      const Section& section = *std::ranges::find(packet->sections, name, &Section::name);
      if (left_out) {
        EXPECT_THAT(section.items, IsEmpty()) << name << " at " << budget;
      }
      left_out |= section.dropped > 0;
    }
    const std::string text = Compose(*packet, kLayout);
    if (budget >= 70 && left_out) {
      EXPECT_THAT(text, AnyOf(HasSubstr("Not shown: "), HasSubstr("Asked/used/left out:")));
    }
  }
}

// ---- 001, memory

Packet Memory(std::size_t budget, int memories) {
  Offers offers;
  const auto to = [&offers](std::string_view section) -> std::vector<Candidate>& {
    return offers.To({"memory", section}).candidates;
  };
  to("artifacts") = {Line("artifact", Words(30))};
  for (int i = 0; i < 20; ++i) to("profile").push_back(Line("p" + std::to_string(i), Words(80), i));
  for (int i = 0; i < memories; ++i) {
    to("memories").push_back(Entry("m" + std::to_string(i), Words(60), 100 - i));
  }
  return test::PackByFills(NewPacker("memory", pipeline::MemoryPolicies(), budget),
                           pipeline::MemoryPolicies(), {pipeline::MemoryFills()}, std::move(offers))
      .value();
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
  return test::PackByFills(
      NewPacker("code", pipeline::CodePolicies(), budget), pipeline::CodePolicies(),
      {pipeline::CodeFills()},
      test::OffersOf("code",
                     {{"seeds", {File("seed.cc", 0, true), File("seed2.cc", 1, false)}},
                      {"dependencies", {File("dep1.h", 0, false), File("dep2.h", 2, false)}},
                      {"metadata", {File("far.cc", 0, false)}}}));
}

TEST(CodeRecipeTest, BodiesGoToTheEarliestTierAndNamesToWhatIsLeft) {
  const auto is_full = [](const std::string& item) { return item.ends_with(":full"); };
  bool named = false;  // a file of the last tier, by less than its body
  for (std::size_t budget = 60; budget < 900; budget += 4) {
    const auto packet = Code(budget);
    ASSERT_TRUE(packet);
    EXPECT_LE(CountText(*packet, kLayout), budget);
    const auto seeds = Shown(*packet, "seeds");
    const auto far = Shown(*packet, "metadata");
    if (std::ranges::any_of(Shown(*packet, "dependencies"), is_full) ||
        std::ranges::any_of(far, is_full)) {
      EXPECT_EQ(seeds.size(), 2U) << budget;
      EXPECT_TRUE(std::ranges::all_of(seeds, is_full)) << budget;
    }
    named |= std::ranges::any_of(far, std::not_fn(is_full));
  }
  EXPECT_TRUE(named);
}

TEST(CodeRecipeTest, EvictionGoesFromTheLastTier) {
  const auto packet = Code(32);
  ASSERT_TRUE(packet);
  EXPECT_THAT(Shown(*packet, "seeds"), Contains(testing::StartsWith("seed.cc:")));
  EXPECT_THAT(LeftOut(*packet), Contains("far.cc:budget"));
}

TEST(CodeRecipeTest, TiersGetBodiesInTheirOrder) {
  std::vector<std::string> whole;  // as the budget grows
  for (std::size_t budget = 100; budget < 900; ++budget) {
    const auto packet =
        test::PackByFills(NewPacker("code", pipeline::CodePolicies(), budget),
                          pipeline::CodePolicies(), {pipeline::CodeFills()},
                          test::OffersOf("code", {{"metadata", {File("4", 0, false)}},
                                                  {"co_changes", {File("3", 0, false)}},
                                                  {"dependencies", {File("2", 0, false)}},
                                                  {"seeds", {File("1", 0, false)}}}));
    ASSERT_TRUE(packet);
    for (const char* tier : {"metadata", "co_changes", "dependencies", "seeds"}) {
      for (const std::string& item : Shown(*packet, tier)) {
        if (item.ends_with(":full") && std::ranges::find(whole, item) == whole.end()) {
          whole.push_back(item);
        }
      }
    }
  }
  EXPECT_THAT(whole, ElementsAre("1:full", "2:full", "3:full", "4:full"));
}

TEST(CodeRecipeTest, ABudgetTooSmallForTheSeedsFailsAndNamesOneThatDoes) {
  const auto packet = Code(3);
  ASSERT_FALSE(packet);
  EXPECT_THAT(packet.error().text(), HasSubstr("too small"));
}

// ---- several sources

constexpr std::array<SectionPolicy, 3> kMixed = {{
    {.source = "notes",
     .name = "tasks",
     .heading = "Notes",
     .cap = {50},
     .fill = FillOrder::kGiven},
    {.source = "graph", .name = "tasks", .heading = "Graph", .fill = FillOrder::kGiven},
    {.source = "graph", .name = "rest", .heading = "Rest", .fill = FillOrder::kGiven},
}};
constexpr std::array<SourceShare, 2> kHalves = {{{"notes", {50}}, {"graph", {50}}}};

std::vector<Candidate> Lines(const std::string& name, std::string_view source) {
  std::vector<Candidate> lines;
  for (int i = 0; i < 40; ++i) {
    lines.push_back(Line(name + std::to_string(i), Words(20), i));
    lines.back().source = source;
  }
  return lines;
}

TEST(MixedRecipeTest, SectionsOfTheSameNameStayApartAndSharesAreOfWhatASourceWasGiven) {
  const PackPlan plan{.sections = kMixed, .shares = kHalves};
  Packer packer("mixed", plan, 2000, text::Tokenizer::kChars4, kLayout);
  packer.Add({kMixed[0], Lines("n", "notes")});
  packer.Add({kMixed[1], Lines("g", "graph")});
  packer.Add({kMixed[2], Lines("r", "graph")});
  PackRecord record;
  const Packet packet = std::move(packer).Finish(&record);
  const CostModel model(packet.tokenizer);
  EXPECT_LE(model.Tokens(packet.sections[0].cost), 500U)
      << "half of the half that notes were given";
  EXPECT_GT(model.Tokens(packet.sections[0].cost), 400U);
  EXPECT_LE(model.Tokens(packet.sections[1].cost + packet.sections[2].cost), 1000U);
  EXPECT_EQ(packet.sections[0].items.front().candidate.id.value(), "n0");
  EXPECT_EQ(packet.sections[1].items.front().candidate.id.value(), "g0");
  for (const Omission& omission : packet.omissions) {
    EXPECT_EQ(omission.of, omission.id.value().starts_with('n') ? "notes" : "graph");
  }
  EXPECT_THAT(Compose(packet, kLayout), HasSubstr("left out: notes "));
  const auto again = Repack(record, packet, plan, kLayout);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(Compose(*again, kLayout), Compose(packet, kLayout));
  const auto read = FromJson(ToStoredJson(packet));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(CanonicalJson(ToStoredJson(*read)), CanonicalJson(ToStoredJson(packet)));
}

}  // namespace
}  // namespace satchel::packet
