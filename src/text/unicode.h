#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"

// What the analyser needs to know about characters. The data is Unicode 15.0 as
// compiled into utf8proc, so results do not depend on a locale.
namespace satchel::text {

// How a character takes part in a word.
enum class CharClass : std::uint8_t {
  kSeparator,   // white space, punctuation, symbols, emoji, controls, unassigned
  kUpper,       // upper or title case letter
  kLower,       // lower case letter
  kLetter,      // letter without case
  kDigit,       // digits and other numbers
  kUnderscore,  // "_"
  kExtend,      // belongs to the character before it: marks, invisible characters
  kGram,        // of a script written without spaces; see IsUnspaced
};

CharClass ClassOf(char32_t c);

// The same for a byte of ASCII; REQUIRES: c is one.
constexpr CharClass AsciiClassOf(char c) {
  if (IsLower(c)) return CharClass::kLower;
  if (IsUpper(c)) return CharClass::kUpper;
  if (IsDigit(c)) return CharClass::kDigit;
  return c == '_' ? CharClass::kUnderscore : CharClass::kSeparator;
}

// By general category.
bool IsLetter(char32_t c);
bool IsMark(char32_t c);
bool IsNumber(char32_t c);
bool IsSpace(char32_t c);  // separators and the ASCII white space controls

// By script. Half and full width forms and supplementary blocks are included.
bool IsHan(char32_t c);
bool IsHiragana(char32_t c);
bool IsKatakana(char32_t c);
bool IsHangul(char32_t c);
bool IsLatin(char32_t c);
bool IsCyrillic(char32_t c);

// Of a script whose text has no spaces between words, or where words are cut too
// seldom for search: the four above, Thai, Lao, Khmer, Myanmar.
bool IsUnspaced(char32_t c);

// NFKC and case folding in one (NFKC_Casefold): the form in which terms are stored
// and compared. Invisible characters are dropped. Bad UTF-8 is repaired first.
// Idempotent. Linear: of more than kMostMarks marks on one character the rest are
// dropped. One code point can become 18, so callers cap what they give or get.
inline constexpr std::size_t kMostMarks = 30;
std::string Fold(std::string_view text);

// The same into a buffer that is reused; what was in it is lost.
void FoldInto(std::string_view text, std::string& out);

// The fold of a character that folds alone and to one character, whatever stands
// around it unless a kExtend follows; 0 for others. Covers ASCII, the usual ranges
// of Cyrillic, Greek, Latin-1, Hebrew and Arabic, Han, kana and Hangul syllables, which is what
// keeps most text away from the normaliser.
char32_t SimpleFold(char32_t c);

// Every such character folded, all others and bad bytes as they are: for finding what a
// person typed in another case, where Fold() would also drop and normalise.
std::string FoldCase(std::string_view text);

}  // namespace satchel::text
