#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "surfaces/mcp/rpc/message.h"

// MCP changed its shape in July 2026. Before, a connection begins with `initialize` and both sides
// remember what was agreed (legacy). Since, every request carries its revision and the client's
// capabilities in `_meta`, and nothing is remembered (modern). One dispatcher serves both: a
// request says itself which it is of. Of what a legacy connection agrees on, only the name of the
// client changes answers, so that the standard streams remember it.
namespace satchel::mcp {

enum class Era : std::uint8_t { kLegacy, kModern };

inline constexpr std::string_view kModernRevision = "2026-07-28";
// What `initialize` may agree on, the newest first.
std::span<const std::string_view> LegacyRevisions();

// Keys of `_meta`.
inline constexpr const char* kMetaRevision = "io.modelcontextprotocol/protocolVersion";
inline constexpr const char* kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr const char* kMetaClientInfo = "io.modelcontextprotocol/clientInfo";
inline constexpr const char* kMetaServerInfo = "io.modelcontextprotocol/serverInfo";
inline constexpr const char* kMetaLogLevel = "io.modelcontextprotocol/logLevel";

// By what the request says of itself, whatever its method is: a modern `initialize` is a modern
// request for a method that is gone.
Era EraOf(const Message& request);

// What is wrong with the `_meta` of a modern request; nothing: it is as it must be.
std::optional<RpcError> CheckMeta(const Message& request);

// The name that the client of this request says it has; empty: it says none. A legacy client says
// it in `initialize` alone.
std::string ClientNameOf(const Message& request);

// The text that a key of `_meta` has; empty: none, or it is no text.
std::string_view MetaText(const Message& request, const char* key);

}  // namespace satchel::mcp
