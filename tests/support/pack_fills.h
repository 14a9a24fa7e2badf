#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "packet/offers.h"
#include "packet/packer.h"
#include "packet/plan.h"

// Packs what was offered by a list of fillings, as the runner does behind stages.
namespace satchel::test {

using SectionCandidates = std::pair<std::string, std::vector<packet::Candidate>>;

// Offers to the sections of one source, by name.
inline packet::Offers OffersOf(std::string_view source,
                               std::initializer_list<SectionCandidates> sections) {
  packet::Offers offers;
  for (const auto& [name, candidates] : sections) offers.To({source, name}).candidates = candidates;
  return offers;
}

// `record`: where the record of the packing goes; null when nobody wants it.
inline Result<packet::Packet> PackByFills(
    packet::Packer packer, std::span<const packet::SectionPolicy> policies,
    std::initializer_list<std::span<const packet::Fill>> lists, packet::Offers offers,
    packet::PackRecord* record = nullptr) {
  for (const std::span<const packet::Fill> fills : lists) {
    for (const packet::Fill& fill : fills) {
      SATCHEL_TRY(packet::CarryOut(fill, policies, offers, packer));
    }
  }
  return std::move(packer).Finish(record);
}

}  // namespace satchel::test
