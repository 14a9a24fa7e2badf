#include "code/requests/search.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "code/answers/search_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/place_text.h"
#include "text/token_counter.h"

namespace satchel::cli {
namespace {

using engine::SearchAnswer;
using engine::SearchPlace;

constexpr std::int64_t kUsualLimit = 10;
constexpr std::int64_t kMostResults = 100;
constexpr std::int64_t kMostPerFile = 20;

std::string Listed(std::span<const std::string> words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + Visible(word);
  return list;
}

// The words that are nowhere and that nothing stood for.
std::vector<std::string> NotReplaced(const SearchAnswer& answer) {
  std::vector<std::string> left = answer.missing;
  for (const retrieval::ReplacedWord& one : answer.replaced) std::erase(left, one.word);
  return left;
}

// What is said in the place of results.
std::string NothingText(const SearchAnswer& answer) {
  const std::string missing = Listed(NotReplaced(answer));
  if (!missing.empty()) return fmt::format("not in the code: {}\n", missing);
  return fmt::format("nothing found in {}\n", Count(answer.documents, "document", "documents"));
}

// Stands above results that match weakly.
std::string WeakText(const SearchAnswer& answer) {
  if (!answer.weak) return "";
  const std::string missing = Listed(NotReplaced(answer));
  return fmt::format("Nothing here matches well{}. The closest places:\n\n",
                     missing.empty() ? "" : "; not in the code: " + missing);
}

// Why the results are taken to match well, or not.
std::string FloorText(const SearchAnswer& answer) {
  if (answer.floor.empty()) return {};
  std::string text = fmt::format("match {} (weak below 0);", answer.standing.Text());
  for (const ask::JudgedSign& sign : answer.floor) {
    if (sign.term != Score()) text += fmt::format(" {} {}", sign.name, sign.term.Text());
  }
  return text + "\n";
}

// What goes to the standard output, with so many of the results.
std::string AnswerText(const Context& context, const SearchAnswer& answer, std::size_t shown) {
  const bool explain = context.invocation.Has("--explain");
  const PlaceStyle how{
      .style = context.out, .columns = context.streams.out_columns, .explain = explain};
  std::string text = WeakText(answer);
  std::size_t number = 0;
  for (const SearchPlace& place : std::span(answer.results).first(shown)) {
    if (number > 0) text += "\n";
    text += PlaceText(place, ++number, how);
  }
  if (answer.results.empty()) {
    text += NothingText(answer);
    if (!answer.nearest.empty()) text += "The closest places:\n";
    for (const SearchPlace& place : answer.nearest) {
      text += "\n" + PlaceText(place, ++number, how);
    }
  }
  if (!explain) return text;
  text += fmt::format("\n{}; documents with:", Count(answer.documents, "document", "documents"));
  for (const auto& [word, documents] : answer.words) {
    text += fmt::format(" {} {}", Visible(word), documents);
  }
  text += "\n";
  if (!answer.orientation.empty()) text += fmt::format("orientation: {}\n", answer.orientation);
  return text + FloorText(answer);
}

// What goes to stderr beside it.
void PrintRemarks(const Context& context, const SearchAnswer& answer,
                  const engine::SearchRequest& request) {
  for (const std::string& remark : answer.remarks) context.Note(remark);
  for (const retrieval::ReplacedWord& one : answer.replaced) {
    const bool nowhere = std::ranges::find(answer.missing, one.word) != answer.missing.end();
    context.Note(fmt::format("{} \"{}\"; looked for {}{}",
                             nowhere ? "not in the code:" : "hardly in the code:",
                             Visible(one.word), nowhere ? "" : "it and ", Listed(one.with)));
  }
  // Where nothing was found it is the answer.
  const std::vector<std::string> missing = NotReplaced(answer);
  if (!missing.empty() && !answer.results.empty() && !answer.weak) {
    context.Note(fmt::format("not in the code: {}", Listed(missing)));
  }
  const engine::FilterRequest& filter = request.filter;
  if (answer.results.empty() &&
      (!filter.paths.empty() || !filter.languages.empty() || filter.no_tests)) {
    context.Note("searched only the files that --path, --lang and --no-tests select");
  }
}

engine::SearchDetail DetailOf(const Context& context) {
  return context.invocation.Has("--explain") ? engine::SearchDetail::kReasons
                                             : engine::SearchDetail::kPlaces;
}

// A budget, and what counts it.
struct TokenBudget {
  std::size_t tokens = 0;
  text::Tokenizer tokenizer = text::Tokenizer::kSafe;
};

std::expected<std::optional<TokenBudget>, Failure> BudgetFrom(const Context& context) {
  const Invocation& invocation = context.invocation;
  const auto named = invocation.Find("--tokenizer");
  if (!invocation.Find("--budget")) {
    if (named) return FailWith(ExitCode::kUsage, "--tokenizer counts a --budget", "give both");
    return std::nullopt;
  }
  const auto tokens = SATCHEL_TRY(IntegerOf(
      invocation,
      {.name = "--budget", .least = 1, .most = 100'000'000, .must_be = "from 1 to 100000000"}));
  TokenBudget budget{.tokens = static_cast<std::size_t>(tokens)};
  const auto tokenizer = text::ParseTokenizer(
      named ? *named : context.loaded.settings.Text(settings::Key::kBudgetTokenizer));
  if (tokenizer) budget.tokenizer = *tokenizer;
  return budget;
}

// The most results with which the printed answer is within the budget. Nothing: not even none.
std::optional<std::size_t> FittingResults(
    const TokenBudget& budget, std::size_t all,
    const std::function<std::string(std::size_t shown)>& print) {
  const text::TokenCounter& counter = text::CounterFor(budget.tokenizer);
  const auto fits = [&](std::size_t shown) {
    const std::string text = print(shown);
    return text.empty() || counter.Count(text) <= budget.tokens;
  };
  if (!fits(0)) return std::nullopt;
  std::size_t fitting = 0;
  for (std::size_t above = all + 1; fitting + 1 < above;) {
    const std::size_t middle = fitting + ((above - fitting) / 2);
    (fits(middle) ? fitting : above) = middle;
  }
  return fitting;
}

}  // namespace

Outcome RunSearch(Context& context) {
  engine::SearchRequest request;
  request.query = context.invocation.arguments.front();
  if (request.query == "-") {
    request.query = SATCHEL_TRY(ReadInput(context, "-", engine::kMostQuery));
  }
  const auto budget = SATCHEL_TRY(BudgetFrom(context));
  // Within a budget as many as fit.
  const auto limit =
      SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--limit",
                                                 .least = 1,
                                                 .most = kMostResults,
                                                 .otherwise = budget ? kMostResults : kUsualLimit,
                                                 .must_be = "from 1 to 100"}));
  request.limit = static_cast<std::size_t>(limit);
  const auto per_file = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--per-file",
                                                                   .least = 1,
                                                                   .most = kMostPerFile,
                                                                   .otherwise = 1,
                                                                   .must_be = "from 1 to 20"}));
  request.per_file = static_cast<std::size_t>(per_file);
  request.filter = FilterFrom(context.invocation);
  request.sources = context.invocation.All("--source");
  request.rerank = context.invocation.Has("--rerank");
  SearchAnswer answer;
  const auto refresh = SATCHEL_TRY(AskCode(context, [&](engine::Engine& engine) -> Status {
    answer = SATCHEL_TRY(engine.Search(request, context.deadline));
    return {};
  }));
  const auto json = [&](std::size_t shown) {
    return engine::ToJson(answer, refresh, DetailOf(context), shown);
  };
  std::size_t shown = answer.results.size();
  if (budget) {
    const auto fitting = FittingResults(*budget, shown, [&](std::size_t some) {
      return context.json ? context.JsonText(json(some))
                          : context.PrintedText(AnswerText(context, answer, some));
    });
    if (!fitting) {
      return FailWith(ExitCode::kUsage,
                      fmt::format("even an empty answer takes more than {} tokens", budget->tokens),
                      "give a larger --budget");
    }
    if (*fitting == 0 && shown > 0) {
      context.Warn(fmt::format("even the first of {} does not fit into {} tokens",
                               Count(shown, "place", "places"), budget->tokens),
                   "give a larger --budget");
    }
    shown = *fitting;
  }
  if (context.json) {
    context.PrintJson(json(shown));
    return ExitCode::kOk;
  }
  context.Print(AnswerText(context, answer, shown));
  PrintRemarks(context, answer, request);
  return ExitCode::kOk;
}

}  // namespace satchel::cli
