#include "engine/requests/runs.h"

#include <algorithm>
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
#include "text/columns.h"
#include "text/utf8.h"

namespace satchel::cli {
namespace {

using engine::Purpose;

constexpr IntegerFlag kLimit = {
    .name = "--limit", .least = 1, .most = 10'000, .otherwise = 20, .must_be = "from 1 to 10000"};

engine::RecipeFilter AskedFor(const Invocation& invocation) {
  if (const auto recipe = invocation.Find("--recipe")) return {.only = *recipe};
  return invocation.Has("--all") ? engine::RecipeFilter() : engine::PacketRuns();
}

constexpr std::size_t kLeastTask = 20;  // characters of a task that the narrowest window shows
constexpr std::size_t kMostTask = 200;  // and of one where nothing is cut to a window

// "42 s", "5 min", "3 h", "12 d"
std::string Age(Time started, Time now) {
  const std::int64_t seconds = std::max<std::int64_t>(now.micros - started.micros, 0) / 1'000'000;
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3'600) return fmt::format("{} min", seconds / 60);
  if (seconds < 2 * 86'400) return fmt::format("{} h", seconds / 3'600);
  return fmt::format("{} d", seconds / 86'400);
}

// "412 of 8000"
std::string Size(const engine::RunSummary& run) {
  const std::string used = run.tokens ? fmt::format("{}", *run.tokens) : "-";
  return run.budget ? fmt::format("{} of {}", used, *run.budget) : used;
}

std::string RunLine(const engine::RunSummary& run, Time now, std::size_t columns) {
  std::string line = fmt::format("{}  {:>6}  {:6} {:>14}  ", Visible(run.id.value()),
                                 Age(run.started_at, now), Visible(run.recipe), Size(run));
  if (run.status != "done") line += Visible(run.status) + "  ";
  if (run.pinned) line += "pinned  ";
  // A task may be a pasted report: what can be told apart is in its first line with words.
  const auto begin = std::min(run.task.find_first_not_of(" \t\r\n"), run.task.size());
  const std::string first = Visible(
      std::string_view(run.task).substr(begin, run.task.find_first_of("\r\n", begin) - begin));
  const std::size_t used = text::ColumnAfter(line);
  line += columns == 0 ? text::Ellipsize(first, kMostTask)
                       : text::CutToColumn(first, used, std::max(columns, used + kLeastTask));
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

Outcome Pin(Context& context, bool pinned) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, Purpose::kRuns));
  const auto run = SATCHEL_TRY(FindRunFrom(*engine, context, context.invocation.arguments[0]));
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
  const auto engine = SATCHEL_TRY(OpenEngine(context, Purpose::kRead));
  const auto runs = engine->ListRuns(limit, AskedFor(context.invocation), context.deadline);
  if (!runs) return FailStore(runs.error(), engine->place().kind);
  if (context.json) {
    context.PrintJson(engine::ToJson(*runs));
    return ExitCode::kOk;
  }
  const Time now = Now(context);
  for (const engine::RunSummary& run : *runs) {
    context.Print(RunLine(run, now, context.streams.out_columns) + "\n");
  }
  if (runs->empty()) context.Note("no runs yet");
  return ExitCode::kOk;
}

Outcome RunRunsPin(Context& context) { return Pin(context, !context.invocation.Has("--off")); }

Outcome RunRunsGc(Context& context) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, Purpose::kRuns));
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
