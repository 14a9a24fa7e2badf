#include "surfaces/cli/packet/run_access.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "engine/engine.h"
#include "packet/candidate_json.h"
#include "surfaces/cli/store_access.h"

namespace satchel::cli {

std::expected<engine::RunView, Failure> ViewRunFrom(const Context& context,
                                                    const std::optional<std::string>& id) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Stores::Use::kReadOnly));
  const engine::StoreKind kind = engine->place().kind;
  const auto run = engine->FindRun(id, context.deadline);
  if (!run) return FailStore(run.error(), kind);
  auto view = engine->ViewRun(*run, context.deadline);
  if (!view) return FailStore(view.error(), kind);
  return *std::move(view);
}

Json DecisionJson(const engine::LoggedDecision& decision) {
  return {{"item", decision.item},
          {"title", decision.title},
          {"source", decision.source},
          {"section", decision.section},
          {"stage", decision.stage},
          {"included", decision.included},
          {"rendition", decision.included ? Json(decision.rendition) : Json(nullptr)},
          {"reason", decision.reason.empty() ? Json(nullptr) : Json(decision.reason)},
          {"tokens", decision.tokens},
          {"tier", decision.tier},
          {"score", decision.terms.total().millionths()},
          {"terms", packet::TermsJson(decision.terms)},
          {"provenance", packet::ProvenanceJson(decision.provenance)}};
}

Json RunJson(const engine::RunSummary& run) {
  return {{"id", run.id.value()},
          {"started_at", FormatTime(run.started_at)},
          {"finished_at", run.finished_at ? Json(FormatTime(*run.finished_at)) : Json(nullptr)},
          {"recipe", run.recipe},
          {"status", run.status},
          {"pinned", run.pinned},
          {"budget", run.budget ? Json(*run.budget) : Json(nullptr)},
          {"bytes", run.bytes}};
}

}  // namespace satchel::cli
