#pragma once

#include <cstdint>

#include <tree_sitter/api.h>

#include "code/facts/facts.h"

namespace satchel::code {

// A node of a syntax tree, valid while the file is being read. May be nothing.
class Node {
 public:
  Node() = default;
  explicit Node(TSNode node) : node_(node) {}

  bool ok() const { return node_.id != nullptr; }
  const TSNode& raw() const { return node_; }
  std::uint32_t begin() const { return ts_node_start_byte(node_); }
  std::uint32_t end() const { return ts_node_end_byte(node_); }
  std::uint32_t first_line() const { return ts_node_start_point(node_).row + 1; }
  // Some grammars let a node end behind its last line break; that is still its last line.
  std::uint32_t last_line() const {
    const TSPoint end = ts_node_end_point(node_);
    return end.column == 0 && end.row >= first_line() ? end.row : end.row + 1;
  }
  bool named() const { return ts_node_is_named(node_); }
  // The parser put it in to go on; it has no text.
  bool missing() const { return ts_node_is_missing(node_); }
  Extent extent() const { return {begin(), end(), first_line(), last_line()}; }

 private:
  TSNode node_{};
};

}  // namespace satchel::code
