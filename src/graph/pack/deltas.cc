#include "graph/pack/deltas.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "graph/files/deltas.h"
#include "graph/pack/candidates.h"
#include "graph/pack/source.h"

namespace satchel::pipeline {
namespace {

class GraphDeltas final : public Stage {
 public:
  std::string_view name() const override { return "graph.deltas"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const GraphReading* reading = SATCHEL_TRY(services.Need<GraphReading>());
    const graph::Question& question = reading->question();
    const graph::Deltas deltas =
        RecentDeltas(question.graph(), question.anchor, reading->options().max_deltas);
    packet::SectionOffer& offer = context.offers.To({kGraph, "deltas"});
    Json snapshot = Json::object();
    for (const graph::Delta& delta : deltas.shown) {
      offer.candidates.push_back(DeltaCandidate(question.graph(), delta, offer.candidates.size()));
      snapshot[offer.candidates.back().id.value()] = DeltaJson(delta);
    }
    offer.cut_more = deltas.cut;
    context.values[std::string(name())] = {{"snapshot", std::move(snapshot)}};
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeGraphDeltas() { return std::make_unique<GraphDeltas>(); }

}  // namespace satchel::pipeline
