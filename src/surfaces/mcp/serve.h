#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/log.h"
#include "base/result.h"
#include "surfaces/mcp/protocol/catalogue.h"
#include "surfaces/mcp/tools/all.h"
#include "surfaces/mcp/workspace/served_workspace.h"

// The MCP server: `satchel mcp`.
namespace satchel::mcp {

// What Satchel offers on this workspace, which must outlive it.
Catalogue SatchelCatalogue(ServedWorkspace& workspace, Writes writes);

// Serves one client on a pair of streams until the input ends. `log` may be null.
void ServeStdio(ServedWorkspace::Options workspace, std::istream& in, std::ostream& out,
                Logger* log);

struct HttpOptions {
  std::string address;               // "127.0.0.1:8080"
  std::filesystem::path token_file;  // has the token that clients must send; created if missing
  std::vector<std::string> origins;  // pages of these origins are let in
  Writes writes = Writes::kForbidden;
  Logger* log = nullptr;
  std::function<void(const std::string& url)> ready;  // is given the address to connect to
};

// Serves any number of clients over HTTP until the deadline ends. kInvalidInput: the address is not
// a loopback address, or the token file cannot be used.
Status ServeHttp(ServedWorkspace::Options workspace, const HttpOptions& options,
                 const Deadline& until);

}  // namespace satchel::mcp
