#include "text/unicode.h"

#include <array>
#include <span>
#include <vector>

#include <utf8proc.h>

#include "text/utf8.h"

namespace satchel::text {
namespace {

struct Block {
  char32_t first;
  char32_t last;
};

// utf8proc has no scripts, and only these are asked for.
constexpr std::array kHan = std::to_array<Block>({{0x2E80, 0x2FD5},
                                                  {0x3005, 0x3007},
                                                  {0x3021, 0x3029},
                                                  {0x3038, 0x303B},
                                                  {0x3400, 0x4DBF},
                                                  {0x4E00, 0x9FFF},
                                                  {0xF900, 0xFAFF},
                                                  {0x16FE2, 0x16FF1},
                                                  {0x20000, 0x323AF}});
constexpr std::array kHiragana =
    std::to_array<Block>({{0x3041, 0x309F}, {0x1B001, 0x1B11F}, {0x1B150, 0x1B152}});
constexpr std::array kKatakana = std::to_array<Block>({{0x30A1, 0x30FF},
                                                       {0x31F0, 0x31FF},
                                                       {0xFF66, 0xFF9F},
                                                       {0x1AFF0, 0x1B000},
                                                       {0x1B120, 0x1B122},
                                                       {0x1B155, 0x1B167}});
constexpr std::array kHangul = std::to_array<Block>({{0x1100, 0x11FF},
                                                     {0x3131, 0x318E},
                                                     {0xA960, 0xA97C},
                                                     {0xAC00, 0xD7A3},
                                                     {0xD7B0, 0xD7FB},
                                                     {0xFFA0, 0xFFDC}});
constexpr std::array kSoutheastAsian = std::to_array<Block>(
    {{0x0E01, 0x0EDF}, {0x1000, 0x109F}, {0x1780, 0x17D3}, {0xA9E0, 0xA9FE}, {0xAA60, 0xAA7F}});
constexpr std::array kLatin = std::to_array<Block>({{0x41, 0x5A},
                                                    {0x61, 0x7A},
                                                    {0xAA, 0xAA},
                                                    {0xBA, 0xBA},
                                                    {0xC0, 0xD6},
                                                    {0xD8, 0xF6},
                                                    {0xF8, 0x2B8},
                                                    {0x1D00, 0x1D25},
                                                    {0x1E00, 0x1EFF},
                                                    {0x2C60, 0x2C7F},
                                                    {0xA722, 0xA7FF},
                                                    {0xAB30, 0xAB64},
                                                    {0xFB00, 0xFB06},
                                                    {0xFF21, 0xFF3A},
                                                    {0xFF41, 0xFF5A}});
constexpr std::array kCyrillic = std::to_array<Block>(
    {{0x0400, 0x052F}, {0x1C80, 0x1C88}, {0x1D2B, 0x1D2B}, {0x2DE0, 0x2DFF}, {0xA640, 0xA69F}});

constexpr bool In(std::span<const Block> blocks, char32_t c) {
  for (const Block& block : blocks) {
    if (c <= block.last) return c >= block.first;
  }
  return false;
}

constexpr bool Between(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

const utf8proc_property_t& PropertyOf(char32_t c) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
}

// Half width voicing marks and the vowels and finals of decomposed Hangul are
// letters by category, but only part of the syllable before them.
constexpr bool IsSyllablePart(char32_t c) {
  return Between(c, 0xFF9E, 0xFF9F) || Between(c, 0x1160, 0x11FF) || Between(c, 0xD7B0, 0xD7FB);
}

constexpr utf8proc_option_t Options() {
  return static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE |
                                        UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
}

// Letters that NFKC turns into vowels or finals of a Hangul syllable, or that start one.
constexpr bool IsJamo(char32_t c) {
  return Between(c, 0x1100, 0x11FF) || Between(c, 0x3131, 0x318E) || Between(c, 0xA960, 0xA97C) ||
         Between(c, 0xD7B0, 0xD7FB) || Between(c, 0xFFA0, 0xFFDC);
}

// Whether what stands there can join the character before it.
bool ExtendsAt(std::string_view text, std::size_t offset) {
  if (offset >= text.size() || static_cast<unsigned char>(text[offset]) < 0x80) return false;
  const char32_t c = DecodeUtf8(text, offset).value;
  return SimpleFold(c) == 0 && (ClassOf(c) == CharClass::kExtend || IsJamo(c));
}

// Folds one piece at a time; its buffers serve all pieces of a text.
class PieceFolder {
 public:
  // Until nothing changes: folding can yield a sequence that folds or composes once
  // more (U+0345 becomes a letter that takes the marks after it) or has more marks.
  void Fold(std::string_view piece, std::string& out) {
    next_ = piece;
    for (int pass = 0; pass < 6; ++pass) {
      once_.swap(next_);
      DropMarks();
      Normalise();
      if (next_ == once_) break;
    }
    out += next_;
  }

 private:
  // utf8proc sorts marks by insertion, so a long run of them would cost its square.
  void DropMarks() {
    if (once_.size() <= kMostMarks) return;
    std::size_t marks = 0;
    std::size_t to = 0;
    for (std::size_t from = 0; from < once_.size();) {
      const CodePoint c = DecodeUtf8(once_, from);
      marks = ClassOf(c.value) == CharClass::kExtend ? marks + 1 : 0;
      for (std::size_t i = 0; i < c.size && marks <= kMostMarks; ++i) once_[to++] = once_[from + i];
      from += c.size;
    }
    once_.resize(to);
  }

  // From once_, which is valid UTF-8, to next_.
  void Normalise() {
    next_.clear();
    utf8proc_ssize_t length = Decompose();
    if (length > static_cast<utf8proc_ssize_t>(buffer_.size())) {
      buffer_.resize(static_cast<std::size_t>(length));
      length = Decompose();
    }
    if (length > 0) length = utf8proc_normalize_utf32(buffer_.data(), length, Options());
    for (utf8proc_ssize_t i = 0; i < length; ++i) {
      AppendUtf8(static_cast<char32_t>(buffer_[static_cast<std::size_t>(i)]), next_);
    }
  }

  utf8proc_ssize_t Decompose() {
    return utf8proc_decompose(reinterpret_cast<const utf8proc_uint8_t*>(once_.data()),
                              static_cast<utf8proc_ssize_t>(once_.size()), buffer_.data(),
                              static_cast<utf8proc_ssize_t>(buffer_.size()), Options());
  }

  std::string once_;
  std::string next_;
  std::vector<utf8proc_int32_t> buffer_;
};

}  // namespace

CharClass ClassOf(char32_t c) {
  if (c < 0x80) return AsciiClassOf(static_cast<char>(c));
  // The most frequent ranges, ahead of the table.
  if (Between(c, 0x400, 0x45F)) return c < 0x430 ? CharClass::kUpper : CharClass::kLower;
  if (Between(c, 0x4E00, 0x9FFF) || Between(c, 0xAC00, 0xD7A3)) return CharClass::kGram;
  const utf8proc_property_t& property = PropertyOf(c);
  if (property.ignorable != 0 || IsSyllablePart(c)) return CharClass::kExtend;
  switch (property.category) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT:
      return CharClass::kUpper;
    case UTF8PROC_CATEGORY_LL:
      return CharClass::kLower;
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return IsUnspaced(c) ? CharClass::kGram : CharClass::kLetter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
      return CharClass::kExtend;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return IsHan(c) ? CharClass::kGram : CharClass::kDigit;
    default:
      return CharClass::kSeparator;
  }
}

bool IsLetter(char32_t c) {
  const auto category = PropertyOf(c).category;
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool IsMark(char32_t c) {
  const auto category = PropertyOf(c).category;
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool IsNumber(char32_t c) {
  const auto category = PropertyOf(c).category;
  return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

bool IsSpace(char32_t c) {
  if (c < 0x80) return c == ' ' || Between(c, '\t', '\r');
  const auto category = PropertyOf(c).category;
  return category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP;
}

bool IsHan(char32_t c) { return In(kHan, c); }
bool IsHiragana(char32_t c) { return In(kHiragana, c); }
bool IsKatakana(char32_t c) { return In(kKatakana, c); }
bool IsHangul(char32_t c) { return In(kHangul, c); }
bool IsLatin(char32_t c) { return In(kLatin, c); }
bool IsCyrillic(char32_t c) { return In(kCyrillic, c); }

bool IsUnspaced(char32_t c) {
  if (c < 0x0E01) return false;
  return IsHan(c) || IsHiragana(c) || IsKatakana(c) || IsHangul(c) || In(kSoutheastAsian, c);
}

char32_t SimpleFold(char32_t c) {
  if (c < 0x80) return Between(c, 'A', 'Z') ? c + 0x20 : c;
  if (Between(c, 0x410, 0x42F)) return c + 0x20;
  if (Between(c, 0x430, 0x45F)) return c;
  if (Between(c, 0x400, 0x40F)) return c + 0x50;
  if (Between(c, 0xC0, 0xFF)) {
    if (c == 0xD7 || c == 0xDF || c == 0xF7) return 0;
    return c < 0xDF ? c + 0x20 : c;
  }
  if (Between(c, 0x391, 0x3C9)) {
    if (c == 0x3A2 || c == 0x3C2 || Between(c, 0x3AA, 0x3B0)) return 0;
    return c < 0x3AA ? c + 0x20 : c;
  }
  const bool same = Between(c, 0x4E00, 0x9FFF) || Between(c, 0xAC00, 0xD7A3) ||
                    Between(c, 0x3041, 0x3096) || Between(c, 0x30A1, 0x30FA) || c == 0x30FC ||
                    Between(c, 0x5D0, 0x5EA) || Between(c, 0x621, 0x63A) ||
                    Between(c, 0x641, 0x64A) || Between(c, 0x3400, 0x4DBF);
  return same ? c : 0;
}

std::string Fold(std::string_view text) {
  std::string out;
  FoldInto(text, out);
  return out;
}

// Text is cut into pieces that fold independently of each other: before a character
// with a simple fold, and, so that a piece stays small, before any other that cannot
// join what stands before it.
void FoldInto(std::string_view text, std::string& out) {
  constexpr std::size_t kPieceBytes = 256;
  out.clear();
  if (!IsValidUtf8(text)) {
    FoldInto(RepairUtf8(text).text, out);
    return;
  }
  PieceFolder folder;
  std::size_t piece = 0;  // begins here
  std::size_t offset = 0;
  const auto finish_piece = [&] {
    if (piece < offset) folder.Fold(text.substr(piece, offset - piece), out);
    piece = offset;
  };
  while (offset < text.size()) {
    const CodePoint c = DecodeUtf8(text, offset);
    const char32_t simple = SimpleFold(c.value);
    if (simple != 0 && !ExtendsAt(text, offset + c.size)) {
      finish_piece();
      AppendUtf8(simple, out);
      piece = offset + c.size;
    } else if (offset - piece >= kPieceBytes && ClassOf(c.value) != CharClass::kExtend &&
               !IsJamo(c.value)) {
      finish_piece();
    }
    offset += c.size;
  }
  finish_piece();
}

std::string FoldCase(std::string_view text) {
  std::string folded;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeUtf8(text, at);
    const char32_t lower = c.valid ? SimpleFold(c.value) : 0;
    if (lower == 0) {
      folded.append(text, at, c.size);
    } else {
      AppendUtf8(lower, folded);
    }
    at += c.size;
  }
  return folded;
}

}  // namespace satchel::text
