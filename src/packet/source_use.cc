#include "packet/source_use.h"

#include <algorithm>

namespace satchel::packet {

std::vector<SourceUse> UseBySource(const Packet& packet) {
  std::vector<SourceUse> uses;
  for (const Section& section : packet.sections) {
    auto use = std::ranges::find(uses, section.of, &SourceUse::source);
    if (use == uses.end()) use = uses.insert(use, {.source = section.of, .cost = {}});
    use->cost += section.cost;
    use->items += section.items.size();
    use->dropped += section.dropped;
  }
  return uses;
}

}  // namespace satchel::packet
