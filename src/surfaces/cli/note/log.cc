#include "notes/requests/log.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/engine.h"
#include "notes/answers/notes_log_answer.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/note/access.h"

namespace satchel::cli {
namespace {

constexpr IntegerFlag kLimit = {.name = "--limit",
                                .least = 1,
                                .most = INT64_MAX,
                                .otherwise = 20,
                                .must_be = "a number of at least 1"};

void PrintCommit(const Context& context, const engine::NoteCommit& commit) {
  context.Print(fmt::format("{} {} {} ({})\n", context.out.Yellow(commit.hash.substr(0, 10)),
                            FormatTime(commit.time).substr(0, 10), Visible(commit.subject),
                            Visible(commit.author)));
  for (const auto& event : commit.events) {
    context.Print(
        fmt::format("  {} {}: {}\n", Name(event.change), Name(event.kind), Visible(event.title)));
  }
}

}  // namespace

Outcome RunNoteLog(Context& context) {
  const auto given = SATCHEL_TRY(IntegerOf(context.invocation, kLimit));
  const auto limit = static_cast<std::size_t>(given);
  const auto engine = SATCHEL_TRY(EngineForNotes(context));
  std::optional<engine::NoteItem> only;
  if (!context.invocation.arguments.empty()) {
    const auto items = engine->ListNotes();
    if (!items) return FailSource(items.error());
    auto item = engine::FindNote(*items, context.invocation.arguments[0], "note");
    if (!item) return FailSource(item.error());
    only = *std::move(item);
  }
  const auto log = engine->ReadNotesLog(only, context.deadline);
  if (!log) return FailSource(log.error());
  if (context.json) {
    context.PrintJson(engine::ToJson(*log, limit));
    return ExitCode::kOk;
  }
  for (std::size_t i = 0; i < std::min(limit, log->commits.size()); ++i) {
    PrintCommit(context, log->commits[i]);
  }
  if (log->commits.empty()) context.Note("no commit has it yet");
  if (log->commits.size() > limit) {
    context.Note(fmt::format("{} more; --limit shows them",
                             Count(log->commits.size() - limit, "commit", "commits")));
  }
  if (!log->complete) context.Note("the history is longer than Satchel reads");
  return ExitCode::kOk;
}

}  // namespace satchel::cli
