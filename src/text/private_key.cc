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

}  // namespace satchel::text
