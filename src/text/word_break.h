#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/range.h"
#include "text/unicode.h"

namespace satchel::text {

enum class WordKind : std::uint8_t {
  kAscii,    // ASCII letters, digits and underscores
  kUnicode,  // the same with others among them
  kGrams,    // a run of characters of scripts written without spaces
};

// A run of letters, digits, marks and underscores with at least one letter or digit.
// It never begins with a mark and never mixes grams with other characters.
struct Word {
  ByteRange range;
  WordKind kind = WordKind::kAscii;
  std::uint8_t classes = 0;  // which CharClass values occur, as bits

  bool Has(CharClass c) const { return (classes >> static_cast<unsigned>(c) & 1U) != 0; }
};

// The first word that begins at `offset` or later. Bytes that are not UTF-8 separate
// words. `underscores` false: "_" separates as well. Linear over a whole text when
// each search goes on from the end of the word before.
std::optional<Word> NextWord(std::string_view text, std::size_t offset, bool underscores = true);

// The end of an English contraction ('s, 't, 'd, 'm, 're, 've, 'll; either apostrophe)
// that begins at `offset` and ends with the word; otherwise `offset`.
std::size_t SkipContraction(std::string_view text, std::size_t offset);

// Whether the word that ends at `end` goes on after a single hyphen.
bool JoinedByHyphen(std::string_view text, std::size_t end);

}  // namespace satchel::text
