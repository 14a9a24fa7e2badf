#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "net/http.h"

namespace satchel::net {

// A request as it arrived, whole.
struct ServedRequest {
  std::string method;               // "POST"
  std::string target;               // "/mcp?a=b"
  std::vector<HttpHeader> headers;  // names in lower case; none that came behind the body
  std::string body;

  // Null: there is none, or more than one, which nobody can tell apart.
  const std::string* Find(std::string_view name) const;
};

}  // namespace satchel::net
