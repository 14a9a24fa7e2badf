#include "code/index/indexed_file.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/facts/facts_codec.h"

namespace satchel::code {
namespace {

using testing::HasSubstr;
using testing::Not;

IndexedFile Indexed(const std::string& content) {
  FactsReader reader(ParseLimits(), nullptr, nullptr);
  return reader.Read("src/holder.py", content, ContentDigest(content, content.size()));
}

TEST(FactsReaderTest, NoFactOfAFileHoldsASecret) {
  const std::string token = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");
  const std::string head = "import os\n\n\n";
  const std::string content = head + "class Holder_" + token + ":\n    \"\"\"Calls with " + token +
                              "\"\"\"\n    def pay(self, key=\"" + token +
                              "\"):\n        # TODO: rotate " + token + "\n        return 1\n";
  const IndexedFile file = Indexed(content);
  EXPECT_TRUE(file.facts.has_secrets);
  ASSERT_EQ(file.facts.symbols.size(), 2U);
  EXPECT_THAT(file.facts.symbols[0].name, HasSubstr("Holder_xxx"));
  // The places are those of the file itself.
  EXPECT_EQ(file.facts.symbols[0].extent.begin, head.size());
  for (const Symbol& symbol : file.facts.symbols) {
    EXPECT_THAT(symbol.name + symbol.signature + symbol.doc, Not(HasSubstr(token)));
  }
  for (const Comment& comment : file.facts.comments)
    EXPECT_THAT(comment.text, Not(HasSubstr(token)));
  EXPECT_TRUE(DecodeFacts(file.encoded).value().has_secrets);
}

TEST(FactsReaderTest, AFileWithoutSecretsSaysSo) {
  const IndexedFile file = Indexed("def pay():\n    return 1\n");
  EXPECT_FALSE(file.facts.has_secrets);
  EXPECT_FALSE(DecodeFacts(file.encoded).value().has_secrets);
}

}  // namespace
}  // namespace satchel::code
