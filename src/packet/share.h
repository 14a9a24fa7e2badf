#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "base/score.h"

// How a budget is divided between sources that want different things for it.
namespace satchel::packet {

// Something that can be bought with tokens.
struct Ware {
  Score worth;
  std::size_t tokens = 0;
};

// A source, with what it would show in the order in which it would.
struct Buyer {
  std::size_t cap = 0;  // tokens that it may take while others want more
  std::vector<Ware> pieces;
  std::size_t most = std::numeric_limits<std::size_t>::max();  // tokens that it may take at all
};

// What each may take of `rest`: the next tokens go where they buy most, that is to the source whose
// next piece is worth most a token; of equals to the first. A piece that is too large for what is
// left is skipped. What remains after the caps is given beyond them, up to `most`.
std::vector<std::size_t> ShareByWorth(std::span<const Buyer> buyers, std::size_t rest);

}  // namespace satchel::packet
