#pragma once

#include <expected>
#include <memory>

#include "base/time.h"
#include "engine/opening.h"
#include "engine/stores/store_place.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::engine {
class Engine;
struct EngineParts;
}  // namespace satchel::engine

// What the commands that work on stores share.
namespace satchel::cli {

// --now, or the machine's clock.
Time Now(const Context& context);

// What the engine of this workspace is made of. REQUIRES: the setup was checked.
engine::EngineParts PartsOf(const Context& context);

// Remarks of the engine as warnings on stderr. The context must outlive the result.
engine::Tell WarnOf(const Context& context);

// The engine of this workspace, from engine/engine.h. Both check the setup first.
using OpenedEngine = std::expected<std::unique_ptr<engine::Engine>, Failure>;
OpenedEngine OpenEngine(const Context& context, engine::Purpose purpose);
// For its notes alone.
OpenedEngine EngineForNotes(const Context& context);

// A store's error with the exit code that scripts branch on.
std::unexpected<Failure> FailStore(const Error& error, engine::StoreKind kind);

}  // namespace satchel::cli
