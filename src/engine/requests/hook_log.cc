#include "engine/requests/hook_log.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/error.h"
#include "engine/requests/packets.h"
#include "engine/requests/runs.h"
#include "engine/stores/run_id.h"
#include "pipeline/audit.h"
#include "store/raw_log.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::engine {
namespace {

// Beside the request of a run, as kFaceDetail.
constexpr std::string_view kHookDetail = "hook";
// Of a prompt or a message in a row that is to stay small.
constexpr std::size_t kMostLoggedBytes = 256;
// Looked at for the first characters of a prompt: it may begin with blank lines.
constexpr std::size_t kMostReadBytes = 1'024;
// Read first, because most callers want the last few prompts; then this many.
constexpr std::int64_t kFewRuns = 200;
constexpr std::int64_t kMostRuns = 5'000;

std::string Redacted(std::string_view text) {
  return std::string(
      text::TruncateUtf8(text::Redactor::Default().Redact(text).text, kMostLoggedBytes));
}

Json Parsed(std::string_view text) {
  auto json = ParseJson(text);
  return json && json->is_object() ? *std::move(json) : Json::object();
}

Json ObjectIn(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_object() ? *found : Json::object();
}

std::string TextIn(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// The first characters of a text, on one line.
std::string BeginningOf(std::string_view text) {
  std::string line;
  for (const char c : text::TruncateUtf8(text, kMostReadBytes)) {
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return text::Ellipsize(line, kMostPromptCharacters);
}

Unshown UnshownIn(const Json& json) {
  Unshown unshown{.reason = TextIn(json, "reason"), .why = TextIn(json, "why")};
  if (unshown.reason.empty()) unshown.reason = "unknown";
  return unshown;
}

bool IsOf(const LoggedPrompt& prompt, std::string_view conversation) {
  return conversation.empty() || prompt.conversation == conversation ||
         prompt.conversation == fmt::format("{}-{}", prompt.agent, conversation);
}

class Reading {
 public:
  Reading(Stores& stores, const HookLogQuery& query, const Deadline& deadline)
      : reader_(stores.raw()), scope_(stores.scope(deadline)), query_(query) {}

  Result<HookLog> Read() const {
    for (const std::int64_t most : {kFewRuns, kMostRuns}) {
      auto log = SATCHEL_TRY(ReadLatest(most));
      if (log.complete || most == kMostRuns) return log;
    }
    return HookLog();
  }

 private:
  Result<HookLog> ReadLatest(std::int64_t most) const {
    HookLog log;
    const auto rows = SATCHEL_TRY(reader_.LatestRuns(scope_, std::nullopt, most));
    for (const store::RunRow& row : rows) {
      if (std::ssize(log.prompts) == query_.most) return log;
      auto prompt = SATCHEL_TRY(ReadRow(row));
      if (prompt) log.prompts.push_back(*std::move(prompt));
    }
    log.complete = std::ssize(rows) < most || std::ssize(log.prompts) == query_.most;
    return log;
  }

  // nullopt: the run is not a hook's, or of another conversation.
  Result<std::optional<LoggedPrompt>> ReadRow(const store::RunRow& row) const {
    const Json details = Parsed(row.request);
    const Json hook = ObjectIn(details, kHookDetail);
    if (hook.empty() && TextIn(details, kFaceDetail) != Name(Face::kHook)) return std::nullopt;
    const Json request = ObjectIn(details, "request");
    const std::string failure = TextIn(hook, "failure");
    LoggedPrompt prompt{.run = row.id,
                        .at = ParseTime(TextIn(request, "now")).value_or(row.started_at),
                        .conversation = TextIn(request, "conversation"),
                        .agent = TextIn(hook, "agent"),
                        .event = TextIn(hook, "event"),
                        .prompt = BeginningOf(failure.empty() ? TextIn(request, "task") : failure)};
    if (!IsOf(prompt, query_.conversation)) return std::nullopt;
    if (row.finished_at) {
      const auto spent = hook.find("spent_micros");
      const std::int64_t before =
          spent != hook.end() && spent->is_number_unsigned() ? spent->get<std::int64_t>() : 0;
      // The machine's clock may have been set back meanwhile.
      const std::int64_t run = row.finished_at->micros - row.started_at.micros;
      prompt.micros = before + std::max<std::int64_t>(run, 0);
    }
    if (SeesFiles(details)) prompt.files.emplace();
    SATCHEL_TRY(ReadOutcome(row, prompt));
    if (prompt.unshown) prompt.files.reset();
    return prompt;
  }

  Status ReadOutcome(const store::RunRow& row, LoggedPrompt& prompt) const {
    const Json outcome = Parsed(row.outcome);
    if (row.recipe == store::kHookRecipe) {
      prompt.unshown = UnshownIn(outcome);
      return {};
    }
    if (row.status == pipeline::Name(pipeline::RunStatus::kFailed)) {
      const bool late = TextIn(outcome, "code") == Name(Errc::kDeadline);
      prompt.unshown = {.reason = late ? "out_of_time" : "error", .why = TextIn(outcome, "error")};
      return {};
    }
    if (row.status != pipeline::Name(pipeline::RunStatus::kDone)) {
      prompt.unshown = {.reason = "unfinished", .why = "the hook was ended before its answer"};
      return {};
    }
    const auto events = SATCHEL_TRY(reader_.Events(scope_, row.id));
    if (const auto event = std::ranges::find(events, kUnshownEvent, &store::EventRow::kind);
        event != events.end()) {
      prompt.unshown = UnshownIn(Parsed(event->body));
      return {};
    }
    prompt.tokens = SummaryOf(row).tokens.value_or(0);
    const auto event = std::ranges::find(events, pipeline::kPacketEvent, &store::EventRow::kind);
    if (event == events.end()) return {};
    const auto kept = pipeline::ReadKeptPacket(Parsed(event->body));
    if (!kept) return {};  // of another version, or damaged: it was shown all the same
    for (const packet::Section& section : kept->packet.sections) {
      prompt.items += section.items.size();
    }
    if (prompt.files) {
      prompt.files = FilesOf(kept->packet);
      AddUses(events, *prompt.files);
    }
    return {};
  }

  const store::RawReader reader_;
  const store::Scope scope_;
  const HookLogQuery& query_;
};

}  // namespace

Json ToJson(const Unshown& unshown) { return {{"reason", unshown.reason}, {"why", unshown.why}}; }

Json ToJson(const HookDetail& detail) {
  Json json = {{"agent", std::string(detail.agent)},
               {"event", std::string(detail.event)},
               {"spent_micros", std::max<std::int64_t>(detail.spent, 0)}};
  if (detail.sees_files) json["sees_files"] = true;
  if (!detail.failure.empty()) json["failure"] = Redacted(detail.failure);
  return json;
}

std::string AgentOfHook(const Json& details) {
  return TextIn(ObjectIn(details, kHookDetail), "agent");
}

bool SeesFiles(const Json& details) {
  const Json hook = ObjectIn(details, kHookDetail);
  const auto sees = hook.find("sees_files");
  return sees != hook.end() && *sees == true;
}

void NameHook(const RequestOptions& options, Json& details) {
  const auto* option = dynamic_cast<const HookOption*>(OptionsOf(options, HookOption::kName));
  if (option != nullptr) details[std::string(kHookDetail)] = option->hook;
}

Status RecordSilentHook(Stores& stores, const SilentHook& silent, const Deadline& deadline) {
  const Json request = {{std::string(kFaceDetail), std::string(Name(Face::kHook))},
                        {std::string(kHookDetail), silent.hook},
                        {"request",
                         {{"task", Redacted(silent.prompt)},
                          {"conversation", std::string(silent.conversation)},
                          {"now", FormatTime(silent.now.value_or(silent.began))}}}};
  store::RunRow row{.id = MakeRunId(silent.began),
                    .started_at = silent.began,
                    .finished_at = SystemClock().Now(),
                    .recipe = std::string(store::kHookRecipe),
                    .status = std::string(pipeline::Name(pipeline::RunStatus::kDone)),
                    .request = CanonicalJson(request),
                    .outcome = CanonicalJson(ToJson(silent.why))};
  row.size = static_cast<std::int64_t>(row.request.size() + row.outcome.size());
  return store::RawWriter(stores.raw()).Start(stores.scope(deadline), row);
}

Result<bool> IsLatestRun(Stores& stores, const Json& hook, const Deadline& deadline) {
  const auto rows = SATCHEL_TRY(
      store::RawReader(stores.raw()).LatestRuns(stores.scope(deadline), std::nullopt, 1));
  return !rows.empty() && ObjectIn(Parsed(rows.front().request), kHookDetail) == hook;
}

std::size_t HookLog::Answered() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(prompts, [](const LoggedPrompt& prompt) { return !prompt.unshown; }));
}

std::map<std::string, std::size_t> HookLog::Silent() const {
  std::map<std::string, std::size_t> counts;
  for (const LoggedPrompt& prompt : prompts) {
    if (prompt.unshown) ++counts[prompt.unshown->reason];
  }
  return counts;
}

Result<HookLog> ReadHookLog(Stores& stores, const HookLogQuery& query, const Deadline& deadline) {
  return Reading(stores, query, deadline).Read();
}

}  // namespace satchel::engine
