#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace satchel::net {

// An http or https address, taken apart. Only what every reader of URLs understands alike is
// accepted: a name in ASCII or a numeric address, no user, no password, no fragment, no backslash,
// no blank. So the host that is checked here is the host that is connected to.
struct Url {
  std::string scheme;  // "http" or "https"
  std::string host;    // in lower case; a numeric IPv6 address without its brackets
  std::uint16_t port = 0;
  std::string path;   // empty, or begins with "/"
  std::string query;  // without the "?"; empty when there is none

  // All of it, for the connection.
  std::string Text() const;
  // As it may stand in a message: without the query, which may hold a key, and with secrets of a
  // known form replaced.
  std::string Shown() const;

  friend bool operator==(const Url&, const Url&) = default;
};

// kInvalidInput says what is wrong with it and never quotes what may be a secret.
Result<Url> ParseUrl(std::string_view text);

}  // namespace satchel::net
