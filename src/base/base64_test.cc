#include "base/base64.h"

#include <string>

#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(Base64Test, GivesThePublishedValues) {  // RFC 4648, section 10
  EXPECT_EQ(EncodeBase64(""), "");
  EXPECT_EQ(EncodeBase64("f"), "Zg==");
  EXPECT_EQ(EncodeBase64("fo"), "Zm8=");
  EXPECT_EQ(EncodeBase64("foo"), "Zm9v");
  EXPECT_EQ(EncodeBase64("foobar"), "Zm9vYmFy");
}

TEST(Base64Test, EveryByteComesBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes += static_cast<char>(i);
    EXPECT_EQ(DecodeBase64(EncodeBase64(bytes)).value_or("error"), bytes);
  }
}

TEST(Base64Test, RefusesWhatItWouldNotWrite) {
  for (const char* text : {"Zg=", "Zg", "Z===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Zm 9", "Zm-_",
                           "Zm9v\n", "=Zm9", "\xC3\xA9\xC3\xA9"}) {
    EXPECT_FALSE(DecodeBase64(text)) << text;
  }
}

}  // namespace
}  // namespace satchel
