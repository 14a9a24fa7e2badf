#pragma once

#include <span>
#include <string>

#include "evaluation/history.h"

namespace satchel::cli {

// Recall within k files, ours and grep's, as an SVG that needs nothing from outside and can be read
// on a light and on a dark page. REQUIRES: at least two points.
std::string RecallSvg(std::span<const evaluation::RecallPoint> curve, std::size_t commits);

}  // namespace satchel::cli
