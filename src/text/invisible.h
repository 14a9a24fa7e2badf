#pragma once

#include <cstddef>
#include <string>

namespace satchel::text {

// How many characters of each kind were made visible.
struct InvisibleCounts {
  std::size_t bidirectional = 0;  // reorder what a reader sees: U+202E and its kin
  std::size_t zero_width = 0;     // take no room: zero-width space, joiners, fillers, soft hyphen
  std::size_t tags = 0;           // carry hidden ASCII or bytes: tags, variation selectors
  std::size_t controls = 0;       // C0 and C1 controls, lone CR, line and paragraph separator
  std::size_t invalid = 0;        // bytes that are not UTF-8

  std::size_t total() const { return bidirectional + zero_width + tags + controls + invalid; }
  friend bool operator==(const InvisibleCounts&, const InvisibleCounts&) = default;
};

struct VisibleText {
  std::string text;
  InvisibleCounts counts;
};

// Writes every character that a reader cannot see, or that changes how others
// are shown, as `\u{202E}`, and every byte that is not UTF-8 as `\x{9B}`. The
// result is valid UTF-8, has as many LFs as the input, and escaping it again
// changes nothing. Tab, LF and CR LF stay; terminal sequences lose their ESC.
//
// Joiners (U+200C, U+200D) stay where writing needs them: between letters of a
// script that joins, after an Indic virama, and between emoji. U+FE0E and U+FE0F
// stay once after a character that has an emoji form. Anywhere else they could
// hide a message or split a word that a filter looks for.
//
// Text with nothing to escape is handed back in the buffer it came in.
VisibleText EscapeInvisible(std::string text);

}  // namespace satchel::text
