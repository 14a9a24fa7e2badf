#include "surfaces/cli/packet/run_access.h"

#include <utility>

#include "base/result.h"
#include "engine/engine.h"
#include "surfaces/cli/call/store_access.h"

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

}  // namespace satchel::cli
