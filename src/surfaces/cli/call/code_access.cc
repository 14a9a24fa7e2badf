#include "surfaces/cli/call/code_access.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/engine.h"
#include "surfaces/cli/call/progress_line.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {
namespace {

// For another one that makes the index at the same time.
constexpr std::chrono::seconds kWaitForFirst(60);

// Creates missing stores, unless --no-refresh asks for the index as it is. Falls back to reading
// alone if nothing may be written. A packet writes its log and its session even with --no-refresh.
OpenedEngine EngineFor(const Context& context) {
  auto engine = context.invocation.Has("--no-refresh")
                    ? OpenEngine(context, engine::Stores::Use::kRead)
                    : OpenOrMakeEngine(context);
  if (engine) return engine;
  const Errc code = engine.error().error.code();
  if (code != Errc::kUnavailable && code != Errc::kSystem) return engine;
  auto reading = OpenEngine(context, engine::Stores::Use::kReadOnly);
  return reading ? std::move(reading) : std::move(engine);
}

// Reads everything, the first time.
std::expected<void, Failure> IndexAtFirst(const Context& context, engine::Engine& engine) {
  Result<engine::CodeIndexReport> report = engine::CodeIndexReport();
  {
    ProgressLine line(context);
    engine::CodeIndexRequest request;
    request.wait = kWaitForFirst;
    request.waits = [&] { SayThatItWaits(context, request.wait); };
    request.progress = [&line](const engine::CodeProgress& progress) { line.Show(progress); };
    report = engine.Index(request, context.deadline);
  }
  if (!report) return FailStore(report.error(), engine.place().kind);
  context.Note(fmt::format("indexed {} first ({:.1f} s)",
                           Count(report->summary.seen, "file", "files"),
                           std::chrono::duration<double>(report->took).count()));
  return {};
}

std::string StaleText(const engine::CodeRefresh& refresh) {
  switch (refresh.state) {
    case engine::CodeRefresh::State::kUnfinished:
      return "the index is not complete: a run is under way or was cut off, or another version "
             "made it";
    case engine::CodeRefresh::State::kBusy:
      return fmt::format("{} changed while another satchel was writing",
                         Count(refresh.size(), "file", "files"));
    default:
      break;
  }
  return fmt::format("{}{} changed since the index was made", refresh.complete ? "" : "more than ",
                     Count(refresh.size(), "file", "files"));
}

// Brings the index up to date as far as that is quick, and says what is not.
std::expected<engine::CodeRefresh, Failure> Refresh(const Context& context,
                                                    engine::Engine& engine) {
  if (context.invocation.Has("--no-refresh")) return engine::CodeRefresh();
  auto refresh = engine.RefreshCode(context.deadline);
  if (!refresh) return FailStore(refresh.error(), engine.place().kind);
  if (refresh->state == engine::CodeRefresh::State::kMissing) {
    SATCHEL_TRY(IndexAtFirst(context, engine));
    refresh->state = engine::CodeRefresh::State::kFresh;
  }
  if (refresh->doubtful()) {
    context.Warn(StaleText(*refresh), "`satchel index` brings it up to date");
  }
  return *refresh;
}

}  // namespace

engine::FilterRequest FilterFrom(const Invocation& invocation) {
  return {.paths = invocation.All("--path"),
          .languages = invocation.All("--lang"),
          .no_tests = invocation.Has("--no-tests")};
}

void SayThatItWaits(const Context& context, std::chrono::nanoseconds most) {
  context.Note(fmt::format(
      "another satchel is writing this workspace's index; waiting for it to end, {} s at most",
      std::chrono::duration_cast<std::chrono::seconds>(most).count()));
  context.streams.err.flush();
}

std::expected<engine::CodeRefresh, Failure> AskCode(
    const Context& context, const std::function<Status(engine::Engine& engine)>& ask) {
  auto engine = SATCHEL_TRY(EngineFor(context));
  if (const auto failure = engine->log_failure()) context.Warn(failure->text(), failure->hint());
  auto refresh = Refresh(context, *engine);
  Status asked = refresh ? ask(*engine) : Status(std::unexpected(refresh.error().error));
  if (!asked && !context.invocation.Has("--no-refresh") &&
      IsHealed(context, asked.error(), engine)) {
    refresh = Refresh(context, *engine);
    if (refresh) asked = ask(*engine);
  }
  if (!refresh) return std::unexpected(refresh.error());
  if (asked) return *refresh;
  if (asked.error().code() == Errc::kInvalidInput) return FailWith(ExitCode::kUsage, asked.error());
  return FailStore(asked.error(), engine->place().kind);
}

}  // namespace satchel::cli
