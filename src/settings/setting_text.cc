// How values are written, and what is left out of them when they are shown.

#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/percent.h"
#include "settings/setting.h"

namespace satchel::settings {
namespace {

std::string TomlString(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += fmt::format("\\u{:04X}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

// Percent escapes decoded and letters lowered: `%50assword` is `password`.
std::string Plain(std::string_view text) { return AsciiLower(PercentDecoded(text)); }

// Where the password of `scheme://user:password@host` begins and ends. People forget
// to escape what a password contains, so the last @ counts, wherever it is; only a
// port (`host:5432/db?user=a@b`) is told apart.
struct Range {
  std::size_t begin;
  std::size_t end;
};
std::optional<Range> UserPassword(std::string_view address) {
  const auto scheme = address.find("://");
  const std::size_t begin = scheme == std::string_view::npos ? 0 : scheme + 3;
  const auto at = address.rfind('@');
  if (at == std::string_view::npos || at < begin) return std::nullopt;
  const auto colon = address.find(':', begin);
  if (colon == std::string_view::npos || colon >= at) return std::nullopt;
  const auto after_digits = address.find_first_not_of("0123456789", colon + 1);
  if (after_digits != colon + 1 && address[after_digits] == '/') return std::nullopt;
  return Range{.begin = colon + 1, .end = at};
}

bool HasSecretParameter(std::string_view address) {
  constexpr std::array<std::string_view, 7> kSecrets = {
      "password=", "passwd=", "token=", "api_key=", "apikey=", "secret=", "key="};
  const std::string plain = Plain(address);
  for (const std::string_view secret : kSecrets) {
    if (plain.find(secret) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::string PlainText(const Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return "";
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::to_string(*integer);
  if (const auto* decimal = std::get_if<Score>(&value)) return decimal->Text();
  return std::get<std::string>(value);
}

std::string TomlText(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return TomlString(*text);
  std::string plain = PlainText(value);
  const bool needs_point =
      std::holds_alternative<Score>(value) && plain.find('.') == std::string::npos;
  return needs_point ? plain + ".0" : plain;
}

bool HasPassword(std::string_view address) {
  return UserPassword(address).has_value() || HasSecretParameter(address);
}

std::string WithoutPassword(std::string_view address) {
  std::string shown(address);
  if (HasSecretParameter(address)) {
    const auto query = shown.find('?');
    // Without a query the secret may be anywhere in the text.
    shown = query == std::string::npos ? "***" : shown.substr(0, query) + "?***";
  }
  if (const auto password = UserPassword(shown)) {
    shown.replace(password->begin, password->end - password->begin, "***");
  }
  return shown;
}

Value Shown(const Setting& setting, const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return value;
  if (setting.secret) return std::string(text->empty() ? "" : "(set)");
  if (setting.kind == Kind::kHttpUrl || setting.kind == Kind::kStore) return WithoutPassword(*text);
  return value;
}

}  // namespace satchel::settings
