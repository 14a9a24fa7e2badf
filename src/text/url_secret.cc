#include "text/url_secret.h"

#include <algorithm>

#include "text/secret_value.h"

namespace satchel::text {
namespace {

constexpr std::size_t kMaxUser = 512;
constexpr std::size_t kMaxSlashPassword = 64;
constexpr std::size_t kMaxMarker = 48;
constexpr std::string_view kMarkerBegin = "[redacted:";

// Where the user ends: the first colon that is none of a marker's, such as one in the place of a
// user. Its place in `authority`, which begins at `begin`.
std::size_t UserEnd(std::string_view text, std::size_t begin, std::string_view authority) {
  std::size_t colon = authority.find(':');
  while (colon != authority.npos && authority.substr(0, colon).ends_with("[redacted")) {
    const std::size_t end = MarkerEnd(text, begin + colon + 1 - kMarkerBegin.size());
    if (end == 0) break;
    colon = authority.find(':', std::min(end - begin, authority.size()));
  }
  return colon;
}

// `postgres://user:a/b@host`: the password holds what ends an authority.
std::optional<ByteSpan> PasswordWithSlash(std::size_t begin, std::string_view rest,
                                          std::size_t slash) {
  if (slash >= rest.size() || !std::string_view("/#?").contains(rest[slash])) return std::nullopt;
  const std::size_t colon = rest.substr(0, slash).find(':');
  if (colon == rest.npos || rest.substr(0, colon).contains('.')) return std::nullopt;  // a host
  rest = rest.substr(0, colon + kMaxSlashPassword + 2);
  const std::string_view all = rest.substr(0, rest.find_first_of(" \t\r\n\"'`<>\\(){}|,"));
  const std::size_t at_sign = all.rfind('@');
  if (at_sign == all.npos || at_sign < slash) return std::nullopt;
  const std::string_view password = all.substr(colon + 1, at_sign - colon - 1);
  if (!LooksLikePassword(password)) return std::nullopt;
  const std::string_view port = password.substr(0, password.find_first_of("/#?"));
  if (std::ranges::all_of(port, IsDigit) || IsPlaceholder(password)) return std::nullopt;
  return ByteSpan{begin + colon + 1, begin + at_sign};
}

// The address to which browsers send errors to Sentry. Its old form had a secret as password.
bool IsPublicSentryKey(std::string_view user, std::string_view host) {
  constexpr std::size_t kKeySize = 32;
  host = host.substr(0, host.find(':'));
  const bool takes_errors =
      host == "sentry.io" || (host.ends_with(".sentry.io") && host.contains(".ingest."));
  return takes_errors && user.size() == kKeySize &&
         std::ranges::all_of(user, [](char c) { return HexValue(c) >= 0; });
}

}  // namespace

std::size_t MarkerEnd(std::string_view text, std::size_t hit) {
  const std::string_view rest = text.substr(hit, kMaxMarker);
  const std::size_t size =
      rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", kMarkerBegin.size());
  return size != rest.npos && rest[size] == ']' ? hit + size + 1 : 0;
}

std::optional<ByteSpan> FindUrlSecret(std::string_view text, std::size_t hit) {
  if (hit == 0 || !IsAlnum(text[hit - 1])) return std::nullopt;
  const std::size_t begin = hit + 3;
  const std::string_view rest = text.substr(begin, kMaxUser);
  const std::string_view authority = rest.substr(0, rest.find_first_of(" \t\r\n\"'`/?#<>\\(){}|"));
  const std::size_t at_sign = authority.rfind('@');
  if (at_sign == authority.npos) return PasswordWithSlash(begin, rest, authority.size());
  const std::size_t colon = UserEnd(text, begin, authority);
  if (colon >= at_sign) {  // `https://TOKEN@host/`
    const std::string_view user = authority.substr(0, at_sign);
    if (user.contains(']') || IsPlaceholder(user)) return std::nullopt;
    if (!LooksRandom(user) && !EndsUnbroken(user)) return std::nullopt;
    if (IsPublicSentryKey(user, authority.substr(at_sign + 1))) return std::nullopt;
    return ByteSpan{begin, begin + at_sign};
  }
  const std::string_view user = authority.substr(0, colon);
  const std::string_view password = authority.substr(colon + 1, at_sign - colon - 1);
  if (password.size() < 3 || password == user || IsPlaceholder(password)) return std::nullopt;
  if (std::ranges::none_of(password, IsAlnum)) return std::nullopt;
  return ByteSpan{begin + colon + 1, begin + at_sign};
}

}  // namespace satchel::text
