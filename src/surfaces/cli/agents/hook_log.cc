#include "engine/requests/hook_log.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/hook_log_answer.h"
#include "engine/engine.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {
namespace {

constexpr IntegerFlag kLimit = {
    .name = "--limit", .least = 1, .most = 5'000, .otherwise = 20, .must_be = "from 1 to 5000"};

// "2026-11-10 12:00:05"
std::string Second(Time time) {
  constexpr std::size_t kUntilSeconds = 19;
  std::string text = FormatTime(time).substr(0, kUntilSeconds);
  text[text.find('T')] = ' ';
  return text;
}

std::string TookText(const engine::LoggedPrompt& prompt) {
  constexpr std::int64_t kMilli = 1'000;
  return prompt.micros ? fmt::format("{} ms", *prompt.micros / kMilli) : "-";
}

std::string OutcomeText(const engine::LoggedPrompt& prompt) {
  if (!prompt.unshown) {
    return fmt::format("{}, {}",
                       Count(static_cast<std::uint64_t>(prompt.tokens), "token", "tokens"),
                       Count(prompt.items, "item", "items"));
  }
  std::string text = fmt::format("silent: {}", Visible(prompt.unshown->reason));
  // Of the others every one says the same, which follows at the end.
  if (prompt.unshown->reason == "error") text += fmt::format(", {}", Visible(prompt.unshown->why));
  return text;
}

// "2 of 5 files used: a.cc (edited), b.cc (read)"
std::string FilesText(const std::vector<engine::ShownFile>& files) {
  std::string used;
  std::size_t count = 0;
  for (const engine::ShownFile& file : files) {
    if (!file.used()) continue;
    ++count;
    used += fmt::format("{}{} ({})", used.empty() ? ": " : ", ", Visible(file.path),
                        file.edited ? "edited" : "read");
  }
  return fmt::format("      {} of {} used{}\n", count, Count(files.size(), "file", "files"), used);
}

std::string PromptText(const engine::LoggedPrompt& prompt) {
  const std::string event = prompt.event.empty() ? "unknown event" : Visible(prompt.event);
  std::string text = fmt::format("  {}  {}  {:>7}  {}\n", Second(prompt.at), event,
                                 TookText(prompt), OutcomeText(prompt));
  if (!prompt.prompt.empty()) text += fmt::format("      {}\n", Visible(prompt.prompt));
  if (prompt.files && !prompt.files->empty()) text += FilesText(*prompt.files);
  return text;
}

struct Conversation {
  std::string name;
  std::string prompts;  // as text
};

// The conversation with the latest prompt first; in each, the latest prompt first.
std::vector<Conversation> Conversations(const engine::HookLog& log) {
  std::vector<Conversation> conversations;
  std::map<std::string, std::size_t> known;
  for (const engine::LoggedPrompt& prompt : log.prompts) {
    std::string name = prompt.conversation.empty() ? "no conversation" : prompt.conversation;
    if (prompt.conversation.empty() && !prompt.agent.empty()) name = prompt.agent + ", " + name;
    const auto [found, is_new] = known.try_emplace(name, conversations.size());
    if (is_new) conversations.push_back({.name = name, .prompts = {}});
    conversations[found->second].prompts += PromptText(prompt);
  }
  return conversations;
}

std::string CountsText(const engine::HookLog& log) {
  const auto silent = log.Silent();
  std::map<std::string, std::string> why;
  for (const engine::LoggedPrompt& prompt : log.prompts) {
    if (prompt.unshown) why.try_emplace(prompt.unshown->reason, prompt.unshown->why);
  }
  const std::size_t answered = log.Answered();
  std::string text =
      fmt::format("{}: {} answered, {} silent\n", Count(log.prompts.size(), "prompt", "prompts"),
                  answered, log.prompts.size() - answered);
  for (const auto& [reason, count] : silent) {
    text += fmt::format("  {} {}", count, Visible(reason));
    if (reason != "error" && !why[reason].empty())
      text += fmt::format(": {}", Visible(why[reason]));
    text += '\n';
  }
  return text;
}

}  // namespace

Outcome RunHookLog(Context& context) {
  const auto limit = SATCHEL_TRY(IntegerOf(context.invocation, kLimit));
  const auto conversation = context.invocation.Find("--conversation");
  if (conversation && conversation->empty()) {
    return FailWith(ExitCode::kUsage, "--conversation needs an id",
                    "`satchel hook log` shows the ids of the latest prompts");
  }
  const auto engine = SATCHEL_TRY(OpenEngine(context, engine::Purpose::kRead));
  const auto log = engine->ReadHookLog({.most = limit, .conversation = conversation.value_or("")},
                                       context.deadline);
  if (!log) return FailStore(log.error(), engine->place().kind);
  if (context.json) {
    context.PrintJson(engine::ToJson(*log));
    return ExitCode::kOk;
  }
  for (const Conversation& each : Conversations(*log)) {
    context.Print(context.out.Bold(Visible(each.name)) + "\n" + each.prompts + "\n");
  }
  context.Print(CountsText(*log));
  if (!log->prompts.empty()) return ExitCode::kOk;
  if (conversation) {
    context.Note(fmt::format("the log has no prompts of conversation {}", Visible(*conversation)));
  } else {
    context.Note("no prompts yet: `satchel setup` connects your agents");
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
