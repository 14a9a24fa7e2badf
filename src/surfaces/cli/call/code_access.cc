#include "surfaces/cli/call/code_access.h"

#include <chrono>
#include <memory>
#include <optional>
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

// Returns whether another process or this machine keeps Satchel from writing.
bool CannotWrite(const Error& error) {
  return error.code() == Errc::kUnavailable || error.code() == Errc::kSystem;
}

// Creates missing stores, unless --no-refresh asks for the index as it is. Falls back to reading
// alone if nothing may be written. A packet writes its log and its session even with --no-refresh.
OpenedEngine EngineFor(const Context& context, IndexNeed need) {
  if (need == IndexNeed::kOptional && !context.invocation.Has("--no-refresh")) {
    return EngineForPacket(context);
  }
  auto engine = context.invocation.Has("--no-refresh") ? OpenEngineWithoutLog(context)
                                                       : OpenOrMakeEngine(context);
  if (engine) return engine;
  if (!CannotWrite(engine.error().error)) return engine;
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

// The index as it was found or made.
struct FoundIndex {
  engine::CodeRefresh refresh;
  // Why there is none. Other commands may have put something into it meanwhile.
  std::optional<Failure> missing = {};
};

// Brings the index up to date as far as that is quick, and says what is not.
std::expected<FoundIndex, Failure> Refresh(const Context& context, engine::Engine& engine,
                                           IndexNeed need) {
  FoundIndex found;
  if (engine.in_memory()) {
    context.Warn("the packet has no code: its index can be neither read nor made", "");
    return found;
  }
  if (context.invocation.Has("--no-refresh")) return found;
  auto refresh = engine.RefreshCode(context.deadline);
  if (!refresh) return FailStore(refresh.error(), engine.place().kind);
  found.refresh = *refresh;
  if (refresh->state == engine::CodeRefresh::State::kMissing) {
    const auto made = IndexAtFirst(context, engine);
    if (!made && (need == IndexNeed::kMade || !CannotWrite(made.error().error))) {
      return std::unexpected(made.error());
    }
    found.refresh.state = engine::CodeRefresh::State::kFresh;
    if (!made) {
      found.refresh.state = engine::CodeRefresh::State::kUnfinished;
      found.missing = made.error();
      context.Warn(made.error().error.text(), made.error().error.hint());
    }
  }
  // Why there is no index has just been said.
  if (found.refresh.doubtful() && !found.missing) {
    context.Warn(StaleText(found.refresh), "`satchel index` brings it up to date");
  }
  return found;
}

// The log matters to commands that write to it. To all others only if somebody has to see to it.
void WarnOfLog(const Context& context, const engine::Engine& engine) {
  const auto failure = engine.log_failure();
  if (!failure || engine.in_memory() || CannotWrite(*failure)) return;
  context.Warn(failure->text(), failure->hint());
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
    const Context& context, const std::function<Status(engine::Engine& engine)>& ask,
    IndexNeed need) {
  auto engine = SATCHEL_TRY(EngineFor(context, need));
  WarnOfLog(context, *engine);
  auto found = Refresh(context, *engine, need);
  Status asked = found ? ask(*engine) : Status(std::unexpected(found.error().error));
  if (!asked && !context.invocation.Has("--no-refresh") &&
      IsHealed(context, asked.error(), engine)) {
    found = Refresh(context, *engine, need);
    if (found) asked = ask(*engine);
  }
  if (!found) return std::unexpected(found.error());
  if (asked) return found->refresh;
  // Without an index, the reason is more than that nothing is there.
  if (found->missing && asked.error().code() == Errc::kNotFound) {
    return std::unexpected(*found->missing);
  }
  if (asked.error().code() == Errc::kInvalidInput) return FailWith(ExitCode::kUsage, asked.error());
  return FailStore(asked.error(), engine->place().kind);
}

}  // namespace satchel::cli
