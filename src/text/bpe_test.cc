#include "text/bpe.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint32_t> O200k(std::string_view text) {
  std::vector<std::uint32_t> tokens;
  BpeEncoding::O200k().Encode(text, tokens);
  return tokens;
}

std::vector<std::uint32_t> Cl100k(std::string_view text) {
  std::vector<std::uint32_t> tokens;
  BpeEncoding::Cl100k().Encode(text, tokens);
  return tokens;
}

std::string Decode(const BpeEncoding& encoding, std::string_view text) {
  std::vector<std::uint32_t> tokens;
  encoding.Encode(text, tokens);
  std::string bytes;
  for (const std::uint32_t token : tokens) encoding.AppendBytes(token, bytes);
  return bytes;
}

TEST(BpeTest, EncodesTheExamplesThatOthersPublish) {
  EXPECT_THAT(O200k("hello world"), ElementsAre(24912, 2375));
  EXPECT_THAT(Cl100k("hello world"), ElementsAre(15339, 1917));
  EXPECT_THAT(Cl100k("tiktoken is great!"), ElementsAre(83, 1609, 5963, 374, 2294, 0));
}

TEST(BpeTest, NothingHasNoTokens) {
  EXPECT_THAT(O200k(""), IsEmpty());
  EXPECT_EQ(BpeEncoding::Cl100k().Count(""), 0U);
}

TEST(BpeTest, EveryByteAloneIsOneToken) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    EXPECT_EQ(BpeEncoding::O200k().Count(text), 1U) << byte;
    EXPECT_EQ(BpeEncoding::Cl100k().Count(text), 1U) << byte;
    EXPECT_EQ(Decode(BpeEncoding::O200k(), text), text) << byte;
  }
}

TEST(BpeTest, EncodeAppendsToWhatIsThere) {
  std::vector<std::uint32_t> tokens = {7};
  BpeEncoding::O200k().Encode("hello", tokens);
  EXPECT_THAT(tokens, ElementsAre(7, 24912));
}

TEST(BpeTest, NamesOfSpecialTokensAreText) {
  EXPECT_THAT(O200k("<|endoftext|>"), ElementsAre(27, 91, 419, 1440, 919, 91, 29));
  EXPECT_THAT(Cl100k("<|endoftext|>"), ElementsAre(27, 91, 8862, 728, 428, 91, 29));
}

TEST(BpeTest, AByteOrderMarkIsPartOfTheTokensThatHaveIt) {
  EXPECT_THAT(O200k("\ufeffusing System"), ElementsAre(9251, 1219));
  EXPECT_THAT(Cl100k("\ufeffusing System"), ElementsAre(4117, 744));
}

TEST(BpeTest, BrokenUtf8IsCountedByteByByteAndComesBack) {
  for (const std::string_view text :
       {"\xff\xfe", "a\xc3", "\xe4\xb8", "\xf0\x9f\x98z", "\xed\xa0\x80", "\xc0\x80", "\xf5\x80"}) {
    EXPECT_EQ(Decode(BpeEncoding::O200k(), text), text);
    EXPECT_EQ(Decode(BpeEncoding::Cl100k(), text), text);
    EXPECT_LE(BpeEncoding::O200k().Count(text), text.size());
  }
}

// A quadratic merge would need hours for these; the test's time limit is what fails then.
TEST(BpeTest, LongRunsTakeLinearTime) {
  constexpr std::size_t kSize = 1U << 18U;
  std::string base64;
  for (std::size_t i = 0; base64.size() < kSize; ++i) {
    base64.push_back("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[i * i * 7919 % 52]);
  }
  std::string marks;
  while (marks.size() < kSize) marks += "\u0301";
  for (const std::string& text :
       {std::string(kSize, 'a'), std::string(kSize, ' '), std::string(kSize, '\n'),
        std::string(kSize, '='), std::string(kSize, '\xff'), std::string(kSize, 'A'), base64, marks,
        "\n" + std::string(kSize, ' ') + "x"}) {
    EXPECT_LE(BpeEncoding::O200k().Count(text), text.size());
    EXPECT_LE(BpeEncoding::Cl100k().Count(text), text.size());
  }
  // Known from shorter runs: eight letters, and spaces in tokens of up to 128.
  EXPECT_EQ(BpeEncoding::O200k().Count(std::string(kSize, 'a')), kSize / 8);
  EXPECT_EQ(BpeEncoding::O200k().Count(std::string(kSize, ' ')), kSize / 128);
}

TEST(BpeTest, APieceLongerThanTheShortBufferIsEncodedLikeAShorterOne) {
  // 255 and 256 bytes are on either side of where the encoder changes its memory.
  for (std::size_t size = 250; size < 262; ++size) {
    const std::string text(size, 'a');
    EXPECT_EQ(Decode(BpeEncoding::O200k(), text), text);
    EXPECT_EQ(BpeEncoding::O200k().Count(text + text), O200k(text + text).size());
  }
}

}  // namespace
}  // namespace satchel::text
