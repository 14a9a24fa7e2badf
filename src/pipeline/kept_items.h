#pragma once

#include <cstddef>

#include "packet/offers.h"
#include "packet/packet.h"

namespace satchel::pipeline {

// The packet before a refinement, and what may still be used of it.
struct ShownBefore {
  packet::Packet packet;
  // Nothing that it was made of has changed, and no model decides anew: its own texts may be
  // shown again.
  bool current = false;
  // Tokens that the refinement may add to it; 0: the budget stays, and what was asked for may
  // take up to half of it.
  std::size_t added = 0;
};

// Takes out of `offers` what shows again what that packet showed, for a filling before all others.
// Each item keeps the rendition by which it was shown. Items that take no place, because what was
// asked for needs the room, stay in the offers with everything else. What `offers` lacks is taken
// from the packet if it is current. `budget`: of the refined packet.
packet::Offers TakeShown(const ShownBefore& before, std::size_t budget, packet::Offers& offers);

}  // namespace satchel::pipeline
