#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "base/deadline.h"
#include "base/result.h"
#include "net/http.h"

namespace satchel::net {

struct HttpOptions {
  // Requests under way at once; others wait for their turn.
  std::size_t most = 4;
  // Until a connection stands, with TLS.
  std::chrono::milliseconds connect_timeout{5'000};
  // Whether http_proxy, https_proxy and their like count. They send what is asked somewhere else,
  // so only a setting that is trusted may say so.
  bool proxy_from_environment = false;
  // Certificates to trust instead of the system's; empty: the system's.
  std::string ca_file;
};

// Asks servers over HTTP/1.1 and keeps connections open for the next request. Safe to share between
// threads; must outlive the requests.
//
// No redirect is followed: what is sent may hold a key, and it is meant for the address that was
// configured. Nothing is taken from the environment or from a file of the user: no proxy, no
// netrc, no cookies. Certificates are checked.
class HttpClient {
 public:
  // Loads libcurl; kUnavailable says what to install where there is none.
  static Result<std::unique_ptr<HttpClient>> Open(const HttpOptions& options);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // The answer, whatever its status. Errors name method and address without the query, and nothing
  // of headers and bodies:
  //   kDeadline      out of time or cancelled, seen within 50 ms
  //   kUnavailable   not reached, or the connection broke off; asking again may help
  //   kSystem        the certificate is not trusted on this machine
  //   kInvalidInput  the request cannot be sent, or its answer is too large
  Result<HttpResponse> Send(const HttpRequest& request, const Deadline& deadline) const;

 private:
  class Pool;
  explicit HttpClient(std::unique_ptr<Pool> pool);

  std::unique_ptr<Pool> pool_;
};

}  // namespace satchel::net
