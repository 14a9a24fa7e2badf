#include "text/continuation.h"

#include <algorithm>
#include <optional>

#include "text/secret_value.h"

namespace satchel::text {
namespace {

// Reaches back to the start of the longest token there is a rule for.
constexpr std::size_t kMaxLead = 16384;
// Shorter words are joined every day ("foo" \n "bar") and hide no token.
constexpr std::size_t kMinWord = 16;

bool IsTokenChar(char c) { return IsWord(c) || std::string_view(".+/=:$%~").contains(c); }
bool IsJoin(char c) { return c == '+' || c == '.' || c == '&' || c == '\\' || c == ','; }

// The bytes between the two halves of a word that the line end at `newline` cuts.
std::optional<ByteSpan> SpliceAt(std::string_view text, std::size_t newline) {
  std::size_t left = newline;
  while (left > 0 && (IsBlank(text[left - 1]) || text[left - 1] == '\r')) --left;
  std::size_t right = newline + 1;
  while (right < text.size() && IsBlank(text[right])) ++right;
  if (left == 0 || right >= text.size()) return std::nullopt;
  const bool backslash = text[left - 1] == '\\';
  if (backslash && left > 1 && IsTokenChar(text[left - 2]) && IsTokenChar(text[right])) {
    return ByteSpan{left - 1, right};
  }
  // "abc" + \n "def", with the operator on either line, or none.
  if (IsJoin(text[left - 1]) && text[left - 1] != ',') --left;
  while (left > 0 && IsBlank(text[left - 1])) --left;
  if (IsJoin(text[right]) && text[right] != ',' && text[right] != '\\') ++right;
  while (right < text.size() && IsBlank(text[right])) ++right;
  if (left < 2 || right + 1 >= text.size()) return std::nullopt;
  const char quote = text[left - 1];
  if (!IsQuote(quote) || text[right] != quote) return std::nullopt;
  if (!IsTokenChar(text[left - 2]) || !IsTokenChar(text[right + 1])) return std::nullopt;
  return ByteSpan{left - 1, right + 1};
}

std::size_t WordBegin(std::string_view text, std::size_t at, std::size_t lowest) {
  while (at > lowest && IsTokenChar(text[at - 1])) --at;
  return at;
}

std::size_t WordEnd(std::string_view text, std::size_t at) {
  while (at < text.size() && IsTokenChar(text[at])) ++at;
  return at;
}

}  // namespace

void JoinedText::Add(std::string_view text, ByteSpan original) {
  parts_.push_back({.offset = text_.size(), .original = original});
  text_ += text.substr(original.begin, original.end - original.begin);
}

std::vector<ByteSpan> JoinedText::Original(std::size_t begin, std::size_t end) const {
  std::vector<ByteSpan> out;
  auto part = std::ranges::upper_bound(parts_, begin, {}, &Part::offset);
  if (part != parts_.begin()) --part;
  for (; part != parts_.end() && part->offset < end; ++part) {
    const std::size_t size = part->original.end - part->original.begin;
    const std::size_t from = std::max(begin, part->offset) - part->offset;
    const std::size_t to = std::min(end - part->offset, size);
    if (from < to) out.push_back({part->original.begin + from, part->original.begin + to});
  }
  return out;
}

std::vector<JoinedText> JoinContinuations(std::string_view text) {
  std::vector<JoinedText> out;
  std::size_t done = 0;  // everything before is in a joined text or has no splice
  for (std::size_t newline = text.find('\n'); newline != text.npos;
       newline = text.find('\n', std::max(done, newline + 1))) {
    auto splice = SpliceAt(text, newline);
    if (!splice || splice->begin < done) continue;
    const std::size_t lowest = std::max(done, newline > kMaxLead ? newline - kMaxLead : 0);
    const std::size_t line = text.rfind('\n', newline - 1);
    JoinedText joined;
    std::size_t part = std::max(lowest, line == text.npos ? 0 : line + 1);
    std::size_t letters = splice->begin - WordBegin(text, splice->begin, lowest);
    std::size_t end = splice->begin;
    while (splice) {
      joined.Add(text, {part, splice->begin});
      part = splice->end;
      end = WordEnd(text, part);
      letters += end - part;
      // The word may be cut again where it ends.
      const std::size_t next = text.find('\n', end);
      splice = next != text.npos && next - end <= 16 ? SpliceAt(text, next) : std::nullopt;
      if (splice && splice->begin != end) splice.reset();
    }
    joined.Add(text, {part, std::min(text.size(), end + 1)});  // with a closing quote
    done = end;
    if (letters >= kMinWord) out.push_back(std::move(joined));
  }
  return out;
}

}  // namespace satchel::text
