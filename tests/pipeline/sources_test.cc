// One more source and a recipe of fourteen stages over all of them: what the seam promises, on
// every engine.

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/pack/source.h"
#include "notes/pack/source.h"
#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "pipeline/audit.h"
#include "pipeline/catalog.h"
#include "pipeline/runner.h"
#include "store/raw_log.h"
#include "tests/contract/store_engines.h"
#include "tests/support/diary_source.h"
#include "tests/support/temp_dir.h"

namespace satchel::pipeline {
namespace {

using ::testing::HasSubstr;

constexpr Time kNow{1'767'225'600'000'000};  // 2026-01-01
const packet::MarkdownLayout kLayout;

// Sections, fillings and stages of all sources, one after the other; each is given its share.
struct Everything {
  Everything() {
    catalog.Add(MakeNotesSource());
    catalog.Add(MakeGraphSource());
    catalog.Add(std::make_unique<test::DiarySource>());
    for (const auto& source : catalog.sources()) {
      const Recipe& own = source->recipe();
      sources.push_back(source->name());
      stages.insert(stages.end(), own.stages.begin(), own.stages.end());
      sections.insert(sections.end(), own.sections.begin(), own.sections.end());
      fills.insert(fills.end(), own.fills.begin(), own.fills.end());
    }
    recipe = {.name = "everything",
              .sources = sources,
              .stages = stages,
              .sections = sections,
              .shares = kShares,
              .fills = fills,
              .budget = 2000,
              .tokenizer = text::Tokenizer::kChars4};
  }

  static constexpr std::array<packet::SourceShare, 3> kShares = {
      {{"notes", {50}}, {"graph", {40}}, {"diary", {10}}}};
  Catalog catalog;
  std::vector<std::string_view> sources;
  std::vector<std::string_view> stages;
  std::vector<packet::SectionPolicy> sections;
  std::vector<DueFills> fills;
  Recipe recipe;
};

class SourcesTest : public testing::TestWithParam<test::EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
    std::string tasks = "# Tasks\n\n";
    for (int i = 0; i < 60; ++i) tasks += fmt::format("- [ ] task {} of the notes\n", i);
    dir_.Write(".context/CONSTITUTION.md", "# Constitution\n\n- Never lose data\n");
    dir_.Write(".context/TASKS.md", tasks);
    dir_.Write(".context/DECISIONS.md",
               "# Decisions\n\n## [2025-12-30] Use one seam\n\nEvery source has it.\n");
    std::string nodes;
    for (int i = 0; i < 40; ++i) {
      nodes += fmt::format(
          R"({{"id":"TG-TASK-{}","title":"release task {}","status":"ready","rev":1,"updated_at":"2025-12-31T00:00:00Z"}})"
          "\n",
          i, i);
    }
    dir_.Write("graphs/tg_nodes.jsonl", nodes);
  }

  Result<RunResult> Execute(const std::string& id, std::size_t budget) {
    Request request{.recipe = "everything",
                    .task = "release task 3 TG-TASK-3",
                    .task_id = "task",
                    .budget = budget,
                    .tokenizer = text::Tokenizer::kChars4,
                    .stages = {all_.stages.begin(), all_.stages.end()},
                    .now = kNow};
    std::vector<std::unique_ptr<const Reading>> readings;
    Json snapshot = Json::object();
    const Surroundings nothing;
    const ask::Question question(request.task);
    test::DiaryOptions mood;
    mood.mood = "busy";
    for (const auto& source : all_.catalog.sources()) {
      const bool diary = source->name() == test::kDiary;
      auto reading = SATCHEL_TRY(source->Read({.root = dir_.path(),
                                               .request = request,
                                               .question = question,
                                               .options = diary ? &mood : nullptr,
                                               .around = nothing}));
      snapshot[std::string(reading->source())] = reading->snapshot();
      readings.push_back(std::move(reading));
    }
    const Runner runner(all_.catalog.stages(), clock_, SteadyTicker());
    return runner.Execute(
        {.recipe = all_.recipe,
         .request = std::move(request),
         .id = RunId(id),
         .snapshot = std::move(snapshot),
         .process = "here"},
        kLayout, {.readings = readings},
        {.raw = engine_->database(), .session = &engine_->database(), .scope = engine_->scope()});
  }

  static const packet::Section& Section(const packet::Packet& packet, std::string_view of) {
    return *std::ranges::find_if(packet.sections, [of](const packet::Section& section) {
      return section.of == of && section.name == "tasks";
    });
  }

  std::unique_ptr<test::StoreEngine> engine_;
  test::TempDir dir_;
  const Everything all_;
  const FixedClock clock_{kNow};
};

TEST_P(SourcesTest, FourteenStagesOverAllSourcesTakeFewStoreCallsAndKeepTheBudget) {
  ASSERT_EQ(all_.stages.size(), 14U);
  for (const std::size_t budget : {600UL, 2000UL, 20'000UL}) {
    const auto result = Execute(fmt::format("r{}", budget), budget);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_LE(result->stores.calls, 15U);
    EXPECT_LE(result->packet.tokens_used, budget);
    const packet::CostModel model(result->packet.tokenizer);
    const packet::Cost diary = Section(result->packet, "diary").cost;
    EXPECT_LE(model.Tokens(diary), budget / 10) << "its share of the budget";
    // Whoever comes last in a small budget may find nothing left of it.
    if (budget < 2000) continue;
    EXPECT_THAT(result->text, HasSubstr("a busy day"));
  }
}

TEST_P(SourcesTest, SectionsOfTheSameNameStayApart) {
  const auto result = Execute("r1", 20'000);
  ASSERT_TRUE(result) << result.error().text();
  for (const std::string_view source : {"notes", "graph", "diary"}) {
    const packet::Section& section = Section(result->packet, source);
    ASSERT_FALSE(section.items.empty()) << source;
    for (const packet::Item& item : section.items) EXPECT_EQ(item.candidate.source, source);
  }
  EXPECT_THAT(result->text, HasSubstr("; diary "));
}

TEST_P(SourcesTest, WhatTheLogKeptLeadsToTheSameBytes) {
  const auto result = Execute("r1", 1500);
  ASSERT_TRUE(result) << result.error().text();
  const auto events = store::RawReader(engine_->database()).Events(engine_->scope(), RunId("r1"));
  ASSERT_TRUE(events && events->size() == 1);
  const auto kept = ReadKeptPacket(ParseJson(events->front().body).value());
  ASSERT_TRUE(kept) << kept.error().text();
  const auto again = packet::Repack(kept->record, kept->packet, all_.recipe.plan(), kLayout);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(packet::Compose(*again, kLayout), result->text);
  EXPECT_FALSE(result->packet.omissions.empty()) << "1,500 tokens are not enough for everything";
}

INSTANTIATE_TEST_SUITE_P(Engines, SourcesTest,
                         testing::Values(test::EngineCase{"Sqlite", test::MakeSqliteEngine},
                                         test::EngineCase{"Postgres", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::pipeline
