#include "code/requests/enrich.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "code/answers/enrich_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/progress_line.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/model_flags.h"

// `enrich`: a model describes the files of the index.
namespace satchel::cli {
namespace {

constexpr std::int64_t kMostFiles = 1'000'000;
constexpr std::size_t kShownFailures = 5;

std::expected<engine::EnrichRequest, Failure> RequestFrom(const Context& context) {
  const Invocation& invocation = context.invocation;
  engine::EnrichRequest request;
  request.promote = invocation.Has("--promote");
  const settings::Settings& settings = context.loaded.settings;
  const bool flags = invocation.Find("--model") || invocation.Find("--base-url");
  const bool configured = !settings.Text(settings::Key::kLlmModel).empty() ||
                          !settings.Text(settings::Key::kLlmBaseUrl).empty();
  if (!request.promote && !flags && !configured) {
    return FailWith(ExitCode::kUsage, "enrich needs a model, or --promote",
                    "give --model ID and --base-url URL, or set llm.model and llm.base_url with "
                    "`satchel config set`; --promote alone uses the existing descriptions");
  }
  if (!request.promote || flags) request.model = SATCHEL_TRY(ModelFrom(context)).model;
  if (invocation.Find("--limit")) {
    request.most = static_cast<std::size_t>(SATCHEL_TRY(IntegerOf(
        invocation,
        {.name = "--limit", .least = 1, .most = kMostFiles, .must_be = "a number of files"})));
  }
  request.now = Now(context);
  return request;
}

void PrintReport(const Context& context, const engine::EnrichReport& report) {
  context.Print(fmt::format("{}: {} described now, {} before, {} waiting, {} failed\n",
                            Count(report.files, "file", "files"), report.described, report.known,
                            report.waiting, report.failures.size()));
  if (report.prompt_tokens + report.answer_tokens > 0) {
    context.Print(
        fmt::format("{} tokens asked, {} answered\n", report.prompt_tokens, report.answer_tokens));
  }
  if (report.promotes) {
    context.Print(fmt::format("{} promoted: `satchel retrieve` uses them now\n",
                              Count(report.promoted, "description", "descriptions")));
  } else if (report.described + report.known > 0) {
    context.Print("not promoted: `satchel enrich --promote` lets `retrieve` use them\n");
  }
}

}  // namespace

Outcome RunEnrich(Context& context) {
  auto request = SATCHEL_TRY(RequestFrom(context));
  SATCHEL_TRY(context.CheckWorkspace());
  engine::EnrichReport report;
  {
    ProgressLine line(context);
    request.progress = [&line](const engine::CodeProgress& progress) { line.Show(progress); };
    SATCHEL_TRY(AskCode(context, [&](engine::Engine& engine) -> Status {
      report = SATCHEL_TRY(engine.Enrich(request, context.deadline));
      return {};
    }));
  }
  for (std::size_t i = 0; i < std::min(report.failures.size(), kShownFailures); ++i) {
    const auto& failure = report.failures[i];
    context.Warn(fmt::format("{}: {}", Visible(failure.path), Visible(failure.reason)),
                 "the next `satchel enrich` retries it");
  }
  if (context.json) {
    context.PrintJson(engine::ToJson(report));
  } else {
    PrintReport(context, report);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
