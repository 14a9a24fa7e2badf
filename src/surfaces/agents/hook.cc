#include "surfaces/agents/hook.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "base/trimmed.h"
#include "engine/engine.h"
#include "engine/requests/pack.h"
#include "engine/stores/off_switch.h"
#include "memory/requests/inbox.h"
#include "settings/settings.h"
#include "settings/workspace.h"
#include "surfaces/agents/agent.h"
#include "surfaces/agents/conversation.h"
#include "surfaces/agents/invitation.h"
#include "surfaces/agents/new_tree.h"

namespace satchel::agents {
namespace {

constexpr std::size_t kMostInputBytes = 1UL << 20U;
// Beyond that nobody reads on: the agent is told that we are gone.
constexpr std::size_t kMostReadBytes = 64UL << 20U;
constexpr JsonLimits kInputLimits = {.max_bytes = kMostInputBytes, .max_depth = 64};

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

// A subagent has a conversation of its own: what its agent was shown, it has not seen.
std::string ConversationOf(const HookInput& input, std::string_view agent) {
  if (input.session.empty() || input.subagent_id.empty()) {
    return ConversationName(agent, input.session);
  }
  return ConversationName(agent, input.session + "." + input.subagent_id);
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

engine::EngineParts PartsOf(const HookCall& call, Place place) {
  engine::EngineParts parts{.workspace = std::move(place.workspace),
                            .directories = call.directories,
                            .environment = call.environment,
                            .settings = std::move(place.settings),
                            .clock = nullptr,
                            .place = {},
                            .face = engine::Face::kHook,
                            .log = call.log};
  if (call.now) parts.clock = std::make_unique<FixedClock>(*call.now);
  return parts;
}

engine::PromptRequest RequestOf(const HookCall& call, const Agent& agent, const HookInput& input) {
  // The event that names a new subagent does not say which conversation has started it, so the
  // tasks wait in that of the session.
  const bool is_spawning = input.moment == Moment::kSpawning;
  const std::string session = ConversationName(agent.name(), input.session);
  const bool unnamed = !input.subagent_id.empty() && input.subagent_type.empty();
  return {.moment = input.moment,
          .prompt = input.prompt,
          .conversation = is_spawning ? session : ConversationOf(input, agent.name()),
          .subagent = unnamed ? "unknown" : input.subagent_type,
          .parent = session,
          .agent = std::string(agent.name()),
          .event = call.event,
          .most_bytes = agent.most_bytes(),
          .now = call.now,
          .hurry = call.hurry,
          .sees_files = agent.tells_of_files(),
          .signs = call.signs,
          .say = [&call, &agent](const std::string& text) {
            call.out << CanonicalJson(agent.Answer(call.event, text)) << '\n';
            call.out.flush();
          }};
}

Result<const Agent*> AgentOf(std::string_view name, std::string_view event) {
  const Agent* agent = FindAgent(name);
  if (agent == nullptr) return std::unexpected(NoSuchAgent(name));
  const auto events = agent->events();
  if (std::ranges::find(events, event) != events.end()) return agent;
  return Fail(Errc::kInvalidInput, fmt::format("{} has no hook '{}'", name, event),
              fmt::format("it has {}", fmt::join(events, ", ")));
}

// It is no failure.
Status SayWhyNot(const HookCall& call, std::string_view why) {
  call.Say(LogLevel::kDebug, why);
  return {};
}

// Prints nothing.
Status NoteFiles(const HookCall& call, HookInput input, Place place) {
  std::string conversation = ConversationOf(input, call.agent);
  const auto engine = engine::Engine::WithoutStores(PartsOf(call, std::move(place)));
  const auto noted = SATCHEL_TRY(engine->NoteFiles({.files = std::move(input.files),
                                                    .directory = std::move(input.cwd),
                                                    .conversation = std::move(conversation),
                                                    .now = call.now,
                                                    .hurry = call.hurry},
                                                   call.deadline));
  if (noted.behind && call.index_in_background) call.index_in_background(engine->workspace().root);
  return SayWhyNot(call, fmt::format("edited files indexed: {}, shown files used: {}",
                                     noted.indexed, noted.used));
}

// Puts what a prompt suggests into the inbox of proposed memories, if the user agreed. Nothing is
// opened for a prompt that suggests nothing, which is nearly all of them.
Status ProposeMemories(const HookCall& call, const HookInput& input) {
  constexpr std::chrono::milliseconds kMostWait(200);
  const auto suggested = engine::ProposedBy(input.prompt);
  if (suggested.proposed.empty() && !suggested.withdraws) return {};
  const auto place = SATCHEL_TRY(FindPlace(call, input));
  const std::string conversation = ConversationOf(input, call.agent);
  if (engine::IsOff(place.workspace)) return {};
  if (engine::IsSilent(place.workspace, call.agent, conversation)) return {};
  if (place.settings.Text(settings::Key::kMemoryInbox) == "off") return {};
  auto inbox = SATCHEL_TRY(engine::InboxOf(place.workspace, call.directories));
  inbox.now = call.now.value_or(SystemClock().Now());
  inbox.deadline = Deadline::After(kMostWait);
  const auto added = SATCHEL_TRY(engine::Propose(
      inbox, suggested.proposed,
      {.agent = call.agent, .conversation = conversation, .withdraws = suggested.withdraws}));
  if (!added.empty()) call.Say(LogLevel::kDebug, "the prompt suggests memories");
  return {};
}

// `typed`: is given the prompt if the user typed one.
Status Run(const HookCall& call, std::optional<HookInput>& typed) {
  const std::string bytes = call.in == nullptr ? std::string() : ReadInput(*call.in);
  if (engine::IsDisabled(call.environment)) return SayWhyNot(call, "SATCHEL_DISABLE is set");
  const Agent* const agent = SATCHEL_TRY(AgentOf(call.agent, call.event));
  const auto payload = SATCHEL_TRY(ParseJson(bytes, kInputLimits), "the hook's input");
  auto input = agent->Read(call.event, payload);
  if (!input) return {};
  const auto prompt = Trimmed(input->prompt);
  const bool asks = input->moment == Moment::kPrompt || input->moment == Moment::kSpawning;
  if (asks && (prompt.empty() || IsCommand(prompt))) return {};
  if (input->moment == Moment::kPrompt && input->typed) typed = input;
  if (asks && engine::NeedsNoPacket(prompt)) {
    return SayWhyNot(call, "the prompt is small talk or a command to the agent");
  }
  std::optional<engine::FailedCommand> failed;
  if (input->moment == Moment::kCommand) {
    auto read = engine::ReadFailure(input->run, input->cwd);
    if (!read) {
      engine::LogFailure(call.log, call.agent, call.event, read.error());
      return {};
    }
    failed = *std::move(read);
  }
  auto place = SATCHEL_TRY(FindPlace(call, *input));
  if (engine::IsOff(place.workspace)) {
    return SayWhyNot(call, "hooks are off here; `satchel on` switches them on");
  }
  if (engine::IsSilent(place.workspace, agent->name(),
                       ConversationName(agent->name(), input->session))) {
    return SayWhyNot(call, "`satchel off --session` silenced this conversation");
  }
  if (input->moment == Moment::kFiles) return NoteFiles(call, *std::move(input), std::move(place));
  if (const auto why = StartNewTree(call, place.workspace, place.settings)) {
    return SayWhyNot(call, *why);
  }
  const auto engine = engine::Engine::WithoutStores(PartsOf(call, std::move(place)));
  auto request = RequestOf(call, *agent, *input);
  if (failed) request.prompt = failed->reading.log;
  request.command = std::move(failed);
  const auto reply = SATCHEL_TRY(engine->AnswerPrompt(request, call.deadline));
  if (reply.behind && call.index_in_background) {
    call.index_in_background(engine->workspace().root);
  }
  if (reply.silence != engine::Silence::kNoStores || input->moment != Moment::kStarted) return {};
  return InviteOnce(call, *agent, engine->workspace());
}

}  // namespace

Status CheckHook(std::string_view agent, std::string_view event) {
  SATCHEL_TRY(AgentOf(agent, event));
  return {};
}

void HookCall::Say(LogLevel level, std::string_view text) const {
  if (log == nullptr) return;
  log->Log(level, "hook", text, {{"agent", agent}, {"event", event}});
}

void RunHook(const HookCall& call) {
  try {
    std::optional<HookInput> typed;
    const auto done = Run(call, typed);
    if (!done) call.Say(LogLevel::kWarn, done.error().text());
    // After the answer, which the agent waits for.
    if (!typed) return;
    const auto proposed = ProposeMemories(call, *typed);
    if (!proposed) call.Say(LogLevel::kWarn, proposed.error().text());
  } catch (const std::exception& error) {
    call.Say(LogLevel::kError, error.what());
  }
}

}  // namespace satchel::agents
