#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "pack/built_in.h"
#include "packet/offers.h"
#include "packet/packer.h"
#include "packet/packet.h"
#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "pipeline/invariants.h"
#include "pipeline/recipe.h"
#include "pipeline/source.h"
#include "pipeline/stage.h"
#include "pipeline/stage_context.h"

// A packet of a source's own recipe from what it has read, without stores.
namespace satchel::test {

struct RecipeAsked {
  std::size_t budget = 8000;
  std::string task;
  Time now{1'767'225'600'000'000};  // 2026-01-01
  text::Tokenizer tokenizer = text::Tokenizer::kChars4;
  const packet::Layout* layout = nullptr;  // null: Markdown
  bool through_json = false;               // between the stages, as a session stores it
};

struct RecipePacked {
  packet::Packet packet;
  std::string text;
  std::size_t tokens = 0;  // of the text, counted whole
  packet::PackRecord record;
  decltype(pipeline::StageContext::values) values;  // after the last stage
  std::vector<std::string> checkpoints;             // after each stage, as a session stores them
};

// Carries out the fillings that are due behind a stage, as the runner does.
inline void FillBehind(const pipeline::Recipe& recipe, std::string_view stage,
                       const packet::Layout& layout, pipeline::StageContext& context,
                       pipeline::Packing& packing) {
  for (const pipeline::DueFills& due : recipe.fills) {
    if (due.behind != stage) continue;
    const packet::Packet unfilled = packing.packet;
    packet::Packer packer(std::move(packing.packet), std::move(packing.record), layout);
    for (const packet::Fill& fill : due.fills) {
      EXPECT_TRUE(packet::CarryOut(fill, recipe.sections, context.offers, packer));
    }
    std::move(packer).Store(packing.packet, packing.record);
    const auto packed = pipeline::CheckPacked(unfilled, packing.packet);
    EXPECT_TRUE(packed) << packed.error().text();
  }
}

inline RecipePacked PackRecipe(std::string_view name,
                               std::unique_ptr<const pipeline::Reading> reading,
                               const RecipeAsked& asked) {
  static const packet::MarkdownLayout kMarkdown;
  const packet::Layout& layout = asked.layout == nullptr ? kMarkdown : *asked.layout;
  const pipeline::Recipe& recipe = *pipeline::BuiltIn().FindRecipe(name);
  pipeline::StageContext context;
  context.request = {.recipe = std::string(name),
                     .task = asked.task,
                     .budget = asked.budget,
                     .tokenizer = asked.tokenizer,
                     .now = asked.now};
  const ask::Question question(asked.task);
  context.query = question.task();
  pipeline::Packing packing;
  packing.packet =
      packet::Packer(std::string(name), recipe.plan(), asked.budget, asked.tokenizer, layout)
          .packet();
  std::vector<std::unique_ptr<const pipeline::Reading>> readings;
  readings.push_back(std::move(reading));
  const pipeline::Services services{.question = question,
                                    .readings = readings,
                                    .sections = recipe.sections,
                                    .packed = &packing.packet};
  std::vector<std::string> checkpoints;
  for (const std::string_view stage : recipe.stages) {
    const pipeline::StageContext before = context;
    auto after = pipeline::BuiltIn().stages().Find(stage)->Run(context, services);
    EXPECT_TRUE(after) << after.error().text();
    if (!after) return {};
    const auto checked = pipeline::CheckContext(*after, before.request, before.query,
                                                before.snapshot, recipe.sections);
    EXPECT_TRUE(checked) << checked.error().text();
    context = *std::move(after);
    for (packet::Notice& notice : std::exchange(context.notices, {})) {
      packet::AddNotice(packing.packet, std::move(notice));
    }
    FillBehind(recipe, stage, layout, context, packing);
    if (!asked.through_json) continue;
    context.offers.Complete();
    checkpoints.push_back(pipeline::ToText(context, packing).whole);
    auto stored = pipeline::ContextFromJson(ParseJson(checkpoints.back()).value_or(Json()));
    EXPECT_TRUE(stored) << stored.error().text();
    if (!stored) return {};
    context = std::move(stored->context);
    packing = std::move(stored->packing);
  }
  packet::Packer packer(std::move(packing.packet), std::move(packing.record), layout);
  RecipePacked packed;
  packed.checkpoints = std::move(checkpoints);
  packed.values = std::move(context.values);
  packed.packet = std::move(packer).Finish(&packed.record);
  packed.text = packet::Compose(packed.packet, layout);
  packed.tokens = text::CounterFor(asked.tokenizer).Count(packed.text);
  return packed;
}

}  // namespace satchel::test
