#include "engine/requests/packets.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/sha256.h"
#include "code/pack/source.h"
#include "engine/requests/hook_log.h"
#include "engine/requests/pack.h"
#include "engine/requests/packet_request.h"
#include "engine/requests/process_mark.h"
#include "engine/requests/refresh.h"
#include "engine/requests/run_view.h"
#include "engine/stores/run_id.h"
#include "pack/built_in.h"
#include "pack/options.h"
#include "packet/render/markdown.h"
#include "packet/render/prompt.h"
#include "pipeline/catalog.h"
#include "pipeline/recipe.h"
#include "pipeline/services.h"
#include "pipeline/stage.h"
#include "store/session_state.h"

namespace satchel::engine {
namespace {

constexpr std::string_view kAgentDetail = "agent";

constexpr std::string_view kShownValue = "shown_at";
// How the packer's hint begins if pinned items do not fit: packet/together.cc.
constexpr std::string_view kGiveAtLeast = "give at least ";

std::string ShortDigest(std::string_view text) { return Sha256Of(text).Hex().substr(0, 16); }

std::string_view SourceOf(std::string_view stage) { return stage.substr(0, stage.find('.')); }

// What the sources have read, and what is to be said about those that are not there.
struct SourcesRead {
  std::vector<std::unique_ptr<const pipeline::Reading>> readings;
  std::vector<std::string> remarks;
};

pipeline::SourceCache* CacheOf(std::string_view source, const RequestOptions& options,
                               const SourceCaches* caches) {
  if (source == pipeline::kCode) {
    const auto* before = dynamic_cast<const pipeline::RankedBeforeOption*>(
        OptionsOf(options, pipeline::RankedBeforeOption::kName));
    if (before != nullptr) return before->ranked.get();
  }
  return caches == nullptr ? nullptr : caches->Of(source);
}

// A source none of whose stages is to run is not read. Of several one that is not there leaves the
// others: its stages are taken from the request, and it is said.
Result<SourcesRead> ReadSources(const pipeline::Recipe& recipe, const std::filesystem::path& root,
                                const RequestOptions& options, const SourceCaches* caches,
                                const pipeline::Surroundings& around, const ask::Question& question,
                                pipeline::Request& request) {
  SourcesRead read;
  std::optional<Error> missing;
  for (const std::string_view name : recipe.sources) {
    const auto is_own = [name](std::string_view stage) { return SourceOf(stage) == name; };
    if (std::ranges::none_of(request.stages, is_own)) continue;
    const pipeline::Source* source = pipeline::BuiltIn().FindSource(name);
    if (source == nullptr) return Fail(Errc::kInternal, fmt::format("no source '{}'", name));
    auto reading = source->Read({.root = root,
                                 .request = request,
                                 .question = question,
                                 .options = OptionsOf(options, name),
                                 .cache = CacheOf(name, options, caches),
                                 .around = around});
    if (reading) {
      read.readings.push_back(*std::move(reading));
      continue;
    }
    missing = reading.error();
    if (missing->code() != Errc::kNotFound || recipe.sources.size() == 1) break;
    read.remarks.push_back(fmt::format("without {}: {}", name, missing->text()));
    std::erase_if(request.stages, is_own);
    missing.reset();
  }
  if (missing) return std::unexpected(*std::move(missing));
  return read;
}

// The smallest context window that leaves this budget.
std::size_t WindowFor(std::size_t budget, const pipeline::CodeOptions& options) {
  const std::size_t percent = 100 - std::min<std::size_t>(options.margin_percent, 99);
  const std::size_t whole = budget / percent * 100;
  const std::size_t rest = (budget % percent * 100 + percent - 1) / percent;
  return options.reserved_tokens + whole + rest;
}

// The packer's hint names the smallest budget. A caller who gave a window, or wants a margin, is
// told the number that leaves this budget.
Error ForWindow(Error error, const PacketRequest& asked) {
  const auto* code =
      dynamic_cast<const pipeline::CodeOptions*>(OptionsOf(asked.options, pipeline::kCode));
  if (code == nullptr || BudgetOf(*code) == code->context_window) return error;
  std::string_view hint = error.hint();
  if (!hint.starts_with(kGiveAtLeast)) return error;
  hint.remove_prefix(kGiveAtLeast.size());
  std::size_t least = 0;
  if (std::from_chars(hint.data(), hint.data() + hint.size(), least).ec != std::errc())
    return error;
  return std::move(error)
      .WithHint(fmt::format("{}{} tokens{}, or name fewer files and symbols", kGiveAtLeast,
                            WindowFor(least, *code),
                            code->reserved_tokens > 0 ? " as the context window" : ""))
      .error();
}

}  // namespace

const packet::Layout& LayoutOf(Rendering rendering, int line_rules) {
  using packet::MarkdownLayout;
  using packet::PromptLayout;
  static_assert(packet::kLineRules == 4, "one layout for each");
  static const std::array kMarkdown = {MarkdownLayout(1), MarkdownLayout(2), MarkdownLayout(3),
                                       MarkdownLayout(4)};
  static const std::array kPrompt = {PromptLayout(1), PromptLayout(2), PromptLayout(3),
                                     PromptLayout(4)};
  const auto at = static_cast<std::size_t>(std::clamp(line_rules, 1, packet::kLineRules) - 1);
  if (rendering == Rendering::kMarkdown) return kMarkdown.at(at);
  return kPrompt.at(at);
}

std::string_view Name(Face face) {
  switch (face) {
    case Face::kCommand:
      return "cli";
    case Face::kHook:
      return "hook";
    case Face::kServer:
      return "mcp";
    case Face::kLibrary:
      return "library";
  }
  return "cli";
}

std::string AgentOfServer(const Json& details) {
  const auto agent = details.find(kAgentDetail);
  return agent != details.end() && agent->is_string() ? agent->get<std::string>() : std::string();
}

std::string TaskIdOf(const PacketRequest& request) {
  if (!request.task_id.empty()) return request.task_id;
  if (!request.conversation.empty()) {
    return fmt::format("{}-{}", request.recipe, request.conversation);
  }
  if (request.task.empty()) return request.recipe;
  return fmt::format("{}-{}", request.recipe, ShortDigest(request.task));
}

SourceCaches::SourceCaches(const pipeline::Catalog& catalog) {
  for (const auto& source : catalog.sources()) {
    auto cache = source->MakeCache();
    if (cache) caches_.emplace_back(source->name(), std::move(cache));
  }
}

pipeline::SourceCache* SourceCaches::Of(std::string_view source) const {
  for (const auto& [name, cache] : caches_) {
    if (name == source) return cache.get();
  }
  return nullptr;
}

namespace {

struct OpenedSession {
  std::shared_ptr<store::Database> database;  // null: there is none
  std::optional<Error> missing;               // the reason
};

// A packet needs no session, a refinement does.
Result<OpenedSession> SessionFor(Stores& stores, const PacketRequest& asked,
                                 std::string_view task_id, Time now, const Deadline& deadline) {
  constexpr std::chrono::nanoseconds kMostWait = std::chrono::seconds(5);
  const auto left = deadline.Remaining();
  const Deadline wait = deadline.Within(left ? std::min(kMostWait, *left / 4) : kMostWait);
  auto opened = stores.Session(task_id, now, wait);
  if (opened) return OpenedSession{.database = *std::move(opened), .missing = {}};
  if (asked.refine) return std::unexpected(std::move(opened).error());
  SATCHEL_TRY(deadline.Check("open the session"));
  return OpenedSession{.database = nullptr, .missing = std::move(opened).error()};
}

Result<PacketAnswer> MakeWhole(Stores& stores, const settings::Workspace& workspace,
                               const PacketRequest& asked, const Deadline& deadline,
                               const SourceCaches* caches, const pipeline::Surroundings& around) {
  const pipeline::Recipe* recipe = pipeline::BuiltIn().FindRecipe(asked.recipe);
  if (recipe == nullptr) {
    return Fail(Errc::kInvalidInput, fmt::format("unknown recipe '{}'", asked.recipe));
  }
  const SystemClock clock;
  const Time started = clock.Now();
  auto request = SATCHEL_TRY(ToRequest(asked, *recipe, asked.now.value_or(started)));
  const ask::Question question = asked.question ? *asked.question : ask::Question(request.task);
  const auto sources = SATCHEL_TRY(
      ReadSources(*recipe, workspace.root, asked.options, caches, around, question, request));
  const auto& readings = sources.readings;
  Json snapshot = Json::object();
  for (const auto& reading : readings) {
    snapshot[std::string(reading->source())] = reading->snapshot();
  }
  std::vector<std::string> remarks = RefreshDocuments(stores, readings, deadline);
  remarks.insert(remarks.begin(), sources.remarks.begin(), sources.remarks.end());
  const auto session = SATCHEL_TRY(SessionFor(stores, asked, request.task_id, started, deadline));
  Json details = {{"version", SATCHEL_VERSION},
                  {std::string(kFaceDetail), std::string(Name(asked.face))}};
  if (asked.face == Face::kServer && !asked.agent.empty()) {
    details[std::string(kAgentDetail)] = asked.agent;
  }
  NameHook(asked.options, details);
  const pipeline::Runner runner(pipeline::BuiltIn().stages(), clock, SteadyTicker());
  pipeline::RunPlan run{.recipe = *recipe,
                        .request = std::move(request),
                        .id = MakeRunId(started),
                        .snapshot = std::move(snapshot),
                        .details = std::move(details),
                        .entry = asked.refine  ? pipeline::Entry::kRefine
                                 : asked.fresh ? pipeline::Entry::kFresh
                                               : pipeline::Entry::kContinue,
                        .added = asked.added,
                        .clock_fixed = asked.now.has_value(),
                        .process = ProcessMark(),
                        .may_be_alive = [&clock](std::string_view mark, Time heard) {
                          return MayBeAlive(mark, heard, clock.Now());
                        }};
  auto answer = runner.Execute(std::move(run), LayoutOf(asked.rendering),
                               {.question = question,
                                .readings = readings,
                                .deadline = deadline,
                                .model = asked.model.get(),
                                .model_required = asked.model_required},
                               {.raw = stores.raw(),
                                .session = session.database.get(),
                                .no_session = session.missing,
                                .scope = stores.scope(deadline),
                                .spare = [&] { return stores.MakeSpareLog(started); }});
  if (!answer) return std::unexpected(ForWindow(std::move(answer).error(), asked));
  answer->remarks.insert(answer->remarks.begin(), remarks.begin(), remarks.end());
  return answer;
}

}  // namespace

Result<PacketAnswer> MakePacket(Stores& stores, const settings::Workspace& workspace,
                                const PacketRequest& asked, const Deadline& deadline,
                                const SourceCaches* caches, const pipeline::Surroundings& around) {
  if (!asked.since) return MakeWhole(stores, workspace, asked, deadline, caches, around);
  const auto kept = SATCHEL_TRY(FindKeptPacket(stores, *asked.since, deadline), "earlier packet");
  if (!kept || kept->packet.recipe != pipeline::kPack) {
    return Fail(Errc::kInvalidInput,
                fmt::format("run {} has no packet of everything", asked.since->value()),
                "`satchel runs list` names those of pack");
  }
  PacketRequest request = asked;
  request.since.reset();
  pipeline::PackOptions options = PackOptionsOf(request);
  options.shown = pipeline::ShownBy(kept->packet).shown;
  SetPackOptions(std::move(options), request);
  return MakeWhole(stores, workspace, request, deadline, caches, around);
}

Result<std::optional<Time>> ShownWithin(Stores& stores, const PacketRequest& request,
                                        std::chrono::microseconds cooldown,
                                        const Deadline& deadline) {
  const Time now = request.now.value_or(SystemClock().Now());
  const std::string task = TaskIdOf(request);
  const auto session = SATCHEL_TRY(stores.Session(task, now, deadline));
  const std::array names = {std::string(kShownValue)};
  const auto values =
      SATCHEL_TRY(store::SessionState(*session).Read(stores.scope(deadline), task, names));
  const auto found = values.find(names.front());
  if (found == values.end()) return std::nullopt;
  const auto json = ParseJson(found->second.value);
  const auto shown = json && json->is_string() ? ParseTime(json->get<std::string>())
                                               : Result<Time>(Fail(Errc::kCorrupt, "no time"));
  if (!shown) return std::nullopt;  // written by something else: a packet too many is no harm
  const std::chrono::microseconds ago = now - *shown;
  if (ago.count() < 0 || ago >= cooldown) return std::nullopt;
  return *shown;
}

Status RememberShown(Stores& stores, const PacketRequest& request, const Deadline& deadline) {
  const Time wall = SystemClock().Now();
  const Time now = request.now.value_or(wall);
  const std::string task = TaskIdOf(request);
  const auto session = SATCHEL_TRY(stores.Session(task, wall, deadline));
  return store::SessionState(*session).Put(
      stores.scope(deadline), task,
      {{std::string(kShownValue), {.version = 1, .value = CanonicalJson(FormatTime(now))}}}, wall);
}

Json TraceOf(const PacketAnswer& answer) {
  Json events = Json::array();
  for (const StageReport& stage : answer.stages) {
    Json arguments = {{"status", stage.status}};
    if (!stage.error.empty()) arguments["error"] = stage.error;
    events.push_back({{"name", stage.name},
                      {"cat", "stage"},
                      {"ph", "X"},
                      {"ts", stage.start_micros},
                      {"dur", stage.micros},
                      {"pid", 1},
                      {"tid", 1},
                      {"args", std::move(arguments)}});
  }
  return {{"traceEvents", std::move(events)},
          {"displayTimeUnit", "ms"},
          {"otherData",
           {{"run", answer.run.value()},
            {"store_calls", answer.stores.calls},
            {"store_round_trips", answer.stores.round_trips}}}};
}

}  // namespace satchel::engine
