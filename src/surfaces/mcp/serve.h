#pragma once

#include <functional>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/log.h"
#include "base/result.h"
#include "surfaces/mcp/protocol/catalogue.h"
#include "surfaces/mcp/workspace/served_workspace.h"

// The MCP server: `satchel mcp`.
namespace satchel::mcp {

// What Satchel offers on this workspace, which must outlive it.
Catalogue SatchelCatalogue(ServedWorkspace& workspace);

// Serves one client on a pair of streams until the input ends. `log` may be null.
void ServeStdio(ServedWorkspace::Options workspace, std::istream& in, std::ostream& out,
                Logger* log);

// Serves any number of clients over HTTP until the deadline ends. `address` is "127.0.0.1:8080";
// `ready` is given the address that clients connect to. kInvalidInput: no loopback address.
Status ServeHttp(ServedWorkspace::Options workspace, std::string_view address, Logger* log,
                 const std::function<void(const std::string& url)>& ready, const Deadline& until);

}  // namespace satchel::mcp
