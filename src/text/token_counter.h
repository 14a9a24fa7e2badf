#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace satchel::text {

// The counters a budget can be given in. Names are those of `--tokenizer`.
enum class Tokenizer : std::uint8_t {
  kChars4,  // bytes / 4 of the whole text, rounded up
  kO200k,   // exact: o200k_base
  kCl100k,  // exact: cl100k_base
  kSafe,    // the larger of chars4 and o200k
};

std::string_view Name(Tokenizer tokenizer);
Result<Tokenizer> ParseTokenizer(std::string_view name);

// Counts the tokens of a text. Stateless, shared by all threads. Counts are not
// additive: that of a whole can differ from the sum over its parts.
class TokenCounter {
 public:
  virtual ~TokenCounter() = default;
  virtual Tokenizer tokenizer() const = 0;
  virtual std::size_t Count(std::string_view text) const = 0;
};

// The counter of a kind; lives as long as the program and costs nothing to get.
const TokenCounter& CounterFor(Tokenizer tokenizer);

}  // namespace satchel::text
