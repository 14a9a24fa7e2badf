#include "surfaces/agents/hook.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "base/sha256.h"
#include "base/trimmed.h"
#include "engine/code/index_options.h"
#include "engine/code/search.h"
#include "engine/engine.h"
#include "engine/memory/place.h"
#include "engine/requests/agent_files.h"
#include "engine/requests/pack.h"
#include "engine/requests/packets.h"
#include "engine/requests/prompt_look.h"
#include "engine/requests/shown_items.h"
#include "engine/stores/off_switch.h"
#include "engine/stores/stores.h"
#include "settings/settings.h"
#include "settings/workspace.h"
#include "surfaces/agents/agent.h"
#include "text/token_counter.h"

namespace satchel::agents {
namespace {

using settings::Key;

constexpr std::size_t kMostInputBytes = 1UL << 20U;
// Beyond that nobody reads on: the agent is told that we are gone.
constexpr std::size_t kMostReadBytes = 64UL << 20U;
constexpr JsonLimits kInputLimits = {.max_bytes = kMostInputBytes, .max_depth = 64};
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
constexpr std::size_t kMostSessionBytes = 100;
constexpr std::string_view kElsewhere = "the prompt is about something else";
const std::array<std::string, 3> kAllButCode = {"notes", "graph", "memory"};
// Those that can have something for every task, or for a prompt that is not about the code.
const std::array<std::string, 2> kWithoutCode = {"notes", "memory"};

// Why nothing is said: no failure.
struct Silence {
  std::string_view why;
};

// What to print, or why not.
struct Reply {
  std::string text;
  std::string_view silence;

  // NOLINTNEXTLINE(google-explicit-constructor): `return Silence{…}` reads as what it is
  Reply(Silence none) : silence(none.why) {}
  explicit Reply(std::string said) : text(std::move(said)) {}
};

// All of it is read, so that whoever writes it is not cut off.
std::string ReadInput(std::istream& in) {
  constexpr std::size_t kPiece = 64UL << 10U;
  std::string input;
  std::string piece(kPiece, '\0');
  std::size_t read = 0;
  while (in && read < kMostReadBytes) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const auto count = static_cast<std::size_t>(in.gcount());
    read += count;
    if (input.size() <= kMostInputBytes) input.append(piece, 0, count);
  }
  return input;
}

// `/compact now`, but not `/usr/bin/env is missing`.
bool IsCommand(std::string_view prompt) {
  if (!prompt.starts_with('/')) return false;
  const auto word = prompt.substr(1, prompt.find_first_of(" \t\r\n") - 1);
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return IsAlnum(c) || c == '-' || c == '_' || c == ':';
  });
}

// A name that the stores take; a strange one by its digest.
std::string ConversationOf(const HookInput& input, std::string_view agent) {
  if (input.session.empty()) return {};
  const bool plain =
      input.session.size() <= kMostSessionBytes && std::ranges::all_of(input.session, [](char c) {
        return IsAlnum(c) || c == '-' || c == '_' || c == '.' || c == ':';
      });
  return fmt::format("{}-{}", agent,
                     plain ? input.session : Sha256Of(input.session).Hex().substr(0, 32));
}

// The workspace that the agent is in, with its settings.
struct Place {
  settings::Workspace workspace;
  settings::Settings settings;
};

Result<Place> FindPlace(const HookCall& call, const HookInput& input) {
  settings::Environment environment = call.environment;
  if (std::filesystem::path(input.cwd).is_absolute()) environment.working_directory = input.cwd;
  auto workspace =
      SATCHEL_TRY(settings::FindWorkspace(environment, call.directories, call.workspace));
  const auto loaded = settings::LoadSettings(environment, call.directories, &workspace, {});
  SATCHEL_TRY(loaded.Check());
  return Place{.workspace = std::move(workspace), .settings = loaded.settings};
}

// What the engine says about the prompt: whether it is about the workspace, and why.
Json AboutOf(const engine::PacketAnswer& answer) {
  const auto share = answer.values.find("pack.share");
  return share == answer.values.end() ? Json::object()
                                      : share->second.value("about", Json::object());
}

void Say(const HookCall& call, LogLevel level, std::string_view text) {
  if (call.log == nullptr) return;
  call.log->Log(level, "hook", text, {{"agent", call.agent}, {"event", call.event}});
}

class Answering {
 public:
  Answering(const HookCall& call, const Agent& agent, Place place)
      : call_(call),
        agent_(agent),
        place_(std::move(place)),
        where_(engine::FindStore(place_.workspace, call.environment, place_.settings)) {}

  Result<Reply> Answer(const HookInput& input) {
    request_ = engine::PackRequest(place_.settings, std::string(Trimmed(input.prompt)));
    engine::OmitFilesReadBy(agent_.name(), request_);
    request_.conversation = ConversationOf(input, agent_.name());
    request_.tokenizer = text::Tokenizer::kSafe;
    request_.rendering = engine::Rendering::kPrompt;
    request_.now = call_.now;
    auto there = SATCHEL_TRY(ReadShown());
    if (!there) return Silence{"there are no stores"};
    shown_ = std::move(*there);
    if (input.moment == Moment::kResumed && shown_.tokens > 0) {
      return Silence{"it was shown before"};
    }
    if (input.moment != Moment::kPrompt && input.moment != Moment::kResumed) Forget();
    if (input.moment == Moment::kForgotten) return Silence{"no answer is taken here"};
    if (input.moment == Moment::kStarted) request_.task.clear();
    if (input.moment == Moment::kPrompt && request_.task.empty()) {
      return Silence{"there is no prompt"};
    }
    const std::size_t budget = Budget();
    if (budget < kLeastBudget) return Silence{"the conversation's quota is used up"};
    request_.budget = budget;
    return Pack();
  }

  // What was printed is not printed again.
  Status Remember() {
    if (request_.conversation.empty() || !changed_) return {};
    auto* const stores = SATCHEL_TRY(OpenedStores());
    return engine::WriteShownItems(*stores, request_, shown_, Patience());
  }

 private:
  Deadline Patience() const { return call_.deadline.Within(kMostTimeForFiles); }
  // For what the answer does not depend on, before the answer is there.
  Deadline ShortPatience() const { return call_.deadline.Within(kMostTimeForRecord); }

  // Best effort: the prompt is answered without it.
  void Try(const Status& done) const {
    if (!done) Say(call_, LogLevel::kDebug, done.error().text());
  }

  Result<engine::Stores*> OpenedStores() {
    if (!stores_) {
      stores_ = SATCHEL_TRY(engine::Stores::OpenWithoutLog(where_, engine::Stores::Use::kRead,
                                                           SystemClock().Now(), Patience()));
    }
    return &*stores_;
  }

  // Reading alone refuses stores of an older version: a hook must not be what migrates them.
  Result<std::optional<engine::ShownItems>> ReadShown() {
    auto stores = engine::Stores::OpenWithoutLog(where_, engine::Stores::Use::kReadOnly,
                                                 SystemClock().Now(), Patience());
    if (!stores && stores.error().code() == Errc::kNotFound) return std::nullopt;
    if (!stores) return std::unexpected(stores.error());
    reading_ = *std::move(stores);
    if (request_.conversation.empty()) return engine::ShownItems();
    auto shown = engine::ReadShownItems(*reading_, request_, ShortPatience());
    // Then something may be shown twice, which is better than not at all.
    if (!shown) Try(std::unexpected(shown.error()));
    return shown ? *std::move(shown) : engine::ShownItems();
  }

  // What the conversation was working at is what it needs now.
  void Forget() {
    request_.task = shown_.task;
    changed_ = !shown_.items.empty() || shown_.tokens > 0;
    shown_ = {.items = {}, .tokens = 0, .task = request_.task};
  }

  std::size_t Budget() const {
    const auto quota = static_cast<std::size_t>(place_.settings.Integer(Key::kHookQuotaTokens));
    const auto once = static_cast<std::size_t>(place_.settings.Integer(Key::kHookBudgetTokens));
    const std::size_t left = quota > shown_.tokens ? quota - shown_.tokens : 0;
    return std::min({once, left, agent_.most_bytes() / kBytesPerToken});
  }

  // What holds for every task comes with the first packet of a conversation.
  engine::EveryTask EveryTaskPart() const {
    if (request_.task.empty()) return engine::EveryTask::kAlone;
    return shown_.tokens > 0 ? engine::EveryTask::kKnown : engine::EveryTask::kWith;
  }

  // Whether memories, or rules that this conversation lacks, may be a reason to speak although the
  // code knows nothing of the prompt.
  bool MayKnowMore() const {
    const auto is_there = [](const std::filesystem::path& path) {
      std::error_code error;
      return !path.empty() && std::filesystem::exists(path, error);
    };
    const auto rules = place_.workspace.root / ".context" / "CONSTITUTION.md";
    if (shown_.tokens == 0 && is_there(rules)) return true;
    const auto memories = engine::PlaceOfMemories(place_.workspace, place_.settings,
                                                  call_.directories, call_.environment);
    return memories && (is_there(memories->project) || is_there(memories->shared));
  }

  // A look at the prompt that ended the call; nullopt: a packet is made, from all sources or from
  // those that need no code.
  Result<std::optional<Silence>> Look(engine::Stores& reading, std::chrono::nanoseconds& taken) {
    const auto begun = SteadyTicker().Elapsed();
    const engine::SearchedFiles files{
        .root = place_.workspace.root,
        .file_bytes = engine::IndexOptionsFrom(place_.settings).limits.bytes};
    const auto look = engine::LookAtPrompt(reading, files, request_, Hurry(taken));
    taken = SteadyTicker().Elapsed() - begun;
    // The same error occurs again when the packet is made, and is reported there.
    if (!look) return std::nullopt;
    if (look->decision.speaks()) {
      engine::UseLook(*look, request_);
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
      return engine::RecordSilence(*stores, request_, *look, kElsewhere, Patience());
    }());
    return Silence{kElsewhere};
  }

  Result<Reply> Pack() {
    std::chrono::nanoseconds taken(0);
    if (!call_.signs && reading_ && !request_.task.empty()) {
      const auto silence = SATCHEL_TRY(Look(*reading_, taken));
      if (silence) return *silence;
    }
    reading_.reset();
    engine::MakeUnasked(place_.settings, EveryTaskPart(), elsewhere_, request_);
    if (elsewhere_ || request_.task.empty()) {
      SATCHEL_TRY(engine::KeepOnly(kWithoutCode, request_));
    }
    engine::EngineParts parts{.workspace = place_.workspace,
                              .directories = call_.directories,
                              .environment = call_.environment,
                              .settings = place_.settings,
                              .clock = nullptr,
                              .place = where_,
                              .face = engine::Face::kHook,
                              .log = call_.log};
    if (call_.now) parts.clock = std::make_unique<FixedClock>(*call_.now);
    engine_ =
        SATCHEL_TRY(engine::Engine::Open(std::move(parts), engine::Purpose::kPrompt, Patience()));
    Try(MakeSession());
    const Deadline deadline = Hurry(taken);
    auto answer = engine_->MakePacket(request_, deadline);
    if (!answer && answer.error().code() == Errc::kNotFound) {
      // No code is indexed; the others need no index.
      SATCHEL_TRY(engine::KeepOnly(kAllButCode, request_));
      answer = engine_->MakePacket(request_, deadline);
    }
    if (!answer) return std::unexpected(answer.error());
    if (answer->unrecorded) Say(call_, LogLevel::kWarn, answer->unrecorded->text());
    auto reply = SATCHEL_TRY(Told(*answer));
    if (reply.text.empty() && answer->spare.database == nullptr) {
      Try(engine_->MarkUnshown(answer->run, reply.silence, Patience()));
    }
    return reply;
  }

  Status MakeSession() {
    auto* const stores = SATCHEL_TRY(OpenedStores());
    SATCHEL_TRY(stores->Session(engine::TaskIdOf(request_), SystemClock().Now(), ShortPatience()));
    return {};
  }

  // `taken`: of the time that there is.
  Deadline Hurry(std::chrono::nanoseconds taken) const {
    if (!call_.hurry) return call_.deadline;
    return call_.deadline.Within(std::max<std::chrono::nanoseconds>(kMostTime - taken, {}));
  }

  Result<Reply> Told(const engine::PacketAnswer& answer) {
    const Json about = AboutOf(answer);
    if (call_.log != nullptr) {
      call_.log->Log(LogLevel::kDebug, "hook", "about", {{"judgement", CanonicalJson(about)}});
    }
    if (!about.value("speaks", true)) return Silence{kElsewhere};
    const bool for_every_task = engine::HasPartForEveryTask(answer);
    if (!for_every_task && engine::Abstains(answer)) return Silence{"nothing is relevant"};
    const std::set<std::string> items = engine::ItemsOf(answer.packet);
    if (!for_every_task && std::ranges::includes(shown_.items, items)) {
      return Silence{"it was shown before"};
    }
    if (answer.text.size() > agent_.most_bytes()) {
      return Fail(Errc::kInvalidInput, "what must be shown is longer than the agent takes");
    }
    shown_.items.insert(items.begin(), items.end());
    shown_.tokens += answer.packet.tokens_used;
    shown_.task = request_.task;
    changed_ = true;
    return Reply(CanonicalJson(agent_.Answer(call_.event, answer.text)) + "\n");
  }

  const HookCall& call_;
  const Agent& agent_;
  const Place place_;
  const engine::StorePlace where_;  // of the stores: looking for them reads Git's index
  engine::PacketRequest request_;
  engine::ShownItems shown_;
  std::optional<engine::Stores> reading_;  // until the prompt was looked at
  // Open until everything is written: the last one to close a file waits for the disk.
  std::optional<engine::Stores> stores_;
  std::unique_ptr<engine::Engine> engine_;
  bool changed_ = false;
  bool elsewhere_ = false;  // the search of the code knows nothing of the prompt
};

Result<const Agent*> AgentOf(const HookCall& call) {
  const Agent* agent = FindAgent(call.agent);
  if (agent == nullptr) {
    return Fail(Errc::kInvalidInput, fmt::format("there is no agent '{}'", call.agent));
  }
  const auto events = agent->events();
  if (std::ranges::find(events, call.event) != events.end()) return agent;
  return Fail(Errc::kInvalidInput, fmt::format("{} has no hook '{}'", call.agent, call.event));
}

// It is no failure.
Status SayWhyNot(const HookCall& call, std::string_view why) {
  Say(call, LogLevel::kDebug, why);
  return {};
}

Status Run(const HookCall& call) {
  const std::string bytes = call.in == nullptr ? std::string() : ReadInput(*call.in);
  if (engine::IsDisabled(call.environment)) return SayWhyNot(call, "SATCHEL_DISABLE is set");
  const Agent* const agent = SATCHEL_TRY(AgentOf(call));
  const auto payload = SATCHEL_TRY(ParseJson(bytes, kInputLimits), "the hook's input");
  const auto input = agent->Read(call.event, payload);
  if (!input) return {};
  const auto prompt = Trimmed(input->prompt);
  const bool asks = input->moment == Moment::kPrompt;
  if (asks && (prompt.empty() || IsCommand(prompt))) return {};
  if (asks && engine::NeedsNoPacket(ask::Question(std::string(prompt))))
    return SayWhyNot(call, "it is said between tasks");
  auto place = SATCHEL_TRY(FindPlace(call, *input));
  if (engine::IsOff(place.workspace)) return SayWhyNot(call, "`satchel off` was said here");
  Answering answering(call, *agent, std::move(place));
  const auto reply = SATCHEL_TRY(answering.Answer(*input));
  if (reply.text.empty()) {
    SayWhyNot(call, reply.silence);
  } else {
    call.out << reply.text;
    call.out.flush();
  }
  return answering.Remember();
}

}  // namespace

void RunHook(const HookCall& call) {
  try {
    const auto done = Run(call);
    if (!done) Say(call, LogLevel::kWarn, done.error().text());
  } catch (const std::exception& error) {
    Say(call, LogLevel::kError, error.what());
  }
}

}  // namespace satchel::agents
