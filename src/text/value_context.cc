#include "text/value_context.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace satchel::text {
namespace {

constexpr int kLineEnds = 4;

std::string_view Before(std::string_view text, std::size_t begin) {
  std::size_t from = begin;
  int line_ends = 0;
  while (from > 0 && begin - from < ValueContext::kBefore) {
    if (text[from - 1] == '\n' && ++line_ends > kLineEnds) break;
    --from;
  }
  return text.substr(from, begin - from);
}

std::string_view After(std::string_view text, std::size_t end) {
  const std::string_view rest = text.substr(end, ValueContext::kAfter);
  return rest.substr(0, rest.find('\n'));
}

// Kinds contain the words that are looked for: what a marker says is not said by the text. The
// window may begin in the middle of one.
std::string WithoutMarkers(std::string_view text) {
  constexpr std::string_view kMarker = "[redacted:";
  constexpr std::string_view kInMarker = "abcdefghijklmnopqrstuvwxyz-:[";
  std::string out;
  const std::size_t first = text.find_first_not_of(kInMarker);
  if (first != text.npos && text[first] == ']') text.remove_prefix(first);
  for (std::size_t at = text.find(kMarker); at != text.npos; at = text.find(kMarker)) {
    out += text.substr(0, at);
    const std::size_t end = text.find_first_not_of(kInMarker, at + 1);
    text.remove_prefix(end == text.npos ? text.size() : end);
  }
  return out += text;
}

// The last word in front of a value, with the dash of a flag: "id", "-t".
std::string LastWord(std::string_view before) {
  std::size_t end = before.size();
  while (end > 0 && !IsAlnum(before[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && IsAlnum(before[begin - 1])) --begin;
  const bool flag =
      begin > 0 && before[begin - 1] == '-' && (begin == 1 || IsBlank(before[begin - 2]));
  return AsciiLower(before.substr(flag ? begin - 1 : begin, end - begin + (flag ? 1 : 0)));
}

bool HasWord(std::string_view lower, std::string_view word) {
  for (std::size_t at = lower.find(word); at != lower.npos; at = lower.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !IsAlnum(lower[at - 1]);
    if (begins && (end == lower.size() || !IsAlnum(lower[end]))) return true;
  }
  return false;
}

bool SaysSecret(std::string_view lower, std::string_view last) {
  // Part of a longer word is enough for these: "apitoken", "credentials".
  constexpr std::array<std::string_view, 5> kParts = {"token", "secret", "password", "credential",
                                                      "apikey"};
  constexpr std::array<std::string_view, 8> kWords = {"key",   "keys", "pat",    "auth",
                                                      "login", "pwd",  "passwd", "bearer"};
  return last == "-t" ||
         std::ranges::any_of(kParts, [&](std::string_view p) { return lower.contains(p); }) ||
         std::ranges::any_of(kWords, [&](std::string_view w) { return HasWord(lower, w); });
}

}  // namespace

ValueContext::ValueContext(std::string_view text, std::size_t begin, std::size_t end)
    : text_(WithoutMarkers(Before(text, begin))) {
  last_ = LastWord(text_);
  text_ += '\n';
  text_ += WithoutMarkers(After(text, end));
  lower_ = AsciiLower(text_);
  says_secret_ = SaysSecret(lower_, last_);
}

bool ValueContext::MayHoldASecret() const {
  constexpr std::array<std::string_view, 22> kOther = {
      "id",      "ids",       "uuid", "guid",      "sha",    "sha1",     "sha256", "md5",
      "commit",  "revision",  "rev",  "hash",      "digest", "checksum", "etag",   "version",
      "project", "workspace", "org",  "integrity", "trace",  "request"};
  return std::ranges::find(kOther, last_) == kOther.end();
}

bool ValueContext::Names(std::string_view vendor) const {
  if (!says_secret_ && !last_.starts_with(vendor)) return false;
  for (std::size_t at = lower_.find(vendor); at != lower_.npos; at = lower_.find(vendor, at + 1)) {
    const std::size_t end = at + vendor.size();
    const bool begins = at == 0 || !IsAlnum(text_[at - 1]);
    // "SnykToken" goes on with another word, "consulting" with the same one.
    const bool goes_on = end < text_.size() && IsAlnum(text_[end]) &&
                         !(IsUpper(text_[end]) && IsLower(text_[end - 1]));
    if (begins && !goes_on) return true;
  }
  return false;
}

}  // namespace satchel::text
