#pragma once

#include <cstddef>
#include <string>

#include "code/requests/search.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// How places are shown.
struct PlaceStyle {
  Style style{false};
  std::size_t columns = 0;  // of the terminal, to which lines are cut; 0: they are not
  bool explain = false;     // with the terms of the score and the words
};

// A place as people read it: its number, where and what it is, and the lines that match with the
// words of the query marked. A gap between lines is shown as one.
std::string PlaceText(const engine::SearchPlace& place, std::size_t number, const PlaceStyle& how);

}  // namespace satchel::cli
