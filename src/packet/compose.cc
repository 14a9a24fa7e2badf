#include "packet/layout.h"

namespace satchel::packet {

std::string ComposeBody(const Packet& packet, const Layout& bound) {
  std::string text = bound.Header(packet);
  for (const Section& section : packet.sections) {
    if (section.empty()) continue;
    text += bound.SectionOpen(section);
    for (const Item& item : section.items) {
      if (!section.demoted(item)) text += bound.ItemText(section, item);
    }
    bool opened = false;
    for (const Item& item : section.items) {
      if (!section.demoted(item)) continue;
      if (!opened) text += bound.DemotedOpen(section);
      opened = true;
      text += bound.ItemText(section, item);
    }
    if (section.rest > 0) text += bound.RestLine(section.rest);
    text += bound.SectionClose(section);
  }
  return text;
}

std::string Compose(const Packet& packet, const Layout& layout) {
  const auto bound = layout.BoundTo(packet);
  return ComposeBody(packet, *bound) + bound->Trailer(packet);
}

}  // namespace satchel::packet
