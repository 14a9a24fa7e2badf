#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "engine/requests/packets.h"

// A packet that shows nothing about its task must say why: on stderr, in JSON and to an agent.
namespace satchel::engine {

// Names are stable: docs/formats/packet.md.
struct EmptyPacket {
  std::string_view reason;
  std::string text;  // a sentence without its full stop
};

// Returns nullopt if the packet shows something about its task. In a packet of everything, what
// every task is shown (constitution, pinned memories, profile) does not count.
std::optional<EmptyPacket> WhyEmpty(const PacketAnswer& answer);

// The packet's text, and why it is empty for a reader who sees nothing else. The reason can name
// files: Markdown shows it as one line of text, a prompt in a fence.
std::string TextWithReason(const PacketAnswer& answer);

// `text` and a line about the packet after it, which is made safe in the same way.
std::string TextWithLine(const PacketAnswer& answer, std::string text, std::string_view section,
                         std::string_view line);

// Sets `empty`: null, or `reason` and `text`.
void AddEmpty(const PacketAnswer& answer, Json& json);

}  // namespace satchel::engine
