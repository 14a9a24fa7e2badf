#include "memory/files/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr auto kNulls = std::to_array<std::string_view>({"~", "null", "Null", "NULL"});

// One character behind a backslash, and what it stands for.
constexpr auto kEscapes = std::to_array<std::pair<char, char32_t>>({
    {'"', U'"'},
    {'\\', U'\\'},
    {'/', U'/'},
    {'n', U'\n'},
    {'t', U'\t'},
    {'r', U'\r'},
    {'b', U'\b'},
    {'f', U'\f'},
    {'0', U'\0'},
    {'a', U'\a'},
    {'v', U'\v'},
    {'e', 0x1B},
    {' ', U' '},
    {'N', 0x85},
    {'_', 0xA0},
    {'L', 0x2028},
    {'P', 0x2029},
});

constexpr std::size_t HexDigits(char c) {
  switch (c) {
    case 'x':
      return 2;
    case 'u':
      return 4;
    case 'U':
      return 8;
    default:
      return 0;
  }
}

std::optional<char32_t> ReadHex(std::string_view text, std::size_t at, std::size_t count) {
  if (text.size() < at + count) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    const int digit = HexValue(text[i]);
    if (digit < 0) return std::nullopt;
    value = value << 4U | static_cast<std::uint32_t>(digit);
  }
  return value;
}

constexpr bool IsHighSurrogate(char32_t value) { return value >= 0xD800 && value < 0xDC00; }
constexpr bool IsLowSurrogate(char32_t value) { return value >= 0xDC00 && value < 0xE000; }

// The escape whose backslash is at `at`: its text is appended. Behind it, or nothing.
std::optional<std::size_t> ReadEscape(std::string_view line, std::size_t at, std::string& out) {
  if (at + 1 >= line.size()) return std::nullopt;
  const char c = line[at + 1];
  const auto known = std::ranges::find(kEscapes, c, &std::pair<char, char32_t>::first);
  if (known != kEscapes.end()) {
    text::AppendUtf8(known->second, out);
    return at + 2;
  }
  const std::size_t digits = HexDigits(c);
  if (digits == 0) return std::nullopt;
  const auto first = ReadHex(line, at + 2, digits);
  if (!first) return std::nullopt;
  char32_t value = *first;
  std::size_t end = at + 2 + digits;
  // JSON writes what is above U+FFFF as two of them.
  if (IsHighSurrogate(value) && line.substr(end).starts_with("\\u")) {
    const auto second = ReadHex(line, end + 2, 4);
    if (second && IsLowSurrogate(*second)) {
      value = 0x10000 + ((value - 0xD800) << 10U) + (*second - 0xDC00);
      end += 6;
    }
  }
  const bool scalar = value <= 0x10FFFF && !IsHighSurrogate(value) && !IsLowSurrogate(value);
  text::AppendUtf8(scalar ? value : text::kReplacement, out);
  return end;
}

bool IsPlain(std::string_view text) {
  if (text.empty() || std::ranges::find(kNulls, text) != kNulls.end()) return false;
  const char first = text.front();
  if (!IsAlnum(first) && first != '_' && first != '/' && first != '.' && first != '+' &&
      static_cast<unsigned char>(first) < 0x80) {
    return false;
  }
  if (IsBlank(text.back()) || text.back() == ':') return false;
  if (text.find(": ") != text.npos || text.find(" #") != text.npos) return false;
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::DecodeUtf8(text, at);
    const char32_t value = point.value;
    if (value < 0x20 || (value >= 0x7F && value <= 0xA0) || value == 0x2028 || value == 0x2029 ||
        value == 0xFEFF) {
      return false;
    }
    at += point.size;
  }
  return true;
}

}  // namespace

std::optional<Quoted> ReadQuoted(std::string_view line, std::size_t at) {
  const char quote = line[at];
  Quoted read;
  std::size_t i = at + 1;
  while (i < line.size() && line[i] != '\n') {
    const char c = line[i];
    if (c == quote && quote == '\'' && i + 1 < line.size() && line[i + 1] == quote) {
      read.text += quote;
      i += 2;
    } else if (c == quote) {
      read.end = i + 1;
      return read;
    } else if (c == '\\' && quote == '"') {
      if (const auto end = ReadEscape(line, i, read.text)) {
        i = *end;
      } else {
        read.bad_escape = true;
        read.text += c;
        ++i;
      }
    } else {
      read.text += c;
      ++i;
    }
  }
  return std::nullopt;
}

std::size_t CommentAt(std::string_view line, std::size_t from) {
  for (std::size_t at = line.find('#', from); at != line.npos; at = line.find('#', at + 1)) {
    if (at > 0 && !IsBlank(line[at - 1])) continue;
    while (at > from && IsBlank(line[at - 1])) --at;
    return at;
  }
  return line.size();
}

std::string_view TrimBlanks(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::string PlainText(std::string_view text) {
  return std::ranges::find(kNulls, text) == kNulls.end() ? std::string(text) : std::string();
}

std::string ScalarText(std::string_view text) {
  std::string repaired = text::RepairUtf8(text).text;
  return IsPlain(repaired) ? repaired : QuotedText(repaired);
}

std::string QuotedText(std::string_view text) {
  const std::string repaired = text::RepairUtf8(text).text;
  std::string out = "\"";
  for (std::size_t at = 0; at < repaired.size();) {
    const text::CodePoint point = text::DecodeUtf8(repaired, at);
    const char32_t value = point.value;
    if (value == U'"' || value == U'\\') {
      out += '\\';
      out += repaired[at];
    } else if (value == U'\n') {
      out += "\\n";
    } else if (value == U'\t') {
      out += "\\t";
    } else if (value < 0x20 || (value >= 0x7F && value <= 0xA0) || value == 0x2028 ||
               value == 0x2029 || value == 0xFEFF) {
      // JSON has this form too, and none with two digits.
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(value));
    } else {
      out.append(repaired, at, point.size);
    }
    at += point.size;
  }
  return out += '"';
}

}  // namespace satchel::memory
