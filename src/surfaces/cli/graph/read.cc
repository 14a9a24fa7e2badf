#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "graph/answers/graph_answer.h"
#include "graph/requests/view.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/graph/access.h"

namespace satchel::cli {
namespace {

std::string Date(const std::optional<Time>& time) {
  return time ? FormatTime(*time).substr(0, 10) : std::string(10, ' ');
}

// One line for each field; lists and objects as JSON.
std::string FieldText(const Json& value) {
  return Visible(value.is_string() ? value.get<std::string>() : CanonicalJson(value));
}

void PrintNode(const Context& context, const Json& node) {
  for (const auto& [key, value] : node.items()) {
    if (key == "id" || key == "title") continue;
    const bool empty = value.is_string()
                           ? value.get_ref<const std::string&>().empty()
                           : value.is_null() || (value.is_structured() && value.empty());
    if (!empty) context.Print(fmt::format("{}: {}\n", Visible(key), FieldText(value)));
  }
}

Outcome ShowOne(const Context& context, const std::string& id) {
  const auto detail = engine::ShowNode(*context.workspace, GraphsFolder(context), id);
  if (!detail) return FailSource(detail.error());
  const bool history = context.invocation.Has("--history");
  if (context.json) {
    context.PrintJson(engine::ToJson(*detail, history));
    return ExitCode::kOk;
  }
  context.Print(fmt::format("{}\n{}\n", context.out.Bold(Visible(detail->item.id)),
                            Visible(detail->item.title)));
  PrintNode(context, detail->node);
  if (!detail->named_by.empty()) {
    context.Print(fmt::format("referenced by: {}\n",
                              Visible(fmt::format("{}", fmt::join(detail->named_by, ", ")))));
  }
  if (!history) return ExitCode::kOk;
  for (const Json& row : detail->history) {
    context.Print(fmt::format("\nrevision {}\n", FieldText(row.value("rev", Json()))));
    PrintNode(context, row);
  }
  return ExitCode::kOk;
}

}  // namespace

Outcome RunGraphShow(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  SATCHEL_TRY(CheckGraphs(context));
  const Invocation& invocation = context.invocation;
  if (!invocation.arguments.empty()) return ShowOne(context, invocation.arguments[0]);
  engine::GraphFilter filter{.status = invocation.Find("--status").value_or(""),
                             .match = invocation.Find("--match").value_or("")};
  if (const auto layer = invocation.Find("--layer")) filter.layer = engine::ParseLayer(*layer);
  const auto listing = engine::ListNodes(*context.workspace, GraphsFolder(context), filter);
  if (!listing) return FailSource(listing.error());
  if (context.json) {
    context.PrintJson(engine::ToJson(*listing));
  } else {
    for (const auto& item : listing->items) {
      const std::string status = item.status.empty() ? "" : fmt::format(" ({})", item.status);
      context.Print(fmt::format("{:<9} {} {} {}{}\n", engine::WordFor(item.layer),
                                Date(item.updated_at), context.out.Green(Visible(item.id)),
                                Visible(item.title), Visible(status)));
    }
  }
  if (listing->unread > 0) {
    const std::string more =
        fmt::format(" ({} like this: `satchel graph validate` lists them)", listing->unread);
    context.Note(Visible(listing->first_unread) + (listing->unread > 1 ? more : ""));
  }
  if (listing->items.empty() && !context.json) {
    context.Note(listing->exists ? "no node matches"
                                 : fmt::format("there is no {} yet; `satchel graph add` creates it",
                                               Visible(GraphsFolder(context))));
  }
  return ExitCode::kOk;
}

Outcome RunGraphLog(Context& context) {
  const auto limit =
      SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--limit",
                                                 .least = 1,
                                                 .most = INT32_MAX,
                                                 .otherwise = 20,
                                                 .must_be = "a number of at least 1"}));
  SATCHEL_TRY(context.CheckSetup());
  SATCHEL_TRY(CheckGraphs(context));
  const auto commits = engine::GraphCommits(*context.workspace, GraphsFolder(context),
                                            static_cast<std::size_t>(limit));
  if (!commits) return FailSource(commits.error());
  if (context.json) {
    context.PrintJson(engine::ToJson(*commits));
    return ExitCode::kOk;
  }
  for (const auto& commit : *commits) {
    context.Print(fmt::format(
        "{} {} {}: {}\n", commit.created_at ? FormatTime(*commit.created_at) : std::string(20, ' '),
        context.out.Green(Visible(commit.id)), Visible(commit.mode),
        Visible(fmt::format("{}", fmt::join(commit.changed, ", ")))));
  }
  if (commits->empty()) context.Note("there are no commits yet");
  return ExitCode::kOk;
}

Outcome RunGraphExport(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  SATCHEL_TRY(CheckGraphs(context));
  const auto layer = context.invocation.Find("--layer");
  const auto lines = engine::ExportNodes(*context.workspace, GraphsFolder(context),
                                         layer ? engine::ParseLayer(*layer) : std::nullopt,
                                         context.invocation.Has("--all"));
  if (!lines) return FailSource(lines.error());
  context.PrintPacket(*lines);  // JSON, each row safe
  if (lines->empty()) context.Note("there are no nodes");
  return ExitCode::kOk;
}

}  // namespace satchel::cli
