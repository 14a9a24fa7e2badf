#include "packet/safety.h"

#include <utility>

#include "text/invisible.h"
#include "text/redactor.h"

namespace satchel::packet {
namespace {

// Ids are compared and looked up: escaped for display, never rewritten further.
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

SafetyCounts MakeSafe(Candidate& candidate) {
  SafetyCounts counts;
  std::string id = candidate.id.value();
  Escape(id, counts);
  candidate.id = ItemId(std::move(id));
  Escape(candidate.language, counts);
  for (std::string* text : {&candidate.title, &candidate.provenance.rule,
                            &candidate.provenance.relation, &candidate.provenance.seed}) {
    MakeSafe(*text, counts);
  }
  for (Rendition& rendition : candidate.renditions) MakeSafe(rendition.text, counts);
  return counts;
}

}  // namespace satchel::packet
