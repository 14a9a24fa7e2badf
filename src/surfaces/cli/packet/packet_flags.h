#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "engine/requests/packets.h"
#include "engine/stores/store_place.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// What the commands that print a packet share.
namespace satchel::cli {

// --budget, --tokenizer, --stages, --session, --format, --now and the task's text.
std::expected<engine::PacketRequest, Failure> PacketRequestFrom(const Context& context,
                                                                std::string_view recipe);

// The task as an argument, or from standard input when that is `-`; empty is a matter of usage.
std::expected<std::string, Failure> TaskFrom(const Context& context);
// The names of a list with commas.
std::vector<std::string> Listed(std::string_view text);

// A wrong request is a matter of usage; everything else as for a store.
std::unexpected<Failure> FailPacket(const Error& error, engine::StoreKind kind);

// What goes to stderr beside a packet: the first thing that could not be used and how many there
// are; and what is not shown, where the packet has no meter to say it.
void RemarkNotices(const Context& context, const engine::PacketAnswer& answer);
void RemarkLeftOut(const Context& context, const engine::PacketAnswer& answer);

// Says on stderr why a packet is empty.
void RemarkEmpty(const Context& context, const engine::PacketAnswer& answer);

// --trace FILE.
std::expected<void, Failure> WriteTrace(const Context& context, const engine::PacketAnswer& answer);

}  // namespace satchel::cli
