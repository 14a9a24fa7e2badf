#include "surfaces/cli/call/code_access.h"

#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "engine/engine.h"
#include "surfaces/cli/call/progress_line.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {
namespace {

// For another one that makes the index at the same time.
constexpr std::chrono::seconds kWaitForFirst(60);

// A packet writes its log and its session even with --no-refresh.
engine::Purpose PurposeOf(const Context& context, IndexNeed need) {
  if (context.invocation.Has("--no-refresh")) return engine::Purpose::kAskAsIs;
  return need == IndexNeed::kOptional ? engine::Purpose::kPacket : engine::Purpose::kAsk;
}

// Reads everything, the first time.
Status IndexFirst(const Context& context, engine::Engine& engine) {
  Result<engine::CodeIndexReport> report = engine::CodeIndexReport();
  {
    ProgressLine line(context);
    engine::CodeIndexRequest request;
    request.wait = kWaitForFirst;
    request.waits = [&] { SayThatItWaits(context, request.wait); };
    request.progress = [&line](const engine::CodeProgress& progress) { line.Show(progress); };
    report = engine.Index(request, context.deadline);
  }
  if (!report) return std::unexpected(report.error());
  context.Note(fmt::format("indexed {} first ({:.1f} s)",
                           Count(report->summary.seen, "file", "files"),
                           std::chrono::duration<double>(report->took).count()));
  return {};
}

// The log matters to commands that write to it. To all others only if somebody has to see to it.
void WarnOfLog(const Context& context, const engine::Engine& engine) {
  const auto failure = engine.log_failure();
  if (!failure || engine.in_memory() || engine::CannotWrite(*failure)) return;
  context.Warn(failure->text(), failure->hint());
}

}  // namespace

engine::FilterRequest FilterFrom(const Invocation& invocation) {
  return {.paths = invocation.All("--path"),
          .languages = invocation.All("--lang"),
          .no_tests = invocation.Has("--no-tests")};
}

void SayThatItWaits(const Context& context, std::chrono::nanoseconds most) {
  context.Note(
      fmt::format("another process is writing this workspace's index; waiting at most {} s",
                  std::chrono::duration_cast<std::chrono::seconds>(most).count()));
  context.streams.err.flush();
}

std::expected<engine::CodeRefresh, Failure> AskCode(
    const Context& context, const std::function<Status(engine::Engine& engine)>& ask,
    IndexNeed need) {
  const engine::Purpose purpose = PurposeOf(context, need);
  const auto engine = SATCHEL_TRY(OpenEngine(context, purpose));
  WarnOfLog(context, *engine);
  const engine::CodeAsking asking{.as_is = purpose == engine::Purpose::kAskAsIs,
                                  .must_index = need == IndexNeed::kMade,
                                  .index_first = [&] { return IndexFirst(context, *engine); },
                                  .tell = WarnOf(context)};
  bool refused = false;
  const auto try_once = [&] {
    return engine->AskCode(asking, context.deadline, [&](engine::Engine& opened) {
      const Status asked = ask(opened);
      refused = !asked && asked.error().code() == Errc::kInvalidInput;
      return asked;
    });
  };
  auto refresh = try_once();
  if (!refresh && !asking.as_is && engine->Heal(refresh.error(), context.deadline, asking.tell)) {
    refresh = try_once();
  }
  if (refresh) return *refresh;
  if (refused) return FailWith(ExitCode::kUsage, refresh.error());
  return FailStore(refresh.error(), engine->place().kind);
}

}  // namespace satchel::cli
