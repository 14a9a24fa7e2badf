#include "surfaces/cli/packet/run_access.h"

#include <utility>

#include "base/result.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {

std::expected<RunId, Failure> FindRunFrom(engine::Engine& engine, const Context& context,
                                          const std::optional<std::string>& id) {
  auto run = engine.FindRun(id, context.deadline);
  if (run) return *std::move(run);
  if (run.error().code() == Errc::kInvalidInput) return FailWith(ExitCode::kUsage, run.error());
  return FailStore(run.error(), engine.place().kind);
}

std::expected<engine::RunView, Failure> ViewRunFrom(const Context& context,
                                                    const std::optional<std::string>& id) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Purpose::kRead));
  const auto run = SATCHEL_TRY(FindRunFrom(*engine, context, id));
  auto view = engine->ViewRun(run, context.deadline);
  if (!view) return FailStore(view.error(), engine->place().kind);
  return *std::move(view);
}

}  // namespace satchel::cli
