#include "pipeline/stages/graph_deltas.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "packet/packer.h"
#include "packet/policies.h"
#include "pipeline/stages/graph_candidates.h"
#include "pipeline/stages/graph_options.h"
#include "sources/graph/deltas.h"

namespace satchel::pipeline {
namespace {

class GraphDeltas final : public Stage {
 public:
  std::string_view name() const override { return "graph.deltas"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    if (services.graph == nullptr) return Fail(Errc::kInternal, "no graph was read");
    const graph::Question& question = *services.graph;
    const auto options = SATCHEL_TRY(GraphOptionsFrom(context.request.options));
    const graph::Deltas deltas =
        RecentDeltas(question.graph(), question.anchor, options.max_deltas);
    std::vector<packet::Candidate>& chosen = context.candidates["deltas"];
    Json snapshot = Json::object();
    for (const graph::Delta& delta : deltas.shown) {
      chosen.push_back(DeltaCandidate(delta, chosen.size()));
      snapshot[chosen.back().id.value()] = DeltaJson(delta);
    }
    context.values[std::string(name())] = {{"snapshot", std::move(snapshot)}};
    if (deltas.cut > 0) {
      packet::Packer packer(std::move(context.packet), std::move(context.record), services.layout);
      packer.LeaveOut({PolicyNamed(packet::GraphPolicies(), "deltas"), {}},
                      packet::Reason::kMaxItems, deltas.cut);
      std::move(packer).Store(context.packet, context.record);
    }
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeGraphDeltas() { return std::make_unique<GraphDeltas>(); }

}  // namespace satchel::pipeline
