#include "store/postgres/address.h"

#include <algorithm>
#include <array>
#include <map>

namespace satchel::store {
namespace {

struct Default {
  std::string_view key;
  std::string_view value;
};

// A cut connection is noticed after seconds, not after the two hours of TCP's own
// defaults, and of several hosts the one that takes writes is used.
constexpr std::array kDefaults = {
    Default{"application_name", "satchel"},
    Default{"client_encoding", "UTF8"},
    Default{"keepalives", "1"},
    Default{"keepalives_count", "3"},
    Default{"keepalives_idle", "5"},
    Default{"keepalives_interval", "2"},
    Default{"target_session_attrs", "read-write"},
    Default{"tcp_user_timeout", "5000"},
};

std::vector<std::string> SplitAtCommas(std::string_view list) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = list.find(',');
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

// libpq gives its time limit to each host only when it may block, so each host
// is an address of its own.
std::vector<Address::Settings> PerHost(const std::map<std::string, std::string>& settings) {
  constexpr std::array<std::string_view, 3> kLists = {"host", "hostaddr", "port"};
  std::map<std::string, std::vector<std::string>> lists;
  std::size_t hosts = 1;
  for (const std::string_view key : kLists) {
    const auto found = settings.find(std::string(key));
    if (found == settings.end()) continue;
    auto& parts = lists[std::string(key)] = SplitAtCommas(found->second);
    if (key != "port") hosts = std::max(hosts, parts.size());
  }
  std::vector<Address::Settings> out(hosts);
  for (std::size_t i = 0; i < hosts; ++i) {
    for (const auto& [key, value] : settings) {
      const auto list = lists.find(key);
      const std::string& own =
          list == lists.end() ? value : list->second[std::min(i, list->second.size() - 1)];
      if (!own.empty()) out[i].emplace_back(key, own);
    }
  }
  return out;
}

}  // namespace

std::string Address::Scrub(std::string_view text) const {
  std::string out(text);
  for (const std::string& secret : secrets) {
    for (std::size_t at = out.find(secret); at != std::string::npos; at = out.find(secret, at)) {
      out.replace(at, secret.size(), "***");
      at += 3;
    }
  }
  return out;
}

Result<Address> ParseAddress(const Libpq& libpq, const std::string& url,
                             const std::string& password) {
  char* message = nullptr;
  PQconninfoOption* options = libpq.conninfo_parse(url.c_str(), &message);
  libpq.freemem(message);  // quotes the address, which may hold a password
  if (options == nullptr || url.find('\0') != std::string::npos) {
    libpq.conninfo_free(options);
    return Fail(Errc::kInvalidInput, "this is not the address of a PostgreSQL database",
                "postgresql://ROLE@HOST:PORT/DATABASE, or a list of key=value as libpq takes them");
  }
  std::map<std::string, std::string> settings;
  for (const Default& one : kDefaults) settings.emplace(one.key, one.value);
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    if (option->val != nullptr) settings.insert_or_assign(option->keyword, option->val);
  }
  libpq.conninfo_free(options);
  Address address;
  if (!password.empty()) settings.insert_or_assign("password", password);
  for (const char* key : {"password", "sslpassword"}) {
    const auto found = settings.find(key);
    if (found != settings.end() && found->second.size() >= 4) {
      address.secrets.push_back(found->second);
    }
  }
  address.hosts = PerHost(settings);
  return address;
}

}  // namespace satchel::store
