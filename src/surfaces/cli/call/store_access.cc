#include "surfaces/cli/call/store_access.h"

#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/result.h"
#include "engine/engine.h"

namespace satchel::cli {

Time Now(const Context& context) {
  if (const auto text = context.invocation.Find("--now")) {
    if (const auto time = ParseTime(*text)) return *time;  // was checked before the command
  }
  return SystemClock().Now();
}

std::unexpected<Failure> FailStore(const Error& error, engine::StoreKind kind) {
  const auto code = [&] {
    switch (error.code()) {
      case Errc::kInvalidInput:
      case Errc::kForeign:
        return ExitCode::kConfiguration;
      case Errc::kNotFound:
        return ExitCode::kNotFound;
      case Errc::kConflict:
      case Errc::kCorrupt:
        return ExitCode::kNothing;
      case Errc::kUnavailable:
      case Errc::kDeadline:
        return kind == engine::StoreKind::kPostgres ? ExitCode::kUpstream : ExitCode::kBusy;
      case Errc::kSystem:
        return ExitCode::kSystem;
      case Errc::kDenied:
        return ExitCode::kAuthentication;
      case Errc::kInternal:
        break;
    }
    return ExitCode::kInternal;
  };
  return FailWith(code(), error);
}

engine::EngineParts PartsOf(const Context& context) {
  engine::EngineParts parts{.workspace = *context.workspace,
                            .directories = context.directories,
                            .environment = context.environment,
                            .settings = context.loaded.settings,
                            .clock = nullptr,
                            .log = context.log};
  if (context.invocation.Find("--now")) parts.clock = std::make_unique<FixedClock>(Now(context));
  return parts;
}

namespace {

engine::StorePlace PlaceOf(const Context& context) {
  return engine::FindStore(*context.workspace, context.environment, context.loaded.settings);
}

}  // namespace

namespace {

OpenedEngine Open(const Context& context, engine::Stores::Use use,
                  engine::Dispensable dispensable) {
  SATCHEL_TRY(context.CheckSetup());
  engine::EngineParts parts = PartsOf(context);
  parts.dispensable = dispensable;
  auto opened = engine::Engine::Open(std::move(parts), use, context.deadline);
  if (!opened) return FailStore(opened.error(), PlaceOf(context).kind);
  return *std::move(opened);
}

}  // namespace

OpenedEngine OpenEngine(const Context& context, engine::Stores::Use use) {
  return Open(context, use, engine::Dispensable::kNothing);
}

OpenedEngine OpenEngineWithoutLog(const Context& context) {
  return Open(context, engine::Stores::Use::kRead, engine::Dispensable::kLog);
}

namespace {

// The index is derived: a damaged one is worth nothing. What is in its place and not ours is moved
// aside. False: it stays, and why is said.
bool Remake(const Context& context, const Error& damage) {
  const engine::StorePlace place = PlaceOf(context);
  if (place.kind != engine::StoreKind::kSqlite) return false;
  context.Warn(damage.text(), "the index is derived, and is made anew");
  const auto made = engine::Stores::RemakeCurated(
      place, context.workspace->root.filename().string(), Now(context), context.deadline);
  if (!made) context.Warn(made.error().text(), made.error().hint());
  if (made && *made) {
    context.Warn(fmt::format("what was in its place is now {}", (*made)->string()),
                 "remove it when nobody misses it");
  }
  return made.has_value();
}

// Damaged so that it is not even known as one counts only where nobody else has files.
bool IsDamagedIndex(const Context& context, const Error& error) {
  if (error.subject() != Subject::kIndex) return false;
  if (error.code() == Errc::kCorrupt) return true;
  return error.code() == Errc::kForeign && PlaceOf(context).directory == context.workspace->place;
}

OpenedEngine OpenOrMake(const Context& context, engine::Dispensable dispensable) {
  SATCHEL_TRY(context.CheckSetup());
  const auto open = [&] {
    engine::EngineParts parts = PartsOf(context);
    parts.dispensable = dispensable;
    return engine::Engine::OpenOrMake(std::move(parts), engine::Stores::Use::kRead,
                                      context.deadline);
  };
  auto opened = open();
  if (!opened && IsDamagedIndex(context, opened.error()) && Remake(context, opened.error())) {
    opened = open();
  }
  if (!opened) return FailStore(opened.error(), PlaceOf(context).kind);
  return *std::move(opened);
}

}  // namespace

OpenedEngine OpenOrMakeEngine(const Context& context) {
  return OpenOrMake(context, engine::Dispensable::kLog);
}

OpenedEngine EngineForPacket(const Context& context) {
  return OpenOrMake(context, engine::Dispensable::kStores);
}

bool IsHealed(const Context& context, const Error& error, std::unique_ptr<engine::Engine>& engine) {
  // Rows that make no sense have no file to be about.
  if (error.code() != Errc::kCorrupt || error.subject() == Subject::kLog) return false;
  engine.reset();
  const bool made = Remake(context, error);
  auto opened = OpenOrMakeEngine(context);
  // Whatever happens, the caller has an engine, whose next request says what is wrong.
  const bool healed = made && opened;
  engine = opened ? *std::move(opened) : engine::Engine::WithoutStores(PartsOf(context));
  return healed;
}

void HealIfDamaged(const Context& context, std::unique_ptr<engine::Engine>& engine) {
  for (const Error& damage : engine::FindDamage(engine->place(), context.deadline)) {
    if (damage.subject() == Subject::kIndex) IsHealed(context, damage, engine);
  }
}

OpenedEngine EngineForNotes(const Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  return engine::Engine::WithoutStores(PartsOf(context));
}

}  // namespace satchel::cli
