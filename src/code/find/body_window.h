#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/score.h"

// Which lines stand for a body that is too large to be shown whole.
namespace satchel::retrieval {

// A word of the task, as a stem, and how much it says: the rarer in the code, the more.
struct LineWord {
  std::string word;
  Score worth;
  friend bool operator==(const LineWord&, const LineWord&) = default;
};

struct LineRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  friend bool operator==(LineRange, LineRange) = default;
};

struct BodyWindowRequest {
  LineRange body;                        // lines of the file
  std::span<const std::uint32_t> asked;  // lines that the task names
  std::span<const LineWord> words;       // of the task
  std::size_t most_bytes = 0;            // of the window
};

// Returns a range inside the body: around the first of its asked lines, otherwise the lines with
// the most telling words, otherwise the head. A window exceeds `most_bytes` only if it is one line
// that does. REQUIRES: the body lies in the content and has a line.
LineRange WindowOf(std::string_view content, const BodyWindowRequest& request);

}  // namespace satchel::retrieval
