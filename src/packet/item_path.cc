#include "packet/item_path.h"

#include <algorithm>
#include <string_view>

#include "base/ascii.h"

namespace satchel::packet {

std::string PathOfItem(const Item& item) {
  const std::string& id = item.candidate.id.value();
  const std::size_t colon = id.rfind(':');
  if (colon == id.npos || colon + 1 == id.size()) return id;
  const bool lines = std::ranges::all_of(std::string_view(id).substr(colon + 1),
                                         [](char c) { return IsDigit(c) || c == '-'; });
  return lines ? id.substr(0, colon) : id;
}

}  // namespace satchel::packet
