#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/replay_answer.h"
#include "engine/answers/run_answer.h"
#include "engine/answers/run_difference_answer.h"
#include "engine/engine.h"
#include "engine/requests/replay.h"
#include "engine/requests/run_view.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/packet_flags.h"
#include "surfaces/cli/packet/run_access.h"

namespace satchel::cli {
namespace {

std::string Number(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->dump() : "-";
}

std::string Text(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return "";
  return Visible(found->is_string() ? found->get<std::string>() : found->dump());
}

// A text of several lines below its name.
void PrintText(const Context& context, std::string_view name, std::string_view text) {
  if (text.empty()) return;
  context.Print(fmt::format("    {}\n", name));
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    context.Print(fmt::format("      {}\n", Visible(std::string(text.substr(0, end)))));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void PrintCalls(const Context& context, const engine::RunView& view) {
  const auto tokens = [](const std::optional<std::int64_t>& count) {
    return count ? std::to_string(*count) : std::string("-");
  };
  for (const engine::LoggedCall& logged : view.calls) {
    const auto& call = logged.call;
    context.Print(
        fmt::format("  call      {:16} {}  {} ms  {} tokens of prompt, {} of answer  {}  {}\n",
                    Visible(logged.stage), Visible(call.model), call.latency_ms,
                    tokens(call.tokens.prompt), tokens(call.tokens.completion), Name(call.outcome),
                    Count(static_cast<std::size_t>(call.attempts), "attempt", "attempts")));
    PrintText(context, "system", call.system);
    PrintText(context, "prompt", call.prompt);
    PrintText(context, "thinking", call.thinking);
    PrintText(context, "answer", call.response);
    PrintText(context, "error", call.error);
  }
}

void PrintReplay(const Context& context, const engine::Replayed& replayed) {
  if (replayed.same()) {
    context.Print(
        fmt::format("same bytes: {} ({})\n", replayed.digest, Visible(replayed.run.value())));
    return;
  }
  context.Print(fmt::format("different: {}, then {}\n", replayed.digest, replayed.digest_now));
  if (replayed.difference) {
    context.Print(fmt::format("  first in line {}\n  - {}\n  + {}\n", replayed.difference->line,
                              Visible(replayed.difference->then),
                              Visible(replayed.difference->now)));
  }
  for (const std::string& cause : replayed.causes) {
    context.Print(fmt::format("  cause: {}\n", Visible(cause)));
  }
}

}  // namespace

Outcome RunRunsShow(Context& context) {
  const auto& arguments = context.invocation.arguments;
  const auto view = SATCHEL_TRY(ViewRunFrom(
      context, arguments.empty() ? std::nullopt : std::optional<std::string>(arguments[0])));
  if (context.json) {
    context.PrintJson(engine::ToJson(view));
    return ExitCode::kOk;
  }
  const engine::RunSummary& run = view.summary;
  context.Print(fmt::format("{}  {}  {}  {}\n", Visible(run.id.value()), FormatTime(run.started_at),
                            Visible(run.recipe), Visible(run.status)));
  const auto asked = view.request.find("request");
  if (asked != view.request.end()) {
    context.Print(fmt::format("  task      {}\n", Text(*asked, "task")));
    context.Print(
        fmt::format("  budget    {} ({})\n", Text(*asked, "budget"), Text(*asked, "tokenizer")));
    context.Print(fmt::format("  clock     {}\n", Text(*asked, "now")));
  }
  const Json& outcome = view.outcome;
  if (outcome.contains("error"))
    context.Print(fmt::format("  error     {}\n", Text(outcome, "error")));
  if (outcome.contains("digest")) {
    context.Print(fmt::format("  used      {} tokens\n  digest    {}\n",
                              Number(outcome, "tokens_used"), Text(outcome, "digest")));
  }
  if (const auto files = outcome.find("files"); files != outcome.end()) {
    context.Print(fmt::format("  files     {} seen, {} parsed, {} from the parse cache\n",
                              Number(*files, "seen"), Number(*files, "parsed"),
                              Number(*files, "cached")));
  }
  if (const auto store = outcome.find("store"); store != outcome.end()) {
    context.Print(fmt::format("  store     {} calls, {} round trips, {} rows\n",
                              Number(*store, "calls"), Number(*store, "round_trips"),
                              Number(*store, "rows")));
  }
  for (const engine::LoggedStage& stage : view.stages) {
    context.Print(fmt::format("  stage     {:16} {:9} {:>7} us  {:>4} decisions  {}\n",
                              Visible(stage.name), Text(stage.record, "status"),
                              Number(stage.record, "micros"), Number(stage.record, "decisions"),
                              Text(stage.record, "error")));
  }
  PrintCalls(context, view);
  return ExitCode::kOk;
}

Outcome RunRunsDiff(Context& context) {
  const auto& arguments = context.invocation.arguments;
  const auto named = [&](std::size_t i) {
    return i < arguments.size() ? std::optional(arguments[i]) : std::nullopt;
  };
  auto then = SATCHEL_TRY(ViewRunFrom(context, named(0)));
  const auto now = SATCHEL_TRY(ViewRunFrom(context, named(1)));
  // The last run has nothing to say about itself: what it brought is against the one before.
  if (arguments.size() < 2 && then.summary.id == now.summary.id) {
    auto before = SATCHEL_TRY(ViewRunFrom(context, "last~1"));
    then = std::move(before);
  }
  const engine::RunDifference difference = engine::Compare(then, now);
  if (context.json) {
    context.PrintJson(engine::ToJson(difference, then, now));
    return ExitCode::kOk;
  }
  for (const std::string& line : difference.request) {
    context.Print(fmt::format("request  {}\n", Visible(line)));
  }
  for (const std::string& line : difference.sources) {
    context.Print(fmt::format("source   {}\n", Visible(line)));
  }
  for (const engine::RunDifference::Change& change : difference.items) {
    const bool added = change.then.empty();
    const bool gone = change.now.empty();
    context.Print(fmt::format(
        "{} {:13} {}  {}\n", added ? "+" : (gone ? "-" : "~"), Visible(change.section),
        Visible(change.item),
        added || gone ? std::string(change.reason.empty() ? "" : engine::Explain(change.reason))
                      : fmt::format("{} to {}", change.then, change.now)));
  }
  if (difference.items.empty()) context.Print("the same items in the same form\n");
  return ExitCode::kOk;
}

Outcome RunReplay(Context& context) {
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Purpose::kRuns));
  const engine::StoreKind kind = engine->place().kind;
  const auto run = SATCHEL_TRY(FindRunFrom(*engine, context, context.invocation.arguments[0]));
  const auto replayed = context.invocation.Has("--fresh")
                            ? engine->ReplayFresh(run, context.deadline)
                            : engine->Replay(run, context.deadline);
  if (!replayed) return FailStore(replayed.error(), kind);
  if (context.json) {
    context.PrintJson(engine::ToJson(*replayed));
  } else if (context.invocation.Has("--print")) {
    context.PrintPacket(replayed->text);
  } else {
    PrintReplay(context, *replayed);
  }
  return replayed->same() ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
