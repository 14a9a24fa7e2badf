#include "packet/plan.h"

#include <cassert>

namespace satchel::packet {

const SectionPolicy& PolicyOf(std::span<const SectionPolicy> policies, SectionKey key) {
  for (const SectionPolicy& policy : policies) {
    if (KeyOf(policy) == key) return policy;
  }
  assert(false && "no such section");
  return policies.front();
}

}  // namespace satchel::packet
