#include "code/facts/facts_codec.h"

#include <string>

#include <gtest/gtest.h>

#include "base/compress.h"
#include "code/languages/languages.h"
#include "code/parse/parser.h"

namespace satchel::code {
namespace {

FileFacts SomeFacts() {
  Parser parser;
  FileFacts facts = parser.Read(
      "import os.path as p\n\n# TODO: more\nclass A(B):\n    \"\"\"Doc.\"\"\"\n    def f(self):\n"
      "        return p.join(self.g())\n",
      FindLanguage("python"));
  facts.package = "x";
  facts.symbols.back().stale = true;
  return facts;
}

TEST(FactsCodecTest, FactsComeBackAsTheyWere) {
  const FileFacts facts = SomeFacts();
  ASSERT_EQ(facts.symbols.size(), 2U);
  ASSERT_EQ(facts.comments.size(), 1U);
  const auto back = DecodeFacts(EncodeFacts(facts));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(*back, facts);
  EXPECT_EQ(*DecodeFacts(EncodeFacts({})), FileFacts{});
}

TEST(FactsCodecTest, EveryCutAndEveryChangedByteIsCorruptOrOtherFacts) {
  const std::string plain = *Decompress(EncodeFacts(SomeFacts()), 1U << 20U);
  for (std::size_t at = 0; at < plain.size(); ++at) {
    EXPECT_FALSE(DecodeFacts(Compress(plain.substr(0, at))).has_value()) << at;
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      std::string changed = plain;
      changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
      const auto facts = DecodeFacts(Compress(changed));
      if (facts) {
        EXPECT_NE(*facts, SomeFacts()) << at;
        for (const Use& use : facts->uses) {
          EXPECT_TRUE(use.symbol == kNoSymbol || use.symbol < facts->symbols.size());
        }
      }
    }
  }
}

TEST(FactsCodecTest, AnotherVersionIsNotRead) {
  std::string plain = *Decompress(EncodeFacts({}), 1U << 20U);
  plain[0] = static_cast<char>(kFactsVersion + 1);
  EXPECT_EQ(DecodeFacts(Compress(plain)).error().code(), Errc::kCorrupt);
  EXPECT_FALSE(DecodeFacts("no frame at all").has_value());
}

}  // namespace
}  // namespace satchel::code
