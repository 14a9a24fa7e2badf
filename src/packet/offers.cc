#include "packet/offers.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace satchel::packet {
namespace {

auto Order(SectionKey key) { return std::tuple(key.source, key.name); }

// Where a section's offer is, or would be.
auto PlaceOf(auto& offers, SectionKey key) {
  return std::ranges::lower_bound(offers, Order(key), {},
                                  [](const SectionOffer& offer) { return Order(offer.key()); });
}

// The packer's own offer holds no ownership: what owns the late parts must stay alive beside it.
struct Taken {
  std::vector<Offer> offers;
  std::vector<std::shared_ptr<LateParts>> late;
};

Taken TakeAll(std::span<const SectionKey> keys, std::span<const SectionPolicy> policies,
              Offers& offers) {
  Taken taken;
  for (const SectionKey key : keys) {
    SectionOffer offer = offers.Take(key);
    taken.offers.push_back(
        {PolicyOf(policies, key), std::move(offer.candidates), offer.late.get()});
    taken.late.push_back(std::move(offer.late));
  }
  return taken;
}

std::size_t NeedOf(std::span<const SectionKey> keys, std::span<const SectionPolicy> policies,
                   const Offers& offers, const Packer& packer) {
  std::size_t need = 0;
  for (const SectionKey key : keys) {
    const SectionOffer* offer = offers.Find(key);
    if (offer == nullptr) continue;
    need += packer.Need({PolicyOf(policies, key), offer->candidates, offer->late.get()});
  }
  return need;
}

}  // namespace

SectionOffer& Offers::To(SectionKey key) {
  const auto at = PlaceOf(offers_, key);
  if (at != offers_.end() && at->key() == key) return *at;
  return *offers_.insert(at, {.source = std::string(key.source), .name = std::string(key.name)});
}

const SectionOffer* Offers::Find(SectionKey key) const {
  const auto at = PlaceOf(offers_, key);
  return at != offers_.end() && at->key() == key ? &*at : nullptr;
}

SectionOffer Offers::Take(SectionKey key) {
  const auto at = PlaceOf(offers_, key);
  if (at == offers_.end() || at->key() != key) {
    return {.source = std::string(key.source), .name = std::string(key.name)};
  }
  SectionOffer offer = std::move(*at);
  offers_.erase(at);
  return offer;
}

SectionOffer Offers::TakeCut(SectionKey key) {
  SectionOffer cut{.source = std::string(key.source), .name = std::string(key.name)};
  const auto at = PlaceOf(offers_, key);
  if (at == offers_.end() || at->key() != key) return cut;
  cut.cut = std::exchange(at->cut, {});
  cut.cut_more = std::exchange(at->cut_more, 0);
  return cut;
}

void Offers::Forget(std::string_view source) {
  std::erase_if(offers_, [source](const SectionOffer& offer) { return offer.source == source; });
}

void Offers::Complete() {
  for (SectionOffer& offer : offers_) {
    if (!offer.late) continue;
    for (Candidate& candidate : offer.candidates) {
      offer.late->SetTexts(candidate);
      offer.late->SetProvenance(candidate);
    }
    offer.late.reset();
  }
}

Status CarryOut(const Fill& fill, std::span<const SectionPolicy> policies, Offers& offers,
                Packer& packer) {
  if (fill.kind == StepKind::kLeaveOut) {
    for (const SectionKey key : fill.sections) {
      SectionOffer cut = offers.TakeCut(key);
      if (cut.cut.empty() && cut.cut_more == 0) continue;
      packer.LeaveOut({PolicyOf(policies, key), std::move(cut.cut)}, Reason::kMaxItems,
                      cut.cut_more);
    }
    return {};
  }
  if (fill.kind == StepKind::kShare) {
    std::vector<Packer::Wanted> wanted;
    for (const SectionKey key : fill.sections) {
      const SectionOffer* offer = offers.Find(key);
      if (offer == nullptr) {
        wanted.push_back({PolicyOf(policies, key), {}});
      } else {
        wanted.push_back({PolicyOf(policies, key), offer->candidates, offer->late.get()});
      }
    }
    packer.ShareOut(wanted);
    return {};
  }
  Taken taken = TakeAll(fill.sections, policies, offers);
  const std::size_t waiting = NeedOf(fill.waiting, policies, offers, packer);
  switch (fill.kind) {
    case StepKind::kFloor:
      for (Offer& offer : taken.offers) {
        if (fill.above_zero && packer.packet().budget == 0) {
          packer.LeaveOut(std::move(offer), Reason::kFloorTooLarge);
        } else {
          packer.AddFloor(std::move(offer));
        }
      }
      return {};
    case StepKind::kAdd:
      for (Offer& offer : taken.offers) packer.Add(std::move(offer), waiting);
      return {};
    case StepKind::kSplit:
      packer.AddSplit(std::move(taken.offers));
      return {};
    case StepKind::kTogether:
      return packer.AddTogether(std::move(taken.offers));
    case StepKind::kInOrder:
      return packer.AddInOrder(std::move(taken.offers));
    case StepKind::kTiers:
      return packer.AddTiers(std::move(taken.offers));
    case StepKind::kLeaveOut:
    case StepKind::kShare:
      break;
  }
  return {};
}

}  // namespace satchel::packet
