#include <charconv>

#include <fmt/format.h>

#include "net/http_server.h"

namespace satchel::net {

Result<ListenAddress> ParseListenAddress(std::string_view text) {
  const auto wrong = [&] {
    return Fail(Errc::kInvalidInput, fmt::format("'{}' is no address with a port", text),
                "write it like 127.0.0.1:8080 or [::1]:8080");
  };
  const auto colon = text.rfind(':');
  if (colon == text.npos) return wrong();
  std::string_view address = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);
  if (address.starts_with('[') && address.ends_with(']')) {
    address = address.substr(1, address.size() - 2);
  } else if (address.find(':') != address.npos) {
    return wrong();
  }
  ListenAddress parsed{.address = std::string(address)};
  constexpr int kMostPort = 65'535;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), parsed.port);
  const bool number = error == std::errc() && end == digits.data() + digits.size();
  if (address.empty() || !number || parsed.port < 0 || parsed.port > kMostPort) return wrong();
  return parsed;
}

}  // namespace satchel::net
