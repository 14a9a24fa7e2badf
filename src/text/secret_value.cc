// How often a string changes between lower case, upper case and digits tells
// generated values from words better than entropy does: at 20 characters,
// "my_service_account_id" has more entropy than most hexadecimal keys, but no
// such change, while a random string changes at every second character.

#include "text/secret_value.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <span>
#include <string>

namespace satchel::text {
namespace {

struct Shape {
  std::size_t lower = 0;
  std::size_t upper = 0;
  std::size_t digits = 0;
  std::size_t symbols = 0;
  std::size_t signs = 0;    // symbols that join no words
  std::size_t changes = 0;  // between lower, upper, digit and symbols that join no words
  std::size_t distinct = 0;
  bool plain = true;  // printable ASCII without spaces
};

Shape ShapeOf(std::string_view value) {
  Shape shape;
  std::bitset<256> seen;
  int last = 0;
  for (const char c : value) {
    seen.set(static_cast<unsigned char>(c));
    int kind = 0;
    if (IsLower(c)) {
      kind = 1;
      ++shape.lower;
    } else if (IsUpper(c)) {
      kind = 2;
      ++shape.upper;
    } else if (IsDigit(c)) {
      kind = 3;
      ++shape.digits;
    } else {
      ++shape.symbols;
      if (c <= ' ' || c >= 0x7F) shape.plain = false;
      kind = std::string_view("_-./:,").contains(c) ? 0 : 4;
      if (kind == 4) ++shape.signs;
    }
    if (kind != 0 && last != 0 && kind != last) ++shape.changes;
    last = kind;
  }
  shape.distinct = seen.count();
  return shape;
}

bool ContainsAny(std::string_view text, std::span<const std::string_view> parts) {
  return std::ranges::any_of(parts, [text](std::string_view part) { return text.contains(part); });
}

// "your", "Your" or "YOUR", as people write words; a random value has "yOuR" by chance.
bool ContainsWritten(std::string_view text, std::string_view lower, std::string_view word) {
  for (std::size_t at = lower.find(word); at != lower.npos; at = lower.find(word, at + 1)) {
    const std::string_view rest = text.substr(at + 1, word.size() - 1);
    if (std::ranges::none_of(rest, IsUpper)) return true;
    if (!IsLower(text[at]) && std::ranges::none_of(rest, IsLower)) return true;
  }
  return false;
}

// Calls on_segment(segment, kind) for each word, as CamelCase divides them, each number and what
// stands between them. Kinds: 0 neither, 1 begins in lower case, 2 in upper case, 3 digits.
template <class OnSegment>
void ForEachSegment(std::string_view value, const OnSegment& on_segment) {
  const auto kind_of = [](char c) { return IsLower(c) ? 1 : IsUpper(c) ? 2 : IsDigit(c) ? 3 : 0; };
  for (std::size_t begin = 0; begin < value.size();) {
    const int kind = kind_of(value[begin]);
    std::size_t end = begin + 1;
    if (kind == 2 && end < value.size() && IsLower(value[end])) {
      while (end < value.size() && IsLower(value[end])) ++end;
    } else {
      while (end < value.size() && kind_of(value[end]) == kind) ++end;
      // The last capital of "PKeyName" belongs to the word after it.
      if (kind == 2 && end < value.size() && IsLower(value[end]) && end - begin > 1) --end;
    }
    on_segment(value.substr(begin, end - begin), kind);
    begin = end;
  }
}

// Whether a word, as CamelCase divides them, is one of these.
bool HasAnyWord(std::string_view text, std::span<const std::string_view> words) {
  bool found = false;
  ForEachSegment(text, [&](std::string_view segment, int) {
    found = found || std::ranges::find(words, AsciiLower(segment)) != words.end();
  });
  return found;
}

constexpr std::array<std::string_view, 16> kInTokens = {
    "example", "xxxx",     "your",     "placeholder", "changeme", "dummy",
    "....",    "****",     "abcdefgh", "12345678",    "00000000", "redacted",
    "notreal", "fakefake", "testtest", "foobar"};

// The last ones change the colour of a terminal.
constexpr std::array<std::string_view, 35> kInValues = {
    "change_me", "change-me", "sample",     "fake",     "insert",    "replace",    "todo",
    "secret",    "passw",     "token",      "apikey",   "api_key",   "api-key",    "mock",
    "default",   "123456",    "abcdef",     "qwerty",   "undefined", "letmein",    "...",
    "***",       "test",      "${",         "{{",       "%(",        "%[",         "$(",
    "#{",        "%{",        "[redacted:", R"(\033[)", R"(\x1b[)",  R"(\u001b[)", R"(\e[)"};

// Short words prove something only where the value itself is short.
constexpr std::array<std::string_view, 9> kInShortValues = {
    "admin", "anon", "guest", "false", "welcome", "invalid", "wrong", "hello", "pass"};

// These also begin longer words, "barley", so they count as whole words, with or without digits.
constexpr std::array<std::string_view, 8> kWordsOfShortValues = {"foo",  "bar",  "baz",  "demo",
                                                                 "user", "none", "null", "true"};

bool LooksHexadecimal(std::string_view value, const Shape& shape) {
  return value.size() >= 32 && shape.digits >= 4 && shape.lower + shape.upper >= 4 &&
         shape.distinct >= 8 &&
         std::ranges::all_of(value, [](char c) { return HexValue(c) >= 0 || c == '-'; });
}

}  // namespace

bool IsPlaceholderToken(std::string_view token) {
  const std::string lower = AsciiLower(token);
  if (std::ranges::any_of(
          kInTokens, [&](std::string_view word) { return ContainsWritten(token, lower, word); })) {
    return true;
  }
  const std::string_view body =
      token.substr(token.size() - std::min<std::size_t>(token.size(), 16));
  return ShapeOf(body).distinct <= 4;
}

namespace {

// "api_key" and the like in front of a long random rest are the prefix of a token.
bool FollowsAName(std::string_view value, std::string_view lower) {
  for (const std::string_view name : {"apikey", "api_key", "api-key", "secret", "token"}) {
    if (!lower.starts_with(name)) continue;
    const std::string_view rest = value.substr(name.size());
    return rest.size() >= 28 && (LooksGenerated(rest) || LooksUnbroken(rest)) &&
           !ContainsAny(lower.substr(name.size()), kInValues);
  }
  return false;
}

}  // namespace

bool IsPlaceholder(std::string_view value) {
  if (value.empty() || value.front() == '<' || value.front() == '$' || value.front() == '{') {
    return true;
  }
  if (value.front() == '%' && value.back() == '%') return true;
  if (ShapeOf(value).distinct <= 3) return true;
  const std::string lower = AsciiLower(value);
  if (ContainsAny(lower, kInTokens)) return true;
  if (ContainsAny(lower, kInValues) && !FollowsAName(value, lower)) return true;
  return value.size() < 16 &&
         (ContainsAny(lower, kInShortValues) || HasAnyWord(value, kWordsOfShortValues));
}

bool LooksGenerated(std::string_view value) {
  if (value.size() < 16) return false;
  const Shape shape = ShapeOf(value);
  if (LooksHexadecimal(value, shape)) return true;
  return shape.plain && shape.digits > 0 && shape.lower + shape.upper > 1 && shape.distinct >= 7 &&
         shape.changes * 4 >= value.size() && shape.symbols * 5 <= value.size() * 2;
}

bool LooksUnbroken(std::string_view value) {
  if (value.size() < 24) return false;
  const Shape shape = ShapeOf(value);
  return shape.symbols == 0 && shape.digits >= 2 && shape.lower + shape.upper >= 2 &&
         shape.distinct >= 10;
}

bool EndsUnbroken(std::string_view value) {
  const std::size_t separator = value.find_last_of("_-.");
  const std::string_view last = value.substr(separator == value.npos ? 0 : separator + 1);
  return LooksUnbroken(last) && SpokenLetters(last) * 3 < last.size() * 2;
}

bool LooksLikeNamelessSecret(std::string_view value) {
  if (value.size() < 24 || value.size() > 200) return false;
  const Shape shape = ShapeOf(value);
  if (!shape.plain || shape.digits < 3 || shape.lower < 3 || shape.upper < 3) return false;
  if (shape.distinct < 14 || shape.changes * 5 < value.size() * 2) return false;
  return shape.symbols * 8 <= value.size() && !AsciiLower(value).starts_with("sha");
}

bool LooksLikePassword(std::string_view value) {
  if (LooksGenerated(value)) return true;
  if (value.size() < 8 || value.size() > 128) return false;
  const Shape shape = ShapeOf(value);
  const int classes = (shape.lower > 0 ? 1 : 0) + (shape.upper > 0 ? 1 : 0) +
                      (shape.digits > 0 ? 1 : 0) + (shape.signs > 0 ? 1 : 0);
  return shape.plain && classes >= 3 && shape.digits > 0 && shape.distinct >= 6;
}

std::size_t CountWords(std::string_view value) {
  std::size_t words = 0;
  ForEachSegment(value, [&words](std::string_view, int kind) { words += kind != 0 ? 1U : 0U; });
  return words;
}

std::size_t LettersInWords(std::string_view value) {
  std::size_t letters = 0;
  ForEachSegment(value, [&letters](std::string_view segment, int kind) {
    const bool spoken = segment.find_first_of("aeiouyAEIOUY") != segment.npos;
    if ((kind == 1 || kind == 2) && segment.size() >= 3 && spoken) letters += segment.size();
  });
  return letters;
}

std::size_t SpokenLetters(std::string_view value) {
  std::size_t spoken = 0;
  for (std::size_t begin = 0; begin < value.size();) {
    std::size_t end = begin + 1;
    while (end < value.size() && IsLower(value[end])) ++end;
    std::size_t consonants = 0;
    std::size_t most = 0;
    bool vowel = false;
    for (const char c : value.substr(begin, end - begin)) {
      const bool is_vowel = std::string_view("aeiouyAEIOUY").contains(c);
      vowel = vowel || is_vowel;
      consonants = is_vowel ? 0 : consonants + 1;
      most = std::max(most, consonants);
    }
    if (end - begin >= 3 && vowel && most <= 3) spoken += end - begin;
    begin = end;
  }
  return spoken;
}

namespace {

// Changes its kind of character at every second one, as names do not.
bool IsBroken(std::string_view value) { return CountWords(value) * 2 >= value.size(); }

}  // namespace

bool LooksTyped(std::string_view value) {
  if (value.size() < 8 || value.size() > 128) return false;
  if (LooksRandom(value)) return true;
  const Shape shape = ShapeOf(value);
  const auto signs = static_cast<std::size_t>(std::ranges::count_if(
      value, [](char c) { return std::string_view("!#$%&*?@^~").contains(c); }));
  const int classes = (shape.lower > 0 ? 1 : 0) + (shape.upper > 0 ? 1 : 0) + (signs > 0 ? 1 : 0);
  if (shape.digits == 0 || classes < 2 || shape.distinct < 6) return false;
  if (signs != shape.symbols || signs > 3) return false;
  if (IsBroken(value)) return true;
  return CountWords(value) >= (signs > 0 ? 3U : 4U) && LettersInWords(value) * 2 < value.size();
}

bool IsNoIdentifier(std::string_view value) {
  const bool sign = value.find_first_of("!#$%&*?@^~") != value.npos;
  return sign || IsBroken(value) || LettersInWords(value) * 5 < value.size() * 2;
}

bool LooksRandom(std::string_view value) {
  if (!LooksGenerated(value)) return false;
  return !IsOfBothCases(value) || IsBroken(value) || LettersInWords(value) * 2 < value.size();
}

bool IsOfBothCases(std::string_view value) {
  return std::ranges::any_of(value, IsUpper) && std::ranges::any_of(value, IsLower);
}

bool IsUuid(std::string_view value) {
  if (value.size() != 36) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? value[i] != '-' : HexValue(value[i]) < 0) return false;
  }
  return true;
}

}  // namespace satchel::text
