#include "packet/record.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "code/pack/sections.h"
#include "notes/pack/sections.h"
#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "tests/support/candidates.h"
#include "tests/support/pack_fills.h"

namespace satchel::packet {
namespace {

using test::Entry;
using test::Line;
using test::Words;
using ::testing::HasSubstr;
using ::testing::SizeIs;

const MarkdownLayout kLayout;

struct PackedRun {
  Packet packet;
  PackRecord record;
};

std::vector<Candidate> Entries(const std::string& name, int count) {
  std::vector<Candidate> entries;
  for (int i = 0; i < count; ++i) {
    entries.push_back(Entry(name + std::to_string(i), Words(30), 10'000 - i));
  }
  return entries;
}

Packer NotesPacker(std::size_t budget) {
  return {"notes", pipeline::NotesPolicies(), budget, text::Tokenizer::kChars4, kLayout};
}

PackedRun Pack(int entries, std::size_t budget) {
  PackedRun run;
  run.packet = test::PackByFills(
                   NotesPacker(budget), pipeline::NotesPolicies(),
                   {pipeline::NotesTaskFills(), pipeline::NotesEntryFills()},
                   test::OffersOf("notes", {{"constitution", {Line("rule", "Never lose data")}},
                                            {"decisions", Entries("d", entries)},
                                            {"learnings", Entries("l", entries)}}),
                   &run.record)
                   .value();
  return run;
}

Result<Packet> Again(const PackedRun& run) {
  return Repack(run.record, run.packet, {.sections = pipeline::NotesPolicies(), .shares = {}},
                kLayout);
}

TEST(RecordTest, HoldsLinesOfWhatIsShownOrReportedAndCountsTheRest) {
  const PackedRun run = Pack(2'000, 1'000);
  std::size_t lines = 0;
  std::size_t folded = 0;
  for (const OfferRecord& offer : run.record.steps.back().offers) {
    for (const LineRecord& line : offer.lines) lines += line.tried && line.dropped ? 0U : 1U;
    for (const FoldedLines& rest : offer.folded) folded += rest.count;
  }
  std::size_t shown = 0;
  for (const Section& section : run.packet.sections) shown += section.items.size();
  EXPECT_EQ(lines, shown - 1 + kMostDropped);  // the rule is of another step
  EXPECT_EQ(folded, 4'000 - lines);
  const auto again = Again(run);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(CanonicalJson(ToStoredJson(*again)), CanonicalJson(ToStoredJson(run.packet)));
}

// As a refinement does: first what was shown before, then the rest.
TEST(RecordTest, SectionsThatWereFilledTwiceArePackedAgainAsTheyWere) {
  Packer packer = NotesPacker(700);
  const auto fill = [&packer](std::vector<Candidate> decisions) {
    auto offers = test::OffersOf("notes", {{"decisions", std::move(decisions)}});
    for (const Fill& one : pipeline::NotesEntryFills()) {
      ASSERT_TRUE(CarryOut(one, pipeline::NotesPolicies(), offers, packer));
    }
  };
  fill({Entry("first", Words(40), 1)});
  std::vector<Candidate> more = Entries("d", 40);
  more.back().trust = Trust::kRepository;
  fill(std::move(more));
  PackedRun run;
  run.packet = std::move(packer).Finish(&run.record);
  const std::vector<std::string> shown = test::Shown(run.packet, "decisions");
  ASSERT_GT(shown.size(), 3U);
  // Titles come after full texts, whenever they took their places.
  EXPECT_EQ(shown.front(), "first:full");
  EXPECT_TRUE(std::ranges::is_partitioned(
      shown, [](const std::string& item) { return item.ends_with(":full"); }));
  EXPECT_LE(run.packet.tokens_used, 700U);
  EXPECT_EQ(run.packet.tokens_used, test::CountText(run.packet, kLayout));
  const auto again = Again(run);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(CanonicalJson(ToStoredJson(*again)), CanonicalJson(ToStoredJson(run.packet)));
}

TEST(RecordTest, AnItemThatTheKeptPacketHasNoTextOfIsNamed) {
  PackedRun run = Pack(40, 1'000);
  run.packet.sections[4].items.erase(run.packet.sections[4].items.begin());
  const auto again = Again(run);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code(), Errc::kCorrupt);
  EXPECT_THAT(again.error().text(), HasSubstr("'d0' in section 'decisions': chosen, but"));
}

TEST(RecordTest, ACostThatWouldChooseAnotherItemIsNotBelieved) {
  PackedRun run = Pack(400, 1'000);
  for (LineRecord& line : run.record.steps.back().offers[0].lines) {
    if (!line.dropped) continue;
    for (Rung& rung : line.offered) rung.cost = {.bytes = 1};
    break;
  }
  const auto again = Again(run);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().text(), HasSubstr("no text of it"));
}

TEST(RecordTest, APacketStoredBetweenStepsGoesOnAsIfItHadNotBeen) {
  const auto stored = [](const Packer& packer) {
    const auto packet = FromJson(ToStoredJson(packer.packet()));
    const auto record = RecordFromJson(ToJson(packer.record()));
    EXPECT_TRUE(packet && record);
    return Packer(*packet, *record, kLayout);
  };
  const auto policy = [](std::string_view name) -> const SectionPolicy& {
    return PolicyOf(pipeline::NotesPolicies(), {"notes", name});
  };
  const auto pack = [&](bool store) {
    const auto step = [&](const Packer& packer) { return store ? stored(packer) : packer; };
    Packer packer = NotesPacker(2'000);
    packer.AddFloor({policy("constitution"), {Line("rule", "Never lose data")}});
    Packer second = step(packer);
    second.Add({policy("tasks"), Entries("t", 500)});
    Packer third = step(second);
    third.Add({policy("conventions"), Entries("c", 500)}, 7);
    PackedRun run;
    run.packet = step(third).Finish(&run.record);
    return run;
  };
  const PackedRun whole = pack(false);
  const PackedRun parts = pack(true);
  EXPECT_EQ(CanonicalJson(ToStoredJson(parts.packet)), CanonicalJson(ToStoredJson(whole.packet)));
  EXPECT_EQ(CanonicalJson(ToJson(parts.record)), CanonicalJson(ToJson(whole.record)));
  EXPECT_THAT(parts.packet.remainder, SizeIs(2));
  EXPECT_TRUE(Again(parts)) << Again(parts).error().text();
}

TEST(RecordTest, WhatDoesNotFitIsAnErrorThatNamesThePlace) {
  const auto broken = [](auto change) {
    Json json = ToJson(Pack(40, 1'000).record);
    change(json);
    const auto read = RecordFromJson(json);
    return read ? "read" : read.error().text();
  };
  EXPECT_THAT(broken([](Json& j) { j["schema_version"] = 2; }), HasSubstr("only version 1"));
  EXPECT_THAT(broken([](Json& j) { j["steps"][0]["kind"] = "leap"; }),
              HasSubstr("record.steps[0].kind: unknown step 'leap'"));
  EXPECT_THAT(broken([](Json& j) { j["steps"][0]["offers"][0]["lines"][0]["offered"] = {}; }),
              HasSubstr("lines[0].offered"));
  EXPECT_THAT(broken([](Json& j) {
                j["steps"][0]["offers"][0]["lines"][0]["offered"][0]["cost"]["bytes"] = 1UL << 50U;
              }),
              HasSubstr("offered[0].cost: out of range"));
  EXPECT_THAT(broken([](Json& j) { j = 7; }), HasSubstr("expected an object"));
}

TEST(RecordTest, ARecordFromBeforeSectionsHadASourceIsReadAsItsRecipeHasThem) {
  const PackedRun run = Pack(40, 1'000);
  Json record = ToJson(run.record);
  for (Json& step : record["steps"]) {
    for (Json& offer : step["offers"]) offer.erase("of");
  }
  for (Json& item : record["taken_back"]) item.erase("of");
  Json packet = ToStoredJson(run.packet);
  for (Json& section : packet["sections"]) {
    section.erase("of");
    section.erase("given");
  }
  const auto old_record = RecordFromJson(record);
  const auto old_packet = FromJson(packet);
  ASSERT_TRUE(old_record && old_packet);
  const auto again = Repack(*old_record, *old_packet,
                            {.sections = pipeline::NotesPolicies(), .shares = {}}, kLayout);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(Compose(*again, kLayout), Compose(run.packet, kLayout));
}

TEST(RecordTest, ARecordOfAnotherRecipeIsCorrupt) {
  const PackedRun run = Pack(4, 1'000);
  const auto other =
      Repack(run.record, run.packet, {.sections = pipeline::CodePolicies(), .shares = {}}, kLayout);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().text(), HasSubstr("no section 'constitution'"));
  PackedRun twice = Pack(4, 1'000);
  twice.record.steps[0].offers.clear();
  EXPECT_FALSE(Again(twice));
}

TEST(RecordTest, ARunOfTheFirstLineRulesIsPackedAgainByThem) {
  const MarkdownLayout first(1);
  PackedRun run;
  run.packet =
      test::PackByFills(
          Packer("notes", pipeline::NotesPolicies(), 300, text::Tokenizer::kChars4, first),
          pipeline::NotesPolicies(), {pipeline::NotesTaskFills(), pipeline::NotesEntryFills()},
          test::OffersOf("notes", {{"constitution", {Line("rule", "Use `<T>`\n  - or not")}},
                                   {"decisions", Entries("d", 12)}}),
          &run.record)
          .value();
  Json stored = ToStoredJson(run.packet);
  stored["draft"].erase("line_rules");
  run.packet = FromJson(stored).value();
  const std::string shown = Compose(run.packet, kLayout);
  EXPECT_THAT(shown, HasSubstr("- Use `&lt;T>` - or not\n"));
  EXPECT_THAT(shown, HasSubstr("wor\nAlso noted:\n"));
  const auto again =
      Repack(run.record, run.packet, {.sections = pipeline::NotesPolicies(), .shares = {}},
             MarkdownLayout(run.packet.line_rules));
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(Compose(*again, kLayout), shown);
  EXPECT_FALSE(Again(run)) << "by today's rules its texts cost something else";
}

}  // namespace
}  // namespace satchel::packet
