// A redaction changes what stands around other values: in `//u:A@b:token=C` the last "@" ends
// the password only once C is gone. The result is therefore looked at again until nothing new is
// found. Texts without a secret, nearly all, take one pass.

#include "text/redactor.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "text/continuation.h"
#include "text/secret_scanner.h"

namespace satchel::text {
namespace {

// Ordinary text needs two, the second to find nothing. The bound is for text made to need more.
constexpr int kMaxPasses = 16;

// Secrets that only show once a continued line is put together.
void FindAcrossLines(const SecretScanner& scanner, std::string_view text,
                     std::vector<SecretSpan>& out) {
  std::vector<SecretSpan> in_joined;
  for (const JoinedText& joined : JoinContinuations(text)) {
    in_joined.clear();
    scanner.FindSecrets(joined.text(), in_joined);
    for (SecretSpan span : in_joined) {
      const std::vector<ByteSpan> parts = joined.Original(span.begin, span.end);
      if (parts.size() < 2) continue;  // found in the text itself
      for (const ByteSpan& part : parts) {
        span.begin = part.begin;
        span.end = part.end;
        out.push_back(span);
        span.continued = true;
      }
    }
  }
}

// Sorted and without overlaps.
std::vector<SecretSpan> Merged(std::vector<SecretSpan> spans) {
  std::ranges::sort(spans, [](const SecretSpan& a, const SecretSpan& b) {
    return std::tuple(a.begin, b.evidence, b.end, a.kind) <
           std::tuple(b.begin, a.evidence, a.end, b.kind);
  });
  std::vector<SecretSpan> out;
  for (const SecretSpan& span : spans) {
    if (out.empty() || span.begin >= out.back().end) {
      out.push_back(span);
      continue;
    }
    SecretSpan& last = out.back();
    last.end = std::max(last.end, span.end);
    last.continued = last.continued && span.continued;
    if (span.evidence > last.evidence) {
      last.evidence = span.evidence;
      last.kind = span.kind;
    }
  }
  return out;
}

std::vector<SecretSpan> Find(const SecretScanner& scanner, std::string_view text) {
  std::vector<SecretSpan> spans;
  scanner.FindSecrets(text, spans);
  FindAcrossLines(scanner, text, spans);
  return Merged(std::move(spans));
}

std::vector<Finding> FindingsOf(const std::vector<SecretSpan>& spans,
                                const std::vector<ByteSpan>& suspects) {
  std::vector<Finding> findings;
  auto suspect = suspects.begin();
  std::size_t covered = 0;
  const auto flag_until = [&](std::size_t limit) {
    for (; suspect != suspects.end() && suspect->begin < limit; ++suspect) {
      if (suspect->begin < covered || suspect->end > limit) continue;
      findings.push_back({.kind = "high-entropy", .begin = suspect->begin, .end = suspect->end});
    }
  };
  for (const SecretSpan& span : spans) {
    if (span.continued && !findings.empty() && findings.back().redacted) {
      findings.back().end = span.end;
      covered = span.end;
    } else {
      flag_until(span.begin);
      covered = span.end;
      findings.push_back(
          {.kind = span.kind, .begin = span.begin, .end = span.end, .redacted = true});
    }
  }
  flag_until(std::string_view::npos);
  return findings;
}

void NumberLines(std::string_view text, std::vector<Finding>& findings) {
  std::size_t line = 1;
  std::size_t at = 0;
  for (Finding& finding : findings) {
    line += static_cast<std::size_t>(std::ranges::count(text.substr(at, finding.begin - at), '\n'));
    at = finding.begin;
    finding.line = line;
  }
}

// A text with markers instead of its secrets, and the way back.
class Rewritten {
 public:
  Rewritten(std::string_view text, const std::vector<SecretSpan>& spans) {
    text_.reserve(text.size() + spans.size() * 16);
    std::size_t copied = 0;
    for (const SecretSpan& span : spans) {
      text_.append(text.substr(copied, span.begin - copied));
      const std::size_t begin = text_.size();
      if (!span.continued) text_.append("[redacted:").append(span.kind).append("]");
      for (const char c : text.substr(span.begin, span.end - span.begin)) {
        if (c == '\n') text_ += c;
      }
      parts_.push_back({.here = {begin, text_.size()}, .original = {span.begin, span.end}});
      copied = span.end;
    }
    text_.append(text.substr(copied));
  }

  const std::string& text() const { return text_; }
  std::string Take() { return std::move(text_); }

  // Where text()[begin, end) was; whole secrets where it touches their markers.
  ByteSpan Original(std::size_t begin, std::size_t end) const {
    const auto here_begin = [](const Part& part) { return part.here.begin; };
    const auto first = std::ranges::upper_bound(parts_, begin, {}, here_begin);
    const auto last = std::ranges::lower_bound(parts_, end, {}, here_begin);
    if (first != parts_.begin()) {
      const Part& part = *std::prev(first);
      begin =
          begin < part.here.end ? part.original.begin : part.original.end + (begin - part.here.end);
    }
    if (last != parts_.begin()) {
      const Part& part = *std::prev(last);
      end = end <= part.here.end ? part.original.end : part.original.end + (end - part.here.end);
    }
    return {begin, end};
  }

 private:
  struct Part {
    ByteSpan here;
    ByteSpan original;
  };

  std::string text_;
  std::vector<Part> parts_;
};

}  // namespace

std::size_t Redacted::redactions() const {
  return static_cast<std::size_t>(std::ranges::count(findings, true, &Finding::redacted));
}

const Redactor& Redactor::Default() {
  static const Redactor redactor;
  return redactor;
}

Redactor::Redactor() : scanner_(std::make_unique<SecretScanner>()) {}
Redactor::~Redactor() = default;

Redacted Redactor::Redact(std::string_view text) const {
  std::vector<SecretSpan> spans = Find(*scanner_, text);
  Rewritten rewritten(text, spans);
  for (int pass = 1; pass < kMaxPasses && !spans.empty(); ++pass) {
    const std::vector<SecretSpan> more = Find(*scanner_, rewritten.text());
    if (more.empty()) break;
    for (SecretSpan span : more) {
      const ByteSpan original = rewritten.Original(span.begin, span.end);
      span.begin = original.begin;
      span.end = original.end;
      spans.push_back(span);
    }
    spans = Merged(std::move(spans));
    rewritten = Rewritten(text, spans);
  }
  std::vector<ByteSpan> suspects;
  scanner_->FindSuspects(text, suspects);
  Redacted result{.text = rewritten.Take(), .findings = FindingsOf(spans, suspects)};
  NumberLines(text, result.findings);
  return result;
}

}  // namespace satchel::text
