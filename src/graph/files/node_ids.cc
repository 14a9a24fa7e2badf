#include "graph/files/node_ids.h"

#include <cstddef>
#include <unordered_set>

#include "base/ascii.h"
#include "graph/files/layer.h"

namespace satchel::graph {
namespace {

// Calls `visit(id, offset)` for each place where one stands.
template <class Visit>
void ForEachId(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0; at < text.size();) {
    if (!IsIdChar(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && IsIdChar(text[end])) ++end;
    std::string_view word = text.substr(at, end - at);
    while (word.ends_with('-') || word.ends_with('_')) word.remove_suffix(1);
    if (LayerOfId(word) && word.size() >= 4) visit(word, at);
    at = end;
  }
}

}  // namespace

bool IsIdChar(char c) { return IsAlnum(c) || c == '-' || c == '_'; }

std::vector<std::string> IdsIn(std::string_view text) {
  std::vector<std::string> ids;
  std::unordered_set<std::string_view> seen;
  ForEachId(text, [&](std::string_view id, std::size_t /*offset*/) {
    if (seen.insert(id).second) ids.emplace_back(id);
  });
  return ids;
}

std::vector<text::ByteRange> IdPlacesIn(std::string_view text) {
  std::vector<text::ByteRange> places;
  ForEachId(text, [&](std::string_view id, std::size_t offset) {
    places.push_back({.begin = offset, .end = offset + id.size()});
  });
  return places;
}

}  // namespace satchel::graph
