#include "engine/code/search.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/search_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/progress_line.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/place_text.h"

namespace satchel::cli {
namespace {

using engine::SearchAnswer;
using engine::SearchPlace;

constexpr std::int64_t kUsualLimit = 10;
constexpr std::int64_t kMostResults = 100;
constexpr std::int64_t kMostPerFile = 20;
// For another one that makes the index at the same time.
constexpr std::chrono::seconds kWaitForFirst(60);

void PrintAnswer(const Context& context, const SearchAnswer& answer, bool explain) {
  const PlaceStyle how{
      .style = context.out, .columns = context.streams.out_columns, .explain = explain};
  std::size_t number = 0;
  for (const SearchPlace& place : answer.results) {
    if (number > 0) context.Print("\n");
    context.Print(PlaceText(place, ++number, how));
  }
  std::string missing;
  for (const std::string& word : answer.missing) {
    missing += (missing.empty() ? "" : ", ") + Visible(word);
  }
  if (!missing.empty()) {
    const std::string line = fmt::format("not in the code: {}\n", missing);
    // Beside results it is a remark.
    if (answer.results.empty()) {
      context.Print(line);
    } else {
      context.Note(std::string_view(line).substr(0, line.size() - 1));
    }
  }
  if (answer.results.empty()) {
    if (missing.empty()) {
      context.Print(
          fmt::format("nothing found in {}\n", Count(answer.documents, "document", "documents")));
    }
    if (!answer.nearest.empty()) context.Print("the nearest:\n");
    for (const SearchPlace& place : answer.nearest) {
      context.Print("\n" + PlaceText(place, ++number, how));
    }
  }
  if (!explain) return;
  context.Print(
      fmt::format("\n{}; documents with:", Count(answer.documents, "document", "documents")));
  for (const auto& [word, documents] : answer.words) {
    context.Print(fmt::format(" {} {}", Visible(word), documents));
  }
  context.Print("\n");
}

// Made when there are no stores; for reading alone where nothing may be written.
OpenedEngine EngineFor(const Context& context) {
  if (context.invocation.Has("--no-refresh")) {
    return OpenEngine(context, engine::Stores::Use::kReadOnly);
  }
  auto engine = OpenOrMakeEngine(context);
  if (engine || engine.error().error.code() != Errc::kUnavailable) return engine;
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
      return "the index is not complete: a run is under way or was cut off";
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

Outcome RunSearch(Context& context) {
  engine::SearchRequest request;
  request.query = context.invocation.arguments.front();
  if (request.query == "-") {
    request.query = SATCHEL_TRY(ReadInput(context, "-", engine::kMostQuery));
  }
  const auto limit = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--limit",
                                                                .least = 1,
                                                                .most = kMostResults,
                                                                .otherwise = kUsualLimit,
                                                                .must_be = "from 1 to 100"}));
  request.limit = static_cast<std::size_t>(limit);
  const auto per_file = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--per-file",
                                                                   .least = 1,
                                                                   .most = kMostPerFile,
                                                                   .otherwise = 1,
                                                                   .must_be = "from 1 to 20"}));
  request.per_file = static_cast<std::size_t>(per_file);
  auto engine = SATCHEL_TRY(EngineFor(context));
  if (const auto failure = engine->log_failure()) context.Warn(failure->text(), failure->hint());
  auto refresh = Refresh(context, *engine);
  auto answer = refresh ? engine->Search(request, context.deadline)
                        : Result<SearchAnswer>(std::unexpected(refresh.error().error));
  if (!answer && !context.invocation.Has("--no-refresh") &&
      IsHealed(context, answer.error(), engine)) {
    refresh = Refresh(context, *engine);
    if (refresh) answer = engine->Search(request, context.deadline);
  }
  if (!refresh) return std::unexpected(refresh.error());
  if (!answer) {
    if (answer.error().code() == Errc::kInvalidInput) {
      return FailWith(ExitCode::kUsage, answer.error());
    }
    return FailStore(answer.error(), engine->place().kind);
  }
  if (context.json) {
    context.PrintJson(engine::ToJson(*answer, *refresh));
  } else {
    PrintAnswer(context, *answer, context.invocation.Has("--explain"));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
