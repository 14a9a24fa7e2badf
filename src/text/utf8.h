#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// UTF-8 as the Unicode standard has it: no overlong forms, no surrogates, nothing
// above U+10FFFF. Where bytes are wrong, every maximal subpart (the longest
// beginning of a sequence that could still have become valid, at least one byte)
// counts as one character U+FFFD, as in web browsers. All functions accept any
// bytes and take time linear in their number.
namespace satchel::text {

inline constexpr char32_t kReplacement = 0xFFFD;

struct CodePoint {
  char32_t value = kReplacement;
  std::uint8_t size = 1;  // bytes taken, 1 to 4
  bool valid = false;     // false: `value` is U+FFFD and `size` a maximal subpart
};

// The code point that begins at `offset`. REQUIRES: offset < text.size().
CodePoint DecodeUtf8(std::string_view text, std::size_t offset);

// REQUIRES: `value` is a Unicode scalar value.
void AppendUtf8(char32_t value, std::string& out);

bool IsValidUtf8(std::string_view text);

struct Repaired {
  std::string text;                      // valid; at most three times the bytes given
  std::size_t replaced = 0;              // how many U+FFFD were put in
  std::optional<std::size_t> first_bad;  // where in the bytes given the first bad one stood
};

Repaired RepairUtf8(std::string_view bytes);

std::size_t CountCodePoints(std::string_view text);

// The longest beginning of at most `max_bytes` that cuts no code point. The result
// points into `text`.
std::string_view TruncateUtf8(std::string_view text, std::size_t max_bytes);

// The text if it has at most `max_characters` code points; otherwise its beginning,
// without trailing spaces, and "…", together at most that many.
std::string Ellipsize(std::string_view text, std::size_t max_characters);

}  // namespace satchel::text
