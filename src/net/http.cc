#include "net/http.h"

#include <algorithm>

namespace satchel::net {

std::string_view Name(Method method) { return method == Method::kGet ? "GET" : "POST"; }

const std::string* HttpResponse::Find(std::string_view name) const {
  const auto header = std::ranges::find(headers, name, &HttpHeader::name);
  return header == headers.end() ? nullptr : &header->value;
}

}  // namespace satchel::net
