#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/log.h"
#include "net/http_server.h"
#include "surfaces/mcp/protocol/dispatcher.h"

namespace satchel::mcp {

// Where clients send their messages.
inline constexpr std::string_view kEndpointPath = "/mcp";

// Streamable HTTP: one address that takes a message by POST and answers with JSON, or with a stream
// of events when there is something to say before the answer. It remembers nothing of its clients:
// there are no sessions, and nothing is sent without a request. Shared by all threads.
class HttpEndpoint {
 public:
  // Both must outlive it; `log` may be null.
  HttpEndpoint(const Dispatcher& dispatcher, Logger* log) : dispatcher_(dispatcher), log_(log) {}

  void Serve(const net::ServedRequest& request, net::Responder& responder) const;

 private:
  void ServeMessage(const net::ServedRequest& http, const Message& message,
                    net::Responder& responder) const;

  const Dispatcher& dispatcher_;
  Logger* const log_;
};

// Whether "localhost:80", "127.0.0.1" or "[::1]:9" names this machine as seen from itself. A page
// from elsewhere that has its own name resolved to this machine still sends that name.
bool IsLocalHost(std::string_view host);
// The same of "http://localhost:3000".
bool IsLocalOrigin(std::string_view origin);

}  // namespace satchel::mcp
