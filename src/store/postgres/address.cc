#include "store/postgres/address.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/ascii.h"

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

// What libpq would use where a URL says nothing: from the environment, or from the service that it
// names.
class Defaults {
 public:
  explicit Defaults(const Libpq& libpq) : libpq_(&libpq), options_(libpq.conndefaults()) {}
  ~Defaults() { libpq_->conninfo_free(options_); }
  Defaults(const Defaults&) = delete;
  Defaults& operator=(const Defaults&) = delete;

  bool Knows(std::string_view keyword) const { return Find(keyword) != nullptr; }
  std::string ValueOf(std::string_view keyword) const {
    const PQconninfoOption* option = Find(keyword);
    return option == nullptr || option->val == nullptr ? "" : option->val;
  }

 private:
  const PQconninfoOption* Find(std::string_view keyword) const {
    const PQconninfoOption* option = options_;
    while (option != nullptr && option->keyword != nullptr && option->keyword != keyword) ++option;
    return option == nullptr || option->keyword == nullptr ? nullptr : option;
  }

  const Libpq* libpq_;
  PQconninfoOption* options_;
};

using SettingsByKey = std::map<std::string, std::string>;

std::string ValueOf(const SettingsByKey& settings, const std::string& key) {
  const auto found = settings.find(key);
  return found == settings.end() ? "" : found->second;
}

// The address counts before the name, as in libpq. What a service in the URL says is not known.
bool IsLocal(const SettingsByKey& settings, const Defaults& defaults) {
  for (const char* key : {"hostaddr", "host"}) {
    if (const std::string value = ValueOf(settings, key); !value.empty()) return IsLocalHost(value);
  }
  if (settings.contains("service")) return false;
  for (const char* key : {"hostaddr", "host"}) {
    const std::string all = defaults.ValueOf(key);
    // More than one: taken for what the least trusted of them could be.
    if (all.contains(',')) return false;
    if (!all.empty()) return IsLocalHost(all);
  }
  return true;
}

void Protect(SettingsByKey& settings, const Defaults& defaults) {
  if (IsLocal(settings, defaults)) return;
  // libpq's own default is "prefer": it is not told apart from one that was set.
  const std::string from_outside = defaults.ValueOf("sslmode");
  const bool was_set = settings.contains("service") ? false : from_outside != "prefer";
  if (!was_set) settings.emplace("sslmode", "verify-full");
  const std::string mode = settings.contains("sslmode") ? settings.at("sslmode") : from_outside;
  const bool ensures = mode == "require" || mode.starts_with("verify-");
  if (!ensures && defaults.Knows("require_auth") && defaults.ValueOf("require_auth").empty()) {
    settings.emplace("require_auth", "!password");
  }
}

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
std::vector<Address::Settings> PerHost(const SettingsByKey& settings, const Defaults& defaults) {
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
    SettingsByKey all;
    for (const auto& [key, value] : settings) {
      const auto list = lists.find(key);
      const std::string& own =
          list == lists.end() ? value : list->second[std::min(i, list->second.size() - 1)];
      if (!own.empty()) all.emplace(key, own);
    }
    Protect(all, defaults);
    out[i].assign(all.begin(), all.end());
  }
  return out;
}

}  // namespace

bool IsLocalHost(std::string_view host) {
  if (host.empty() || host.front() == '/' || host.front() == '@') return true;  // a socket
  if (SameButCase(host, "localhost") || host == "::1") return true;
  // A name may begin like a number.
  return host.starts_with("127.") &&
         std::ranges::all_of(host, [](char c) { return IsDigit(c) || c == '.'; });
}

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
  SettingsByKey settings;
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
  address.hosts = PerHost(settings, Defaults(libpq));
  return address;
}

}  // namespace satchel::store
