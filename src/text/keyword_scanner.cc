#include "text/keyword_scanner.h"

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
  next_.resize(width_);  // the root; 0 means "no such child" until the links are set
  first_output_.push_back(kNone);
  for (std::size_t i = 0; i < keywords.size(); ++i) {
    const std::uint16_t state = Insert(keywords[i]);
    outputs_.push_back({.keyword = static_cast<std::uint16_t>(i),
                        .size = static_cast<std::uint16_t>(keywords[i].size()),
                        .next = first_output_[state]});
    first_output_[state] = static_cast<std::uint16_t>(outputs_.size() - 1);
  }
  LinkSuffixes();
}

std::uint16_t KeywordScanner::Insert(std::string_view keyword) {
  std::size_t state = 0;
  for (const char c : keyword) {
    const std::size_t edge = state * width_ + class_of_[static_cast<unsigned char>(c)];
    if (next_[edge] == 0) {
      next_[edge] = static_cast<std::uint16_t>(first_output_.size());
      first_output_.push_back(kNone);
      next_.resize(next_.size() + width_);
    }
    state = next_[edge];
  }
  return static_cast<std::uint16_t>(state);
}

// Breadth first: when a state is reached, the row of its longest proper suffix is
// complete, so missing edges are copied from there and no link is followed later.
void KeywordScanner::LinkSuffixes() {
  std::vector<std::uint16_t> suffix(first_output_.size(), 0);
  std::vector<std::uint16_t> queue = {0};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::size_t state = queue[head];
    for (std::size_t c = 0; c < width_; ++c) {
      const std::uint16_t through_suffix = state == 0 ? 0 : next_[suffix[state] * width_ + c];
      std::uint16_t& child = next_[state * width_ + c];
      if (child == 0) {
        child = through_suffix;
        continue;
      }
      suffix[child] = through_suffix;
      std::uint16_t* chain = &first_output_[child];
      while (*chain != kNone) chain = &outputs_[*chain].next;
      *chain = first_output_[through_suffix];
      queue.push_back(child);
    }
  }
}

}  // namespace satchel::text
