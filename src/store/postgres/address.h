#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/postgres/libpq.h"

namespace satchel::store {

// Where a database is and how to connect: the settings of a URL with ours where
// it says nothing, one list for each host.
//
// For a host that is neither this machine nor a Unix socket, sslmode is verify-full: whoever can
// change the traffic could otherwise switch TLS off, ask for the password in clear text and get it.
// The sslmode of the URL, PGSSLMODE or PGSERVICE goes before that. Where such a mode does not
// ensure TLS, libpq from 16 on is told to refuse a server that asks for a password in clear text.
struct Address {
  using Settings = std::vector<std::pair<std::string, std::string>>;
  std::vector<Settings> hosts;  // tried in turn
  std::vector<std::string> secrets;

  // The text without a password, should one ever be in it.
  std::string Scrub(std::string_view text) const;
};

// `url`: a URL or a list of key=value as libpq takes them. `password`, when not
// empty, goes before the one in the URL.
Result<Address> ParseAddress(const Libpq& libpq, const std::string& url,
                             const std::string& password);

// Whether a host, as libpq takes it, is this machine: a socket's directory, a loopback address or
// localhost. An empty one is libpq's default, a socket.
bool IsLocalHost(std::string_view host);

}  // namespace satchel::store
