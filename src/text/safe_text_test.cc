#include "text/safe_text.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::text {
namespace {

using testing::HasSubstr;
using testing::Not;

// Made up, and put together here so that no file holds it whole.
std::string Token() { return "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E"); }

std::string Key() {
  std::string key = "-----BEGIN RSA PRIVATE " + std::string("KEY-----\n");
  for (int i = 0; i < 4; ++i)
    key += "MIIEpAIBAAKCAQEAu7Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2EwQ8uI4oKx\n";
  return key + "-----END RSA PRIVATE " + "KEY-----\n";
}

TEST(SafeTextTest, AStringLosesItsSecretsAndShowsItsInvisibleCharacters) {
  const SafeText safe = "token " + Token() + " \u202Eevil\x1b[31m";
  EXPECT_THAT(safe.text(), Not(HasSubstr(Token())));
  EXPECT_THAT(safe.text(), HasSubstr("[redacted:github-token]"));
  EXPECT_THAT(safe.text(), HasSubstr("\\u{202E}evil\\u{1B}[31m"));
}

TEST(SafeTextTest, APacketStaysAsItWasCounted) {
  EXPECT_EQ(SafeText::OfPacket("a\u202Eb").text(), "a\u202Eb");
}

TEST(SafeTextTest, AllStringsOfJsonGoThroughTheGate) {
  Json value = {{"key " + Token(), {1, {{"inner", "x " + Token()}}, "\u202E"}}, {"plain", true}};
  MakeSafe(value);
  const std::string text = CanonicalJson(value);
  EXPECT_THAT(text, Not(HasSubstr(Token())));
  EXPECT_THAT(text, Not(HasSubstr("\u202E")));
  EXPECT_EQ(value["plain"], true);
  EXPECT_EQ(value["key [redacted:github-token]"][0], 1);
}

TEST(SafeTextTest, KeysThatBecomeEqualKeepTheirValues) {
  std::string other = Token();
  other.back() = 'F';
  Json value = {{"k " + Token(), 2}, {"k " + other, 1}, {"k [redacted:github-token]", 0}};
  MakeSafe(value);
  const Json expected = {{"k [redacted:github-token]", 0},
                         {"k [redacted:github-token] (2)", 2},
                         {"k [redacted:github-token] (3)", 1}};
  EXPECT_EQ(value, expected);
  const Json once = value;
  MakeSafe(value);
  EXPECT_EQ(value, once);
}

TEST(MaskSecretsTest, LinesAndOffsetsStay) {
  const std::string before = "first = 1\n";
  const std::string text = before + "class Holder_" + Token() + " {};\n" + Key() + "last\n";
  const MaskedText masked = MaskSecrets(text);
  EXPECT_TRUE(masked.has_secrets);
  EXPECT_EQ(masked.text.size(), text.size());
  EXPECT_EQ(masked.text.find("last"), text.find("last"));
  EXPECT_THAT(masked.text, Not(HasSubstr(Token())));
  EXPECT_THAT(masked.text, Not(HasSubstr("MIIE")));
  EXPECT_THAT(masked.text, HasSubstr(before + "class Holder_xxx"));
}

TEST(MaskSecretsTest, OrdinaryTextStaysAsItIs) {
  const std::string text = "int main() { return 0; }\n";
  EXPECT_EQ(MaskSecrets(text).text, text);
  EXPECT_FALSE(MaskSecrets(text).has_secrets);
}

TEST(HoldsSecretTest, KnowsATokenInAPath) {
  EXPECT_TRUE(HoldsSecret("keys/" + Token() + "/x.cc"));
  EXPECT_FALSE(HoldsSecret("src/text/safe_text.cc"));
}

}  // namespace
}  // namespace satchel::text
