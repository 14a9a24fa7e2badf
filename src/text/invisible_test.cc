#include "text/invisible.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace satchel::text {
namespace {

std::string Escape(std::string_view text) { return EscapeInvisible(std::string(text)).text; }

std::string Utf8(char32_t c) {
  std::string out;
  const auto byte = [&](char32_t value) {
    out += static_cast<char>(static_cast<unsigned char>(value));
  };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0U | (c >> 6U));
    byte(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    byte(0xE0U | (c >> 12U));
    byte(0x80U | ((c >> 6U) & 0x3FU));
    byte(0x80U | (c & 0x3FU));
  } else {
    byte(0xF0U | (c >> 18U));
    byte(0x80U | ((c >> 12U) & 0x3FU));
    byte(0x80U | ((c >> 6U) & 0x3FU));
    byte(0x80U | (c & 0x3FU));
  }
  return out;
}

TEST(EscapeInvisibleTest, ReturnsOrdinaryTextInItsOwnBuffer) {
  for (const std::string_view text :
       {"", "int main() {\n\treturn 0;\n}\n", "line\r\nline\r\n", "naïve café, Übung, Привет, мир",
        "中文字符和日本語テキスト、한국어", "שלום עולם", "∑ → ≤ 𝒳 ½", "combining e\u0301 stays"}) {
    std::string input(text);
    input.reserve(256);  // so that a short text has a heap buffer to recognise
    const void* buffer = input.data();
    const VisibleText result = EscapeInvisible(std::move(input));
    EXPECT_EQ(result.text, text);
    EXPECT_EQ(result.text.data(), buffer) << text;
    EXPECT_EQ(result.counts.total(), 0U);
  }
}

TEST(EscapeInvisibleTest, ShowsBidirectionalControls) {
  for (const char32_t c : {0x202AU, 0x202BU, 0x202CU, 0x202DU, 0x202EU, 0x2066U, 0x2067U, 0x2068U,
                           0x2069U, 0x200EU, 0x200FU, 0x061CU}) {
    const VisibleText result = EscapeInvisible("if (a" + Utf8(c) + "b)");
    EXPECT_EQ(result.text, fmt::format("if (a\\u{{{:X}}}b)", static_cast<unsigned>(c)));
    EXPECT_EQ(result.counts, InvisibleCounts{.bidirectional = 1});
  }
}

TEST(EscapeInvisibleTest, ShowsZeroWidthCharactersAndFillers) {
  for (const char32_t c : {0x200BU, 0x200CU, 0x200DU,  0x2060U,  0x2061U,  0x2064U, 0xFEFFU,
                           0xADU,   0x34FU,  0x115FU,  0x1160U,  0x3164U,  0xFFA0U, 0x180EU,
                           0x17B4U, 0x2800U, 0x1107FU, 0x16FE4U, 0x1D159U, 0x13441U}) {
    const VisibleText result = EscapeInvisible("pass" + Utf8(c) + "word");
    EXPECT_EQ(result.text, fmt::format("pass\\u{{{:X}}}word", static_cast<unsigned>(c)));
    EXPECT_EQ(result.counts, InvisibleCounts{.zero_width = 1});
  }
}

TEST(EscapeInvisibleTest, ShowsTextSmuggledInTagCharactersAndSelectors) {
  std::string hidden = "Hi";
  for (const char c : std::string_view("rm -rf")) {
    hidden += Utf8(0xE0000U + static_cast<unsigned char>(c));
  }
  const VisibleText result = EscapeInvisible(hidden);
  EXPECT_EQ(result.text, "Hi\\u{E0072}\\u{E006D}\\u{E0020}\\u{E002D}\\u{E0072}\\u{E0066}");
  EXPECT_EQ(result.counts, InvisibleCounts{.tags = 6});
  EXPECT_EQ(Escape("a" + Utf8(0xE0100) + Utf8(0xE01EF)), "a\\u{E0100}\\u{E01EF}");
  EXPECT_EQ(Escape("😀" + Utf8(0xFE00) + Utf8(0xFE0F) + Utf8(0xFE0F)),
            "😀\\u{FE00}\\u{FE0F}\\u{FE0F}");
}

TEST(EscapeInvisibleTest, ShowsSelectorsOfDigitsThatHaveNoKeycap) {
  EXPECT_EQ(Escape("v1\uFE0F.0\uFE0E #\uFE0F *\uFE0F"),
            "v1\\u{FE0F}.0\\u{FE0E} #\\u{FE0F} *\\u{FE0F}");
  EXPECT_EQ(Escape("1\uFE0F\uFE0F\u20E3"), "1\\u{FE0F}\\u{FE0F}\u20E3");
  EXPECT_EQ(Escape("#\uFE0F\u20E3 1\uFE0E\u20E3"), "#\uFE0F\u20E3 1\uFE0E\u20E3");
}

TEST(EscapeInvisibleTest, ShowsWhatStandsForNoCharacter) {
  for (const char32_t c : {0xFFFCU, 0xFDD0U, 0xFDEFU, 0xFFFEU, 0xFFFFU, 0x1FFFEU, 0x10FFFFU}) {
    const VisibleText result = EscapeInvisible("a" + Utf8(c) + "b");
    EXPECT_EQ(result.text, fmt::format("a\\u{{{:X}}}b", static_cast<unsigned>(c)));
    EXPECT_EQ(result.counts, InvisibleCounts{.controls = 1});
  }
  EXPECT_EQ(Escape("\uFFFD \u28FF \U0001D15A"), "\uFFFD \u28FF \U0001D15A");
}

TEST(EscapeInvisibleTest, TakesTheEscapeOutOfTerminalSequences) {
  EXPECT_EQ(Escape("\x1b[2J\x1b]0;title\x07"), "\\u{1B}[2J\\u{1B}]0;title\\u{7}");
  EXPECT_EQ(Escape(Utf8(0x9B) + "31m"), "\\u{9B}31m");  // CSI as one character
  EXPECT_EQ(Escape("\x9b"
                   "31m"),
            "\\x{9B}31m");  // and as one byte
  EXPECT_EQ(Escape(std::string_view("a\0b", 3)), "a\\u{0}b");
  EXPECT_EQ(Escape("a\x7f"), "a\\u{7F}");
}

TEST(EscapeInvisibleTest, KeepsLineEndsAndShowsWhatOnlySomeReadersTakeForOne) {
  EXPECT_EQ(Escape("a\r\nb\n"), "a\r\nb\n");
  EXPECT_EQ(Escape("real\rfake"), "real\\u{D}fake");
  EXPECT_EQ(Escape("a\r\r\nb\r"), "a\\u{D}\r\nb\\u{D}");
  EXPECT_EQ(Escape("a" + Utf8(0x2028) + Utf8(0x2029) + "b" + Utf8(0x85)),
            "a\\u{2028}\\u{2029}b\\u{85}");
  EXPECT_EQ(Escape(Utf8(0xFFF9) + "a" + Utf8(0xFFFB)), "\\u{FFF9}a\\u{FFFB}");
}

TEST(EscapeInvisibleTest, KeepsJoinersWhereWritingNeedsThem) {
  for (const std::string_view text : {
           "می\u200Cخواهم",                  // Persian: "I want"
           "क\u094D\u200Dष",                 // Devanagari half form
           "ന\u0D4D\u200D എന്ന",              // Malayalam chillu at the end of a word
           "👩\u200D💻 👨\u200D👩\u200D👧",  // professions and families
           "❤\uFE0F\u200D🔥 🏳\uFE0F\u200D🌈 ☎\uFE0E 1\uFE0F\u20E3",
       }) {
    EXPECT_EQ(Escape(text), text);
  }
}

TEST(EscapeInvisibleTest, ShowsJoinersEverywhereElse) {
  EXPECT_EQ(Escape("to\u200Dken"), "to\\u{200D}ken");
  EXPECT_EQ(Escape("\u200Dx\u200C"), "\\u{200D}x\\u{200C}");
  EXPECT_EQ(Escape("می\u200C\u200Cخ"), "می\\u{200C}\\u{200C}خ");
  EXPECT_EQ(Escape("👩\u200D\u200D💻"), "👩\\u{200D}\\u{200D}💻");
  EXPECT_EQ(Escape("👩\u200Dx"), "👩\\u{200D}x");
  EXPECT_EQ(Escape("👩\u200C💻"), "👩\\u{200C}💻");
  EXPECT_EQ(Escape("x\uFE0F"), "x\\u{FE0F}");
}

TEST(EscapeInvisibleTest, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(Escape("caf\xe9"), "caf\\x{E9}");
  EXPECT_EQ(Escape("\xc0\xae"), "\\x{C0}\\x{AE}");             // overlong
  EXPECT_EQ(Escape("\xed\xa0\x80"), "\\x{ED}\\x{A0}\\x{80}");  // surrogate
  EXPECT_EQ(Escape("\xf4\x90\x80\x80"), "\\x{F4}\\x{90}\\x{80}\\x{80}");
  EXPECT_EQ(Escape("a\xe2\x80"), "a\\x{E2}\\x{80}");  // cut short
  EXPECT_EQ(EscapeInvisible("\xff\xfe").counts, InvisibleCounts{.invalid = 2});
}

TEST(EscapeInvisibleTest, IsIdempotentAndKeepsTheNumberOfLines) {
  const std::vector<std::string> parts = {
      "a",      "\\u{202E}",   "\n",          "\r",       "\r\n",   "\t",       " ",      "می",
      "क",      "\u094D",      "👩",          "❤",        "1",      "\u200C",   "\u200D", "\uFE0F",
      "\uFE0E", "\u202E",      "\u2028",      "\u2060",   "\xff",   "\xe2\x80", "\x8d",   "\x1b",
      "é",      Utf8(0xE0041), Utf8(0xE0101), "12345678", "\u0600", "\u180e",   "\u20E3", "\u2800",
      "#"};
  for (std::uint64_t i = 0, seed = test::FirstSeed(); i < test::CaseCount(20'000); ++i, ++seed) {
    test::Random random(seed);
    std::string text;
    for (std::uint64_t n = random.Below(24); n > 0; --n) text += random.Pick(parts);
    const std::string once = Escape(text);
    const VisibleText twice = EscapeInvisible(once);
    ASSERT_EQ(twice.text, once) << "seed " << seed;
    ASSERT_EQ(twice.counts.total(), 0U) << "seed " << seed;
    ASSERT_EQ(std::ranges::count(text, '\n'), std::ranges::count(once, '\n')) << "seed " << seed;
    ASSERT_FALSE(once.contains("\u202E") || once.contains('\x1b')) << "seed " << seed;
  }
}

}  // namespace
}  // namespace satchel::text
