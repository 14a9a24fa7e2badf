#pragma once

#include <memory>
#include <string_view>

#include "ask/question.h"
#include "memory/pack/options.h"
#include "memory/rank/plan.h"
#include "pipeline/stage.h"

// The stages of specification 001, in their order.
namespace satchel::pipeline {

// `memory.plan`: what the prompt is worth looking for.
std::unique_ptr<const Stage> MakeMemoryPlan();
// `memory.profile`: profile.md, by paragraphs.
std::unique_ptr<const Stage> MakeMemoryProfile();
// `memory.candidates`: artifacts, what search finds in every namespace, what is linked to it.
std::unique_ptr<const Stage> MakeMemoryCandidates();
// `memory.score`: terms and filters; the best are offered.
std::unique_ptr<const Stage> MakeMemoryScore();
// `memory.rerank`: a model's order, if one is asked and answers in time.
std::unique_ptr<const Stage> MakeMemoryRerank();

// The plan of a request: without the planner every prompt is `full`.
memory::Plan PlanFor(const MemoryOptions& options, const ask::Question& prompt);

}  // namespace satchel::pipeline
