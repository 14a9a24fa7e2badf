#pragma once

#include <string>
#include <string_view>

#include "engine/requests/packets.h"
#include "packet/packet.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// Prints a packet: through a pipe the bytes that were rendered and counted; on a terminal with
// colours, page by page if it is long, and followed by a line on stderr that says how full it is.
void ShowPacket(const Context& context, const engine::PacketAnswer& answer);

// Markdown as a terminal shows it: headings bold; lines of sources, fences and the meter dim.
std::string StyledMarkdown(std::string_view text, const Style& style);

// "[####....] 693 of 700 tokens: code 511, notes 111; 9 items did not fit". Sources that show
// nothing are not named.
std::string PacketMeter(const packet::Packet& packet);

}  // namespace satchel::cli
