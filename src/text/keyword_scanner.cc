#include "text/keyword_scanner.h"

#include <algorithm>
#include <cassert>

#include "base/ascii.h"

namespace satchel::text {

KeywordScanner::KeywordScanner(std::span<const std::string_view> keywords) {
  for (const std::string_view keyword : keywords) {
    for (const char c : keyword) {
      const auto byte = static_cast<unsigned char>(c);
      assert(!IsUpper(c));
      if (class_of_[byte] != 0) continue;
      class_of_[byte] = static_cast<std::uint8_t>(width_++);
      class_of_[static_cast<unsigned char>(ToUpper(c))] = class_of_[byte];
    }
  }
  std::size_t most_states = 1;
  for (const std::string_view keyword : keywords) most_states += keyword.size();
  next_.reserve(most_states * width_);
  next_.resize(width_);  // the root; 0 means "no such child" until the links are set
  first_output_.push_back(kNone);
  Family family{.members = {{}}};
  for (std::size_t i = 0; i < keywords.size(); ++i) {
    const std::uint16_t state = Insert(keywords[i], family);
    outputs_.push_back({.keyword = static_cast<std::uint16_t>(i),
                        .size = static_cast<std::uint16_t>(keywords[i].size()),
                        .next = first_output_[state]});
    first_output_[state] = static_cast<std::uint16_t>(outputs_.size() - 1);
  }
  LinkSuffixes(family);
}

std::uint16_t KeywordScanner::Insert(std::string_view keyword, Family& family) {
  std::size_t state = 0;
  for (const char c : keyword) {
    const std::uint8_t by = class_of_[static_cast<unsigned char>(c)];
    const std::size_t edge = state * width_ + by;
    if (next_[edge] == 0) {
      const auto child = static_cast<std::uint16_t>(first_output_.size());
      next_[edge] = child;
      first_output_.push_back(kNone);
      next_.resize(next_.size() + width_);
      family.members.push_back({.by = by, .sibling = family.members[state].first});
      family.members[state].first = child;
    }
    state = next_[edge];
  }
  return static_cast<std::uint16_t>(state);
}

// Breadth first: when a state is reached, the row of its longest proper suffix is complete, so the
// state's row is a copy of that one with its own children, and no link is followed later. A process
// builds this before it prints its first line, so it looks at children only, not at every class.
void KeywordScanner::LinkSuffixes(const Family& family) {
  std::vector<std::uint16_t> suffix(first_output_.size(), 0);
  std::vector<std::uint16_t> queue = {0};
  queue.reserve(first_output_.size());
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::size_t state = queue[head];
    std::uint16_t* const row = &next_[state * width_];
    if (state != 0) std::copy_n(&next_[suffix[state] * width_], width_, row);
    for (std::uint16_t child = family.members[state].first; child != 0;
         child = family.members[child].sibling) {
      std::uint16_t& edge = row[family.members[child].by];
      if (state != 0) suffix[child] = edge;
      edge = child;
      std::uint16_t* chain = &first_output_[child];
      while (*chain != kNone) chain = &outputs_[*chain].next;
      *chain = first_output_[suffix[child]];
      queue.push_back(child);
    }
  }
}

}  // namespace satchel::text
