#include "code/languages/keys/key_tree.h"

#include <algorithm>

#include "base/trimmed.h"

namespace satchel::code {

std::string_view Unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                      text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

std::uint32_t KeyTree::Add(KeyNode node) {
  if (nodes_.size() >= kMostNodes) return kNoKey;
  if (node.parent != kNoKey) {
    ++nodes_[node.parent].children;
    node.depth = nodes_[node.parent].depth + 1;
  }
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void KeyTree::Finish() {
  for (std::size_t i = nodes_.size(); i > 0; --i) {
    KeyNode& node = nodes_[i - 1];
    node.after = std::max(node.after, static_cast<std::uint32_t>(i));
    node.end = std::max({node.end, node.head, node.begin});
    if (node.parent == kNoKey) continue;
    KeyNode& parent = nodes_[node.parent];
    parent.after = std::max(parent.after, node.after);
    parent.end = std::max(parent.end, node.end);
  }
}

void KeyTree::EachChild(std::uint32_t parent,
                        const std::function<void(std::uint32_t)>& visit) const {
  const std::uint32_t end =
      parent == kNoKey ? static_cast<std::uint32_t>(nodes_.size()) : nodes_[parent].after;
  for (std::uint32_t i = parent == kNoKey ? 0 : parent + 1; i < end; i = nodes_[i].after) visit(i);
}

std::uint32_t KeyTree::Beside(std::uint32_t first, std::uint32_t last, std::string_view key) const {
  constexpr std::size_t kMostLooked = 1'000;
  std::size_t looked = 0;
  for (std::uint32_t i = first; i < last && looked < kMostLooked; i = nodes_[i].after, ++looked) {
    if (nodes_[i].key == key && !nodes_[i].item) return i;
  }
  return kNoKey;
}

std::uint32_t KeyTree::Child(std::uint32_t parent, std::string_view key) const {
  if (parent == kNoKey) return Beside(0, static_cast<std::uint32_t>(nodes_.size()), key);
  return Beside(parent + 1, nodes_[parent].after, key);
}

std::string_view KeyTree::ValueOf(std::uint32_t parent, std::string_view key) const {
  const std::uint32_t child = Child(parent, key);
  return child == kNoKey ? std::string_view() : nodes_[child].value;
}

void KeyTree::EachText(
    std::uint32_t node,
    const std::function<void(std::string_view text, std::size_t at)>& visit) const {
  if (node == kNoKey) return;
  const KeyNode& list = nodes_[node];
  if (list.children > 0) {
    EachChild(node, [&](std::uint32_t child) {
      if (nodes_[child].item && !nodes_[child].value.empty()) {
        visit(nodes_[child].value, nodes_[child].begin);
      }
    });
    return;
  }
  std::string_view text = list.value;
  if (!text.starts_with('[')) {
    if (!text.empty()) visit(text, list.begin);
    return;
  }
  text = text.substr(1, std::min(text.find(']'), text.size()) - 1);
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = Unquoted(Trimmed(text.substr(0, comma)));
    if (!part.empty()) visit(part, list.begin);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

}  // namespace satchel::code
