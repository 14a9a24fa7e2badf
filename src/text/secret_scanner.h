#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/keyword_scanner.h"
#include "text/private_key.h"
#include "text/secret_pattern.h"
#include "text/secret_rules.h"

namespace satchel::text {

// A secret found in a text.
struct SecretSpan {
  // The surer the evidence, the higher; the kind of an overlap is that of the surest.
  enum class Evidence : std::uint8_t { kName, kProvider, kPlace, kForm };

  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view kind;  // of the rule tables
  Evidence evidence = Evidence::kName;
  bool continued = false;  // a further part of the secret before it
};

// Finds secrets by the rules of secret_rules.h. Fixed after construction and
// shared by all threads.
class SecretScanner {
 public:
  SecretScanner();

  // Appends what must not be shown, in no order and possibly overlapping.
  void FindSecrets(std::string_view text, std::vector<SecretSpan>& out) const;
  // Appends what looks random but has neither a known form nor a name.
  void FindSuspects(std::string_view text, std::vector<ByteSpan>& out) const;

 private:
  class Pass;

  enum class Source : std::uint8_t {
    kToken,
    kName,
    kVendor,
    kUrl,
    kPrivateKey,
    kPrivateKeyEnd,
    kKeyLines,
    kMarker
  };
  struct Keyword {
    std::string_view text;
    Source source = Source::kToken;
    std::size_t rule = 0;
  };

  static std::vector<Keyword> AllKeywords();
  static KeywordScanner ScannerFor(const std::vector<Keyword>& keywords);

  std::span<const TokenRule> token_rules_;
  std::vector<Keyword> keywords_;
  KeywordScanner scanner_;
  std::vector<SecretPattern> token_patterns_;     // by place in TokenRules()
  std::vector<SecretPattern> run_patterns_;       // in RunRules()
  std::vector<SecretPattern> tail_patterns_;      // likewise; empty where there is none
  std::vector<SecretPattern> provider_patterns_;  // in ProviderRules()
};

}  // namespace satchel::text
