#include "memory/rank/plan.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "memory/pack/recalled.h"
#include "memory/pack/source.h"
#include "memory/pack/stages.h"

namespace satchel::pipeline {
namespace {

class MemoryPlan final : public Stage {
 public:
  std::string_view name() const override { return "memory.plan"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const MemoryReading* reading = SATCHEL_TRY(services.Need<MemoryReading>());
    const memory::Plan plan = PlanFor(reading->options(), services.question);
    context.values[std::string(kPlanValue)] = {
        {"mode", Name(plan.mode)}, {"rule", plan.rule}, {"evidence", plan.evidence}};
    for (std::size_t i = 0; i < reading->spaces().size(); ++i) {
      const SpaceMemories& space = reading->spaces()[i];
      const retrieval::MemoryBook* book = SATCHEL_TRY(reading->Book(i));
      std::vector<memory::Finding> findings = space.folder.findings;
      const std::vector<memory::Finding> twins = book->twins();
      findings.insert(findings.end(), twins.begin(), twins.end());
      std::ranges::sort(findings, {}, [](const memory::Finding& finding) {
        return std::tie(finding.path, finding.text);
      });
      for (const memory::Finding& finding : findings) {
        context.notices.push_back({.source = std::string(kMemory),
                                   .path = space.name + ":" + finding.path,
                                   .reason = "a memory cannot be read as it stands",
                                   .text = finding.text});
      }
    }
    return context;
  }
};

}  // namespace

memory::Plan PlanFor(const MemoryOptions& options, const ask::Question& prompt) {
  if (options.only_pinned) return {.mode = memory::Mode::kFull, .rule = "begins", .evidence = ""};
  if (options.planner) return memory::PlanRecall(prompt);
  return {.mode = memory::Mode::kFull, .rule = "planner off", .evidence = ""};
}

std::unique_ptr<const Stage> MakeMemoryPlan() { return std::make_unique<MemoryPlan>(); }

}  // namespace satchel::pipeline
