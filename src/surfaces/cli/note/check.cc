#include "notes/requests/check.h"

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/engine.h"
#include "notes/answers/notes_check_answer.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/note/access.h"

namespace satchel::cli {
namespace {

constexpr IntegerFlag kStaleAfter = {
    .name = "--stale-after", .most = 36'500, .otherwise = 90, .must_be = "from 0 to 36500 days"};

void ShowText(const Context& context, const engine::NotesCheck& check) {
  for (const std::string& id : check.fixed) {
    context.Print(fmt::format("{} {}, a duplicate\n", context.out.Green("removed"), Visible(id)));
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
  if (fixable) context.Note("`satchel note check --fix` removes duplicate tasks");
  if (check.unread > 0) {
    context.Note(fmt::format("{} outside of list items: packets do not show this text",
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
    context.PrintJson(engine::ToJson(*check));
  } else {
    ShowText(context, *check);
  }
  return check->issues.empty() ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
