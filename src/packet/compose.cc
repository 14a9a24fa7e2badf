#include "packet/layout.h"

namespace satchel::packet {

std::size_t Layout::ItemBytes(const Section& section, const Candidate& candidate,
                              std::size_t step) const {
  std::string piece;
  AppendItem(piece, section, candidate, step);
  return piece.size();
}

std::string ComposeBody(const Packet& packet, const Layout& bound) {
  std::string text = bound.Header(packet);
  for (const Section& section : packet.sections) {
    if (section.empty()) continue;
    text += bound.SectionOpen(section);
    for (const Item& item : section.items) {
      if (!section.demoted(item)) bound.AppendItem(text, section, item.candidate, item.step);
    }
    bool opened = false;
    for (const Item& item : section.items) {
      if (!section.demoted(item)) continue;
      if (!opened) text += bound.DemotedOpen(section);
      opened = true;
      bound.AppendItem(text, section, item.candidate, item.step);
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
