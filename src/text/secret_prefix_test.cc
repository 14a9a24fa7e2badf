#include "text/secret_prefix.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

// Put together at run time, so that no scanner takes a line of this file for a secret.
constexpr std::string_view kMixed = "R7dKq2VbN9xLw4TzHc6JmYf3sPgA8uEk";
constexpr std::string_view kLower = "r7dkq2vbn9xlw4tzhc6jmyf3spga8uek";
constexpr std::string_view kHex = "3f786850e387550fdab836ed7e6dc881";

std::string After(std::string_view prefix, std::string_view rest) {
  return fmt::format("{}{}", prefix, rest);
}

TEST(PrefixedTokenTest, AReadablePrefixAndARandomRestAreAToken) {
  for (const std::string_view prefix :
       {"acme_pat_", "acme_live_", "vercel_blob_key_", "sk-", "abc1_token_", "Acme-Key-v2-"}) {
    EXPECT_TRUE(LooksPrefixed(After(prefix, kMixed))) << prefix;
    EXPECT_TRUE(LooksPrefixed(After(prefix, kLower))) << prefix;
  }
  EXPECT_TRUE(LooksPrefixed(After("acme_sk_", kHex)));
  EXPECT_TRUE(LooksPrefixed(After("api-", "6b3f9e0c-9f9a-4a5c-9a09-af9601317f2d")));
}

TEST(PrefixedTokenTest, IdsHashesAndPublicKeysAreNone) {
  for (const std::string_view prefix :
       {"sha256-", "commit-", "cus_", "pub_", "chunk-", "req_", "etag-", "acme_", "index-"}) {
    EXPECT_FALSE(LooksPrefixed(After(prefix, kMixed))) << prefix;
  }
  EXPECT_FALSE(LooksPrefixed(After("linux-", kHex)));
  EXPECT_FALSE(LooksPrefixed(After("node-", "6b3f9e0c-9f9a-4a5c-9a09-af9601317f2d")));
}

TEST(PrefixedTokenTest, AKeyToLookUpAndAPublicKeyAreNone) {
  for (const std::string_view prefix :
       {"cache-key-", "public-key-", "idempotency-key-", "acme_public_token_"}) {
    EXPECT_FALSE(LooksPrefixed(After(prefix, kMixed))) << prefix;
    EXPECT_FALSE(LooksPrefixed(After(prefix, kLower))) << prefix;
  }
}

TEST(PrefixedTokenTest, AHashOrAUuidNeedsAWordThatIdsDoNotHave) {
  const std::string sha = After(kHex, "de23001b");
  constexpr std::string_view kUuid = "6b3f9e0c-9f9a-4a5c-9a09-af9601317f2d";
  for (const std::string_view prefix :
       {"public-key-", "cache-key-", "idempotency-key-", "access-policy-", "myapp-prod-", "api.",
        "live-", "api-server-", "shop-api-", "acme-access-key-"}) {
    EXPECT_FALSE(LooksPrefixed(After(prefix, kHex))) << prefix;
    EXPECT_FALSE(LooksPrefixed(After(prefix, sha))) << prefix;
    EXPECT_FALSE(LooksPrefixed(After(prefix, kUuid))) << prefix;
  }
  for (const std::string_view prefix :
       {"acme_secret_", "acme-token-", "acme_pat_", "acme_live_sk_", "acme_api_key_"}) {
    EXPECT_TRUE(LooksPrefixed(After(prefix, kHex))) << prefix;
    EXPECT_TRUE(LooksPrefixed(After(prefix, sha))) << prefix;
    EXPECT_TRUE(LooksPrefixed(After(prefix, kUuid))) << prefix;
  }
}

TEST(PrefixedTokenTest, NamesFilesAndConstantsAreNone) {
  for (const std::string_view run :
       {"my_service_account_name_for_2_users", "BOOST_QVM_7C1A4B2D9E5F4A6B8C0D1E2F3A4B5C6D",
        "get_user2_by_name3_and_id4_or_null", "libfoo-1.2.3-4.debian12.x86-64",
        "vec_assign3_detail_impl2_swizzle4", "main-R7dKq2VbN9xLw4TzHc6JmYf3.js", ""}) {
    EXPECT_FALSE(LooksPrefixed(run)) << run;
  }
  EXPECT_FALSE(LooksPrefixed(After("_", kMixed)));
  EXPECT_FALSE(LooksPrefixed(kMixed));
}

}  // namespace
}  // namespace satchel::text
