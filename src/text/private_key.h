#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace satchel::text {

struct ByteSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The secret parts of the private key block whose "-----BEGIN" is at `at`: one
// span a line, whatever stands around the lines (indents, quotes, comment signs,
// "\n" as two characters). Empty if there is no such block or no body worth
// hiding. `stop` becomes the place up to which the text was looked at.
std::vector<ByteSpan> PrivateKeyBody(std::string_view text, std::size_t at, std::size_t& stop);

}  // namespace satchel::text
