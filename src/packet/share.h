#pragma once

#include <cstddef>
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
};

// What each may take of `rest`: the next tokens go where they buy most, that is to the source whose
// next piece is worth most a token; of equals to the first. A piece that is too large for what is
// left is passed over. What nobody takes within the caps goes on beyond them.
std::vector<std::size_t> ShareByWorth(std::span<const Buyer> buyers, std::size_t rest);

}  // namespace satchel::packet
