#include "surfaces/mcp/rpc/line_reader.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace satchel::mcp {

LineReader::Line LineReader::Next(std::string& text) {
  using Traits = std::streambuf::traits_type;
  text.clear();
  bool too_long = false;
  bool begun = false;
  std::array<char, 1U << 14U> bytes{};
  // What is there already is taken at once; only sgetc() waits for more.
  while (!Traits::eq_int_type(input_.sgetc(), Traits::eof())) {
    begun = true;
    const auto there = std::clamp<std::streamsize>(input_.in_avail(), 1, bytes.size());
    std::size_t taken = 0;
    bool ended = false;
    while (taken < static_cast<std::size_t>(there)) {
      const char byte = Traits::to_char_type(input_.sbumpc());
      ended = byte == '\n';
      if (ended) break;
      bytes[taken++] = byte;
    }
    const std::string_view part(bytes.data(), taken);
    too_long = too_long || text.size() + part.size() > most_;
    if (too_long) {
      text.clear();
    } else {
      text += part;
    }
    if (!ended) continue;
    if (too_long) return Line::kTooLong;
    if (text.ends_with('\r')) text.pop_back();
    return Line::kWhole;
  }
  if (!begun) return Line::kEnd;
  return too_long ? Line::kTooLong : Line::kCutOff;
}

}  // namespace satchel::mcp
