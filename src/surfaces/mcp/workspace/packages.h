#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/requests/packets.h"
#include "settings/settings.h"

// Requests for packets as agents make them: without a model, and counted so that the budget holds
// whatever model reads the packet.
namespace satchel::mcp {

// Of the notes; the task may be empty.
engine::PacketRequest NotesRequest(const settings::Settings& settings, std::string task);

// "markdown", "prompt" or "json", which has the items of the prompt; empty: markdown.
engine::Rendering RenderingOf(std::string_view format);

}  // namespace satchel::mcp
