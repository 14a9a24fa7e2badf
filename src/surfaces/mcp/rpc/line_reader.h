#pragma once

#include <cstddef>
#include <cstdint>
#include <streambuf>
#include <string>

namespace satchel::mcp {

// Lines of an input, each bounded: the rest of one that is too long is passed over, so that memory
// has a limit and the next line is read as if nothing had been. Confined to one thread.
class LineReader {
 public:
  enum class Line : std::uint8_t {
    kWhole,
    kTooLong,  // passed over
    kCutOff,   // the input ended within it
    kEnd,
  };

  // The input must outlive the reader.
  LineReader(std::streambuf& input, std::size_t most) : input_(input), most_(most) {}

  // The next line without its end; `text` is empty unless it is kWhole or kCutOff.
  Line Next(std::string& text);

 private:
  std::streambuf& input_;
  const std::size_t most_;
};

}  // namespace satchel::mcp
