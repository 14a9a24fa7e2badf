#include "engine/requests/runs.h"

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/run_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/run_access.h"

namespace satchel::cli {
namespace {

using Use = engine::Stores::Use;

constexpr IntegerFlag kLimit = {
    .name = "--limit", .least = 1, .most = 10'000, .otherwise = 20, .must_be = "from 1 to 10000"};

engine::RecipeFilter AskedFor(const Invocation& invocation) {
  if (const auto recipe = invocation.Find("--recipe")) return {.only = *recipe, .except = {}};
  return invocation.Has("--all") ? engine::RecipeFilter() : engine::PacketRuns();
}

Outcome Pin(Context& context, bool pinned) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, Use::kRead));
  const RunId run(context.invocation.arguments[0]);
  const auto done = engine->PinRun(run, pinned, context.deadline);
  if (!done) return FailStore(done.error(), engine->place().kind);
  if (context.json) {
    context.PrintJson({{"id", run.value()}, {"pinned", pinned}});
  } else {
    context.Print(
        fmt::format("{} {}\n", pinned ? "pinned" : "no longer pinned", Visible(run.value())));
  }
  return ExitCode::kOk;
}

}  // namespace

Outcome RunRunsList(Context& context) {
  const auto limit = SATCHEL_TRY(IntegerOf(context.invocation, kLimit));
  const auto engine = SATCHEL_TRY(OpenEngine(context, Use::kReadOnly));
  const auto runs = engine->ListRuns(limit, AskedFor(context.invocation), context.deadline);
  if (!runs) return FailStore(runs.error(), engine->place().kind);
  if (context.json) {
    context.PrintJson(engine::ToJson(*runs));
    return ExitCode::kOk;
  }
  for (const engine::RunSummary& run : *runs) {
    context.Print(fmt::format("{}  {:20}  {:8} {:8} {:>9}{}\n", Visible(run.id.value()),
                              FormatTime(run.started_at), Visible(run.recipe), Visible(run.status),
                              Bytes(static_cast<std::uint64_t>(run.bytes)),
                              run.pinned ? "  pinned" : ""));
  }
  if (runs->empty()) context.Note("no runs yet");
  return ExitCode::kOk;
}

Outcome RunRunsPin(Context& context) { return Pin(context, !context.invocation.Has("--off")); }

Outcome RunRunsGc(Context& context) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, Use::kRead));
  const auto gone = engine->CollectGarbage(context.deadline);
  if (!gone) return FailStore(gone.error(), engine->place().kind);
  if (context.json) {
    context.PrintJson(engine::ToJson(*gone));
  } else {
    context.Print(fmt::format("removed {} ({}) and {}\n", Count(gone->runs, "run", "runs"),
                              Bytes(static_cast<std::uint64_t>(gone->run_bytes)),
                              Count(gone->sessions, "session", "sessions")));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
