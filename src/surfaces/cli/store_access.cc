#include "surfaces/cli/store_access.h"

#include "base/clock.h"
#include "base/result.h"

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
        return ExitCode::kConfiguration;
      case Errc::kNotFound:
        return ExitCode::kNotFound;
      case Errc::kConflict:
      case Errc::kCorrupt:
        return ExitCode::kNothing;
      case Errc::kUnavailable:
      case Errc::kDeadline:
        return kind == engine::StoreKind::kPostgres ? ExitCode::kUpstream : ExitCode::kBusy;
      case Errc::kInternal:
        break;
    }
    return ExitCode::kInternal;
  };
  return FailWith(code(), error);
}

std::expected<engine::Stores, Failure> OpenStores(const Context& context, engine::Stores::Use use) {
  SATCHEL_TRY(context.CheckSetup());
  const engine::StorePlace place =
      engine::FindStore(*context.workspace, context.environment, context.loaded.settings);
  auto stores = engine::Stores::Open(place, use, Deadline::Never());
  if (!stores) return FailStore(stores.error(), place.kind);
  return *std::move(stores);
}

}  // namespace satchel::cli
