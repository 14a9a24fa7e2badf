// The two patterns, written out. Both are alternations that a backtracking engine tries in order at
// every position; since the classes below are disjoint, the first unit decides which alternatives
// can match, and each backtrack of the engine has a closed form, given beside the code. White space
// is \s, L letters, N numbers, M marks.
//
// o200k, with A = Lu|Lt|Lm|Lo|M and B = Ll|Lm|Lo|M and C = an English contraction, any case:
//   [^\r\nLN]? A* B+ C? | [^\r\nLN]? A+ B* C? | N{1,3} | ␠?[^\sLN]+ [\r\n/]* | \s*[\r\n]+ |
//   \s+(?!\S) | \s+
// cl100k:
//   C | [^\r\nLN]? L+ | N{1,3} | ␠?[^\sLN]+ [\r\n]* | \s+$ | \s*[\r\n] | \s+(?!\S) | \s
#include "text/token_split.h"

#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "token_tables/format.h"

namespace satchel::text {
namespace {

using token_tables::LetterClass;

// A set of classes as bits.
constexpr unsigned Bit(LetterClass letter_class) {
  return 1U << static_cast<unsigned>(letter_class);
}
constexpr unsigned kEither = Bit(LetterClass::kLetter) | Bit(LetterClass::kMark);
constexpr unsigned kUpperRun = Bit(LetterClass::kUpper) | kEither;  // A
constexpr unsigned kLowerRun = Bit(LetterClass::kLower) | kEither;  // B
constexpr unsigned kLetters =
    Bit(LetterClass::kUpper) | Bit(LetterClass::kLower) | Bit(LetterClass::kLetter);
constexpr unsigned kSymbols = Bit(LetterClass::kOther) | Bit(LetterClass::kMark);
constexpr unsigned kNumbers = Bit(LetterClass::kNumber);
constexpr unsigned kNewlines = Bit(LetterClass::kNewline);
constexpr unsigned kSpaces = Bit(LetterClass::kSpace) | kNewlines;

constexpr std::array<std::uint8_t, 128> kAsciiBits = [] {
  std::array<std::uint8_t, 128> bits{};
  for (std::size_t byte = 0; byte < bits.size(); ++byte) {
    const char c = static_cast<char>(byte);
    LetterClass letter_class = LetterClass::kOther;
    if (IsUpper(c)) letter_class = LetterClass::kUpper;
    if (IsLower(c)) letter_class = LetterClass::kLower;
    if (IsDigit(c)) letter_class = LetterClass::kNumber;
    if (c == ' ' || c == '\t' || c == '\v' || c == '\f') letter_class = LetterClass::kSpace;
    if (c == '\r' || c == '\n') letter_class = LetterClass::kNewline;
    bits.at(byte) = static_cast<std::uint8_t>(Bit(letter_class));
  }
  return bits;
}();

struct Unit {
  unsigned bits = 0;     // of its class; 0 at the end of the text
  std::size_t size = 0;  // bytes
};

unsigned BitsOf(std::uint32_t code_point) {
  const std::size_t block = satchel_letter_stage1[code_point >> 12U];
  const std::size_t leaf = satchel_letter_stage2[(block << 6U) | ((code_point >> 6U) & 63U)];
  return 1U << satchel_letter_stage3[(leaf << 6U) | (code_point & 63U)];
}

// The unit at `at` when its first byte is not ASCII.
Unit ReadLongUnit(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return static_cast<unsigned char>(text[at + i]);
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  constexpr Unit kInvalid = {Bit(LetterClass::kOther), 1};
  const std::uint32_t lead = byte(0);
  const std::size_t left = text.size() - at;
  if (lead < 0xc2 || lead > 0xf4) return kInvalid;
  if (lead < 0xe0) {
    if (left < 2 || !continues(1)) return kInvalid;
    return {BitsOf(((lead & 0x1fU) << 6U) | (byte(1) & 0x3fU)), 2};
  }
  if (lead < 0xf0) {
    if (left < 3 || !continues(1) || !continues(2)) return kInvalid;
    const std::uint32_t code_point =
        ((lead & 0xfU) << 12U) | ((byte(1) & 0x3fU) << 6U) | (byte(2) & 0x3fU);
    if (code_point < 0x800 || (code_point >= 0xd800 && code_point < 0xe000)) return kInvalid;
    return {BitsOf(code_point), 3};
  }
  if (left < 4 || !continues(1) || !continues(2) || !continues(3)) return kInvalid;
  const std::uint32_t code_point = ((lead & 7U) << 18U) | ((byte(1) & 0x3fU) << 12U) |
                                   ((byte(2) & 0x3fU) << 6U) | (byte(3) & 0x3fU);
  if (code_point < 0x10000 || code_point > 0x10ffff) return kInvalid;
  return {BitsOf(code_point), 4};
}

inline Unit ReadUnit(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 128) [[likely]] {
    return {kAsciiBits[byte], 1};
  }
  return ReadLongUnit(text, at);
}

// The end of the longest run of units in `set`.
inline std::size_t SkipRun(std::string_view text, std::size_t at, unsigned set) {
  for (;;) {
    const Unit unit = ReadUnit(text, at);
    if ((unit.bits & set) == 0) return at;
    at += unit.size;
  }
}

// The end of the contraction ('s 'd 'm 't 'll 've 're) at `at`, or `at` if there is none. Only
// ASCII letters count: gpt-tokenizer spells both cases out, so the long s and the Kelvin sign,
// which case-insensitive matching would bring in, are not among them.
std::size_t SkipContraction(std::string_view text, std::size_t at) {
  const std::size_t left = text.size() - at;
  if (left < 2 || text[at] != '\'') return at;
  const char first = ToLower(text[at + 1]);
  if (first == 's' || first == 'd' || first == 'm' || first == 't') return at + 2;
  if (left < 3) return at;
  const char second = ToLower(text[at + 2]);
  if (first == 'l' && second == 'l') return at + 3;
  if ((first == 'v' || first == 'r') && second == 'e') return at + 3;
  return at;
}

// Up to three numbers. REQUIRES: one is at `at`.
std::size_t SkipNumbers(std::string_view text, std::size_t at) {
  for (int i = 0; i < 3; ++i) {
    const Unit unit = ReadUnit(text, at);
    if ((unit.bits & kNumbers) == 0) break;
    at += unit.size;
  }
  return at;
}

// ␠?[^\sLN]+ and then newlines, and slashes too if asked. REQUIRES: `at` is behind the space.
template <bool kSlashes>
std::size_t SkipSymbols(std::string_view text, std::size_t at) {
  at = SkipRun(text, at, kSymbols);
  while (at < text.size() &&
         (text[at] == '\r' || text[at] == '\n' || (kSlashes && text[at] == '/'))) {
    ++at;
  }
  return at;
}

// The alternatives that are white space alone. \s* takes the whole run, then gives back as little
// as lets the rest match: up to its last newline; if it has none, its last unit when something
// follows the run, for the piece behind to begin with, unless that is all there is.
template <bool kWholeRunAtEnd>
std::size_t SkipSpaces(std::string_view text, std::size_t at) {
  std::size_t last_unit = at;
  std::size_t behind_newline = at;
  std::size_t end = at;
  for (;;) {
    const Unit unit = ReadUnit(text, end);
    if ((unit.bits & kSpaces) == 0) break;
    last_unit = end;
    end += unit.size;
    if ((unit.bits & kNewlines) != 0) behind_newline = end;
  }
  if (kWholeRunAtEnd && end == text.size()) return end;
  if (behind_newline != at) return behind_newline;
  return end == text.size() || last_unit == at ? end : last_unit;
}

// A*B+ from `at`, or `at` if it does not match there; then, unless `first_only`, A+B*.
// A* takes its whole run. If a lower-case letter follows, B+ has it. If not, A* gives back units
// down to its last one that is also in B; then B+ is that one alone. A run without one fails,
// and is what A+B* takes as it stands.
std::size_t SkipWord(std::string_view text, std::size_t at, bool first_only) {
  std::size_t end = at;
  std::size_t behind_either = at;
  Unit unit = ReadUnit(text, end);
  while ((unit.bits & kUpperRun) != 0) {
    end += unit.size;
    if ((unit.bits & kEither) != 0) behind_either = end;
    unit = ReadUnit(text, end);
  }
  if ((unit.bits & kLowerRun) != 0) {
    end = SkipRun(text, end + unit.size, kLowerRun);
  } else if (behind_either != at) {
    end = behind_either;
  } else if (first_only) {
    return at;
  }
  return end;
}

}  // namespace

std::size_t O200kPieceEnd(std::string_view text, std::size_t at) {
  const Unit first = ReadUnit(text, at);
  const std::size_t next = at + first.size;
  if ((first.bits & kLetters) != 0) {
    return SkipContraction(text, SkipWord(text, at, false));
  }
  if ((first.bits & kNumbers) != 0) return SkipNumbers(text, at);
  if ((first.bits & Bit(LetterClass::kMark)) != 0) {
    // A mark may be the unit before a word, or else is in both A and B and a word by itself.
    const std::size_t end = SkipWord(text, next, true);
    return SkipContraction(text, end);
  }
  if ((first.bits & kNewlines) == 0) {
    const std::size_t end = SkipWord(text, next, false);
    if (end != next) return SkipContraction(text, end);
    if ((first.bits & Bit(LetterClass::kOther)) != 0) return SkipSymbols<true>(text, at);
    if (text[at] == ' ' && (ReadUnit(text, next).bits & kSymbols) != 0) {
      return SkipSymbols<true>(text, next);
    }
  }
  return SkipSpaces<false>(text, at);
}

std::size_t Cl100kPieceEnd(std::string_view text, std::size_t at) {
  const Unit first = ReadUnit(text, at);
  const std::size_t next = at + first.size;
  if ((first.bits & kLetters) != 0) return SkipRun(text, next, kLetters);
  if ((first.bits & kNumbers) != 0) return SkipNumbers(text, at);
  if ((first.bits & kNewlines) == 0) {
    const std::size_t contraction = SkipContraction(text, at);
    if (contraction != at) return contraction;
    const std::size_t end = SkipRun(text, next, kLetters);
    if (end != next) return end;
    if ((first.bits & kSymbols) != 0) return SkipSymbols<false>(text, at);
    if (text[at] == ' ' && (ReadUnit(text, next).bits & kSymbols) != 0) {
      return SkipSymbols<false>(text, next);
    }
  }
  return SkipSpaces<true>(text, at);
}

}  // namespace satchel::text
