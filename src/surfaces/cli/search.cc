#include "engine/code/search.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/search_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {
namespace {

using engine::PlaceLine;
using engine::PlaceWord;
using engine::SearchAnswer;
using engine::SearchPlace;

constexpr std::int64_t kUsualLimit = 10;
constexpr std::int64_t kMostResults = 100;
constexpr std::int64_t kMostPerFile = 20;

// "cookie 2.1 (body 3, names 1)"
std::string Reason(const PlaceWord& word) {
  std::string text = fmt::format("{} {} (", word.word, word.worth.Text());
  std::string_view separator;
  for (const auto& [field, times] : word.fields) {
    text += fmt::format("{}{} {}", separator, field, times);
    separator = ", ";
  }
  return text + ")";
}

void PrintPlace(const Context& context, const SearchPlace& place, bool explain) {
  const std::string where =
      fmt::format("{}:{}-{}", Visible(place.path), place.start_line, place.end_line);
  std::string what;
  if (!place.symbol.empty()) what = fmt::format("  {} {}", place.kind, Visible(place.symbol));
  context.Print(context.out.Bold(where) + what + "\n");
  if (explain) {
    context.Print(fmt::format("  score {}", place.score.Text()));
    const char* sign = " = ";
    for (const ScoreTerm& term : place.terms) {
      context.Print(fmt::format("{}{} {}", sign, term.name, term.value.Text()));
      sign = " + ";
    }
    context.Print("\n");
    sign = "  words: ";
    for (const PlaceWord& word : place.words) {
      context.Print(sign + Visible(Reason(word)));
      sign = ", ";
    }
    if (!place.words.empty()) context.Print("\n");
  }
  for (const PlaceLine& line : place.lines) {
    context.Print(fmt::format("{:>7}  {}\n", line.number, line.text));
  }
  if (place.changed) context.Print("         (changed since it was indexed: `satchel index`)\n");
}

void PrintAnswer(const Context& context, const SearchAnswer& answer, bool explain) {
  bool first = true;
  for (const SearchPlace& place : answer.results) {
    if (!first) context.Print("\n");
    first = false;
    PrintPlace(context, place, explain);
  }
  if (answer.results.empty()) {
    context.Print(
        fmt::format("nothing found in {}:", Count(answer.documents, "document", "documents")));
    for (const auto& [word, documents] : answer.words) {
      context.Print(" " + Visible(word));
    }
    context.Print("\n");
    if (!answer.nearest.empty()) context.Print("the nearest, without the phrase:\n");
    for (const SearchPlace& place : answer.nearest) {
      context.Print("\n");
      PrintPlace(context, place, explain);
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

}  // namespace

Outcome RunSearch(Context& context) {
  engine::SearchRequest request;
  request.query = context.invocation.arguments.front();
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
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Stores::Use::kReadOnly));
  const auto answer = engine->Search(request, context.deadline);
  if (!answer) {
    if (answer.error().code() == Errc::kInvalidInput) {
      return FailWith(ExitCode::kUsage, answer.error());
    }
    return FailStore(answer.error(), engine->place().kind);
  }
  if (context.json) {
    context.PrintJson(engine::ToJson(*answer));
  } else {
    PrintAnswer(context, *answer, context.invocation.Has("--explain"));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
