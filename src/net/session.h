#pragma once

#include <memory>
#include <string>

#include "base/deadline.h"
#include "base/result.h"
#include "net/http.h"
#include "net/http_client.h"
#include "net/libcurl.h"
#include "net/url.h"

namespace satchel::net {

// One request at a time and the connections that are kept for the next. Confined to one thread at
// a time.
class Session {
 public:
  // libcurl must outlive it.
  static Result<std::unique_ptr<Session>> Open(const Libcurl& curl, const HttpOptions& options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Behind an error the session must be destroyed.
  Result<HttpResponse> Run(const Url& url, const HttpRequest& request, const Deadline& deadline);

 private:
  struct Transfer;  // what the library's callbacks write to

  Session(const Libcurl& curl, const HttpOptions& options);
  // False when the library refuses one of the settings.
  bool Prepare(const std::string& url, const HttpRequest& request, const CurlList* headers,
               Transfer& transfer);
  Result<CurlCode> Drive(const Deadline& deadline);
  CurlCode ResultOfTransfer() const;
  Error Explain(CurlCode code, const Transfer& transfer, const HttpRequest& request) const;

  const Libcurl* curl_;
  HttpOptions options_;
  CurlMulti* multi_ = nullptr;
  CurlEasy* easy_ = nullptr;
};

}  // namespace satchel::net
