#pragma once

#include <expected>

#include "base/time.h"
#include "engine/stores/stores.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/table/command.h"

// What the commands that work on stores share.
namespace satchel::cli {

// --now, or the machine's clock.
Time Now(const Context& context);

// The stores of this workspace, as the settings have them.
std::expected<engine::Stores, Failure> OpenStores(const Context& context, engine::Stores::Use use);

// A store's error with the exit code that scripts branch on.
std::unexpected<Failure> FailStore(const Error& error, engine::StoreKind kind);

}  // namespace satchel::cli
