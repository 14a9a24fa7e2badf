#include "text/utf8.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace satchel::text {
namespace {

using std::string_view_literals::operator""sv;

// U+FFFD shown as "?", which no case below contains.
std::string Repair(std::string_view bytes) {
  std::string text = RepairUtf8(bytes).text;
  for (std::size_t at = 0; (at = text.find("\xEF\xBF\xBD")) != std::string::npos;) {
    text.replace(at, 3, "?");
  }
  return text;
}

TEST(Utf8Test, EveryMaximalInvalidSubpartBecomesOneReplacement) {
  struct Case {
    std::string_view bytes;
    std::string_view repaired;
  };
  const std::vector<Case> cases = {
      {"", ""},
      {"plain", "plain"},
      {"ж 中 🎉 \x7f", "ж 中 🎉 \x7f"},
      {"\xff", "?"},
      {"a\x80z", "a?z"},
      {"\x80\xbf\x80", "???"},
      {"\xc0\xaf", "??"},                                  // overlong /
      {"\xe0\x80\xaf", "???"},                             // overlong /
      {"\xf0\x80\x80\xaf", "????"},                        // overlong /
      {"\xed\xa0\x80", "???"},                             // a surrogate
      {"\xf4\x90\x80\x80", "????"},                        // above U+10FFFF
      {"\xf5\x80", "??"},                                  // no such lead byte
      {"\xe4\xb8", "?"},                                   // cut short: one subpart
      {"\xe4\xb8z", "?z"},                                 //
      {"\xf0\x9f\x8e", "?"},                               // cut short
      {"\xf0\x9f\x8e\xf0\x9f\x8e\x89", "?🎉"},             // cut short, then whole
      {"\xc2", "?"},                                       //
      {"\xf1\x80\x80\xe1\x80\xc2\x62\x80\x63", "???b?c"},  // the example of the standard
  };
  for (const Case& c : cases) EXPECT_EQ(Repair(c.bytes), c.repaired) << c.repaired;
}

TEST(Utf8Test, RepairSaysHowManyAndWhereTheFirstStood) {
  const Repaired repaired = RepairUtf8("ab\xff 中 \xe4\xb8");
  EXPECT_EQ(repaired.replaced, 2U);
  EXPECT_EQ(repaired.first_bad, 2U);
  EXPECT_EQ(RepairUtf8("fine").first_bad, std::nullopt);
  EXPECT_EQ(RepairUtf8("0123456789\x80").first_bad, 10U);
}

TEST(Utf8Test, EveryScalarValueSurvivesEncodingAndDecoding) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    std::string bytes;
    AppendUtf8(c, bytes);
    const CodePoint decoded = DecodeUtf8(bytes, 0);
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    ASSERT_EQ(decoded.valid, !surrogate) << static_cast<std::uint32_t>(c);
    if (surrogate) continue;
    ASSERT_EQ(decoded.value, c);
    ASSERT_EQ(decoded.size, bytes.size());
  }
}

TEST(Utf8Test, ValidityAgreesWithRepairOnRandomBytes) {
  constexpr std::string_view kBytes = "a\x80\xbf\xc2\xe0\xe4\xed\xef\xf0\xf4\x9f\x8e\x90 \xff";
  for (std::uint64_t i = 0; i < test::CaseCount(20'000); ++i) {
    test::Random random(test::FirstSeed() + i);
    std::string bytes;
    for (std::uint64_t n = random.Below(24); n > 0; --n) bytes += random.Pick(kBytes);
    const Repaired repaired = RepairUtf8(bytes);
    ASSERT_EQ(IsValidUtf8(bytes), repaired.replaced == 0) << "seed " << test::FirstSeed() + i;
    ASSERT_TRUE(IsValidUtf8(repaired.text));
    ASSERT_EQ(CountCodePoints(bytes), CountCodePoints(repaired.text));
  }
}

TEST(Utf8Test, TruncationCutsNoCodePoint) {
  const std::string text = "aж中🎉";
  const std::vector<std::string> expected = {"",     "a",    "a",    "aж",   "aж", "aж",
                                             "aж中", "aж中", "aж中", "aж中", text, text};
  for (std::size_t bytes = 0; bytes < expected.size(); ++bytes) {
    EXPECT_EQ(TruncateUtf8(text, bytes), expected[bytes]) << bytes;
  }
  EXPECT_EQ(TruncateUtf8("\x80\x80\x80\x80\x80", 4).size(), 4U);  // stray bytes stand alone
}

TEST(Utf8Test, EllipsisIsInsideTheLimitAndOnlyWhereSomethingIsLeftOut) {
  EXPECT_EQ(Ellipsize("строка", 6), "строка");
  EXPECT_EQ(Ellipsize("строка", 5), "стро…");
  EXPECT_EQ(Ellipsize("two words", 5), "two…");  // no space before it
  EXPECT_EQ(Ellipsize("ab", 1), "…");
  EXPECT_EQ(Ellipsize("ab", 0), "");
  EXPECT_EQ(Ellipsize("", 0), "");
  const std::string line(100, 'x');
  EXPECT_EQ(CountCodePoints(Ellipsize(line, 80)), 80U);
}

}  // namespace
}  // namespace satchel::text
