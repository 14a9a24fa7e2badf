#pragma once

#include <optional>

#include "net/http_server.h"
#include "surfaces/mcp/rpc/message.h"

namespace satchel::mcp {

// A modern request says in headers what proxies route by, too. What of them is missing or says
// something else than the body; nothing: they agree. Legacy requests have at most a revision.
std::optional<RpcError> CheckHeaders(const net::ServedRequest& http, const Message& request);

// Whether the body, or the header alone, says that the request is of the modern era.
bool IsModern(const net::ServedRequest& http, const Message& request);

}  // namespace satchel::mcp
