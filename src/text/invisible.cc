// One pass. ASCII is skipped eight bytes at a time, since nearly all text is
// ASCII; anything else is decoded and looked up in a short table of ranges.
// The decision about a joiner looks at the character before it as it will be
// printed (an escaped one counts as plain) and at the one after it, which must
// be a letter or emoji and so is never escaped itself: that makes a second pass
// see the same neighbours, and the function idempotent.

#include "text/invisible.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include <fmt/format.h>

namespace satchel::text {
namespace {

enum class Kind : std::uint8_t { kPlain, kBidirectional, kZeroWidth, kTag, kControl };

struct Range {
  char32_t first;
  char32_t last;
  Kind kind;
};

// Sorted. What is not here is printed as it is.
constexpr std::array kHidden = std::to_array<Range>({
    {0x00, 0x08, Kind::kControl},            // tab and LF are missing on purpose
    {0x0B, 0x1F, Kind::kControl},            // CR before LF is let through by the caller
    {0x7F, 0x9F, Kind::kControl},            // DEL, C1
    {0xAD, 0xAD, Kind::kZeroWidth},          // soft hyphen
    {0x034F, 0x034F, Kind::kZeroWidth},      // combining grapheme joiner
    {0x061C, 0x061C, Kind::kBidirectional},  // Arabic letter mark
    {0x115F, 0x1160, Kind::kZeroWidth},      // Hangul fillers
    {0x17B4, 0x17B5, Kind::kZeroWidth},      // Khmer inherent vowels
    {0x180B, 0x180F, Kind::kZeroWidth},      // Mongolian selectors and separator
    {0x200B, 0x200D, Kind::kZeroWidth},     {0x200E, 0x200F, Kind::kBidirectional},
    {0x2028, 0x2029, Kind::kControl},  // a new line to some readers
    {0x202A, 0x202E, Kind::kBidirectional}, {0x2060, 0x2064, Kind::kZeroWidth},
    {0x2065, 0x2065, Kind::kZeroWidth},     {0x2066, 0x2069, Kind::kBidirectional},
    {0x206A, 0x206F, Kind::kBidirectional},  // deprecated shaping controls
    {0x2800, 0x2800, Kind::kZeroWidth},      // Braille pattern without dots
    {0x3164, 0x3164, Kind::kZeroWidth},      // Hangul filler
    {0xFDD0, 0xFDEF, Kind::kControl},        // no characters
    {0xFE00, 0xFE0F, Kind::kTag},            // variation selectors
    {0xFEFF, 0xFEFF, Kind::kZeroWidth},      // byte order mark
    {0xFFA0, 0xFFA0, Kind::kZeroWidth},      // half-width Hangul filler
    {0xFFF0, 0xFFFC, Kind::kControl},        // unassigned, annotation, object replacement
    {0x1107F, 0x1107F, Kind::kZeroWidth},    // Brahmi number joiner
    {0x13430, 0x1345F, Kind::kZeroWidth},    // hieroglyph format controls, blanks
    {0x16FE4, 0x16FE4, Kind::kZeroWidth},    // Khitan small script filler
    {0x1BCA0, 0x1BCA3, Kind::kZeroWidth},    // shorthand format controls
    {0x1D159, 0x1D159, Kind::kZeroWidth},    // musical null notehead
    {0x1D173, 0x1D17A, Kind::kZeroWidth},    // musical format controls
    {0xE0000, 0xE0FFF, Kind::kTag},          // tags, selectors, and the unassigned between them
});

struct Block {
  char32_t first;
  char32_t last;
};

constexpr std::array kJoining = std::to_array<Block>({
    {0x0600, 0x08FF},    // Arabic, Syriac, N'Ko, Mandaic and supplements
    {0x0900, 0x0DFF},    // Devanagari to Sinhala
    {0x0F00, 0x109F},    // Tibetan, Myanmar
    {0x1780, 0x18AF},    // Khmer, Mongolian
    {0x1900, 0x1AAF},    // Limbu to Tai Tham
    {0x1B00, 0x1C4F},    // Balinese to Lepcha
    {0xA840, 0xA8FF},    // Phags-pa, Saurashtra, Devanagari extended
    {0xA980, 0xAADF},    // Javanese to Tai Viet
    {0xFB50, 0xFDFF},    // Arabic presentation forms A
    {0xFE70, 0xFEFC},    // Arabic presentation forms B
    {0x10AC0, 0x10AFF},  // Manichaean
    {0x11000, 0x11CFF},  // Brahmi and its descendants
    {0x1E900, 0x1E95F},  // Adlam
});

// Where emoji live, widely drawn.
constexpr std::array kEmoji = std::to_array<Block>({
    {0x203C, 0x203C},
    {0x2049, 0x2049},
    {0x2122, 0x2122},
    {0x2139, 0x2139},
    {0x2190, 0x21FF},
    {0x2300, 0x23FF},
    {0x24C2, 0x24C2},
    {0x25A0, 0x27BF},
    {0x2934, 0x2935},
    {0x2B00, 0x2BFF},
    {0x3030, 0x3030},
    {0x303D, 0x303D},
    {0x3297, 0x3299},
    {0x1F000, 0x1FAFF},
});

constexpr std::array<char32_t, 16> kViramas = {0x094D, 0x09CD, 0x0A4D, 0x0ACD, 0x0B4D, 0x0BCD,
                                               0x0C4D, 0x0CCD, 0x0D4D, 0x0DCA, 0x1039, 0x103A,
                                               0x17D2, 0x1B44, 0x1BAA, 0xA8C4};

bool IsIn(std::span<const Block> blocks, char32_t c) {
  return std::ranges::any_of(blocks, [c](Block b) { return b.first <= c && c <= b.last; });
}

Kind KindOf(char32_t c) {
  if ((c & 0xFFFEU) == 0xFFFE) return Kind::kControl;  // the last two of a plane are no characters
  const auto* after = std::ranges::upper_bound(kHidden, c, {}, &Range::first);
  if (after == kHidden.begin()) return Kind::kPlain;
  const Range& range = *std::prev(after);
  return c <= range.last ? range.kind : Kind::kPlain;
}

bool HasEmojiForm(char32_t c) { return IsIn(kEmoji, c) || c == 0xA9 || c == 0xAE; }

// A digit takes a selector only below the keycap that follows it: elsewhere nobody sees it.
bool IsKeycap(char32_t base, char32_t next) {
  constexpr char32_t kKeycap = 0x20E3;
  return next == kKeycap && ((base >= '0' && base <= '9') || base == '#' || base == '*');
}

struct Decoded {
  char32_t value = 0;
  std::size_t size = 0;  // 0: not UTF-8
};

// The character at the front; no overlong forms, surrogates or values past U+10FFFF.
Decoded Decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return {};
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
  char32_t value = lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  if (overlong || (value >= 0xD800 && value <= 0xDFFF) || value > 0x10FFFF) return {};
  return {value, size};
}

// Bytes from `at` that are printable ASCII, tab or LF: nothing to look at.
std::size_t PlainRun(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  const auto plain = [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t'; };
  while (at + 8 <= text.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    // A high bit in `hit` marks a byte that is non-ASCII, DEL, or below 0x20 (tab and LF are
    // looked at again below, which is cheap: they end a line).
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    const std::uint64_t below = (word - kOnes * 0x20) & ~word;
    const std::uint64_t del = ((word ^ (kOnes * 0x7F)) - kOnes) & ~(word ^ (kOnes * 0x7F));
    if (((word | below | del) & (kOnes * 0x80)) != 0) {
      const std::size_t end = at + 8;
      while (at < end && plain(text[at])) ++at;
      if (at < end) return at - begin;
      continue;
    }
    at += 8;
  }
  while (at < text.size() && plain(text[at])) ++at;
  return at - begin;
}

// What is printed before the character in question, as far as joiners care.
struct Before {
  char32_t shown = 0;     // 0: nothing, or an escape
  bool selector = false;  // `shown` is followed by U+FE0E or U+FE0F
};

bool JoinerBelongs(char32_t joiner, const Before& before, char32_t next) {
  if (IsIn(kJoining, before.shown) && KindOf(before.shown) == Kind::kPlain) {
    if (IsIn(kJoining, next) && KindOf(next) == Kind::kPlain) return true;
    return joiner == 0x200D && std::ranges::find(kViramas, before.shown) != kViramas.end();
  }
  return joiner == 0x200D && IsIn(kEmoji, before.shown) && IsIn(kEmoji, next);
}

class Escaper {
 public:
  explicit Escaper(std::string_view text) : text_(text) {}

  InvisibleCounts Run(std::string& out) {
    for (std::size_t at = 0; at < text_.size();) {
      if (const std::size_t run = PlainRun(text_, at); run > 0) {
        at += run;
        before_ = {.shown = static_cast<unsigned char>(text_[at - 1])};
        continue;
      }
      const Decoded c = Decode(text_.substr(at));
      const std::size_t size = std::max<std::size_t>(c.size, 1);
      if (c.size == 0) {
        ++counts_.invalid;
        Replace(out, at, 1, fmt::format("\\x{{{:02X}}}", static_cast<unsigned char>(text_[at])));
      } else if (!Keep(c, at)) {
        Count(KindOf(c.value));
        Replace(out, at, size, fmt::format("\\u{{{:X}}}", static_cast<std::uint32_t>(c.value)));
      }
      at += size;
    }
    if (counts_.total() > 0) out.append(text_.substr(copied_));
    return counts_;
  }

 private:
  bool Keep(Decoded c, std::size_t at) {
    const Kind kind = KindOf(c.value);
    if (kind == Kind::kPlain) {
      before_ = {.shown = c.value};
      return true;
    }
    if (c.value == '\r') return text_.substr(at + 1, 1) == "\n";
    if (c.value == 0x200C || c.value == 0x200D) {
      if (!JoinerBelongs(c.value, before_, Decode(text_.substr(at + c.size)).value)) return false;
      before_ = {};  // two joiners in a row are never needed
      return true;
    }
    if (c.value == 0xFE0E || c.value == 0xFE0F) {
      const char32_t next = Decode(text_.substr(at + c.size)).value;
      const bool belongs = HasEmojiForm(before_.shown) || IsKeycap(before_.shown, next);
      if (before_.selector || !belongs) return false;
      before_.selector = true;
      return true;
    }
    return false;
  }

  void Count(Kind kind) {
    if (kind == Kind::kBidirectional) ++counts_.bidirectional;
    if (kind == Kind::kZeroWidth) ++counts_.zero_width;
    if (kind == Kind::kTag) ++counts_.tags;
    if (kind == Kind::kControl) ++counts_.controls;
  }

  void Replace(std::string& out, std::size_t at, std::size_t size, std::string_view escape) {
    if (out.empty()) out.reserve(text_.size() + text_.size() / 8 + 64);
    out.append(text_.substr(copied_, at - copied_)).append(escape);
    copied_ = at + size;
    before_ = {};
  }

  std::string_view text_;  // borrowed for one Run
  InvisibleCounts counts_;
  Before before_;
  std::size_t copied_ = 0;
};

}  // namespace

VisibleText EscapeInvisible(std::string text) {
  std::string escaped;
  const InvisibleCounts counts = Escaper(text).Run(escaped);
  if (counts.total() == 0) return {.text = std::move(text), .counts = {}};
  return {.text = std::move(escaped), .counts = counts};
}

}  // namespace satchel::text
