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

}  // namespace satchel::store
