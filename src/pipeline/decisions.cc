#include "pipeline/decisions.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "packet/cost.h"

namespace satchel::pipeline {
namespace {

using packet::Item;
using packet::Omission;
using packet::Packet;
using packet::Section;

// A section's key, and source and id of an item: what a decision is about.
using Subject = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;

Subject SubjectOf(const Section& section, const Item& item) {
  return {section.of, section.name, item.candidate.source, item.candidate.id.value()};
}

Subject SubjectOf(const Omission& omission) {
  return {omission.of, omission.section, omission.source, omission.id.value()};
}

std::map<Subject, std::string_view> ShownIn(const Packet& packet) {
  std::map<Subject, std::string_view> shown;
  for (const Section& section : packet.sections) {
    for (const Item& item : section.items) {
      shown.emplace(SubjectOf(section, item), item.rendition().name);
    }
  }
  return shown;
}

Decision Included(std::string label, const Item& item, std::string_view reason,
                  std::size_t tokens) {
  const packet::Candidate& candidate = item.candidate;
  return {.section = std::move(label),
          .source = candidate.source,
          .item = candidate.id,
          .title = candidate.title,
          .included = true,
          .rendition = item.rendition().name,
          .reason = std::string(reason),
          .tokens = tokens,
          .priority = candidate.priority,
          .terms = candidate.terms,
          .provenance = candidate.provenance};
}

Decision LeftOut(std::string label, const Omission& omission, const packet::Candidate* candidate) {
  Decision decision{.section = std::move(label),
                    .source = omission.source,
                    .item = omission.id,
                    .title = omission.title,
                    .rendition = {},
                    .reason = std::string(Name(omission.reason)),
                    .tokens = omission.tokens};
  if (candidate != nullptr) {
    decision.priority = candidate->priority;
    decision.terms = candidate->terms;
    decision.provenance = candidate->provenance;
  }
  return decision;
}

std::map<Subject, const packet::Candidate*> Offered(const packet::PackRecord& record) {
  std::map<Subject, const packet::Candidate*> offered;
  for (const packet::StepRecord& step : record.steps) {
    for (const packet::OfferRecord& offer : step.offers) {
      for (const packet::LineRecord& line : offer.lines) {
        offered.emplace(
            Subject{offer.of, offer.section, line.candidate.source, line.candidate.id.value()},
            &line.candidate);
      }
    }
  }
  return offered;
}

}  // namespace

std::vector<Decision> DecisionsBetween(const Packet& before, const Packet& after,
                                       const packet::PackRecord& record) {
  const auto shown_before = ShownIn(before);
  std::set<Subject> left_out_before;
  for (const Omission& omission : before.omissions) {
    if (omission.dropped()) left_out_before.insert(SubjectOf(omission));
  }
  std::map<Subject, std::string_view> demoted;  // why
  for (const Omission& omission : after.omissions) {
    if (!omission.dropped()) demoted[SubjectOf(omission)] = Name(omission.reason);
  }
  const packet::CostModel model(after.tokenizer);
  std::vector<Decision> decisions;
  for (const Section& section : after.sections) {
    for (const Item& item : section.items) {
      const Subject subject = SubjectOf(section, item);
      const auto earlier = shown_before.find(subject);
      if (earlier != shown_before.end() && earlier->second == item.rendition().name) continue;
      const auto why = demoted.find(subject);
      decisions.push_back(Included(LabelOf(after, section.of, section.name), item,
                                   why == demoted.end() ? "" : why->second,
                                   model.Tokens(item.cost)));
    }
  }
  const auto offered = Offered(record);
  for (const Omission& omission : after.omissions) {
    if (!omission.dropped() || left_out_before.contains(SubjectOf(omission))) continue;
    const auto candidate = offered.find(SubjectOf(omission));
    decisions.push_back(LeftOut(LabelOf(after, omission.of, omission.section), omission,
                                candidate == offered.end() ? nullptr : candidate->second));
  }
  return decisions;
}

}  // namespace satchel::pipeline
