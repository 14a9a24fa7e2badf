#pragma once

#include <expected>
#include <memory>

#include "base/time.h"
#include "engine/stores/stores.h"
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

// The engine of this workspace, from engine/engine.h. All of them check the setup first.
using OpenedEngine = std::expected<std::unique_ptr<engine::Engine>, Failure>;
OpenedEngine OpenEngine(const Context& context, engine::Stores::Use use);
// With its stores for reading, made now when there are none. Derived ones that are damaged are made
// anew, empty.
OpenedEngine OpenOrMakeEngine(const Context& context);
// The same without a log that cannot be written, for stores that are there.
OpenedEngine OpenEngineWithoutLog(const Context& context);
// The same for a packet, which is worth more than its log and needs no index. If the stores can be
// neither read nor made, they are in memory and empty.
OpenedEngine EngineForPacket(const Context& context);
// After a request failed with this error: whether the index was damaged, and an empty one is in its
// place. The engine is another one then. It is said on stderr.
bool IsHealed(const Context& context, const Error& error, std::unique_ptr<engine::Engine>& engine);
// Reads the index to its end, and does that to a damaged one.
void HealIfDamaged(const Context& context, std::unique_ptr<engine::Engine>& engine);
// For its notes alone.
OpenedEngine EngineForNotes(const Context& context);

// A store's error with the exit code that scripts branch on.
std::unexpected<Failure> FailStore(const Error& error, engine::StoreKind kind);

}  // namespace satchel::cli
