#include "packet/pricer.h"

#include <algorithm>
#include <string>

namespace satchel::packet {

Cost Pricer::Frame(const Packet& packet, FrameParts parts) const {
  Packet bare{.recipe = packet.recipe, .budget = packet.budget, .tokenizer = packet.tokenizer};
  const bool counts = parts.counts && !parts.meter;
  for (const Section& section : packet.sections) {
    bare.sections.push_back({.of = section.of,
                             .name = section.name,
                             .dropped = counts && !section.floor ? kMostItemsCounted : 0});
  }
  bare.show_header = parts.header;
  bare.show_meter = parts.meter;
  bare.show_counts = parts.counts;
  return model_.Of(layout_.Header(bare)) + model_.Of(layout_.Trailer(bare));
}

Cost Pricer::Framing(const Section& section, bool demoted, std::size_t rest) const {
  Cost cost = model_.Of(layout_.SectionOpen(section)) + model_.Of(layout_.SectionClose(section));
  if (demoted) cost += model_.Of(layout_.DemotedOpen(section));
  if (rest > 0) cost += model_.Of(layout_.RestLine(rest));
  return cost;
}

Cost Pricer::CostOf(const Section& section, const Candidate& candidate, std::size_t step) const {
  if (model_.tokenizer() == text::Tokenizer::kChars4) {
    return {.bytes = layout_.ItemBytes(section, candidate, step)};
  }
  std::string piece;
  layout_.AppendItem(piece, section, candidate, step);
  return model_.Of(piece);
}

void Pricer::Measure(const Section& section, const Candidate& candidate,
                     std::pmr::vector<Rung>& ladder) const {
  const std::size_t steps = std::min(section.steps + 1, candidate.renditions.size());
  ladder.reserve(steps);
  for (std::size_t step = 0; step < steps; ++step) {
    const Cost cost = CostOf(section, candidate, step);
    if (step == 0 || Tokens(cost) < Tokens(ladder.back().cost)) {
      ladder.push_back({.step = step, .cost = cost});
    }
  }
}

}  // namespace satchel::packet
