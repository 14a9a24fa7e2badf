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

// The lines of base64 after the line of `at`, as in the key files of PuTTY and of SSH2. Fields in
// front of them are passed over. `stop` as above.
std::vector<ByteSpan> KeyLinesAfter(std::string_view text, std::size_t at, std::size_t& stop);

// The secret parts in front of the "-----END" at `at`, for a key whose beginning is cut off: lines
// of nothing but base64, as long as those of keys. Empty if the line ends no private key. Only
// lines that begin after `from` are read; pass the previous "-----END", which no body contains, so
// that many of them on one line take linear time. 0: the whole text.
std::vector<ByteSpan> PrivateKeyBefore(std::string_view text, std::size_t at, std::size_t from = 0);

}  // namespace satchel::text
