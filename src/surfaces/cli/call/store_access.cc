#include "surfaces/cli/call/store_access.h"

#include <utility>

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

engine::Tell WarnOf(const Context& context) {
  return [&context](const engine::Remark& remark) { context.Warn(remark.text, remark.hint); };
}

OpenedEngine OpenEngine(const Context& context, engine::Purpose purpose) {
  SATCHEL_TRY(context.CheckSetup());
  auto opened = engine::Engine::Open(PartsOf(context), purpose, context.deadline, WarnOf(context));
  if (!opened) return FailStore(opened.error(), engine::PlaceOf(PartsOf(context)).kind);
  return *std::move(opened);
}

OpenedEngine EngineForNotes(const Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  return engine::Engine::WithoutStores(PartsOf(context));
}

}  // namespace satchel::cli
