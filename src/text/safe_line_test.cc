#include "text/safe_line.h"

#include <string>

#include <gtest/gtest.h>

namespace satchel::text {
namespace {

TEST(SafeLineTest, HasNoSecretAndNoInvisibleCharacterAndIsNotTooLong) {
  const std::string secret = std::string("AKIA") + "IOSFODNN7EXAMPLQ";
  EXPECT_EQ(SafeLine("key " + secret, 100).find(secret), std::string::npos);
  EXPECT_EQ(SafeLine("a\u202Eb", 100), "a\\u{202E}b");
  EXPECT_EQ(SafeLine("abcdef", 4), "abc…");
  EXPECT_EQ(SafeLine("plain", 100), "plain");
}

}  // namespace
}  // namespace satchel::text
