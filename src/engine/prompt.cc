#include "engine/prompt.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "base/trimmed.h"
#include "code/requests/index_options.h"
#include "engine/engine.h"
#include "engine/requests/agent_files.h"
#include "engine/requests/pack.h"
#include "engine/requests/prompt_look.h"
#include "engine/requests/shown_items.h"
#include "memory/requests/place.h"
#include "text/token_counter.h"

// A prompt waits for its answer, so each step is there to avoid the next, more expensive one: what
// the conversation was shown says whether there is room, a look at the code says whether the prompt
// is about the workspace, and only then the stores are opened for writing and a packet is made.
// Nothing is created, migrated or rebuilt, and no file is looked at that is not shown.
namespace satchel::engine {
namespace {

using settings::Key;

// A prompt waits for the packet. It takes a tenth of a second; a busy machine takes longer, and an
// answer that comes late is worth more there than none.
constexpr std::chrono::milliseconds kMostTime(250);
// For opening files, and making that of a conversation at its first prompt, which waits for the
// disk a dozen times: a slow one must not be what takes the packet its time.
constexpr std::chrono::milliseconds kMostTimeForFiles(500);
// For what is read or written besides the answer, which must not wait long for other processes.
constexpr std::chrono::milliseconds kMostTimeForRecord(100);
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

PromptReply Silent(Silence why) { return {.text = {}, .silence = why}; }

class Answering {
 public:
  // `open`: opens the engine's stores.
  Answering(Engine& engine, const EngineParts& parts, std::function<Status(const Deadline&)> open,
            const PromptRequest& asked, const Deadline& deadline)
      : engine_(engine),
        parts_(parts),
        open_(std::move(open)),
        asked_(asked),
        deadline_(deadline) {}

  Result<PromptReply> Answer() {
    request_ = PackRequest(engine_.settings(), std::string(Trimmed(asked_.prompt)));
    OmitFilesReadBy(asked_.agent, request_);
    request_.conversation = asked_.conversation;
    request_.tokenizer = text::Tokenizer::kSafe;
    request_.rendering = Rendering::kPrompt;
    request_.now = asked_.now;
    auto there = SATCHEL_TRY(ReadShown());
    if (!there) return Silent(Silence::kNoStores);
    shown_ = std::move(*there);
    if (const auto why = Prepare()) return Silent(*why);
    return Pack();
  }

  // What was shown is not shown again.
  Status Remember() {
    if (request_.conversation.empty() || !changed_) return {};
    auto* const stores = SATCHEL_TRY(OpenedStores());
    return WriteShownItems(*stores, request_, shown_, Patience());
  }

  void Log(LogLevel level, std::string_view text) const {
    if (parts_.log == nullptr) return;
    parts_.log->Log(level, "hook", text, {{"agent", asked_.agent}, {"event", asked_.event}});
  }

 private:
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
    if (request_.conversation.empty()) return ShownItems();
    auto shown = ReadShownItems(*reading_, request_, ShortPatience());
    // Then something may be shown twice, which is better than not at all.
    if (!shown) Try(std::unexpected(shown.error()));
    return shown ? *std::move(shown) : ShownItems();
  }

  // Task and budget, or why no packet is worth making.
  std::optional<Silence> Prepare() {
    const PromptMoment moment = asked_.moment;
    if (moment == PromptMoment::kResumed && shown_.tokens > 0) return Silence::kShownBefore;
    if (moment != PromptMoment::kPrompt && moment != PromptMoment::kResumed) Forget();
    if (moment == PromptMoment::kForgotten) return Silence::kNoAnswerTaken;
    if (moment == PromptMoment::kStarted) request_.task.clear();
    if (moment == PromptMoment::kPrompt && request_.task.empty()) return Silence::kNoPrompt;
    const std::size_t budget = Budget();
    if (budget < kLeastBudget) return Silence::kQuotaUsed;
    request_.budget = budget;
    return std::nullopt;
  }

  // What the conversation was working at is what it needs now.
  void Forget() {
    request_.task = shown_.task;
    changed_ = !shown_.items.empty() || shown_.tokens > 0;
    shown_ = {.items = {}, .tokens = 0, .task = request_.task};
  }

  std::size_t Budget() const {
    const settings::Settings& settings = engine_.settings();
    const auto quota = static_cast<std::size_t>(settings.Integer(Key::kHookQuotaTokens));
    const auto once = static_cast<std::size_t>(settings.Integer(Key::kHookBudgetTokens));
    const std::size_t left = quota > shown_.tokens ? quota - shown_.tokens : 0;
    return std::min({once, left, asked_.most_bytes / kBytesPerToken});
  }

  // What holds for every task comes with the first packet of a conversation.
  EveryTask EveryTaskPart() const {
    if (request_.task.empty()) return EveryTask::kAlone;
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

  // A look at the prompt that ended the call; nullopt: a packet is made, from all sources or from
  // those that need no code.
  std::optional<Silence> Look(Stores& reading, std::chrono::nanoseconds& taken) {
    const auto begun = SteadyTicker().Elapsed();
    const SearchedFiles files{.root = engine_.workspace().root,
                              .file_bytes = IndexOptionsFrom(engine_.settings()).limits.bytes};
    const auto look = LookAtPrompt(reading, files, request_, Hurry(taken));
    taken = SteadyTicker().Elapsed() - begun;
    // The same error occurs again when the packet is made, and is reported there.
    if (!look) return std::nullopt;
    request_.question = look->ranked->question;
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
    Try([&]() -> Status {
      auto* const stores = SATCHEL_TRY(OpenedStores());
      return RecordSilence(*stores, request_, *look, Text(Silence::kElsewhere), Patience());
    }());
    return Silence::kElsewhere;
  }

  Result<PromptReply> Pack() {
    std::chrono::nanoseconds taken(0);
    if (!asked_.signs && reading_ && !request_.task.empty()) {
      if (const auto why = Look(*reading_, taken)) return Silent(*why);
    }
    reading_.reset();
    MakeUnasked(engine_.settings(), EveryTaskPart(), elsewhere_, request_);
    if (elsewhere_ || request_.task.empty()) SATCHEL_TRY(KeepOnly(kWithoutCode, request_));
    SATCHEL_TRY(open_(Patience()));
    Try(MakeSession());
    const auto answer = SATCHEL_TRY(MakePacket(Hurry(taken)));
    if (answer.unrecorded) Log(LogLevel::kWarn, answer.unrecorded->text());
    auto reply = SATCHEL_TRY(Judge(answer));
    if (reply.silence && answer.spare.database == nullptr) {
      Try(engine_.MarkUnshown(answer.run, Text(*reply.silence), Patience()));
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
    if (!for_every_task && std::ranges::includes(shown_.items, items)) {
      return Silent(Silence::kShownBefore);
    }
    if (answer.text.size() > asked_.most_bytes) {
      return Fail(Errc::kInvalidInput, "what must be shown is longer than the agent takes");
    }
    shown_.items.insert(items.begin(), items.end());
    shown_.tokens += answer.packet.tokens_used;
    shown_.task = request_.task;
    changed_ = true;
    return PromptReply{.text = answer.text, .silence = std::nullopt};
  }

  Engine& engine_;
  const EngineParts& parts_;
  const std::function<Status(const Deadline&)> open_;
  const PromptRequest& asked_;
  const Deadline deadline_;
  PacketRequest request_;
  ShownItems shown_;
  std::optional<Stores> reading_;  // until the prompt was looked at
  // Open until everything is written: the last one to close a file waits for the disk.
  std::optional<Stores> stores_;
  bool changed_ = false;
  bool elsewhere_ = false;  // the search of the code knows nothing of the prompt
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
  }
  return "";
}

Result<PromptReply> Engine::AnswerPrompt(const PromptRequest& request, const Deadline& deadline) {
  const auto open = [this](const Deadline& patience) {
    return stores_ ? Status() : OpenFor(Purpose::kPrompt, patience, {});
  };
  Answering answering(*this, parts_, open, request, deadline);
  auto reply = SATCHEL_TRY(answering.Answer());
  if (reply.silence) {
    answering.Log(LogLevel::kDebug, Text(*reply.silence));
  } else if (request.say) {
    request.say(reply.text);
  }
  SATCHEL_TRY(answering.Remember());
  return reply;
}

}  // namespace satchel::engine
