#include "text/identifier.h"

#include <cstddef>

#include "text/utf8.h"

namespace satchel::text {
namespace {

constexpr bool InPart(CharClass c) {
  return c != CharClass::kUnderscore && c != CharClass::kSeparator;
}

// The character before `at`, looking through what only extends it.
CharClass Before(std::span<const CharClass> classes, std::size_t begin, std::size_t at) {
  while (at > begin && classes[at - 1] == CharClass::kExtend) --at;
  return at > begin ? classes[at - 1] : CharClass::kSeparator;
}

// The next character that is more than an extension.
std::size_t After(std::span<const CharClass> classes, std::size_t at) {
  do {
    ++at;
  } while (at < classes.size() && classes[at] == CharClass::kExtend);
  return at;
}

// Whether a part ends before `at`, a character inside [begin, …).
bool BreaksBefore(std::span<const CharClass> classes, std::size_t begin, std::size_t at) {
  const CharClass here = classes[at];
  if (here == CharClass::kExtend) return false;
  const CharClass before = Before(classes, begin, at);
  if ((here == CharClass::kDigit) != (before == CharClass::kDigit)) return true;
  if (here != CharClass::kUpper) return false;
  if (before != CharClass::kUpper) return true;
  const std::size_t next = After(classes, at);
  if (next >= classes.size() || classes[next] != CharClass::kLower) return false;
  // A single small letter after capitals is a plural, not the start of a word.
  const std::size_t second = After(classes, next);
  return second < classes.size() && classes[second] == CharClass::kLower;
}

}  // namespace

void SplitIdentifier(std::span<const CharClass> classes, std::vector<ByteRange>& parts) {
  parts.clear();
  for (std::size_t at = 0; at < classes.size();) {
    if (!InPart(classes[at]) || classes[at] == CharClass::kExtend) {
      ++at;
      continue;
    }
    const std::size_t begin = at++;
    while (at < classes.size() && InPart(classes[at]) && !BreaksBefore(classes, begin, at)) ++at;
    parts.push_back({.begin = begin, .end = at});
  }
}

std::vector<ByteRange> SplitIdentifier(std::string_view text) {
  std::vector<CharClass> classes;
  std::vector<std::size_t> offsets;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint c = DecodeUtf8(text, offset);
    classes.push_back(ClassOf(c.value));
    offsets.push_back(offset);
    offset += c.size;
  }
  offsets.push_back(text.size());
  std::vector<ByteRange> parts;
  SplitIdentifier(classes, parts);
  for (ByteRange& part : parts) part = {.begin = offsets[part.begin], .end = offsets[part.end]};
  return parts;
}

}  // namespace satchel::text
