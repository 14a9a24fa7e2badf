#include "packet/cost.h"

#include <algorithm>

namespace satchel::packet {

Cost CostModel::Of(std::string_view piece) const {
  switch (tokenizer_) {
    case text::Tokenizer::kChars4:
      return {.bytes = piece.size()};
    case text::Tokenizer::kO200k:
    case text::Tokenizer::kSafe:
      return {.bytes = piece.size(),
              .tokens = text::CounterFor(text::Tokenizer::kO200k).Count(piece)};
    case text::Tokenizer::kCl100k:
      return {.bytes = piece.size(),
              .tokens = text::CounterFor(text::Tokenizer::kCl100k).Count(piece)};
  }
  return {};
}

std::size_t CostModel::Tokens(Cost cost) const {
  const std::size_t chars4 = (cost.bytes + 3) / 4;
  switch (tokenizer_) {
    case text::Tokenizer::kChars4:
      return chars4;
    case text::Tokenizer::kO200k:
    case text::Tokenizer::kCl100k:
      return cost.tokens;
    case text::Tokenizer::kSafe:
      return std::max(chars4, cost.tokens);
  }
  return chars4;
}

}  // namespace satchel::packet
