#pragma once

#include <cstddef>
#include <string_view>

#include "text/token_counter.h"

namespace satchel::packet {

// What a piece of a rendering takes. Costs of pieces add up exactly: both byte-
// pair encodings split a text between a line feed and a visible character other
// than a slash whatever stands around it, and every piece begins and ends so.
// Sums of rounded-up tokens would not add up; sums of these do. One exception: the
// blank line that closes a Markdown section joins the line end before it. It is
// counted as a piece of its own, which is rarely a token too few: what the final
// count of the whole text is there for.
struct Cost {
  std::size_t bytes = 0;
  std::size_t tokens = 0;  // of the exact encoding behind the counter; 0 with chars4

  friend Cost operator+(Cost a, Cost b) { return {a.bytes + b.bytes, a.tokens + b.tokens}; }
  friend Cost operator-(Cost a, Cost b) { return {a.bytes - b.bytes, a.tokens - b.tokens}; }
  Cost& operator+=(Cost other) { return *this = *this + other; }
  Cost& operator-=(Cost other) { return *this = *this - other; }
  friend bool operator==(Cost, Cost) = default;
};

// Measures pieces for one counter. A small value; safe to share between threads.
class CostModel {
 public:
  explicit CostModel(text::Tokenizer tokenizer) : tokenizer_(tokenizer) {}

  text::Tokenizer tokenizer() const { return tokenizer_; }
  Cost Of(std::string_view piece) const;
  // What the counter says of a text made of pieces that cost this much.
  std::size_t Tokens(Cost cost) const;

 private:
  text::Tokenizer tokenizer_;
};

}  // namespace satchel::packet
