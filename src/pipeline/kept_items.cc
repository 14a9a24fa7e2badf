// A refinement asks for more, and must not swap: the agent that asked has read the packet before
// and works with it. So what was shown is offered by itself and filled first; what was asked for,
// and then everything else, share the rest.
//
// Titles that stand for texts without room are no reason to show less of what was asked for, so
// they wait with everything else.
//
// Ids of code name lines, and the lines of a piece can change with the request. A new piece that
// has all lines of an earlier one stands for it; one that has only some of them is not shown twice.

#include "pipeline/kept_items.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/item_path.h"

namespace satchel::pipeline {
namespace {

using packet::Candidate;
using packet::Item;
using packet::SectionOffer;

// The part of the budget that what was asked for may take from what was shown.
constexpr std::size_t kAskedPart = 2;
// How a source marks what a refinement asks for, in a candidate's provenance.
constexpr std::string_view kAsked = "refinement";

bool IsAsked(const Candidate& candidate) { return candidate.provenance.relation == kAsked; }

// Whether the new one shows all lines of the old one.
bool StandsFor(const Candidate& now, const Candidate& then) {
  return now.source == then.source && packet::HasLinesOf(now.id, then.id);
}

struct Shown {
  packet::SectionKey section;
  const Item* item = nullptr;
  std::size_t position = 0;  // in the packet
};

// What the packet showed, in the order in which it took its place. Satchel's own words are about
// one packet.
std::vector<Shown> InOrder(const packet::Packet& packet) {
  std::vector<Shown> all;
  for (const packet::Section& section : packet.sections) {
    for (const Item& item : section.items) {
      const bool title = item.step > 0 && item.candidate.kind != packet::ContentKind::kCode;
      if (title || item.candidate.trust == packet::Trust::kSatchel) continue;
      all.push_back({{section.of, section.name}, &item, all.size()});
    }
  }
  std::ranges::sort(
      all, {}, [](const Shown& shown) { return std::pair(shown.item->taken, shown.position); });
  return all;
}

class Taking {
 public:
  Taking(const ShownBefore& before, std::size_t budget, packet::Offers& offers)
      : before_(before), cost_(before.packet.tokenizer), offers_(offers) {
    const std::size_t most = before.added > 0 ? before.added : budget / kAskedPart;
    room_ = budget - std::min(budget, std::min(Asked(), most));
  }

  packet::Offers Take() {
    for (const Shown& shown : InOrder(before_.packet)) {
      const std::size_t tokens = cost_.Tokens(shown.item->cost);
      if (tokens > room_) continue;
      if (TakeOne(shown)) room_ -= tokens;
    }
    return std::move(kept_);
  }

 private:
  // About what it would take in full.
  std::size_t Asked() const {
    packet::Cost cost;
    for (const SectionOffer& offer : offers_.all()) {
      for (const Candidate& candidate : offer.candidates) {
        if (!IsAsked(candidate) || WasShown(candidate)) continue;
        cost += cost_.Of(candidate.title + "\n");
        cost += cost_.Of(candidate.renditions.front().text + "\n");
      }
    }
    return cost_.Tokens(cost);
  }

  bool WasShown(const Candidate& candidate) const {
    return std::ranges::any_of(before_.packet.sections, [&](const packet::Section& section) {
      return std::ranges::any_of(section.items, [&](const Item& item) {
        return item.candidate.source == candidate.source && item.candidate.id == candidate.id;
      });
    });
  }

  bool TakeOne(const Shown& shown) {
    const Candidate& then = shown.item->candidate;
    for (SectionOffer& offer : offers_.all()) {
      if (offer.source != shown.section.source) continue;
      const auto now = std::ranges::find_if(
          offer.candidates, [&](const Candidate& one) { return StandsFor(one, then); });
      if (now == offer.candidates.end()) continue;
      Candidate candidate = std::move(*now);
      offer.candidates.erase(now);
      if (offer.late) {
        offer.late->SetTexts(candidate);
        offer.late->SetProvenance(candidate);
      }
      const bool same = candidate.id == then.id && !IsAsked(candidate);
      Keep(offer.key(), std::move(candidate), same ? shown.item->rendition().name : "");
      return true;
    }
    if (Covered(then)) return true;
    if (!before_.current) return false;
    Keep(shown.section, then, shown.item->rendition().name);
    return true;
  }

  // Whether a piece that is kept already has all its lines.
  bool Covered(const Candidate& then) const {
    return std::ranges::any_of(kept_.all(), [&](const SectionOffer& offer) {
      return std::ranges::any_of(offer.candidates,
                                 [&](const Candidate& one) { return StandsFor(one, then); });
    });
  }

  void Keep(packet::SectionKey section, Candidate candidate, std::string_view rendition) {
    const auto as_shown =
        std::ranges::find(candidate.renditions, rendition, &packet::Rendition::name);
    if (as_shown != candidate.renditions.end()) {
      candidate.renditions.erase(candidate.renditions.begin(), as_shown);
    }
    // A signature shows few of the lines that its id names.
    if (candidate.renditions.front().name == "full") DropPartsOf(candidate);
    kept_.To(section).candidates.push_back(std::move(candidate));
  }

  void DropPartsOf(const Candidate& whole) {
    for (SectionOffer& offer : offers_.all()) {
      std::erase_if(offer.candidates, [&](const Candidate& one) { return StandsFor(whole, one); });
    }
  }

  const ShownBefore& before_;
  const packet::CostModel cost_;
  packet::Offers& offers_;
  packet::Offers kept_;
  std::size_t room_ = 0;
};

}  // namespace

packet::Offers TakeShown(const ShownBefore& before, std::size_t budget, packet::Offers& offers) {
  return Taking(before, budget, offers).Take();
}

}  // namespace satchel::pipeline
