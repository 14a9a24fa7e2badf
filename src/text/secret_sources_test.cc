#include "text/secret_sources.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/secret_pattern.h"
#include "text/secret_rules.h"

namespace satchel::text {
namespace {

std::set<std::string_view> KindsOfRules() {
  std::set<std::string_view> kinds = {"prefixed-token", "private-key", "url-password"};  // by code
  for (const TokenRule& rule : TokenRules()) kinds.insert(rule.kind);
  for (const RunRule& rule : RunRules()) kinds.insert(rule.kind);
  for (const NameRule& rule : NameRules()) kinds.insert(rule.kind);
  for (const ProviderRule& rule : ProviderRules()) kinds.insert(rule.kind);
  return kinds;
}

TEST(SecretSourcesTest, EachKindHasOneSource) {
  std::set<std::string_view> documented;
  for (const SecretSource& source : SecretSources()) {
    EXPECT_TRUE(documented.insert(source.kind).second) << source.kind;
    EXPECT_FALSE(source.page.empty()) << source.kind;
  }
  EXPECT_EQ(documented, KindsOfRules());
  EXPECT_TRUE(std::ranges::is_sorted(SecretSources(), {}, &SecretSource::kind));
}

TEST(SecretSourcesTest, AMonthIsAMonth) {
  const SecretPattern month("20[0-9]{2}-(?:0[1-9]|1[0-2])");
  for (const SecretSource& source : SecretSources()) {
    EXPECT_TRUE(source.seen.empty() || month.MatchesAll(source.seen)) << source.kind;
  }
}

// A marker with another character would be taken for text, and its kind for a name.
TEST(SecretSourcesTest, AKindFitsIntoAMarker) {
  for (const std::string_view kind : KindsOfRules()) {
    EXPECT_EQ(kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), kind.npos) << kind;
    EXPECT_LE(kind.size(), 30U) << kind;
  }
}

}  // namespace
}  // namespace satchel::text
