// Not every key is worth a name. What a program or a person asks for is near the top and has a
// plain name; a table of thousands of words, or the items of a list, are data, and what they have
// is found by its text alone.
#include <algorithm>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "code/languages/keys/keys.h"

namespace satchel::code {
namespace {

constexpr std::uint32_t kDeepest = 5;
constexpr std::uint32_t kMostChildren = 300;
constexpr std::size_t kLongestKey = 80;
constexpr std::size_t kMostKeys = 3'000;

bool IsPlain(std::string_view key) {
  if (key.empty() || key.size() > kLongestKey || key == "$ref") return false;
  return std::ranges::all_of(key, [](char c) {
    return IsAlnum(c) || c == '_' || c == '-' || c == '.' || c == '$' || c == '@' || c == '/';
  });
}

// `a.b` of the key `a.b.c` of TOML.
std::size_t LastDot(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return dot == 0 || dot + 1 == key.size() ? std::string_view::npos : dot;
}

}  // namespace

void ReadPlainKeys(const KeyTree& tree, std::uint32_t first, std::uint32_t last, Outline& out) {
  const auto& nodes = tree.nodes();
  std::vector<std::uint32_t> open;
  std::size_t found = 0;
  for (std::uint32_t i = first; i < last; ++i) {
    const KeyNode& node = nodes[i];
    while (!open.empty() && nodes[open.back()].after <= i) {
      out.Close(nodes[open.back()].end);
      open.pop_back();
    }
    ReadRef(node, out);
    const bool data = node.parent != kNoKey && nodes[node.parent].children > kMostChildren;
    const bool inside = open.size() == node.depth;  // every key above it has a name
    if (node.item || data || !inside || node.depth >= kDeepest || !IsPlain(node.key) ||
        ++found > kMostKeys) {
      continue;
    }
    const std::size_t dot = LastDot(node.key);
    const bool dotted = dot != std::string_view::npos && !node.key.contains('/');
    const bool section = node.children > 0 && !nodes[i + 1].item;
    const SymbolKind kind = section ? SymbolKind::kNamespace : SymbolKind::kProperty;
    out.Open(kind, dotted ? node.key.substr(dot + 1) : node.key, node.begin, node.head,
             dotted ? node.key.substr(0, dot) : std::string_view());
    open.push_back(i);
  }
  while (!open.empty()) {
    out.Close(nodes[open.back()].end);
    open.pop_back();
  }
}

}  // namespace satchel::code
