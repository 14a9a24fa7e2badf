#include "code/requests/uses.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "code/answers/uses_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "text/columns.h"

namespace satchel::cli {
namespace {

using engine::UseList;
using engine::UsePlace;

constexpr std::int64_t kUsualLimit = 20;
constexpr std::int64_t kMostPlaces = 500;
constexpr std::size_t kLeastColumns = 20;
constexpr std::string_view kIndent = "      ";

std::string Cut(std::string_view text, std::size_t columns, std::size_t used) {
  if (columns == 0) return std::string(text);
  return text::CutToColumn(text, used, std::max(columns, kLeastColumns + used));
}

// What is sure needs no word.
std::string_view Doubt(const UsePlace& place) {
  if (place.rule == "name") return "by its name only";
  if (place.rule == "key" || place.rule == "table" || place.rule == "route")
    return "named by a literal";
  if (place.rule == "protobuf") return "by the name of generated code";
  if (place.rule == "binding") return "from Python";
  if (place.rule == "unique") return "the only definition of this name";
  return place.rule == "ambiguous" ? "or a different definition of this name" : "";
}

std::string PlaceText(const Context& context, const UsePlace& place) {
  const std::size_t columns = context.streams.out_columns;
  const std::string where =
      place.end_line > place.line
          ? fmt::format("{}:{}-{}", Visible(place.path), place.line, place.end_line)
          : fmt::format("{}:{}", Visible(place.path), place.line);
  std::string what;
  if (!place.symbol.empty()) what += fmt::format("  {} {}", place.kind, Visible(place.symbol));
  if (place.declared_only) what += "  (declared)";
  if (place.times > 1) what += fmt::format("  {} times", place.times);
  if (!Doubt(place).empty()) what += fmt::format("  ({})", Doubt(place));
  const std::size_t used = text::ColumnAfter(where, 2);
  // Where it is, is never cut.
  if (columns > 0 && used + kLeastColumns > columns) what.clear();
  std::string text =
      "  " + context.out.Bold(where) + (what.empty() ? "" : Cut(what, columns, used)) + "\n";
  if (!place.text.empty()) {
    text += std::string(kIndent) + Cut(place.text, columns, kIndent.size()) + "\n";
  }
  return text;
}

// A heading, and what is under it.
void PrintList(const Context& context, std::string_view heading, const UseList& list, bool& first) {
  if (list.places.empty()) return;
  if (!first) context.Print("\n");
  first = false;
  const std::size_t all = list.places.size() + list.left_out;
  context.Print(fmt::format("{} ({})\n", heading, all));
  for (const UsePlace& place : list.places) context.Print(PlaceText(context, place));
  if (list.left_out > 0) {
    context.Print(fmt::format("  and {} more; --limit shows them\n", list.left_out));
  }
}

}  // namespace

Outcome RunUses(Context& context) {
  engine::UsesRequest request;
  request.name = context.invocation.arguments.front();
  const auto limit = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--limit",
                                                                .least = 1,
                                                                .most = kMostPlaces,
                                                                .otherwise = kUsualLimit,
                                                                .must_be = "from 1 to 500"}));
  request.limit = static_cast<std::size_t>(limit);
  request.filter = FilterFrom(context.invocation);
  engine::UsesAnswer answer;
  const auto refresh = SATCHEL_TRY(AskCode(context, [&](engine::Engine& engine) -> Status {
    answer = SATCHEL_TRY(engine.FindUses(request, context.deadline));
    return {};
  }));
  if (context.json) {
    context.PrintJson(engine::ToJson(answer, refresh));
    return ExitCode::kOk;
  }
  bool first = true;
  PrintList(context, "defined in", answer.definitions, first);
  PrintList(context, "used by", answer.users, first);
  PrintList(context, "imported by", answer.importers, first);
  PrintList(context, "uses itself", answer.callees, first);
  if (first) {
    context.Print(fmt::format("nothing defines or uses {}\n", Visible(request.name)));
    context.Note("give the whole name; `satchel search` also finds parts of names");
  } else if (answer.definitions.places.empty()) {
    context.Note(fmt::format("{} is not defined in this code", Visible(request.name)));
  }
  if (answer.files_left_out > 0) {
    context.Note(
        fmt::format("{} more use the name and were not searched; --path narrows the search",
                    Count(answer.files_left_out, "file", "files")));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
