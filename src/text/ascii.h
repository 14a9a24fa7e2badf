#pragma once

// Letters and digits of ASCII, whatever the locale; bytes of other characters are none.
namespace satchel::text {

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsAlnum(char c) { return IsDigit(c) || IsLower(c) || IsUpper(c); }
constexpr char ToLower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace satchel::text
