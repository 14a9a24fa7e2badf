#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace satchel {

// One Zstandard frame with size and checksum. The same bytes give the same frame
// within one release of the library; compare contents, never frames.
std::string Compress(std::string_view bytes);

// The content of what Compress() returned. Bytes from outside: what is damaged, cut
// short, followed by something else or larger than `max_bytes` is kCorrupt, and no
// more memory is taken than the content can need.
Result<std::string> Decompress(std::string_view frame, std::size_t max_bytes);

}  // namespace satchel
