#include "text/word_break.h"

#include <array>

#include "base/ascii.h"
#include "text/utf8.h"

namespace satchel::text {
namespace {

// A table for single bytes; those of non-ASCII characters are marked apart, so that
// one lookup per byte decides the usual case.
constexpr std::uint8_t kNotAscii = 0xFF;

constexpr std::uint8_t Code(CharClass c) { return static_cast<std::uint8_t>(c); }

constexpr std::array<std::uint8_t, 256> MakeByteClasses() {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t byte = 0; byte < classes.size(); ++byte) {
    classes[byte] = byte < 0x80 ? Code(AsciiClassOf(static_cast<char>(byte))) : kNotAscii;
  }
  return classes;
}

constexpr std::array<std::uint8_t, 256> kByteClasses = MakeByteClasses();

constexpr std::uint8_t Bit(CharClass c) { return static_cast<std::uint8_t>(1U << Code(c)); }

constexpr std::uint8_t kNamable = static_cast<std::uint8_t>(
    Bit(CharClass::kUpper) | Bit(CharClass::kLower) | Bit(CharClass::kLetter) |
    Bit(CharClass::kDigit) | Bit(CharClass::kGram));

std::uint8_t ByteClass(std::string_view text, std::size_t at) {
  return kByteClasses[static_cast<unsigned char>(text[at])];
}

struct Character {
  CharClass character_class = CharClass::kSeparator;
  std::size_t size = 1;
};

Character CharacterAt(std::string_view text, std::size_t at, bool underscores) {
  const std::uint8_t byte_class = ByteClass(text, at);
  CharClass c = static_cast<CharClass>(byte_class);
  std::size_t size = 1;
  if (byte_class == kNotAscii) {
    const CodePoint code_point = DecodeUtf8(text, at);
    size = code_point.size;
    c = code_point.valid ? ClassOf(code_point.value) : CharClass::kSeparator;
  }
  if (c == CharClass::kUnderscore && !underscores) c = CharClass::kSeparator;
  return {.character_class = c, .size = size};
}

// Extends a word to its end: a separator or the border between grams and others.
void Finish(std::string_view text, bool underscores, Word& word) {
  const bool grams = word.kind == WordKind::kGrams;
  while (word.range.end < text.size()) {
    const Character next = CharacterAt(text, word.range.end, underscores);
    const CharClass c = next.character_class;
    if (c == CharClass::kSeparator) return;
    if (c != CharClass::kExtend && (c == CharClass::kGram) != grams) return;
    if (next.size > 1 && !grams) word.kind = WordKind::kUnicode;
    word.classes = static_cast<std::uint8_t>(word.classes | Bit(c));
    word.range.end += next.size;
  }
}

// Most words are ASCII and end at an ASCII separator; this loop is for them. It stops
// at the first byte that is neither a letter nor a digit (nor, if that counts, "_").
void FinishAscii(std::string_view text, bool underscores, Word& word) {
  std::size_t end = word.range.end;
  unsigned classes = word.classes;
  for (; end < text.size(); ++end) {
    const std::uint8_t c = ByteClass(text, end);
    if (c == Code(CharClass::kSeparator) || c == kNotAscii) break;
    if (c == Code(CharClass::kUnderscore) && !underscores) break;
    classes |= 1U << c;
  }
  word.range.end = end;
  word.classes = static_cast<std::uint8_t>(classes);
}

bool IsSuffix(std::string_view suffix) {
  constexpr auto kSuffixes =
      std::to_array<std::string_view>({"s", "t", "d", "m", "re", "ve", "ll"});
  return std::ranges::any_of(
      kSuffixes, [suffix](std::string_view known) { return SameButCase(suffix, known); });
}

}  // namespace

std::optional<Word> NextWord(std::string_view text, std::size_t offset, bool underscores) {
  while (true) {
    while (offset < text.size() && ByteClass(text, offset) == Code(CharClass::kSeparator)) ++offset;
    if (offset >= text.size()) return std::nullopt;
    const Character first = CharacterAt(text, offset, underscores);
    const CharClass c = first.character_class;
    if (c == CharClass::kSeparator || c == CharClass::kExtend) {
      offset += first.size;
      continue;
    }
    Word word{.range = {.begin = offset, .end = offset + first.size},
              .kind = first.size == 1 ? WordKind::kAscii : WordKind::kUnicode,
              .classes = Bit(c)};
    if (c == CharClass::kGram) word.kind = WordKind::kGrams;
    if (word.kind == WordKind::kAscii) FinishAscii(text, underscores, word);
    const bool ascii_so_far = word.kind == WordKind::kAscii;
    if (!ascii_so_far ||
        (word.range.end < text.size() && ByteClass(text, word.range.end) == kNotAscii)) {
      Finish(text, underscores, word);
    }
    if ((word.classes & kNamable) != 0) return word;
    offset = word.range.end;
  }
}

std::size_t SkipContraction(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  std::size_t begin = 0;
  if (rest.starts_with('\'')) begin = 1;
  if (rest.starts_with("\xE2\x80\x99")) begin = 3;
  if (begin == 0) return offset;
  std::size_t end = begin;
  while (end < rest.size() && end < begin + 3 && IsAlpha(rest[end])) ++end;
  if (!IsSuffix(rest.substr(begin, end - begin))) return offset;
  // A second apostrophe makes it a quoted letter (b's'), a word character a longer word.
  if (end < rest.size()) {
    if (rest[end] == '\'') return offset;
    if (CharacterAt(rest, end, true).character_class != CharClass::kSeparator) return offset;
  }
  return offset + end;
}

bool JoinedByHyphen(std::string_view text, std::size_t end) {
  if (end + 1 >= text.size() || text[end] != '-') return false;
  switch (CharacterAt(text, end + 1, true).character_class) {
    case CharClass::kUpper:
    case CharClass::kLower:
    case CharClass::kLetter:
    case CharClass::kDigit:
      return true;
    default:
      return false;
  }
}

}  // namespace satchel::text
