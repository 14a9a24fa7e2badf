// A password that a person made has words, and something before, after or in them that words of a
// program rarely have: two digits at the end, a sign, or digits in the place of letters.

#include "text/chosen_password.h"

#include <algorithm>
#include <array>
#include <string>

#include "text/secret_value.h"

namespace satchel::text {
namespace {

constexpr std::size_t kMinChosen = 10;
constexpr std::size_t kMaxChosen = 48;
constexpr std::size_t kMinScrambled = 12;
constexpr std::string_view kSigns = "!#$%&*?@^~+=";

// Words that stand before a number in names: "sha256", "utf8mb4_bin", "port8080".
constexpr auto kNumbered = std::to_array<std::string_view>(
    {"adler", "aes",    "amd",   "argon", "arm",     "base",   "bcrypt",  "blake",
     "cl",    "cp",     "crc",   "curve", "des",     "draft",  "ec",      "ecdsa",
     "ed",    "fips",   "float", "hmac",  "http",    "https",  "int",     "ip",
     "ipv",   "iso",    "java",  "latin", "line",    "linux",  "mac",     "md",
     "mips",  "oauth",  "pbkdf", "pkcs",  "port",    "python", "rfc",     "rsa",
     "saml",  "scrypt", "secp",  "sha",   "ssl",     "sslv",   "tls",     "tlsv",
     "uint",  "utf",    "v",     "ver",   "version", "win",    "windows", "x"});
static_assert(std::ranges::is_sorted(kNumbered));

struct Parts {
  std::size_t letters = 0;
  std::size_t digits = 0;
  std::size_t signs = 0;
  std::size_t numbers = 0;  // runs of digits
  std::size_t inner = 0;    // single digits between letters
  std::size_t joins = 0;
  bool other = false;  // a character that such passwords do not have
};

Parts PartsOf(std::string_view value) {
  Parts parts;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (IsAlpha(c)) {
      ++parts.letters;
    } else if (IsDigit(c)) {
      ++parts.digits;
      const bool first = i == 0 || !IsDigit(value[i - 1]);
      if (first) ++parts.numbers;
      if (first && (i == 0 || IsAlpha(value[i - 1])) && i + 1 < value.size() &&
          IsAlpha(value[i + 1]))
        ++parts.inner;
    } else if (kSigns.contains(c)) {
      ++parts.signs;
    } else if (c == '_' || c == '-') {
      ++parts.joins;
    } else {
      parts.other = true;
    }
  }
  return parts;
}

// Whether a number follows a word that has numbers in names as well.
bool HasNumberedWord(std::string_view value) {
  for (std::size_t at = 1; at < value.size(); ++at) {
    std::size_t end = at;
    if (!IsDigit(value[at]) || IsDigit(value[at - 1])) continue;
    while (end > 0 && (value[end - 1] == '-' || value[end - 1] == '_')) --end;
    std::size_t begin = end;
    while (begin > 0 && IsAlpha(value[begin - 1])) {
      --begin;
      if (IsUpper(value[begin]) && begin > 0 && IsLower(value[begin - 1])) break;
    }
    const std::string word = AsciiLower(value.substr(begin, end - begin));
    if (std::ranges::binary_search(kNumbered, word)) return true;
  }
  return false;
}

}  // namespace

bool LooksChosen(std::string_view value) {
  if (value.size() < kMinChosen || value.size() > kMaxChosen) return false;
  const Parts parts = PartsOf(value);
  if (parts.other || parts.letters < 4 || parts.signs > 3 || parts.joins > 3) return false;
  if (parts.digits < 2 && (parts.digits == 0 || parts.signs == 0)) return false;
  if (parts.numbers > parts.inner + 1 || LettersInWords(value) < 3) return false;  // "db-2024-01"
  const bool at_end = IsDigit(value.back()) || kSigns.contains(value.back());
  if (!at_end && !kSigns.contains(value.front()) && parts.inner < 2) return false;
  if (std::ranges::all_of(value, [](char c) { return HexValue(c) >= 0; })) return false;
  return !HasNumberedWord(value);
}

bool LooksScrambled(std::string_view value) {
  if (value.size() < kMinScrambled || value.size() > 64) return false;
  if (!std::ranges::all_of(value, IsAlnum) || !IsOfBothCases(value)) return false;
  return SpokenLetters(value) * 3 <= value.size() && CountWords(value) * 3 >= value.size();
}

bool LooksLikeLogin(std::string_view value) {
  return LooksTyped(value) || LooksChosen(value) || LooksScrambled(value);
}

bool LooksLikeGoodLogin(std::string_view value) {
  return LooksTyped(value) || LooksScrambled(value) ||
         (LooksChosen(value) && LooksLikePassword(value));
}

}  // namespace satchel::text
