#include "code/requests/retrieve.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/retrieval_answer.h"
#include "engine/engine.h"
#include "packet/packet.h"
#include "settings/budget_config.h"
#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/model_flags.h"
#include "surfaces/cli/packet/packet_flags.h"
#include "surfaces/cli/packet/show_packet.h"

// `retrieve` and `refine`. The rules of the command line are those of specification 003, with
// defaults for stages, budget and model. Contradicting flags end the command before anything is
// read.
namespace satchel::cli {
namespace {

constexpr std::size_t kMostConfigBytes = 1U << 16U;
constexpr std::int64_t kMostTokens = 100'000'000;
constexpr std::int64_t kMostAdded = 1'000'000;
// bytes / 4 undercounts code.
constexpr std::int64_t kApproximateMargin = 10;
// Tokens that a packet may take, as of `pack`, and that are kept of a window for everything else.
constexpr std::int64_t kUsualBudget = 8'000;
constexpr std::int64_t kUsualReserve = 4'096;

std::expected<std::optional<std::int64_t>, Failure> NumberOf(const Invocation& invocation,
                                                             std::string_view flag) {
  if (!invocation.Find(flag)) return std::nullopt;
  const auto number = SATCHEL_TRY(IntegerOf(
      invocation,
      {.name = flag, .least = -kMostTokens, .most = kMostTokens, .must_be = "a number of tokens"}));
  return number;
}

// A budget, a window with its reserved tokens, or a file with both. `usual` is the default budget
// of every packet.
std::expected<settings::BudgetConfig, Failure> BudgetFrom(const Context& context,
                                                          std::int64_t usual) {
  const Invocation& invocation = context.invocation;
  const auto tokens = SATCHEL_TRY(NumberOf(invocation, "--budget"));
  const auto window = SATCHEL_TRY(NumberOf(invocation, "--context-window"));
  const auto reserved = SATCHEL_TRY(NumberOf(invocation, "--reserved-tokens"));
  const auto margin = SATCHEL_TRY(NumberOf(invocation, "--margin"));
  const auto file = invocation.Find("--budget-config");
  if (tokens && (window || reserved || file)) {
    return FailWith(
        ExitCode::kUsage,
        "--budget cannot be combined with --context-window, --reserved-tokens or --budget-config",
        "give the budget in one form");
  }
  if (file && (window || reserved)) {
    return FailWith(ExitCode::kUsage,
                    "--budget-config cannot be combined with --context-window or --reserved-tokens",
                    "give the budget in one form");
  }
  if (tokens && *tokens <= 0) {
    return FailWith(ExitCode::kUsage, "--budget must be more than 0 tokens", "");
  }
  settings::BudgetConfig budget;
  if (file) {
    const auto text = SATCHEL_TRY(ReadInput(context, *file, kMostConfigBytes));
    const auto parsed = settings::ParseBudgetConfig(text);
    if (!parsed) {
      return FailWith(ExitCode::kUsage,
                      fmt::format("--budget-config {}: {}", Visible(*file), parsed.error().text()),
                      parsed.error().hint());
    }
    budget = *parsed;
  } else if (window || reserved) {
    budget.context_window = window.value_or(kUsualBudget + kUsualReserve);
    budget.reserved_tokens = reserved.value_or(kUsualReserve);
  } else {
    // The packet may take all of it, as with every other command.
    budget.context_window = tokens.value_or(usual);
    budget.margin = 0;
  }
  if (margin) budget.margin = margin;
  const auto checked = settings::CheckBudget(budget);
  if (!checked) return FailWith(ExitCode::kUsage, checked.error());
  return budget;
}

// Without a flag about a model none is asked.
std::expected<ModelChoice, Failure> ModelIfAsked(const Context& context) {
  const Invocation& invocation = context.invocation;
  const bool asked =
      invocation.Find("--model") || invocation.Find("--base-url") || invocation.Find("--llm");
  return asked ? ModelFrom(context) : ModelChoice();
}

std::expected<engine::PacketRequest, Failure> RequestFrom(const Context& context) {
  const Invocation& invocation = context.invocation;
  auto model = SATCHEL_TRY(ModelIfAsked(context));
  const auto stages = invocation.Find("--stages");
  if (stages && stages->empty()) {
    return FailWith(ExitCode::kUsage, "the list of stages is empty",
                    "give the stages to run, such as --stages scope,precision");
  }
  auto request = SATCHEL_TRY(PacketRequestFrom(context, engine::kCode));
  const auto usual = static_cast<std::int64_t>(request.budget.value_or(kUsualBudget));
  const auto budget = SATCHEL_TRY(BudgetFrom(context, usual));
  request.task = SATCHEL_TRY(TaskFrom(context));
  if (const auto id = invocation.Find("--task-id")) request.task_id = *id;
  auto options = std::make_shared<engine::CodeOptions>();
  options->context_window = static_cast<std::size_t>(budget.context_window);
  options->reserved_tokens = static_cast<std::size_t>(budget.reserved_tokens);
  const auto tokenizer = request.tokenizer.value_or(text::Tokenizer::kChars4);
  options->margin_percent = static_cast<std::size_t>(
      budget.margin.value_or(tokenizer == text::Tokenizer::kChars4 ? kApproximateMargin : 0));
  options->least_commits = static_cast<std::size_t>(
      context.loaded.settings.Integer(settings::Key::kCodeCoChangeMinCommits));
  if (model.model) {
    options->model = engine::NameOf(model.model);
    options->model_required = model.required;
  }
  request.model = std::move(model.model);
  request.model_required = model.required;
  request.budget = engine::BudgetOf(*options);
  request.options = {std::move(options)};
  return request;
}

// -v: what was understood, and what each stage did.
void Diagnose(const Context& context, const engine::PacketAnswer& answer) {
  if (!context.invocation.Has("--verbose")) return;
  const auto& query = answer.query;
  context.Note(fmt::format("task {}: {}, {}; {}, {}, {}", answer.task_id, query.task_type,
                           query.intent, Count(query.files.size(), "file", "files"),
                           Count(query.symbols.size(), "symbol", "symbols"),
                           Count(query.keywords.size(), "keyword", "keywords")));
  for (const engine::StageReport& stage : answer.stages) {
    context.Note(fmt::format("stage {}: {} in {:.1f} ms", stage.name, stage.status,
                             static_cast<double>(stage.micros) / 1000));
  }
  const auto scope = answer.values.find("code.scope");
  if (scope != answer.values.end()) {
    context.Note(
        fmt::format("considered {}, omitted {}",
                    Count(scope->second.value("considered", std::size_t{0}), "file", "files"),
                    scope->second.value("left_out", std::size_t{0})));
    if (!scope->second.value("enriched", false)) {
      context.Note("enrichment not found, tier 4 skipped");
    }
  }
  context.Note(fmt::format("{} of {} tokens; {}, {}", answer.packet.tokens_used,
                           answer.packet.budget,
                           Count(answer.stores.calls, "store call", "store calls"),
                           Count(answer.stores.round_trips, "round trip", "round trips")));
}

void Remark(const Context& context, const engine::PacketAnswer& answer) {
  Diagnose(context, answer);
  for (const std::string& remark : answer.remarks) context.Note(Visible(remark));
  RemarkEmpty(context, answer);
  RemarkNotices(context, answer);
  RemarkLeftOut(context, answer);
}

std::vector<std::string> Listed(const Invocation& invocation, std::string_view flag) {
  return invocation.All(flag);
}

// What is in the package now and was not, and the other way round.
void RemarkDifference(const Context& context, const engine::RunDifference& difference) {
  if (difference.items.empty()) context.Note("the packet is the same as before");
  for (const engine::RunDifference::Change& change : difference.items) {
    const std::string title = Visible(change.title);
    if (change.then.empty()) {
      context.Note(fmt::format("new: {} ({})", title, change.now));
    } else if (change.now.empty()) {
      context.Note(fmt::format("gone: {} (was {})", title, change.then));
    } else {
      context.Note(fmt::format("changed: {} ({}, was {})", title, change.now, change.then));
    }
  }
}

}  // namespace

Outcome RunRetrieve(Context& context) {
  const auto request = SATCHEL_TRY(RequestFrom(context));
  SATCHEL_TRY(context.CheckWorkspace());
  engine::PacketAnswer answer;
  SATCHEL_TRY(AskCode(context, [&](engine::Engine& engine) -> Status {
    answer = SATCHEL_TRY(engine.MakePacket(request, context.deadline));
    return {};
  }));
  SATCHEL_TRY(WriteTrace(context, answer));
  Remark(context, answer);
  if (context.json) {
    context.PrintJson(engine::RetrievalJson(answer));
  } else {
    ShowPacket(context, answer);
  }
  return ExitCode::kOk;
}

Outcome RunRefine(Context& context) {
  const Invocation& invocation = context.invocation;
  engine::RefineRequest request;
  request.task = invocation.arguments.front();
  if (invocation.Find("--add")) {
    request.add = static_cast<std::size_t>(SATCHEL_TRY(IntegerOf(
        invocation,
        {.name = "--add", .least = 1, .most = kMostAdded, .must_be = "a number of tokens"})));
  }
  engine::Refinement refinement{.reason = invocation.Find("--reason").value_or(""),
                                .missing_files = Listed(invocation, "--missing-file"),
                                .missing_symbols = Listed(invocation, "--missing-symbol"),
                                .missing_tests = Listed(invocation, "--missing-test"),
                                .error_signatures = Listed(invocation, "--error")};
  if (refinement != engine::Refinement()) request.refinement = std::move(refinement);
  if (invocation.Find("--model") || invocation.Find("--base-url")) {
    auto model = SATCHEL_TRY(ModelFrom(context));
    request.model = std::move(model.model);
    request.model_required = model.required;
  }
  if (invocation.Find("--now")) request.now = Now(context);
  request.rendering =
      context.format == "markdown" ? engine::Rendering::kMarkdown : engine::Rendering::kPrompt;
  engine::RefinedPacket refined;
  SATCHEL_TRY(AskCode(context, [&](engine::Engine& engine) -> Status {
    refined = SATCHEL_TRY(engine.Refine(request, context.deadline));
    return {};
  }));
  SATCHEL_TRY(WriteTrace(context, refined.answer));
  Remark(context, refined.answer);
  if (context.json) {
    context.PrintJson(engine::RefinedJson(refined));
    return ExitCode::kOk;
  }
  RemarkDifference(context, refined.difference);
  ShowPacket(context, refined.answer);
  return ExitCode::kOk;
}

}  // namespace satchel::cli
