#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/note/access.h"
#include "surfaces/cli/table/command.h"

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

// The number of an open task among all of them; 0 for others.
std::vector<std::size_t> OpenNumbers(const std::vector<engine::NoteItem>& items) {
  std::vector<std::size_t> numbers;
  std::size_t open = 0;
  for (const auto& item : items) numbers.push_back(item.state == "open" ? ++open : 0);
  return numbers;
}

}  // namespace

Outcome RunNoteList(Context& context) {
  const auto filter = SATCHEL_TRY(FilterFrom(context.invocation));
  const auto all = SATCHEL_TRY(LoadNoteItems(context));
  const auto numbers = OpenNumbers(all);
  const auto items = engine::Filter(all, filter);
  std::size_t next = 0;
  Json list = Json::array();
  for (const engine::NoteItem& item : items) {
    // Both are in file order.
    while (all[next].id != item.id) ++next;
    if (context.json) {
      Json json = NoteJson(item, false);
      if (numbers[next] > 0) json["number"] = numbers[next];
      list.push_back(std::move(json));
      continue;
    }
    const std::string number = numbers[next] > 0 ? fmt::format("{}. ", numbers[next]) : "";
    const std::string state = item.state.empty() || item.state == "open"
                                  ? std::string()
                                  : fmt::format(" ({})", item.state);
    context.Print(fmt::format("{:<10} {} {}{}{}  {}\n", Name(item.kind), Date(item), number,
                              Visible(item.title), state, context.out.Green(Visible(item.id))));
  }
  if (context.json) {
    context.PrintJson({{"items", std::move(list)}});
  } else if (items.empty()) {
    context.Note(all.empty() ? "there are no notes yet" : "no note is like that");
  }
  return ExitCode::kOk;
}

Outcome RunNoteShow(Context& context) {
  const auto items = SATCHEL_TRY(LoadNoteItems(context));
  const auto item = engine::FindNote(items, context.invocation.arguments[0], "note");
  if (!item) return FailSource(item.error());
  if (context.json) {
    context.PrintJson(NoteJson(*item, true));
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
