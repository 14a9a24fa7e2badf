#include <algorithm>
#include <chrono>
#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "code/answers/index_answer.h"
#include "code/requests/code_index.h"
#include "engine/engine.h"
#include "engine/stores/init.h"
#include "engine/stores/store_place.h"
#include "packet/render/schema_version.h"
#include "surfaces/cli/call/background.h"
#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/progress_line.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/watch.h"

namespace satchel::cli {
namespace {

using engine::CodeIndexReport;
using engine::SkipReason;

constexpr int kMostThreads = 256;
constexpr int kMostWait = 3600;  // seconds
constexpr int kUsualWait = 60;
constexpr std::size_t kShownExamples = 3;

double Seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

void PrintReport(const Context& context, const CodeIndexReport& report) {
  const auto& summary = report.summary;
  context.Print(fmt::format("{}: {} parsed, {} from the parse cache, {} unchanged, {} removed\n",
                            Count(summary.seen, "file", "files"), summary.parsed, summary.cached,
                            summary.unchanged, summary.removed));
  context.Print(
      fmt::format("{}, {} in {}; {:.2f} s\n",
                  Count(static_cast<std::uint64_t>(report.counts.symbols), "symbol", "symbols"),
                  Count(static_cast<std::uint64_t>(report.counts.imports), "import", "imports"),
                  Bytes(static_cast<std::uint64_t>(report.counts.bytes)), Seconds(report.took)));
  if (report.history.commits > 0) {
    context.Print(fmt::format(
        "{} of its history, {} read now{}\n", Count(report.history.commits, "commit", "commits"),
        report.history.read, report.history.shallow ? "; this is a shallow clone" : ""));
  }
  if (report.vectors) {
    const auto& vectors = *report.vectors;
    context.Print(fmt::format("vectors of {} of {}; {} sent now, {} known from before\n",
                              vectors.with_vectors,
                              Count(vectors.documents, "document", "documents"),
                              Count(vectors.sent, "text", "texts"), vectors.reused));
  }
  const auto examples = [](const auto& paths) {
    std::string text;
    for (std::size_t i = 0; i < std::min(paths.size(), kShownExamples); ++i) {
      text += (i == 0 ? "" : ", ") + Visible(paths[i]);
    }
    return text + (paths.size() > kShownExamples ? ", …" : "");
  };
  for (const SkipReason reason : engine::SkipReasons()) {
    const std::size_t count = summary.skipped.count(reason);
    if (count == 0) continue;
    context.Print(fmt::format("skipped, {}: {} ({})\n", engine::Describe(reason), count,
                              examples(summary.skipped.examples(reason))));
  }
  if (summary.limited > 0) {
    context.Print(fmt::format("by lines only, a limit was reached: {}", summary.limited));
    for (std::size_t i = 0; i < std::min(summary.limits.size(), kShownExamples); ++i) {
      context.Print(fmt::format("{}{} ({})", i == 0 ? " (" : ", ", Visible(summary.limits[i].first),
                                summary.limits[i].second));
    }
    context.Print(")\n");
  }
  if (summary.stale > 0) {
    context.Print(fmt::format("{} not parse now; the earlier symbols stay, marked as stale\n",
                              Count(summary.stale, "file does", "files do")));
  }
}

// A commit goes into a store of its own: the workspace's is of the work tree.
OpenedEngine EngineFor(const Context& context, const engine::CodeIndexRequest& request) {
  const auto store = context.invocation.Find("--store");
  if (!store) {
    if (request.revision.empty()) return OpenEngine(context, engine::Purpose::kIndex);
    return FailWith(ExitCode::kUsage, "--rev needs --store DIR",
                    "the workspace's own store has the work tree; give a directory for the commit");
  }
  SATCHEL_TRY(context.CheckSetup());
  if (auto place = engine::CheckPlace(*store); !place) {
    return FailWith(ExitCode::kUsage, place.error());
  }
  if (engine::IsPostgresUrl(*store)) {
    return FailWith(ExitCode::kUsage, "with --rev, --store must be a directory",
                    "`satchel init --store URL` puts the workspace's own store on a server");
  }
  engine::EngineParts parts = PartsOf(context);
  parts.place = engine::StorePlace{.kind = engine::StoreKind::kSqlite,
                                   .directory = PathFrom(context, *store),
                                   .url = {},
                                   .password = {},
                                   .key = context.workspace->key};
  auto opened = engine::Engine::Open(std::move(parts), engine::Purpose::kCommit, context.deadline);
  if (!opened) return FailStore(opened.error(), engine::StoreKind::kSqlite);
  return *std::move(opened);
}

// A watch is of the work tree, all of it.
std::expected<void, Failure> CheckWatch(const Context& context) {
  if (!context.invocation.Has("--watch")) return {};
  if (context.invocation.Find("--rev")) {
    return FailWith(ExitCode::kUsage, "--watch and --rev cannot be used together",
                    "a commit does not change; --watch is for the work tree");
  }
  if (context.invocation.Has("--background")) {
    return FailWith(ExitCode::kUsage, "--watch and --background cannot be used together",
                    "a background run ends after two minutes");
  }
  if (context.invocation.Find("--file")) {
    return FailWith(ExitCode::kUsage, "--watch and --file cannot be used together",
                    "--watch sees each file that changes");
  }
  SATCHEL_TRY(context.CheckSetup());
  if (engine::IsBareRepository(context.workspace->root)) {
    return FailWith(ExitCode::kUsage, "--watch needs a work tree, and this repository is bare",
                    "`satchel index --rev COMMIT --store DIR` indexes one of its commits");
  }
  return {};
}

void ShowReport(const Context& context, const CodeIndexReport& report) {
  for (const std::string& remark : report.summary.remarks) context.Warn(remark, "");
  if (report.vectors && !report.vectors->refused.empty()) {
    context.Warn(
        fmt::format("{} got no vectors: {}", Count(report.vectors->unread, "document", "documents"),
                    Visible(report.vectors->refused)),
        "`satchel index` retries; until then search finds them by words only");
  }
  if (report.vectors && !report.vectors->stopped.empty()) {
    context.Warn("vectors are not complete: " + Visible(report.vectors->stopped),
                 "`satchel index` continues there; until then search finds the rest by words only");
  }
  for (const std::string& path : report.summary.unknown) {
    context.Warn(Visible(path) + " is not in the index",
                 "`satchel index` without --file finds new files and lists those that it skips");
  }
  if (!context.json) return PrintReport(context, report);
  Json answer = engine::ToJson(report);
  if (!context.invocation.Has("--watch")) return context.PrintJson(std::move(answer));
  // The first of its lines.
  answer["event"] = "indexed";
  answer["schema_version"] = packet::kSchemaVersion;
  context.PrintJsonLine(std::move(answer));
}

Outcome SayThatOneRuns(const Context& context) {
  context.Warn("a background run is already working, or began less than a minute ago", "");
  return ExitCode::kOk;
}

}  // namespace

Outcome RunIndex(Context& context) {
  SATCHEL_TRY(CheckWatch(context));
  engine::CodeIndexRequest request;
  request.full = context.invocation.Has("--full");
  request.use_cache = !context.invocation.Has("--no-cache");
  request.embed = true;
  request.revision = context.invocation.Find("--rev").value_or("");
  if (context.invocation.Find("--file") && !request.revision.empty()) {
    return FailWith(ExitCode::kUsage, "--file and --rev cannot be used together",
                    "--file reads a file of the work tree, --rev all files of a commit");
  }
  if (const auto file = context.invocation.Find("--file")) {
    SATCHEL_TRY(context.CheckSetup());
    const auto path = PathFrom(context, *file).lexically_normal();
    const auto inside = path.lexically_relative(context.workspace->root);
    if (inside.empty() || *inside.begin() == "..") {
      return FailWith(ExitCode::kUsage,
                      fmt::format("{} is not in this workspace", Visible(path.string())),
                      "name a file below " + Visible(context.workspace->root.string()));
    }
    request.files.push_back(inside.generic_string());
  }
  const auto threads = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--threads",
                                                                  .least = 1,
                                                                  .most = kMostThreads,
                                                                  .otherwise = 0,
                                                                  .must_be = "from 1 to 256"}));
  request.threads = static_cast<unsigned>(threads);
  const auto wait = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--wait",
                                                               .least = 0,
                                                               .most = kMostWait,
                                                               .otherwise = kUsualWait,
                                                               .must_be = "from 0 to 3600"}));
  request.wait = std::chrono::seconds(wait);

  std::optional<BackgroundRun> background;
  if (context.invocation.Has("--background")) {
    SATCHEL_TRY(context.CheckSetup());
    background = BackgroundRun::Begin(context);
    if (!background) return SayThatOneRuns(context);
    request.threads = 1;
    context.deadline = background->Limit(context.deadline);
  }

  auto engine = SATCHEL_TRY(EngineFor(context, request));
  const engine::Tell tell = WarnOf(context);
  if (request.full) engine->HealIfDamaged(context.deadline, tell);
  const auto index = [&] {
    ProgressLine line(context);
    request.progress = [&line](const engine::CodeProgress& progress) { line.Show(progress); };
    ProgressLine vectors(context, "documents with vectors");
    request.embedding = [&vectors](const engine::EmbeddingProgress& progress) {
      vectors.Show({.done = progress.done, .total = progress.total});
    };
    request.waits = [&] { SayThatItWaits(context, request.wait); };
    return engine->Index(request, context.deadline);
  };
  auto report = index();
  if (!report && engine->Heal(report.error(), context.deadline, tell)) report = index();
  if (!report) return FailStore(report.error(), engine->place().kind);
  if (background) background->Succeed();
  ShowReport(context, *report);
  if (context.invocation.Has("--watch")) {
    context.streams.out.flush();
    Watch(context,
          {.open = [&] { return EngineFor(context, request); }, .use_cache = request.use_cache},
          std::move(engine));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
