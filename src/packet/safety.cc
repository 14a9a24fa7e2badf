#include "packet/safety.h"

#include <algorithm>
#include <utility>

#include "text/invisible.h"
#include "text/redactor.h"
#include "text/safe_text.h"

namespace satchel::packet {
namespace {

void Escape(std::string& text, SafetyCounts& counts) {
  text::VisibleText visible = text::EscapeInvisible(std::move(text));
  counts.escaped += visible.counts.total();
  text = std::move(visible.text);
}

}  // namespace

SafetyCounts& SafetyCounts::operator+=(const SafetyCounts& other) {
  for (const auto& [kind, count] : other.redacted) redacted[kind] += count;
  flagged += other.flagged;
  escaped += other.escaped;
  return *this;
}

// Escaping comes first: a marker never holds what it would escape, while an
// escape could complete what looks like a secret.
void MakeSafe(std::string& text, SafetyCounts& counts) {
  text::VisibleText visible = text::EscapeInvisible(std::move(text));
  counts.escaped += visible.counts.total();
  text::Redacted redacted = text::Redactor::Default().Redact(visible.text);
  for (const text::Finding& finding : redacted.findings) {
    if (finding.redacted) {
      ++counts.redacted[std::string(finding.kind)];
    } else {
      ++counts.flagged;
    }
  }
  text = std::move(redacted.text);
}

std::size_t MakeIdSafe(Candidate& candidate) {
  const auto plain = [](char c) { return c >= ' ' && c <= '~'; };
  const bool is_plain = std::ranges::all_of(candidate.id.value(), plain);
  const bool has_secret = text::HoldsSecret(candidate.id.value());
  if (is_plain && !has_secret) return 0;
  SafetyCounts counts;
  std::string id = candidate.id.value();
  Escape(id, counts);
  if (has_secret) id = text::SafeText(id).text();
  if (counts.escaped > 0 || has_secret) candidate.id = ItemId(std::move(id));
  return counts.escaped;
}

SafetyCounts MakeLabelsSafe(Candidate& candidate) {
  SafetyCounts counts;
  counts.escaped = MakeIdSafe(candidate);
  for (std::string* text : {&candidate.title, &candidate.provenance.rule,
                            &candidate.provenance.relation, &candidate.provenance.seed}) {
    if (!text->empty()) MakeSafe(*text, counts);
  }
  return counts;
}

SafetyCounts MakeSafe(Candidate& candidate) {
  SafetyCounts counts = MakeLabelsSafe(candidate);
  Escape(candidate.language, counts);
  for (Rendition& rendition : candidate.renditions) {
    if (!rendition.text.empty()) MakeSafe(rendition.text, counts);
  }
  return counts;
}

}  // namespace satchel::packet
