#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "text/invisible.h"
#include "text/utf8.h"

namespace {

using satchel::fuzz::Require;
using satchel::text::CodePoint;
using satchel::text::DecodeUtf8;
using satchel::text::EscapeInvisible;
using satchel::text::IsValidUtf8;
using satchel::text::VisibleText;

bool IsBetween(char32_t c, char32_t first, char32_t last) { return first <= c && c <= last; }

bool IsJoiner(char32_t c) { return c == 0x200C || c == 0x200D; }
bool IsSelector(char32_t c) { return c == 0xFE0E || c == 0xFE0F; }

// Never shown, wherever it stands; written from the Unicode tables, not from ours.
bool IsHidden(char32_t c) {
  if (c < 0x20) return c != '\n' && c != '\t' && c != '\r';
  return IsBetween(c, 0x7F, 0x9F) || c == 0xAD || c == 0x34F || c == 0x61C || c == 0x200B ||
         IsBetween(c, 0x200E, 0x200F) || IsBetween(c, 0x2028, 0x202E) ||
         IsBetween(c, 0x2060, 0x206F) || c == 0x3164 || IsBetween(c, 0xFE00, 0xFE0D) ||
         c == 0xFEFF || c == 0xFFA0 || IsBetween(c, 0xFFF9, 0xFFFC) || c == 0x2800 ||
         c == 0x1D159 || IsBetween(c, 0xFDD0, 0xFDEF) || (c & 0xFFFEU) == 0xFFFE ||
         IsBetween(c, 0xE0000, 0xE0FFF);
}

void CheckVisible(std::string_view text) {
  char32_t before = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeUtf8(text, at);
    at += c.size;
    Require(!IsHidden(c.value));
    Require(c.value != '\r' || text.substr(at).starts_with('\n'));
    // What may stay has a character to belong to, and only once.
    if (IsJoiner(c.value)) Require(before >= 0x80 && !IsJoiner(before));
    if (IsSelector(c.value)) {
      Require(before > ' ' && !IsJoiner(before) && !IsSelector(before));
    }
    before = c.value;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const VisibleText shown = EscapeInvisible(std::string(text));
  Require(IsValidUtf8(shown.text));
  CheckVisible(shown.text);
  Require(std::ranges::count(text, '\n') == std::ranges::count(shown.text, '\n'));
  Require((shown.counts.total() == 0) == (shown.text == text));
  Require((shown.counts.invalid == 0) == IsValidUtf8(text));
  const VisibleText again = EscapeInvisible(shown.text);
  Require(again.counts.total() == 0 && again.text == shown.text);
  return 0;
}
