#include "engine/prompt.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "base/trimmed.h"
#include "code/requests/branch_work.h"
#include "code/requests/index_options.h"
#include "engine/engine.h"
#include "engine/requests/agent_files.h"
#include "engine/requests/edited_files.h"
#include "engine/requests/failed_command.h"
#include "engine/requests/hook_log.h"
#include "engine/requests/pack.h"
#include "engine/requests/packet_request.h"
#include "engine/requests/prompt_look.h"
#include "engine/requests/prompt_refresh.h"
#include "engine/requests/shown_items.h"
#include "engine/requests/spawned_tasks.h"
#include "memory/requests/place.h"
#include "text/token_counter.h"

// A prompt waits for its answer, so each step is there to avoid the next, more expensive one: what
// the conversation was shown says whether there is room, a look at the code says whether the prompt
// is about the workspace, and only then the stores are opened for writing and a packet is made.
// Nothing is created, migrated or rebuilt. A few changed files are indexed first; an index run in
// the background reads the others.
namespace satchel::engine {
namespace {

using pipeline::WorkSoFar;
using settings::Key;

// A prompt waits for the packet. It takes a tenth of a second; a busy machine takes longer, and an
// answer that comes late is worth more there than none.
constexpr std::chrono::milliseconds kMostTime(250);
// For opening files, and making that of a conversation at its first prompt, which waits for the
// disk a dozen times: a slow one must not be what takes the packet its time.
constexpr std::chrono::milliseconds kMostTimeForFiles(500);
// For finding and reading what has changed since the index was made.
constexpr std::chrono::milliseconds kMostTimeToRefresh(250);
// For what is read or written besides the answer, which must not wait long for other processes.
constexpr std::chrono::milliseconds kMostTimeForRecord(100);
// For Git and the index to say what the branch has changed. A session is told without it rather
// than late.
constexpr std::chrono::milliseconds kMostTimeForWork(250);
// Less is not worth the lines around it.
constexpr std::size_t kLeastBudget = 100;
// By the counter that is used here, a token is never more.
constexpr std::size_t kBytesPerToken = 4;
const std::array<std::string, 3> kAllButCode = {"notes", "graph", "memory"};
// Those that can have something for every task, or for a prompt that is not about the code.
const std::array<std::string, 2> kWithoutCode = {"notes", "memory"};

// Whether the prompt is about the workspace, and why.
Json AboutOf(const PacketAnswer& answer) {
  const auto share = answer.values.find("pack.share");
  return share == answer.values.end() ? Json::object()
                                      : share->second.value("about", Json::object());
}

Unshown UnshownBy(Silence why) {
  return {.reason = std::string(Name(why)), .why = std::string(Text(why))};
}

Unshown UnshownBy(const PromptReply& reply) {
  if (reply.silence && *reply.silence != Silence::kFailure) return UnshownBy(*reply.silence);
  return {.reason = std::string(ask::Name(reply.failure)),
          .why = std::string(ask::Text(reply.failure))};
}

// Nothing of these is logged: there is no place for it, or no question to it.
bool IsLogged(Silence why) {
  return why != Silence::kNoStores && why != Silence::kNoAnswerTaken && why != Silence::kNoPrompt;
}

// Whether a list of names, separated by commas, has that name.
bool HasName(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (Trimmed(list.substr(0, end)) == name) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

PromptReply Silent(Silence why) { return {.text = {}, .silence = why}; }

PromptReply SilentFailure(ask::FailureReason why) {
  return {.text = {}, .silence = Silence::kFailure, .failure = why};
}

class Answering {
 public:
  // `open`: opens the engine's stores.
  Answering(Engine& engine, const EngineParts& parts, std::function<Status(const Deadline&)> open,
            const PromptRequest& asked, const Deadline& deadline)
      : engine_(engine),
        parts_(parts),
        open_(std::move(open)),
        asked_(asked),
        deadline_(deadline),
        began_(SystemClock().Now()),
        began_at_(SteadyTicker().Elapsed()) {}

  Result<PromptReply> Answer() {
    request_ = PackRequest(engine_.settings(), std::string(Trimmed(asked_.prompt)));
    OmitFilesReadBy(asked_.agent, request_);
    request_.conversation = asked_.conversation;
    request_.tokenizer = text::Tokenizer::kSafe;
    request_.rendering = Rendering::kPrompt;
    request_.now = asked_.now;
    if (IsSilentSubagent()) return Silent(Silence::kSubagentOff);
    if (const auto why = LookOnDisk()) return SilentFailure(*why);
    auto there = SATCHEL_TRY(ReadShown());
    if (!there) return Silent(Silence::kNoStores);
    shown_ = std::move(*there);
    if (asked_.moment == PromptMoment::kSpawning) return RememberSpawn();
    if (asked_.moment == PromptMoment::kSubagent) SATCHEL_TRY(TakeSpawn());
    if (const auto why = Prepare()) return Silent(*why);
    if (asked_.command && reading_) return AnswerFailure(*asked_.command, *reading_);
    return Pack();
  }

  // Whether an index run has something to do.
  bool is_behind() const { return refresh_.needs_run; }

  // What was shown is not shown again.
  Status Remember() {
    if (request_.conversation.empty() || !changed_) return {};
    auto* const stores = SATCHEL_TRY(OpenedStores());
    return WriteShownItems(*stores, request_, shown_, Patience());
  }

  // For `satchel hook log`. Best effort, and one row at most: a run that was made says more. A
  // silence before the stores were read stays out of the log, because writing it would open them.
  void RecordSilence(const PromptReply& reply) {
    if (recorded_ || !has_stores_ || !reply.silence || !IsLogged(*reply.silence)) return;
    hook_ = HookNow(0);
    Try(Record(UnshownBy(reply)));
  }
  void RecordFailure(const Error& error) {
    if (!has_stores_) return;
    // Its time may be over.
    deadline_ = Deadline::After(kMostTimeForRecord);
    Try([&]() -> Status {
      if (!hook_.is_null()) {
        reading_.reset();
        auto* const stores = SATCHEL_TRY(OpenedStores());
        if (SATCHEL_TRY(IsLatestRun(*stores, hook_, ShortPatience()))) return {};
      }
      hook_ = HookNow(0);
      const bool late = error.code() == Errc::kDeadline;
      return Record({.reason = late ? "out_of_time" : "error", .why = error.text()});
    }());
  }

  void Log(LogLevel level, std::string_view text) const {
    if (parts_.log == nullptr) return;
    parts_.log->Log(level, "hook", text, {{"agent", asked_.agent}, {"event", asked_.event}});
  }

 private:
  Json HookNow(std::int64_t spent) const {
    return ToJson(HookDetail{.agent = asked_.agent,
                             .event = asked_.event,
                             .failure = asked_.command ? asked_.command->reading.message : "",
                             .spent = spent,
                             .sees_files = asked_.sees_files && !asked_.conversation.empty()});
  }
  // Of a run that begins now.
  void NameHook() {
    const auto spent = SteadyTicker().Elapsed() - began_at_;
    hook_ = HookNow(std::chrono::duration_cast<std::chrono::microseconds>(spent).count());
    request_.options.push_back(std::make_shared<HookOption>(hook_));
  }

  Status Record(Unshown why) {
    // Before the log is opened for writing: the last process to close it brings it into its file.
    reading_.reset();
    auto* const stores = SATCHEL_TRY(OpenedStores());
    return RecordSilentHook(
        *stores,
        {.hook = hook_,
         .prompt = asked_.moment == PromptMoment::kSubagent ? std::string_view(request_.task)
                                                            : Trimmed(asked_.prompt),
         .conversation = asked_.conversation,
         .now = asked_.now,
         .began = began_,
         .why = std::move(why)},
        ShortPatience());
  }

  // By the settings.
  bool IsSilentSubagent() const {
    if (asked_.subagent.empty()) return false;
    const settings::Settings& settings = engine_.settings();
    return !settings.Bool(Key::kHookSubagents) ||
           HasName(settings.Text(Key::kHookSilentSubagents), asked_.subagent);
  }

  Result<PromptReply> RememberSpawn() {
    if (request_.conversation.empty() || request_.task.empty()) return Silent(Silence::kNoPrompt);
    reading_.reset();
    auto* const stores = SATCHEL_TRY(OpenedStores());
    SATCHEL_TRY(engine::RememberSpawned(
        *stores, request_, {.type = asked_.subagent, .task = request_.task}, Patience()));
    return Silent(Silence::kNoAnswerTaken);
  }

  // The task of the subagent that has started; it stays empty if there is none.
  Status TakeSpawn() {
    if (asked_.parent.empty()) return {};
    PacketRequest parent = request_;
    parent.conversation = asked_.parent;
    auto* const stores = SATCHEL_TRY(OpenedStores());
    auto task = SATCHEL_TRY(TakeSpawned(*stores, parent, asked_.subagent, Patience()));
    if (task) request_.task = *std::move(task);
    return {};
  }

  Deadline Patience() const { return deadline_.Within(kMostTimeForFiles); }
  // For what the answer does not depend on, before the answer is there.
  Deadline ShortPatience() const { return deadline_.Within(kMostTimeForRecord); }

  // Best effort: the prompt is answered without it.
  void Try(const Status& done) const {
    if (!done) Log(LogLevel::kDebug, done.error().text());
  }

  Result<Stores*> OpenedStores() {
    if (!stores_) {
      stores_ = SATCHEL_TRY(Stores::OpenWithoutLog(engine_.place(), Stores::Use::kRead,
                                                   SystemClock().Now(), Patience()));
    }
    return &*stores_;
  }

  // Reading alone refuses stores of an older version: a hook must not be what migrates them.
  Result<std::optional<ShownItems>> ReadShown() {
    auto stores = Stores::OpenWithoutLog(engine_.place(), Stores::Use::kReadOnly,
                                         SystemClock().Now(), Patience());
    if (!stores && stores.error().code() == Errc::kNotFound) return std::nullopt;
    if (!stores) return std::unexpected(stores.error());
    reading_ = *std::move(stores);
    has_stores_ = true;
    if (request_.conversation.empty()) return ShownItems();
    auto shown = ReadShownItems(*reading_, request_, ShortPatience());
    // Then something may be shown twice, which is better than not at all.
    if (!shown) Try(std::unexpected(shown.error()));
    return shown ? *std::move(shown) : ShownItems();
  }

  // Before any store is opened.
  std::optional<ask::FailureReason> LookOnDisk() {
    if (!asked_.command) return std::nullopt;
    facts_.switched_on = engine_.settings().Bool(Key::kHookFailures);
    if (facts_.switched_on) on_disk_ = FindOnDisk(*asked_.command, engine_.workspace().root);
    if (!on_disk_.place && !on_disk_.may_be_indexed) facts_.in_workspace = false;
    return WhyNot();
  }

  std::optional<ask::FailureReason> WhyNot() const {
    const auto reason = ask::DecideOnFailure(facts_);
    return reason == ask::FailureReason::kFailedCommand ? std::nullopt : std::optional(reason);
  }

  // A failure is answered unless the conversation knows it. Its log is ranked as a prompt is, and
  // the ranked files say which of its places are indexed.
  Result<PromptReply> AnswerFailure(const FailedCommand& command, Stores& reading) {
    facts_.has_quota = request_.budget.value_or(0) >= kLeastBudget;
    if (const auto why = WhyNot()) return SilentFailure(*why);
    Refresh();
    std::chrono::nanoseconds taken(0);
    const auto look = LookAtCode(reading, taken);
    const auto place = look && look->ranked ? FindIndexed(command, on_disk_, look->ranked->ranked)
                                            : std::optional<FailurePlace>();
    facts_.in_workspace = place.has_value();
    if (place) {
      signature_ = SignatureAt(command, *place, engine_.workspace().root);
      facts_.answered = std::ranges::find(shown_.failures, signature_) != shown_.failures.end();
    }
    if (const auto why = WhyNot()) return SilentFailure(*why);
    UseLook(*look, request_);
    return MakeAnswer(taken);
  }

  // Task and budget, or why no packet is worth making.
  std::optional<Silence> Prepare() {
    const PromptMoment moment = asked_.moment;
    if (moment == PromptMoment::kResumed && shown_.tokens > 0) return Silence::kShownBefore;
    if (asked_.command) {
      request_.budget = Budget();
      return std::nullopt;
    }
    const bool goes_on = moment == PromptMoment::kPrompt || moment == PromptMoment::kResumed ||
                         moment == PromptMoment::kSubagent;
    if (!goes_on) Forget();
    if (moment == PromptMoment::kForgotten) return Silence::kNoAnswerTaken;
    if (moment == PromptMoment::kStarted) request_.task.clear();
    const bool asks = moment == PromptMoment::kPrompt || moment == PromptMoment::kSubagent;
    if (asks && request_.task.empty()) return Silence::kNoPrompt;
    const std::size_t budget = Budget();
    if (budget < kLeastBudget) return Silence::kQuotaUsed;
    request_.budget = budget;
    return std::nullopt;
  }

  // Best effort: the prompt is answered from the index as it is.
  void Refresh() {
    if (!reading_ || request_.task.empty()) return;
    if (!engine_.settings().Bool(Key::kHookRefresh)) return;
    const ask::Question question = ReadQuestion(request_);
    request_.question = question;
    const auto refreshed = RefreshForPrompt(
        {.workspace = engine_.workspace(),
         .directories = parts_.directories,
         .environment = parts_.environment,
         .settings = engine_.settings()},
        {.edited = TakeEditedFiles(parts_.directories, engine_.workspace()),
         .named = question.query().paths},
        *reading_, [this] { return OpenedStores(); },
        asked_.hurry ? deadline_.Within(kMostTimeToRefresh) : deadline_);
    if (refreshed) {
      refresh_ = *refreshed;
      Log(LogLevel::kDebug,
          fmt::format("the index is {}: {} changed files, {} read now", Name(refresh_.found.state),
                      refresh_.found.size(), refresh_.read));
    } else {
      refresh_ = {.old_files = true, .needs_run = true};
      Log(LogLevel::kDebug, refreshed.error().text());
    }
  }

  // What the conversation was working at is what it needs now. A new one begins with nothing.
  void Forget() {
    request_.task = shown_.task;
    changed_ = !shown_.items.empty() || shown_.tokens > 0;
    const bool compacted = asked_.moment != PromptMoment::kStarted;
    shown_ = {.items = {},
              .tokens = 0,
              .task = request_.task,
              .earlier = compacted ? FilesOf(shown_) : std::vector<std::string>(),
              .compacted = compacted && changed_};
  }

  // Whether the conversation begins, or goes on without what it has seen.
  bool NeedsWork() const {
    return asked_.moment == PromptMoment::kStarted || asked_.moment == PromptMoment::kResumed ||
           shown_.compacted;
  }

  // Where the work stands; nullopt: nobody needs it, or it could not be found in time.
  std::optional<WorkSoFar> FindWork() {
    if (!NeedsWork() || !reading_) return std::nullopt;
    auto found = FindBranchWork(*reading_, engine_.workspace(), parts_.environment,
                                asked_.hurry ? deadline_.Within(kMostTimeForWork) : deadline_);
    if (!found) {
      Log(LogLevel::kDebug,
          fmt::format("the changes of the branch are unknown: {}", found.error().text()));
      found.emplace();
    }
    const auto most = static_cast<std::size_t>(engine_.settings().Integer(Key::kHookStartBudget));
    WorkSoFar work{.changed = {},
                   .more = found->more,
                   .shown = shown_.earlier,
                   .tokens = std::min(most, request_.budget.value_or(most))};
    for (WorkFile& file : found->files) {
      std::erase(work.shown, file.path);
      work.changed.push_back({.path = std::move(file.path),
                              .state = std::string(Name(file.state)),
                              .tests = std::move(file.tests)});
    }
    return work;
  }

  std::size_t Budget() const {
    const settings::Settings& settings = engine_.settings();
    const auto quota = static_cast<std::size_t>(settings.Integer(Key::kHookQuotaTokens));
    const Key key = asked_.command          ? Key::kHookFailureBudget
                    : request_.task.empty() ? Key::kHookStartBudget
                                            : Key::kHookBudgetTokens;
    const auto once = static_cast<std::size_t>(settings.Integer(key));
    const std::size_t left = quota > shown_.tokens ? quota - shown_.tokens : 0;
    return std::min({once, left, asked_.most_bytes / kBytesPerToken});
  }

  // What holds for every task comes with the first packet of a conversation.
  EveryTask EveryTaskPart() const {
    if (request_.task.empty()) return EveryTask::kAlone;
    if (asked_.command) return EveryTask::kKnown;
    return shown_.tokens > 0 ? EveryTask::kKnown : EveryTask::kWith;
  }

  // Whether memories, or rules that this conversation lacks, may be a reason to speak although the
  // code knows nothing of the prompt.
  bool MayKnowMore() const {
    const auto is_there = [](const std::filesystem::path& path) {
      std::error_code error;
      return !path.empty() && std::filesystem::exists(path, error);
    };
    const auto rules = engine_.workspace().root / ".context" / "CONSTITUTION.md";
    if (shown_.tokens == 0 && is_there(rules)) return true;
    const auto memories = PlaceOfMemories(engine_.workspace(), engine_.settings(),
                                          parts_.directories, parts_.environment);
    return memories && (is_there(memories->project) || is_there(memories->shared));
  }

  Result<PromptLook> LookAtCode(Stores& reading, std::chrono::nanoseconds& taken) {
    const auto begun = SteadyTicker().Elapsed();
    const SearchedFiles files{.root = engine_.workspace().root,
                              .file_bytes = IndexOptionsFrom(engine_.settings()).limits.bytes};
    auto look = LookAtPrompt(reading, files, request_, Hurry(taken));
    taken = SteadyTicker().Elapsed() - begun;
    if (look && look->ranked) request_.question = look->ranked->question;
    return look;
  }

  // Whether files that have changed may matter: looking for them costs more than silence does. Code
  // that was just written is asked for by its name.
  static bool MayBeNew(const Result<PromptLook>& look) {
    if (!look || look->decision.speaks()) return true;
    const ask::Query& query = look->ranked->question.query();
    return !query.names.empty() || !query.paths.empty();
  }

  // A look at the prompt that ended the call; nullopt: a packet is made, from all sources or from
  // those that need no code.
  std::optional<Silence> Look(Stores& reading, std::chrono::nanoseconds& taken) {
    auto look = LookAtCode(reading, taken);
    if (MayBeNew(look)) {
      Refresh();
      if (refresh_.read > 0) look = LookAtCode(reading, taken);
    }
    // The same error occurs again when the packet is made, and is reported there.
    if (!look) return std::nullopt;
    if (look->decision.speaks()) {
      UseLook(*look, request_);
      return std::nullopt;
    }
    if (MayKnowMore()) {
      elsewhere_ = true;
      return std::nullopt;
    }
    // Before the log is opened for writing: who closes it last brings it into its file.
    reading_.reset();
    NameHook();
    Try([&]() -> Status {
      auto* const stores = SATCHEL_TRY(OpenedStores());
      return engine::RecordSilence(*stores, request_, *look, UnshownBy(Silence::kElsewhere),
                                   Patience());
    }());
    recorded_ = true;
    return Silence::kElsewhere;
  }

  Result<PromptReply> Pack() {
    std::chrono::nanoseconds taken(0);
    if (!asked_.signs && reading_ && !request_.task.empty()) {
      if (const auto why = Look(*reading_, taken)) return Silent(*why);
    } else {
      Refresh();
    }
    return MakeAnswer(taken);
  }

  // `taken`: of the time that there is.
  Result<PromptReply> MakeAnswer(std::chrono::nanoseconds taken) {
    auto work = FindWork();
    reading_.reset();
    MakeUnasked(engine_.settings(),
                {.every_task = EveryTaskPart(),
                 .elsewhere = elsewhere_,
                 .old_index = refresh_.old_files,
                 .work = std::move(work)},
                request_);
    if (asked_.command) MakeFailure(request_);
    if (elsewhere_ || request_.task.empty()) SATCHEL_TRY(KeepOnly(kWithoutCode, request_));
    SATCHEL_TRY(open_(Patience()));
    Try(MakeSession());
    NameHook();
    const auto answer = SATCHEL_TRY(MakePacket(Hurry(taken)));
    recorded_ = true;
    if (answer.unrecorded) Log(LogLevel::kWarn, answer.unrecorded->text());
    auto reply = Judge(answer);
    if ((!reply || reply->silence) && answer.spare.database == nullptr) {
      const Unshown why = reply ? UnshownBy(*reply) : Unshown{"error", reply.error().text()};
      Try(engine_.MarkUnshown(answer.run, why, Patience()));
    }
    return reply;
  }

  Result<PacketAnswer> MakePacket(const Deadline& deadline) {
    auto answer = engine_.MakePacket(request_, deadline);
    if (answer || answer.error().code() != Errc::kNotFound) return answer;
    // No code is indexed; the others need no index.
    SATCHEL_TRY(KeepOnly(kAllButCode, request_));
    return engine_.MakePacket(request_, deadline);
  }

  Status MakeSession() {
    auto* const stores = SATCHEL_TRY(OpenedStores());
    SATCHEL_TRY(stores->Session(TaskIdOf(request_), SystemClock().Now(), ShortPatience()));
    return {};
  }

  // `taken`: of the time that there is.
  Deadline Hurry(std::chrono::nanoseconds taken) const {
    if (!asked_.hurry) return deadline_;
    return deadline_.Within(std::max<std::chrono::nanoseconds>(kMostTime - taken, {}));
  }

  // Whether the packet is worth showing.
  Result<PromptReply> Judge(const PacketAnswer& answer) {
    const Json about = AboutOf(answer);
    if (parts_.log != nullptr) {
      parts_.log->Log(LogLevel::kDebug, "hook", "about", {{"judgement", CanonicalJson(about)}});
    }
    if (!about.value("speaks", true)) return Silent(Silence::kElsewhere);
    const bool for_every_task = HasPartForEveryTask(answer);
    if (!for_every_task && Abstains(answer)) return Silent(Silence::kNothingRelevant);
    const std::set<std::string> items = ItemsOf(answer.packet);
    const bool known = !asked_.command && std::ranges::includes(shown_.items, items);
    if (!for_every_task && known) {
      return Silent(Silence::kShownBefore);
    }
    if (answer.text.size() > asked_.most_bytes) {
      return Fail(Errc::kInvalidInput, "what must be shown is longer than the agent takes");
    }
    shown_.items.insert(items.begin(), items.end());
    shown_.tokens += answer.packet.tokens_used;
    if (answer.spare.database == nullptr) AddShownFiles(answer.packet, answer.run, shown_);
    shown_.compacted = false;
    if (asked_.command) {
      RememberFailure();
    } else {
      shown_.task = request_.task;
    }
    changed_ = true;
    return PromptReply{.text = answer.text, .silence = std::nullopt};
  }

  void RememberFailure() {
    if (shown_.failures.size() == kMostFailures) shown_.failures.erase(shown_.failures.begin());
    shown_.failures.push_back(signature_);
  }

  Engine& engine_;
  const EngineParts& parts_;
  const std::function<Status(const Deadline&)> open_;
  const PromptRequest& asked_;
  Deadline deadline_;
  const Time began_;
  const std::chrono::nanoseconds began_at_;  // the same by a clock that nobody sets
  PacketRequest request_;
  Json hook_ = nullptr;  // as the log has it; null: no run was begun
  ShownItems shown_;
  PromptRefresh refresh_;
  std::optional<Stores> reading_;  // until the prompt was looked at
  // Open until everything is written: the last one to close a file waits for the disk.
  std::optional<Stores> stores_;
  bool changed_ = false;
  bool has_stores_ = false;
  bool recorded_ = false;   // the log has a run of this call
  bool elsewhere_ = false;  // the search of the code knows nothing of the prompt
  // Of a command that failed.
  ask::FailureFacts facts_;
  PlaceOnDisk on_disk_;
  std::string signature_;
};

}  // namespace

std::string_view Text(Silence silence) {
  switch (silence) {
    case Silence::kNoStores:
      return "there are no stores";
    case Silence::kShownBefore:
      return "it was shown before";
    case Silence::kNoAnswerTaken:
      return "no answer is taken here";
    case Silence::kNoPrompt:
      return "there is no prompt";
    case Silence::kQuotaUsed:
      return "the conversation's quota is used up";
    case Silence::kElsewhere:
      return "the prompt is about something else";
    case Silence::kNothingRelevant:
      return "nothing is relevant";
    case Silence::kFailure:
      return "the command is not answered";
    case Silence::kSubagentOff:
      return "hooks are off in subagents of this type";
  }
  return "";
}

std::string_view Name(Silence silence) {
  switch (silence) {
    case Silence::kNoStores:
      return "no_stores";
    case Silence::kShownBefore:
      return "shown_before";
    case Silence::kNoAnswerTaken:
      return "no_answer_taken";
    case Silence::kNoPrompt:
      return "no_prompt";
    case Silence::kQuotaUsed:
      return "quota_used";
    case Silence::kElsewhere:
      return "elsewhere";
    case Silence::kNothingRelevant:
      return "nothing_relevant";
    case Silence::kFailure:
      return "failure";
    case Silence::kSubagentOff:
      return "subagent_off";
  }
  return "";
}

Result<PromptReply> Engine::AnswerPrompt(const PromptRequest& request, const Deadline& deadline) {
  const auto open = [this](const Deadline& patience) {
    return stores_ ? Status() : OpenFor(Purpose::kPrompt, patience, {});
  };
  Answering answering(*this, parts_, open, request, deadline);
  auto reply = answering.Answer();
  if (!reply) {
    answering.RecordFailure(reply.error());
    return reply;
  }
  if (reply->silence) answering.RecordSilence(*reply);
  if (reply->silence == Silence::kFailure) {
    LogFailure(parts_.log, request.agent, request.event, reply->failure);
  } else if (reply->silence) {
    answering.Log(LogLevel::kDebug, Text(*reply->silence));
  } else if (request.say) {
    request.say(reply->text);
  }
  if (!reply->silence && request.command) {
    LogFailure(parts_.log, request.agent, request.event, reply->failure);
  }
  SATCHEL_TRY(answering.Remember());
  reply->behind = answering.is_behind();
  return reply;
}

}  // namespace satchel::engine
