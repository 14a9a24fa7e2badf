// Issuers put a readable prefix in front of a random value so that people and scanners know whose
// token it is. Many prefixes say what the token is for ("live", "pat", "secret"), so one rule finds
// those of issuers that no table names. The rest must look random: words and versions do not.
// Hashes and UUIDs do, but are mostly ids, so they need a word that says more than "live" or "api".

#include "text/secret_prefix.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <string>

#include "text/secret_rules.h"
#include "text/secret_value.h"

namespace satchel::text {
namespace {

constexpr std::size_t kMaxPrefix = 32;
constexpr std::size_t kMaxWord = 14;
constexpr std::size_t kMinRest = 20;
constexpr std::size_t kMinOneCase = 24;
constexpr std::size_t kMinHex = 28;

// What a prefix says that belongs to a secret.
constexpr auto kSecretWords = std::to_array<std::string_view>(
    {"access",  "api",    "apikey",     "auth", "deploy",  "key",      "license",
     "live",    "oat",    "oauth",      "pass", "pat",     "personal", "priv",
     "private", "prod",   "production", "pw",   "refresh", "rk",       "rt",
     "sandbox", "secret", "sk",         "svc",  "tok",     "token",    "webhook"});
static_assert(std::ranges::is_sorted(kSecretWords));

// Those that belong to nothing else. In front of a hash or a UUID the others name what it is the id
// of: an image ("shop-prod-3f78..."), a policy ("access-policy-6b3f...").
constexpr auto kStrongWords =
    std::to_array<std::string_view>({"apikey", "oat", "pat", "rk", "secret", "sk", "tok", "token"});

constexpr auto kPublicWords = std::to_array<std::string_view>({"public", "publishable"});

constexpr auto kExtensions = std::to_array<std::string_view>(
    {"bin", "css", "gif",  "gz",   "html", "ico",  "jpeg",  "jpg", "js",   "json", "lock",
     "log", "map", "md",   "mjs",  "pdf",  "png",  "so",    "svg", "tar",  "tgz",  "ts",
     "ttf", "txt", "wasm", "webp", "whl",  "woff", "woff2", "xml", "yaml", "yml",  "zip"});

template <std::size_t kSize>
bool Contains(const std::array<std::string_view, kSize>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// Letters of one word, or a short mark such as "v1" and "dt0c01".
bool IsReadable(std::string_view segment) {
  if (segment.empty() || segment.size() > kMaxWord) return false;
  const auto digits = static_cast<std::size_t>(std::ranges::count_if(segment, IsDigit));
  if (digits == segment.size()) return segment.size() <= 2;
  if (digits > 0) return segment.size() <= 6 && digits <= 3;
  const std::string_view rest = segment.substr(1);
  return std::ranges::none_of(rest, IsUpper) || std::ranges::none_of(rest, IsLower) ||
         LettersInWords(segment) >= 3;
}

struct Parts {
  std::size_t rest = 0;  // where the random part begins
  bool secret = false;   // the prefix says so
  bool strong = false;   // with a word that ids and hashes do not have
  bool is_public = false;
  bool only_api = false;  // "api-"; with a dot it is a part of a name
  std::size_t letters = 0;
};

Parts Divide(std::string_view run) {
  Parts parts;
  std::string last;
  while (parts.rest < run.size() && parts.rest <= kMaxPrefix) {
    const std::size_t end = std::min(run.find_first_of("_-.~", parts.rest), run.size());
    const std::string_view segment = run.substr(parts.rest, end - parts.rest);
    if (end == run.size() || !IsReadable(segment)) break;
    const std::string word = AsciiLower(segment);
    const bool is_key = word == "key";
    // The issuer and what it is in one word: "ajkey_", "acmetoken_".
    const bool joined =
        word.size() > 4 && (word.ends_with("key") || word.ends_with("token")) && !NamesNoKey(word);
    // A key to look something up. But stores of blobs have tokens like "acme_blob_key_...".
    const bool looks_up = is_key && last != "blob" && NamesNoKey(run.substr(0, end));
    parts.secret = parts.secret || joined || (Contains(kSecretWords, word) && !looks_up);
    parts.strong = parts.strong || Contains(kStrongWords, word) ||
                   (is_key && (last == "api" || last == "private"));
    parts.is_public = parts.is_public || Contains(kPublicWords, word);
    parts.only_api = last.empty() && word == "api" && run[end] != '.';
    last = word;
    parts.letters += static_cast<std::size_t>(std::ranges::count_if(segment, IsAlpha));
    parts.rest = end + 1;
  }
  return parts;
}

struct Counts {
  std::size_t lower = 0;
  std::size_t upper = 0;
  std::size_t digits = 0;
  std::size_t breaks = 0;  // characters that are none of them
  std::size_t words = 0;   // as in CamelCase
  std::size_t distinct = 0;
  bool hex = true;
};

Counts Count(std::string_view rest) {
  Counts counts;
  std::bitset<256> seen;
  for (const char c : rest) {
    seen.set(static_cast<unsigned char>(c));
    counts.lower += IsLower(c) ? 1U : 0U;
    counts.upper += IsUpper(c) ? 1U : 0U;
    counts.digits += IsDigit(c) ? 1U : 0U;
    counts.breaks += IsAlnum(c) ? 0U : 1U;
    counts.hex = counts.hex && HexValue(c) >= 0;
  }
  counts.distinct = seen.count();
  counts.words = CountWords(rest);
  return counts;
}

bool EndsInAnExtension(std::string_view run) {
  const std::size_t dot = run.rfind('.');
  return dot != run.npos && Contains(kExtensions, run.substr(dot + 1));
}

}  // namespace

bool LooksPrefixed(std::string_view run) {
  const Parts parts = Divide(run);
  const std::string_view rest = run.substr(parts.rest);
  if (!parts.secret || parts.is_public || parts.letters < 2 || !IsAlpha(run.front())) return false;
  if (rest.size() < kMinRest || EndsInAnExtension(run)) return false;
  if (std::ranges::none_of(run, IsLower)) return false;  // a constant
  if (IsUuid(rest)) return parts.strong || parts.only_api;
  const Counts counts = Count(rest);
  const std::size_t letters = counts.lower + counts.upper;
  if (counts.breaks * 8 > rest.size() || counts.distinct < 8 || counts.digits < 2) return false;
  if (counts.hex) {
    return parts.strong && rest.size() >= kMinHex && letters >= 4 && counts.digits >= 4;
  }
  if (counts.lower >= 3 && counts.upper >= 3) {
    return counts.distinct >= 12 && LettersInWords(rest) * 2 < rest.size();
  }
  return rest.size() >= kMinOneCase && counts.breaks == 0 && counts.distinct >= 12 &&
         counts.digits >= 4 && counts.words * 9 >= rest.size() * 2;
}

}  // namespace satchel::text
