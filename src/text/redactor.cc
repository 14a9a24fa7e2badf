#include "text/redactor.h"

#include <algorithm>
#include <tuple>

#include "text/continuation.h"
#include "text/secret_scanner.h"

namespace satchel::text {
namespace {

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
    flag_until(span.begin);
    covered = span.end;
    if (span.continued && !findings.empty() && findings.back().redacted) {
      findings.back().end = span.end;
    } else {
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

std::string Rewritten(std::string_view text, const std::vector<SecretSpan>& spans) {
  std::string out;
  out.reserve(text.size() + spans.size() * 16);
  std::size_t copied = 0;
  for (const SecretSpan& span : spans) {
    out.append(text.substr(copied, span.begin - copied));
    if (!span.continued) out.append("[redacted:").append(span.kind).append("]");
    for (const char c : text.substr(span.begin, span.end - span.begin)) {
      if (c == '\n') out += c;
    }
    copied = span.end;
  }
  out.append(text.substr(copied));
  return out;
}

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
  std::vector<SecretSpan> spans;
  scanner_->FindSecrets(text, spans);
  FindAcrossLines(*scanner_, text, spans);
  spans = Merged(std::move(spans));
  std::vector<ByteSpan> suspects;
  scanner_->FindSuspects(text, suspects);
  Redacted result{.text = Rewritten(text, spans), .findings = FindingsOf(spans, suspects)};
  NumberLines(text, result.findings);
  return result;
}

}  // namespace satchel::text
