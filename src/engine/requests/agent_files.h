#pragma once

#include <span>
#include <string_view>

#include "engine/requests/packets.h"

// Agents read files such as AGENTS.md by themselves. A packet that one of them is given has no
// second copy of these.
namespace satchel::engine {

// The agent files, or directories of them, that an agent reads by itself. `agent` is what
// `--agent` or the client of an MCP server calls it; of an unknown one none.
std::span<const std::string_view> FilesReadBy(std::string_view agent);

// Makes a request for a packet that goes to this agent: it is named in the request if it is known,
// and the request's options of notes, if any, omit its files.
void OmitFilesReadBy(std::string_view agent, PacketRequest& request);

}  // namespace satchel::engine
