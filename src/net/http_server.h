#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "net/http.h"
#include "net/served_request.h"

namespace satchel::net {

// The way back to whoever asked. Either one Answer(), or Begin() and then Write() any number of
// times. Safe to use from several threads.
class Responder {
 public:
  virtual ~Responder() = default;
  virtual void Answer(int status, const std::vector<HttpHeader>& headers,
                      std::string_view body) = 0;
  virtual void Begin(int status, const std::vector<HttpHeader>& headers) = 0;
  virtual void Write(std::string_view bytes) = 0;
  // Cancelled when the connection is gone, or the server stops.
  virtual const CancelSource& gone() const = 0;
};

// Called on a thread that serves nothing else meanwhile; several at once.
using ServeRequest = std::function<void(const ServedRequest& request, Responder& responder)>;

struct HttpServerLimits {
  std::size_t header_bytes = 16U << 10U;
  std::size_t body_bytes = 4U << 20U;
  std::size_t arriving_bytes = 64U << 20U;  // of all requests together; others hear 503
  std::size_t connections = 1'200;  // open at once; one that is served nothing makes room, else 503
  std::size_t requests = 64;        // served at once, each by a thread; others wait
  std::size_t waiting = 256;        // for their turn; others hear 503
  std::size_t per_second = 1'000;   // requests; others hear 429
  std::chrono::milliseconds arrive{10'000};  // for a request to arrive whole, and for each write
  std::chrono::milliseconds turn{10'000};    // for a request to wait; then it hears 503
  std::chrono::milliseconds idle{300'000};   // between two requests of a connection
  std::chrono::milliseconds leave{1'000};    // for a client to go once it was told to
  std::chrono::milliseconds stop{3'000};     // for what is under way when the server stops
};

// HTTP/1.1 on an address of this machine. One thread watches all connections; a request that has
// arrived whole is served by another one, so that connections without a request cost no thread. It
// knows nothing of what is served: whose Host and Origin are welcome is for the one who answers.
class HttpServer {
 public:
  // `address` is a numeric loopback address: whoever serves others puts a proxy with TLS and
  // authentication in front. Port 0: any that is free. As many descriptors as connections need are
  // asked of the system; what it does not give limits their number. kInvalidInput: another address.
  // kSystem: it cannot be had.
  static Result<std::unique_ptr<HttpServer>> Listen(const std::string& address, int port,
                                                    const HttpServerLimits& limits);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }

  // Until the deadline ends; then nobody is let in any more, and what is under way may end.
  void Run(const ServeRequest& serve, const Deadline& until);

 private:
  HttpServer(int listener, int port, const HttpServerLimits& limits)
      : listener_(listener), port_(port), limits_(limits) {}

  const int listener_;
  const int port_;
  const HttpServerLimits limits_;
};

// "127.0.0.1:8080" or "[::1]:8080" taken apart. kInvalidInput: it is neither.
struct ListenAddress {
  std::string address;
  int port = 0;
};
Result<ListenAddress> ParseListenAddress(std::string_view text);

}  // namespace satchel::net
