#pragma once

#include <cstdlib>

namespace satchel::fuzz {

// What a fuzz target demands; the fuzzer keeps the input with which it does not hold.
inline void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace satchel::fuzz
