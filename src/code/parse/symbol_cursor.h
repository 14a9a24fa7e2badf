#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "code/facts/facts.h"

namespace satchel::code {

// The innermost symbol at places that are asked for in the order of the text.
class SymbolCursor {
 public:
  // In the order of the text. Must outlive this.
  explicit SymbolCursor(std::span<const Symbol> symbols) : symbols_(symbols) {}

  std::uint32_t At(std::size_t at) {
    for (; next_ < symbols_.size() && symbols_[next_].extent.begin <= at; ++next_) {
      CloseBefore(symbols_[next_].extent.begin);
      around_.push_back(next_);
    }
    CloseBefore(at);
    return around_.empty() ? kNoSymbol : around_.back();
  }

 private:
  void CloseBefore(std::size_t at) {
    while (!around_.empty() && symbols_[around_.back()].extent.end <= at) around_.pop_back();
  }

  std::span<const Symbol> symbols_;
  std::vector<std::uint32_t> around_;
  std::uint32_t next_ = 0;
};

}  // namespace satchel::code
