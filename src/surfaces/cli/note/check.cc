#include "engine/notes/check.h"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/engine.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/note/access.h"
#include "surfaces/cli/store_access.h"
#include "surfaces/cli/table/command.h"
#include "surfaces/cli/table/flag_values.h"

namespace satchel::cli {
namespace {

constexpr IntegerFlag kStaleAfter = {
    .name = "--stale-after", .most = 36'500, .otherwise = 90, .must_be = "from 0 to 36500 days"};

void ShowJson(const Context& context, const engine::NotesCheck& check) {
  Json issues = Json::array();
  for (const auto& issue : check.issues) {
    issues.push_back({{"kind", Name(issue.kind)},
                      {"path", issue.path},
                      {"line", issue.line},
                      {"id", issue.id},
                      {"text", issue.text},
                      {"subject", issue.subject},
                      {"fixable", issue.fixable}});
  }
  context.PrintJson({{"issues", std::move(issues)},
                     {"items", check.items},
                     {"unread", check.unread},
                     {"fixed", check.fixed},
                     {"history", check.history},
                     {"ok", check.issues.empty()}});
}

void ShowText(const Context& context, const engine::NotesCheck& check) {
  for (const std::string& id : check.fixed) {
    context.Print(
        fmt::format("{} {}, which was there before\n", context.out.Green("took out"), Visible(id)));
  }
  bool fixable = false;
  for (const auto& issue : check.issues) {
    const std::string line = issue.line == 0 ? "" : fmt::format(":{}", issue.line);
    context.Print(fmt::format("{}{}: {} {}\n", Visible(issue.path), line,
                              context.out.Yellow(fmt::format("{}:", Name(issue.kind))),
                              Visible(issue.text)));
    fixable = fixable || issue.fixable;
  }
  context.Print(fmt::format("{}, {}\n", Count(check.items, "note", "notes"),
                            Count(check.issues.size(), "finding", "findings")));
  if (fixable) context.Note("`satchel note check --fix` takes out tasks that are there twice");
  if (check.unread > 0) {
    context.Note(fmt::format("{} beside the items: agents are not shown that text",
                             Count(check.unread, "paragraph stands", "paragraphs stand")));
  }
  if (!check.history.empty()) {
    context.Note(fmt::format("paths are only checked against the files: {}", check.history));
  }
}

}  // namespace

Outcome RunNoteCheck(Context& context) {
  const auto days = SATCHEL_TRY(IntegerOf(context.invocation, kStaleAfter));
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  const auto check = engine->CheckNotes(std::chrono::days(days), context.invocation.Has("--fix"),
                                        context.deadline);
  if (!check) return FailSource(check.error());
  if (context.json) {
    ShowJson(context, *check);
  } else {
    ShowText(context, *check);
  }
  return check->issues.empty() ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
