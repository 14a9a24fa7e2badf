#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::net {

enum class Method : std::uint8_t { kGet, kPost };

std::string_view Name(Method method);

struct HttpHeader {
  std::string name;
  std::string value;
  friend bool operator==(const HttpHeader&, const HttpHeader&) = default;
};

struct HttpRequest {
  Method method = Method::kPost;
  std::string url;  // http or https, without a user
  std::vector<HttpHeader> headers;
  std::string body;  // of a POST
  // Headers of the answer that are kept, in lower case.
  std::vector<std::string> wanted;
  // Bytes an answer may have; what is longer is an error and not read further.
  std::size_t max_body = 8U << 20U;
};

struct HttpResponse {
  int status = 0;
  std::vector<HttpHeader> headers;  // those wanted, names in lower case
  std::string body;

  // Null when the answer has no such header or it was not wanted.
  const std::string* Find(std::string_view name) const;
};

}  // namespace satchel::net
