#include "packet/safety.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/pack/sections.h"
#include "memory/pack/sections.h"
#include "notes/pack/sections.h"
#include "packet/layout.h"
#include "packet/packer.h"
#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "tests/support/candidates.h"
#include "tests/support/pack_fills.h"

namespace satchel::packet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

// Cut in two, so that no scanner takes this file for a leak.
const std::string kToken = std::string("ghp_") + "q8Zk2LmX0vTb7NcR4sYw1PdH6fJg9AeU3iKo";

TEST(SafetyTest, ReplacesSecretsAndEscapesWhatCannotBeSeen) {
  Candidate candidate = test::Line("a\u202Eb", "key = \"" + kToken + "\" \u200B");
  candidate.title = "of " + kToken;
  candidate.provenance.seed = "asked for " + kToken;
  candidate.renditions.push_back({"title", kToken});
  const SafetyCounts counts = MakeSafe(candidate);
  EXPECT_EQ(candidate.id.value(), "a\\u{202E}b");
  EXPECT_EQ(candidate.title, "of [redacted:github-token]");
  EXPECT_EQ(candidate.provenance.seed, "asked for [redacted:github-token]");
  EXPECT_EQ(candidate.renditions[0].text, "key = \"[redacted:github-token]\" \\u{200B}");
  EXPECT_EQ(candidate.renditions[1].text, "[redacted:github-token]");
  EXPECT_THAT(counts.redacted, ElementsAre(Pair("github-token", 4)));
  EXPECT_EQ(counts.escaped, 2U);
  EXPECT_EQ(MakeSafe(candidate), SafetyCounts{}) << "the second time finds nothing";
}

TEST(SafetyTest, RepairsBytesThatAreNotUtf8) {
  Candidate candidate = test::Line("id", "caf\xE9");
  EXPECT_EQ(MakeSafe(candidate).escaped, 1U);
  EXPECT_EQ(candidate.renditions[0].text, "caf\\x{E9}");
}

TEST(SafetyTest, ThePackerLetsNothingPassWithout) {
  const MarkdownLayout layout;
  const Packet packet =
      test::PackByFills(
          Packer("notes", pipeline::NotesPolicies(), 400, text::Tokenizer::kSafe, layout),
          pipeline::NotesPolicies(), {pipeline::NotesTaskFills(), pipeline::NotesEntryFills()},
          test::OffersOf(
              "notes",
              {{"constitution", {test::Line("rule", "use " + kToken)}},
               {"tasks", {test::Line("task", "rotate " + kToken)}},
               {"learnings",
                {test::Line("learning", "leaked " + kToken + " " + std::string(4'000, 'x'))}}}))
          .value();
  EXPECT_FALSE(packet.omissions.empty()) << "the long one is left out";
  const std::string json = CanonicalJson(ToStoredJson(packet));
  EXPECT_THAT(json, Not(HasSubstr(kToken)));
  EXPECT_THAT(Compose(packet, layout), Not(HasSubstr(kToken)));
  EXPECT_THAT(Compose(packet, layout), HasSubstr("rotate [redacted:github-token]"));
  EXPECT_THAT(packet.safety.redacted, ElementsAre(Pair("github-token", 2)))
      << "of the long one only the title is reported";
  const auto read = FromJson(ToStoredJson(packet));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->safety, packet.safety);
}

// Twelve characters that are three bytes each as offered and eight as shown.
std::string Invisible() {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "a\u200B";
  return text;
}

Candidate Prose(const std::string& id, std::string text, std::int64_t position) {
  Candidate candidate = test::Line(id, std::move(text), position);
  candidate.kind = ContentKind::kProse;
  return candidate;
}

TEST(SafetyTest, WhatNoLongerFitsWhenSafeIsPassedOver) {
  const MarkdownLayout layout;
  const SectionPolicy policy = {.name = "s", .heading = "S", .fill = FillOrder::kGiven};
  const auto pack = [&](std::vector<Candidate> candidates, std::size_t budget) {
    Packer packer("test", {&policy, 1}, budget, text::Tokenizer::kChars4, layout);
    packer.Add({policy, std::move(candidates)});
    return std::move(packer).Finish();
  };
  const Candidate grows = Prose("grows", Invisible(), 1);
  const Packet alone = pack({grows}, 500);
  EXPECT_EQ(alone.safety.escaped, 12U);
  ASSERT_THAT(test::Shown(alone, "s"), ElementsAre("grows:full"));
  const std::size_t framing = alone.tokens_used - 100;  // of about 500 bytes
  bool passed_over = false;
  for (std::size_t budget = 0; budget < framing + 120; ++budget) {
    const Packet packet = pack({grows, Prose("small", "b", 2)}, budget);
    EXPECT_LE(test::CountText(packet, layout), budget);
    passed_over |= test::Shown(packet, "s") == std::vector<std::string>{"small:full"} &&
                   packet.sections[0].asked <= budget;
  }
  EXPECT_TRUE(passed_over) << "at no budget did all fit as offered and not as shown";
}

TEST(SafetyTest, NoBudgetAndNoWayToFillLetsASecretOrATokenTooManyPass) {
  const MarkdownLayout layout;
  const auto offers = [](std::string_view kind) {
    std::vector<Candidate> candidates;
    for (int i = 0; i < 6; ++i) {
      const std::string id = std::string(kind) + std::to_string(i);
      candidates.push_back(Prose(id, "of " + kToken + Invisible(), i));
      candidates.back().title = "title with " + kToken;
      candidates.back().provenance.seed = "asked for " + kToken;
      candidates.back().renditions.push_back({"title", ""});
    }
    return candidates;
  };
  PackRecord record;
  const auto check = [&](const Packet& packet, std::size_t budget) {
    EXPECT_LE(test::CountText(packet, layout), budget);
    EXPECT_THAT(Compose(packet, layout), Not(HasSubstr(kToken)));
    EXPECT_THAT(CanonicalJson(ToStoredJson(packet)), Not(HasSubstr(kToken)));
    EXPECT_THAT(CanonicalJson(ToJson(record)), Not(HasSubstr(kToken)));
    EXPECT_FALSE(record.steps.empty());
  };
  for (std::size_t budget = 0; budget < 1'200; budget += 7) {
    for (const auto tokenizer : {text::Tokenizer::kChars4, text::Tokenizer::kSafe}) {
      check(test::PackByFills({"memory", pipeline::MemoryPolicies(), budget, tokenizer, layout},
                              pipeline::MemoryPolicies(), {pipeline::MemoryFills()},
                              test::OffersOf("memory", {{"profile", offers("p")},
                                                        {"memories", offers("m")},
                                                        {"episodes", offers("e")}}),
                              &record)
                .value(),
            budget);
      const auto graph =
          test::PackByFills({"graph", pipeline::GraphPolicies(), budget, tokenizer, layout},
                            pipeline::GraphPolicies(), {pipeline::GraphFills()},
                            test::OffersOf("graph", {{"overview", offers("o")},
                                                     {"tasks", offers("t")},
                                                     {"decisions", offers("d")},
                                                     {"knowledge", offers("k")},
                                                     {"deltas", offers("c")}}),
                            &record);
      ASSERT_TRUE(graph);
      check(*graph, budget);
      Packer split("notes", pipeline::NotesPolicies(), budget, tokenizer, layout);
      std::vector<Offer> entries;
      for (const char* section : {"decisions", "learnings"}) {
        entries.push_back(
            {PolicyOf(pipeline::NotesPolicies(), {"notes", section}), offers(section)});
      }
      split.AddSplit(std::move(entries));
      const Packet notes = std::move(split).Finish(&record);
      // The header of a packet with a floor stays, and may itself be over.
      check(notes, std::max(budget, notes.tokens_used * (notes.over_budget > 0 ? 1U : 0U)));
      for (const Section& section : notes.sections) {
        EXPECT_TRUE(notes.over_budget == 0 || section.items.empty());
      }
    }
  }
}

}  // namespace
}  // namespace satchel::packet
