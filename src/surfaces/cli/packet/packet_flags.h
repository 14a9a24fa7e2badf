#pragma once

#include <expected>
#include <string_view>

#include "engine/requests/packets.h"
#include "engine/stores/store_place.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// What the commands that print a packet share.
namespace satchel::cli {

// --budget, --tokenizer, --stages, --session, --format, --now and the task's text.
std::expected<engine::PacketRequest, Failure> PacketRequestFrom(const Context& context,
                                                                std::string_view recipe);

// A wrong request is a matter of usage; everything else as for a store.
std::unexpected<Failure> FailPacket(const Error& error, engine::StoreKind kind);

// --trace FILE.
std::expected<void, Failure> WriteTrace(const Context& context, const engine::PacketAnswer& answer);

}  // namespace satchel::cli
