#include "engine/notes/log.h"

#include <optional>
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

constexpr IntegerFlag kLimit = {.name = "--limit",
                                .least = 1,
                                .most = INT64_MAX,
                                .otherwise = 20,
                                .must_be = "a number of at least 1"};

Json CommitJson(const engine::NoteCommit& commit) {
  Json events = Json::array();
  for (const auto& event : commit.events) {
    events.push_back({{"change", Name(event.change)},
                      {"kind", Name(event.kind)},
                      {"title", event.title},
                      {"path", event.path}});
  }
  return {{"hash", commit.hash},
          {"time", FormatTime(commit.time)},
          {"author", commit.author},
          {"subject", commit.subject},
          {"events", std::move(events)}};
}

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
  Json commits = Json::array();
  std::size_t shown = 0;
  for (const auto& commit : log->commits) {
    if (shown++ == limit) break;
    if (context.json) {
      commits.push_back(CommitJson(commit));
    } else {
      PrintCommit(context, commit);
    }
  }
  if (context.json) {
    context.PrintJson({{"commits", std::move(commits)},
                       {"total", log->commits.size()},
                       {"complete", log->complete}});
    return ExitCode::kOk;
  }
  if (log->commits.empty()) context.Note("no commit has brought it yet");
  if (shown > limit) {
    context.Note(fmt::format("{} more; --limit shows them",
                             Count(log->commits.size() - limit, "commit", "commits")));
  }
  if (!log->complete) context.Note("the history is longer than what is read");
  return ExitCode::kOk;
}

}  // namespace satchel::cli
