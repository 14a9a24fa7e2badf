#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "code/facts/facts.h"

namespace satchel::code {

// Cuts a file into chunks of whole lines: a function with the comment above it; a class whole when
// it is small, else its head and its members; what is between. Pieces of what has no structure
// are about as large as a screen. `symbols` are in the order of the text. One of fewer bytes than
// `smallest` is no chunk of its own.
std::vector<Chunk> ChunksOf(std::string_view content, std::span<const Symbol> symbols,
                            std::size_t smallest = 0);

// The same for a file that was not parsed.
std::vector<Chunk> LineChunks(std::string_view content);

}  // namespace satchel::code
