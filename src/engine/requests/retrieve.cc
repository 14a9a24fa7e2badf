#include "engine/requests/retrieve.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "engine/requests/packet_settings.h"
#include "settings/budget_config.h"
#include "text/safe_line.h"

namespace satchel::engine {
namespace {

constexpr std::int64_t kMostTokens = 100'000'000;
// bytes / 4 undercounts code.
constexpr std::int64_t kApproximateMargin = 10;
constexpr std::string_view kForms =
    "give a budget, or a context window and the tokens reserved of it";

Status CheckForm(const RetrieveRequest& request) {
  const bool window = request.context_window || request.reserved_tokens;
  if (!request.budget && !window) {
    return Fail(Errc::kInvalidInput, "retrieve needs a budget, and there is none", kForms);
  }
  if (request.budget && window) {
    return Fail(Errc::kInvalidInput, "a budget excludes a context window and reserved tokens",
                kForms);
  }
  if (window && (!request.context_window || !request.reserved_tokens)) {
    return Fail(Errc::kInvalidInput,
                request.context_window ? "the reserved tokens are missing"
                                       : "the context window is missing",
                kForms);
  }
  for (const auto& tokens : {request.budget, request.context_window}) {
    if (!tokens || *tokens <= kMostTokens) continue;
    return Fail(Errc::kInvalidInput, fmt::format("more than {} tokens", kMostTokens));
  }
  if (request.budget && *request.budget <= 0) {
    return Fail(Errc::kInvalidInput, "the budget must be more than 0 tokens");
  }
  return {};
}

}  // namespace

Result<Model> ConfiguredModel(const settings::Settings& settings, std::string_view name) {
  const std::string& url = settings.Text(settings::Key::kLlmBaseUrl);
  const std::string& configured = settings.Text(settings::Key::kLlmModel);
  if (url.empty() || configured.empty()) {
    return Fail(Errc::kInvalidInput, "no model is configured",
                "set llm.model and llm.base_url, or ask without a model");
  }
  if (name != configured) {
    return Fail(Errc::kInvalidInput,
                fmt::format("the model '{}' is not the configured one, which is '{}'",
                            text::SafeLine(name, 80), text::SafeLine(configured, 80)),
                "llm.model names the model, and llm.base_url its server");
  }
  return OpenModel(url, configured, settings.Text(settings::Key::kLlmApiKey));
}

Result<PacketRequest> ToPacketRequest(const settings::Settings& settings,
                                      const RetrieveRequest& request) {
  SATCHEL_TRY(CheckForm(request));
  if (request.stages.empty()) {
    return Fail(Errc::kInvalidInput, "the list of stages is empty", "scope and precision are all");
  }
  PacketRequest made;
  made.recipe = kCode;
  made.task = request.task;
  made.task_id = request.task_id;
  made.stages = request.stages;
  made.tokenizer = request.tokenizer;
  FillFromSettings(settings, made);
  const bool approximate =
      made.tokenizer.value_or(text::Tokenizer::kChars4) == text::Tokenizer::kChars4;
  // A budget leaves nothing free by itself: it is the packet's own.
  const settings::BudgetConfig budget{
      .context_window = request.budget.value_or(request.context_window.value_or(0)),
      .reserved_tokens = request.reserved_tokens.value_or(0),
      .margin = request.margin.value_or(approximate && !request.budget ? kApproximateMargin : 0)};
  SATCHEL_TRY(settings::CheckBudget(budget));
  auto options = std::make_shared<CodeOptions>();
  options->context_window = static_cast<std::size_t>(budget.context_window);
  options->reserved_tokens = static_cast<std::size_t>(budget.reserved_tokens);
  options->margin_percent = static_cast<std::size_t>(*budget.margin);
  options->least_commits =
      static_cast<std::size_t>(settings.Integer(settings::Key::kCodeCoChangeMinCommits));
  if (!request.model.empty()) {
    made.model = SATCHEL_TRY(ConfiguredModel(settings, request.model));
    made.model_required = request.model_required;
    options->model = request.model;
    options->model_required = request.model_required;
  }
  made.budget = BudgetOf(*options);
  if (request.budget) {
    options->context_window = 0;  // it was given as such
    options->reserved_tokens = 0;
  }
  made.options = {std::move(options)};
  return made;
}

}  // namespace satchel::engine
