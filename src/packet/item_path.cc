#include "packet/item_path.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/ascii.h"

namespace satchel::packet {
namespace {

struct Lines {
  std::string_view path;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

// Of an id of the form `path:first-last`.
std::optional<Lines> LinesOf(std::string_view id) {
  const std::size_t colon = id.rfind(':');
  if (colon == id.npos) return std::nullopt;
  Lines lines{.path = id.substr(0, colon)};
  const char* const end = id.data() + id.size();
  const auto first = std::from_chars(id.data() + colon + 1, end, lines.first);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return std::nullopt;
  const auto last = std::from_chars(first.ptr + 1, end, lines.last);
  if (last.ec != std::errc() || last.ptr != end) return std::nullopt;
  return lines;
}

}  // namespace

bool HasLinesOf(const ItemId& id, const ItemId& other) {
  if (id == other) return true;
  const auto lines = LinesOf(id.value());
  const auto in = LinesOf(other.value());
  return lines && in && lines->path == in->path && lines->first <= in->first &&
         lines->last >= in->last;
}

std::string PathOfItem(const Item& item) {
  const std::string& id = item.candidate.id.value();
  const std::size_t colon = id.rfind(':');
  if (colon == id.npos || colon + 1 == id.size()) return id;
  const bool lines = std::ranges::all_of(std::string_view(id).substr(colon + 1),
                                         [](char c) { return IsDigit(c) || c == '-'; });
  return lines ? id.substr(0, colon) : id;
}

}  // namespace satchel::packet
