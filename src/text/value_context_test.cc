#include "text/value_context.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace satchel::text {
namespace {

// "%" is the value.
ValueContext Around(std::string_view text) {
  const std::size_t at = text.find('%');
  return {text, at, at + 1};
}

TEST(ValueContextTest, AVendorAndAWordForASecretAroundAValueNameIt) {
  for (const std::string_view text :
       {"the Snyk token for CI is %", "SNYK_TOKEN=%", "SnykToken %", "| token | snyk | % |",
        "## Snyk\n\ntoken:\n%", "% is the key of snyk", "snyk: `%`", "snyk -t %"}) {
    EXPECT_TRUE(Around(text).Names("snyk")) << text;
    EXPECT_TRUE(Around(text).MayHoldASecret()) << text;
  }
}

TEST(ValueContextTest, AnotherWordOrAnotherPlaceDoesNot) {
  for (const std::string_view text : {"the Snyk project %", "asnyk token %", "snyker token %",
                                      "token of railway: %", "%\nsnyk token", ""}) {
    const std::string padded = std::string(text) + "%";
    EXPECT_FALSE(Around(padded).Names("snyk")) << text;
  }
  const std::string far = "snyk token" + std::string(200, '.') + "%";
  EXPECT_FALSE(Around(far).Names("snyk"));
  EXPECT_FALSE(Around("snyk token\n\n\n\n\n%").Names("snyk"));
}

TEST(ValueContextTest, AMarkerSaysNothing) {
  EXPECT_FALSE(Around("[redacted:snyk-token] %").Names("snyk"));
  EXPECT_FALSE(Around("% [redacted:snyk-token]").Names("snyk"));
  const std::string cut =
      "[redacted:snyk-token]" + std::string(144, '.') + "%";  // begins in "snyk"
  EXPECT_FALSE(Around(cut).Names("snyk"));
  EXPECT_TRUE(Around("snyk: [redacted:token], key %").Names("snyk"));
}

TEST(ValueContextTest, AnIdBesideATokenIsNoSecret) {
  EXPECT_FALSE(Around("snyk token id: %").MayHoldASecret());
  EXPECT_FALSE(Around("key of commit %").MayHoldASecret());
  EXPECT_TRUE(Around("%").MayHoldASecret());
}

}  // namespace
}  // namespace satchel::text
