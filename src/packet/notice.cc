#include <utility>

#include "packet/packet.h"

namespace satchel::packet {

void AddNotice(Packet& packet, Notice notice) {
  if (packet.notices.size() >= kMostNotices) {
    ++packet.notices_cut;
    return;
  }
  for (std::string* text : {&notice.source, &notice.path, &notice.reason, &notice.text}) {
    MakeSafe(*text, packet.safety);
  }
  packet.notices.push_back(std::move(notice));
}

}  // namespace satchel::packet
