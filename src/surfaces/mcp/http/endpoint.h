#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.h"
#include "net/http_server.h"
#include "surfaces/mcp/protocol/dispatcher.h"

namespace satchel::mcp {

// Where clients send their messages.
inline constexpr std::string_view kEndpointPath = "/mcp";

// Whose requests are served.
struct HttpAccess {
  // Asked for as `Authorization: Bearer TOKEN`; empty: anybody who can connect is served.
  std::string token;
  // `Origin` values that are let in, compared byte for byte. A browser sends `Origin` for the page
  // that asks; other clients send none.
  std::vector<std::string> origins;
};

// Streamable HTTP: one address that takes a message by POST and answers with JSON, or with a stream
// of events when there is something to say before the answer. It remembers nothing of its clients:
// there are no sessions, and nothing is sent without a request. Shared by all threads.
class HttpEndpoint {
 public:
  // Both must outlive it; `log` may be null.
  HttpEndpoint(const Dispatcher& dispatcher, HttpAccess access, Logger* log)
      : dispatcher_(dispatcher), access_(std::move(access)), log_(log) {}

  void Serve(const net::ServedRequest& request, net::Responder& responder) const;

 private:
  // Whether the request was refused, with 401 or 403.
  bool RefusesStranger(const net::ServedRequest& http, net::Responder& responder) const;
  void ServeMessage(const net::ServedRequest& http, const Message& message,
                    net::Responder& responder) const;

  const Dispatcher& dispatcher_;
  const HttpAccess access_;
  Logger* const log_;
};

// Whether a `Host` names this machine as seen from itself: localhost, 127.0.0.1 or [::1], with or
// without a port. A page from elsewhere whose name resolves to this machine still sends its name.
bool IsLocalHost(std::string_view host);

}  // namespace satchel::mcp
