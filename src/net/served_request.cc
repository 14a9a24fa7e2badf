#include "net/served_request.h"

namespace satchel::net {

const std::string* ServedRequest::Find(std::string_view name) const {
  const std::string* found = nullptr;
  for (const HttpHeader& header : headers) {
    if (header.name != name) continue;
    if (found != nullptr) return nullptr;
    found = &header.value;
  }
  return found;
}

}  // namespace satchel::net
