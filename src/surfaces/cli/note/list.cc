#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "notes/answers/notes_answer.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/note/access.h"

namespace satchel::cli {
namespace {

std::expected<engine::NoteFilter, Failure> FilterFrom(const Invocation& invocation) {
  engine::NoteFilter filter;
  if (const auto kind = invocation.Find("--kind")) filter.kind = engine::ParseNoteKind(*kind);
  filter.state = invocation.Find("--state").value_or("");
  filter.match = invocation.Find("--match").value_or("");
  if (const auto since = invocation.Find("--since")) {
    const auto time = ParseTime(*since);
    if (!time) {
      return FailWith(ExitCode::kUsage, "--since: " + time.error().text(),
                      "write it like 2026-11-15");
    }
    filter.since = *time;
  }
  return filter;
}

std::string Date(const engine::NoteItem& item) {
  return item.time ? FormatTime(*item.time).substr(0, 10) : std::string(10, ' ');
}

}  // namespace

Outcome RunNoteList(Context& context) {
  const auto filter = SATCHEL_TRY(FilterFrom(context.invocation));
  const auto all = SATCHEL_TRY(LoadNoteItems(context));
  const auto notes = engine::ListNotes(all, filter);
  if (context.json) {
    context.PrintJson(engine::ToJson(notes));
    return ExitCode::kOk;
  }
  for (const auto& [item, open_number] : notes) {
    const std::string number = open_number > 0 ? fmt::format("{}. ", open_number) : "";
    const std::string state = item.state.empty() || item.state == "open"
                                  ? std::string()
                                  : fmt::format(" ({})", item.state);
    context.Print(fmt::format("{:<10} {} {}{}{}  {}\n", Name(item.kind), Date(item), number,
                              Visible(item.title), state, context.out.Green(Visible(item.id))));
  }
  if (notes.empty()) {
    context.Note(all.empty() ? "there are no notes yet" : "no note matches");
  }
  return ExitCode::kOk;
}

Outcome RunNoteShow(Context& context) {
  const auto items = SATCHEL_TRY(LoadNoteItems(context));
  const auto item = engine::FindListed(items, std::nullopt, context.invocation.arguments[0]);
  if (!item) return FailSource(item.error());
  if (context.json) {
    context.PrintJson(engine::ToJson(*item));
    return ExitCode::kOk;
  }
  const std::string state = item->state.empty() ? "" : fmt::format(", {}", item->state);
  const std::string time = item->time ? fmt::format(", {}", FormatTime(*item->time)) : "";
  context.Print(fmt::format("{}\n{}{}{}, {}:{}\n\n", context.out.Bold(Visible(item->id)),
                            Name(item->kind), state, time, Visible(item->path), item->line));
  const bool entry =
      item->kind == engine::NoteKind::kDecision || item->kind == engine::NoteKind::kLearning;
  if (entry) context.Print(context.out.Bold(Visible(item->title)) + "\n\n");
  if (!item->lead.empty()) context.Print(Visible(item->lead) + "\n");
  std::string_view rest = item->text;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    context.Print(Visible(rest.substr(0, end)) + "\n");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
