#include "text/private_key.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/secret_value.h"

namespace satchel::text {
namespace {

constexpr std::string_view kBegin = "-----BEGIN";
constexpr std::string_view kEnd = "-----END";
constexpr std::size_t kMaxHeader = 80;
// Documentation abbreviates: "MIIE...". A real body has hundreds of characters.
constexpr std::size_t kMinBody = 24;
// Base64 comes in groups of four; shorter runs are prefixes of strings and the like. Redacted
// lines keep nothing longer, so that a second pass finds nothing in them.
constexpr std::size_t kMinRun = 4;
constexpr std::string_view kMarker = "[redacted:";
// Lines of a body without its beginning are known by their length; that of keys is 64, 70 or 76.
constexpr std::size_t kMinLine = 40;
constexpr std::size_t kMaxLines = 512;
constexpr std::size_t kMaxBody = 32768;

bool IsBase64(char c) { return IsAlnum(c) || c == '+' || c == '/' || c == '='; }

// Where the body begins: after the dashes that end the header, or npos.
std::size_t BodyBegin(std::string_view text, std::size_t at) {
  const std::string_view header = text.substr(at, kMaxHeader);
  const std::size_t dashes = header.find("-----", kBegin.size());
  if (!header.starts_with(kBegin) || dashes == header.npos) return text.npos;
  const std::string_view label = header.substr(kBegin.size(), dashes - kBegin.size());
  const bool is_private = label.contains("PRIVATE KEY");
  if (!is_private || label.find_first_of("\r\n\"'") != label.npos) return text.npos;
  return at + dashes + 5;
}

struct LineSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool solid = false;  // not prose: no spaces between its runs, or runs longer than words
};

// From the first to the last base64 run of a line; nothing for a line without one. Markers are
// passed over.
std::optional<LineSpan> SecretOf(std::string_view line) {
  std::optional<LineSpan> span;
  std::size_t longest = 0;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '\\') {  // "\n" as two characters, or a line that goes on
      at += 2;
      continue;
    }
    if (line.substr(at).starts_with(kMarker)) {
      at = std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at + kMarker.size()),
                    line.size());
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && IsBase64(line[end])) ++end;
    const std::size_t size = end - at;
    if (size >= kMinRun) {
      if (!span) span = LineSpan{.begin = at, .end = end, .solid = true};
      span->end = end;
      longest = std::max(longest, size);
    }
    at = std::max(end, at + 1);
  }
  if (span && line.substr(span->begin, span->end - span->begin).contains(' ')) {
    span->solid = longest >= kMinBody;
  }
  return span;
}

// Where the first "-----BEGIN" or "-----END" at or after `at` is, or the end of the text.
std::size_t NextMarker(std::string_view text, std::size_t at) {
  for (at = text.find("-----", at); at != text.npos; at = text.find("-----", at + 1)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(kBegin) || rest.starts_with(kEnd)) return at;
  }
  return text.size();
}

// "Proc-Type: 4,ENCRYPTED" and its kin stand in front of some bodies.
bool IsHeaderField(std::string_view line) {
  const std::size_t colon = line.find(": ");
  return colon != line.npos && colon < 40 && line.substr(0, colon).find(' ') == line.npos;
}

// A line without what may surround its base64: indents, quotes, comment signs, a written "\n".
ByteSpan Trimmed(std::string_view line) {
  constexpr std::string_view kAround = " \t\r\"'`#*>|,;:-";
  std::size_t begin = 0;
  std::size_t end = line.size();
  while (begin < end && kAround.contains(line[begin])) ++begin;
  while (line.substr(begin, end - begin).starts_with("//")) begin += 2;
  while (begin < end && kAround.contains(line[begin])) ++begin;
  while (true) {
    while (end > begin && kAround.contains(line[end - 1])) --end;
    const std::string_view rest = line.substr(begin, end - begin);
    if (rest.ends_with("\\n")) {
      end -= 2;
    } else if (rest.ends_with(" +") || rest.ends_with("\\")) {
      --end;
    } else {
      return {begin, end};
    }
  }
}

// "\n" as two characters may stand between runs.
bool IsOnlyBase64(std::string_view line, ByteSpan body) {
  for (std::size_t at = body.begin; at < body.end; ++at) {
    if (line[at] == '\\' && at + 1 < body.end && line[at + 1] == 'n') {
      ++at;
    } else if (!IsBase64(line[at])) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<ByteSpan> PrivateKeyBody(std::string_view text, std::size_t at, std::size_t& stop) {
  std::vector<ByteSpan> spans;
  std::size_t line = BodyBegin(text, at);
  stop = at + kBegin.size();
  if (line == text.npos) return spans;
  const std::size_t marker = NextMarker(text, line);
  const bool closed = text.substr(marker).starts_with(kEnd);
  const std::string_view body = text.substr(0, marker);
  std::size_t secret = 0;
  while (line < marker) {
    const std::size_t end = std::min(body.find('\n', line), marker);
    stop = end;
    const std::string_view content = body.substr(line, end - line);
    const std::size_t begin = std::exchange(line, end + 1);
    if (end < marker && IsHeaderField(content)) continue;
    const auto span = SecretOf(content);
    const bool redacted = content.contains(kMarker);
    if (redacted && (span || !closed)) break;
    if (!span) continue;
    if (!span->solid) break;
    spans.push_back({begin + span->begin, begin + span->end});
    secret += span->end - span->begin;
    // Without an end marker the last line is known by being shorter than the first.
    const ByteSpan& first = spans.front();
    if (!closed && span->end - span->begin < first.end - first.begin) break;
  }
  if (secret < kMinBody) spans.clear();
  return spans;
}

std::vector<ByteSpan> KeyLinesAfter(std::string_view text, std::size_t at, std::size_t& stop) {
  std::vector<ByteSpan> spans;
  std::size_t secret = 0;
  std::size_t end = std::min(text.find('\n', at), text.size());
  while (end < text.size()) {
    const std::size_t begin = end + 1;
    end = std::min(text.find('\n', begin), text.size());
    stop = begin;
    const std::string_view line = text.substr(begin, end - begin);
    if (spans.empty() && IsHeaderField(line)) continue;
    const ByteSpan body = Trimmed(line);
    if (body.end - body.begin < kMinRun || !IsOnlyBase64(line, body)) break;
    spans.push_back({begin + body.begin, begin + body.end});
    secret += body.end - body.begin;
  }
  if (secret < kMinBody) spans.clear();
  return spans;
}

std::vector<ByteSpan> PrivateKeyBefore(std::string_view text, std::size_t at, std::size_t from) {
  std::vector<ByteSpan> spans;
  if (!text.substr(at, kMaxHeader).starts_with(kEnd)) return spans;
  const std::string_view label = text.substr(at, kMaxHeader);
  if (!label.substr(0, label.find('\n')).contains("PRIVATE KEY")) return spans;
  std::size_t end = at;  // of the line that is looked at
  std::size_t secret = 0;
  for (std::size_t lines = 0; lines < kMaxLines && at - end < kMaxBody; ++lines) {
    if (end < from) break;
    const std::size_t newline = text.substr(from, end - from).rfind('\n');
    if (newline == text.npos && from > 0) break;
    const std::size_t begin = newline == text.npos ? 0 : from + newline + 1;
    if (end - begin > kMaxBody) break;
    const std::string_view line = text.substr(begin, end - begin);
    const ByteSpan body = Trimmed(line);
    const std::size_t size = body.end - body.begin;
    // Only the last line of a body is short, and the frame may stand on a line of its own.
    const bool last = spans.empty();
    if (size > 0 || !last || lines > 0) {
      if (size < (last ? kMinRun : kMinLine) || !IsOnlyBase64(line, body)) break;
      spans.push_back({begin + body.begin, begin + body.end});
      secret += size;
    }
    if (begin == 0) break;
    end = begin - 1;
  }
  if (secret < kMinLine) spans.clear();
  std::ranges::reverse(spans);
  return spans;
}

}  // namespace satchel::text
