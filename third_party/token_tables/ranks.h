#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// The bytes of every token, by rank, and back.
struct Ranks {
  std::vector<std::string> tokens;
  std::unordered_map<std::string_view, std::uint32_t> rank_of;  // views into `tokens`
};

// Ends the program with a message: a table must never be built from a damaged file.
[[noreturn]] void Die(const std::string& message);

// Reads a .tiktoken file: per line the token in base64, a space and its rank. Dies unless the ranks
// are exactly 0 … count-1 in order, every token is there once, and the first 256 are the bytes.
Ranks ReadRanks(const std::string& path, std::size_t count);
