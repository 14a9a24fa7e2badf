#pragma once

#include <string_view>

namespace satchel::engine {

// How well an answer matches what was asked. Names are stable: JSON has them.
constexpr std::string_view ConfidenceName(bool none, bool weak) {
  return none ? "none" : weak ? "weak" : "sure";
}

}  // namespace satchel::engine
