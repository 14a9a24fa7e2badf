#pragma once

#include <span>
#include <string_view>

namespace satchel::text {

// Where the form of a kind of secret is documented, so that whoever doubts a rule can look it up
// and whoever renews the rules knows which are old.
struct SecretSource {
  std::string_view kind;  // of the rules
  std::string_view page;  // the issuer's own where it has one, else a public list of rules
  std::string_view seen;  // year and month in which the page said so
};

// Ordered by kind; exactly one row for each kind a rule can give.
std::span<const SecretSource> SecretSources();

}  // namespace satchel::text
