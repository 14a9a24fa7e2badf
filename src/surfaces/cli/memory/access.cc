#include "surfaces/cli/memory/access.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/stores/store_place.h"
#include "engine/stores/stores.h"
#include "memory/requests/place.h"
#include "memory/requests/uses.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "text/utf8.h"

namespace satchel::cli {

std::expected<engine::MemoryTarget, Failure> MemoryTargetFrom(const Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  auto place = engine::PlaceOfMemories(*context.workspace, context.loaded.settings,
                                       context.directories, context.environment);
  if (!place) return FailWith(ExitCode::kConfiguration, place.error());
  engine::MemoryTarget target;
  target.place = *std::move(place);
  target.scope.space = context.invocation.Find("--namespace").value_or("");
  target.scope.principal = context.invocation.Find("--principal").value_or("");
  target.now = Now(context);
  target.deadline = context.deadline;
  return target;
}

std::expected<engine::Inbox, Failure> InboxFrom(const Context& context) {
  auto inbox = engine::InboxOf(*context.workspace, context.directories);
  if (!inbox) return FailWith(ExitCode::kConfiguration, inbox.error());
  inbox->now = Now(context);
  inbox->deadline = context.deadline;
  return *std::move(inbox);
}

engine::RememberOptions RememberOptionsFrom(const Context& context, bool force) {
  const settings::Settings& settings = context.loaded.settings;
  return {.force = force,
          .artifacts = settings.Bool(settings::Key::kMemoryVerbatimArtifactsEnabled),
          .intent = settings.Bool(settings::Key::kMemoryIntentRoutingEnabled)};
}

std::expected<std::string, Failure> TextFrom(const Context& context, const std::string& argument) {
  constexpr std::size_t kMostBytes = 1U << 20U;
  if (argument != "-") return argument;
  return ReadInput(context, "-", kMostBytes);
}

std::expected<Time, Failure> MomentFrom(const Context& context, std::string_view what,
                                        std::string_view text) {
  if (const auto time = ParseTime(text)) return *time;
  if (const auto duration = ParseDuration(text)) return Now(context) + *duration;
  return FailWith(ExitCode::kUsage,
                  fmt::format("{} is '{}', which is not a time", what, Visible(text)),
                  "write it like 2026-11-15, 2026-11-15T08:00:00Z or 30d");
}

std::string NameOf(const memory::Memory& memory) {
  const bool own = memory.space.empty() || memory.space == memory::kDefaultSpace;
  return Visible(own ? memory.id : fmt::format("{}/{}", memory.space, memory.id));
}

std::string HeadOf(const memory::Memory& memory) {
  constexpr std::size_t kMostCharacters = 80;
  const std::string_view text = memory.text;
  return Visible(text::Ellipsize(text.substr(0, text.find('\n')), kMostCharacters));
}

void NoteUse(const Context& context, const memory::Memory& memory, std::string_view how) {
  constexpr auto kPatience = std::chrono::milliseconds(500);
  if (!context.workspace) return;
  const Deadline deadline = context.deadline.Within(kPatience);
  const auto place =
      engine::FindStore(*context.workspace, context.environment, context.loaded.settings);
  auto stores = engine::Stores::Open(place, engine::Stores::Use::kRead, deadline);
  if (stores) (void)engine::RecordUse(*stores, memory, how, Now(context), deadline);
}

void WarnOfSecrets(const Context& context, const std::vector<std::string>& kinds) {
  if (kinds.empty()) return;
  context.Warn(fmt::format("redacted a possible secret ({})", fmt::join(kinds, ", ")),
               "write down where the secret is stored instead");
}

}  // namespace satchel::cli
