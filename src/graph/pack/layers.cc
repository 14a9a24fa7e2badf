#include "graph/pack/layers.h"

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "graph/files/points.h"
#include "graph/files/select.h"
#include "graph/pack/candidates.h"
#include "graph/pack/cut.h"
#include "graph/pack/source.h"

namespace satchel::pipeline {
namespace {

using graph::Chosen;
using graph::Layer;

class GraphLayer final : public Stage {
 public:
  GraphLayer(std::string_view name, std::string_view section, Layer layer,
             std::size_t GraphOptions::* cap)
      : name_(name), section_(section), layer_(layer), cap_(cap) {}

  std::string_view name() const override { return name_; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const GraphReading* reading = SATCHEL_TRY(services.Need<GraphReading>());
    const graph::Question& question = reading->question();
    const graph::Scorer scorer(question.graph(), question.entities, context.request.now);
    const std::size_t cap = reading->options().*cap_;
    const graph::Selection selection =
        layer_ == Layer::kTask
            ? SelectTasks(scorer, cap)
            : SelectNodes(scorer, layer_, ChosenTasks(context, question.graph()), cap);
    std::vector<packet::Candidate>& chosen = context.offers.To({kGraph, section_}).candidates;
    Json snapshot = Json::object();
    for (const Chosen& one : selection.chosen) {
      const Json json = question.graph().JsonOf(one.node);
      chosen.push_back(NodeCandidate(question.graph(), one, json, chosen.size()));
      snapshot[chosen.back().id.value()] = NodeSnapshot(question.graph(), one, json);
    }
    context.values[std::string(name_)] = {{"candidates", selection.candidates},
                                          {"snapshot", std::move(snapshot)},
                                          {"cut", CutJson(question.graph(), selection.cut)},
                                          {"cut_more", selection.cut_more}};
    return context;
  }

 private:
  // None when that stage was not asked for.
  static std::vector<Chosen> ChosenTasks(const StageContext& context, const graph::Graph& graph) {
    std::vector<Chosen> tasks;
    const packet::SectionOffer* offer = context.offers.Find({kGraph, "tasks"});
    if (offer == nullptr) return tasks;
    for (const packet::Candidate& candidate : offer->candidates) {
      if (const auto node = graph.Find(candidate.id.value())) tasks.push_back({.node = *node});
    }
    return tasks;
  }

  const std::string_view name_;
  const std::string_view section_;
  const Layer layer_;
  std::size_t GraphOptions::* const cap_;
};

}  // namespace

std::unique_ptr<const Stage> MakeGraphTasks() {
  return std::make_unique<GraphLayer>("graph.tasks", "tasks", Layer::kTask,
                                      &GraphOptions::max_tasks);
}
std::unique_ptr<const Stage> MakeGraphDecisions() {
  return std::make_unique<GraphLayer>("graph.decisions", "decisions", Layer::kDecision,
                                      &GraphOptions::max_decisions);
}
std::unique_ptr<const Stage> MakeGraphKnowledge() {
  return std::make_unique<GraphLayer>("graph.knowledge", "knowledge", Layer::kKnowledge,
                                      &GraphOptions::max_knowledge);
}

}  // namespace satchel::pipeline
