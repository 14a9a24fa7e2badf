#include "net/url.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "text/redactor.h"

namespace satchel::net {
namespace {

constexpr std::size_t kMostBytes = 4096;
constexpr std::size_t kMostHostBytes = 255;

std::unexpected<Error> Refuse(std::string_view what) {
  return Fail(Errc::kInvalidInput, fmt::format("the address {}", what));
}

// Letters, digits and marks that RFC 3986 allows behind the host, the percent sign included.
bool IsPathByte(char c) {
  return IsAlnum(c) || std::string_view("-._~:/?@!$&'()*+,;=%[]").contains(c);
}
bool IsHostByte(char c) { return IsAlnum(c) || c == '-' || c == '.' || c == '_'; }
bool IsNumericByte(char c) { return HexValue(c) >= 0 || c == ':' || c == '.'; }

std::uint16_t DefaultPort(std::string_view scheme) { return scheme == "https" ? 443 : 80; }

Result<std::uint16_t> ParsePort(std::string_view digits) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc() || end != digits.data() + digits.size() || port == 0 || port > 65535) {
    return Refuse("has a port that is none");
  }
  return static_cast<std::uint16_t>(port);
}

// "name", "name:port", "[address]" or "[address]:port".
Status ReadAuthority(std::string_view authority, Url& url) {
  std::string_view host;
  std::string_view rest;
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == std::string_view::npos) return Refuse("has a bracket that is not closed");
    host = authority.substr(1, end - 1);
    rest = authority.substr(end + 1);
    if (!host.contains(':') || !std::ranges::all_of(host, IsNumericByte)) {
      return Refuse("has brackets, but no IPv6 address in them");
    }
  } else {
    host = authority.substr(0, authority.find(':'));
    rest = authority.substr(host.size());
    if (!std::ranges::all_of(host, IsHostByte)) return Refuse("has a host that is no name");
  }
  if (host.empty()) return Refuse("has no host");
  if (host.size() > kMostHostBytes) return Refuse("has a host that is too long");
  url.host = AsciiLower(host);
  url.port = DefaultPort(url.scheme);
  if (rest.empty()) return {};
  if (!rest.starts_with(':')) return Refuse("has text after its host that is not a port");
  url.port = SATCHEL_TRY(ParsePort(rest.substr(1)));
  return {};
}

}  // namespace

Result<Url> ParseUrl(std::string_view text) {
  if (text.size() > kMostBytes) return Refuse("is too long");
  Url url;
  const std::size_t colon = text.find("://");
  if (colon != std::string_view::npos) url.scheme = AsciiLower(text.substr(0, colon));
  if (url.scheme != "http" && url.scheme != "https") {
    return Refuse("does not begin with http:// or https://");
  }
  text.remove_prefix(colon + 3);
  const std::string_view authority = text.substr(0, text.find_first_of("/?#\\"));
  text.remove_prefix(authority.size());
  if (authority.contains('@')) {
    return Refuse("has a user or a password in it; keys come from the environment");
  }
  SATCHEL_TRY(ReadAuthority(authority, url));
  if (text.contains('#')) return Refuse("has a fragment (#)");
  if (!std::ranges::all_of(text, IsPathByte)) {
    return Refuse("has a character that must be written as %XX");
  }
  const std::size_t mark = std::min(text.find('?'), text.size());
  url.path = text.substr(0, mark);
  if (mark < text.size()) url.query = text.substr(mark + 1);
  return url;
}

std::string Url::Text() const {
  std::string text = scheme + "://";
  text += host.contains(':') ? "[" + host + "]" : host;
  if (port != DefaultPort(scheme)) text += fmt::format(":{}", port);
  text += path;
  if (!query.empty()) text += "?" + query;
  return text;
}

std::string Url::Shown() const {
  Url copy = *this;
  copy.query.clear();
  return text::Redactor::Default().Redact(copy.Text()).text;
}

}  // namespace satchel::net
