#include "ranks.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "format.h"

namespace {

int Base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

// Strict: whole groups of four, padding only at the end, unused bits zero.
bool DecodeBase64(std::string_view text, std::string& out) {
  out.clear();
  if (text.empty() || text.size() % 4 != 0) return false;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : text.substr(0, text.size() - padding)) {
    const int value = Base64Value(c);
    if (value < 0) return false;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out.push_back(static_cast<char>((bits >> held) & 0xffU));
    }
  }
  return (bits & ((1U << held) - 1U)) == 0 && !out.empty();
}

}  // namespace

void Die(const std::string& message) {
  std::fprintf(stderr, "token_tables: %s\n", message.c_str());
  std::exit(1);
}

Ranks ReadRanks(const std::string& path, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  if (!file) Die("cannot open " + path);
  Ranks ranks;
  ranks.tokens.reserve(count);
  std::string token;
  for (std::string line; std::getline(file, line);) {
    const std::string where = path + ":" + std::to_string(ranks.tokens.size() + 1);
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) Die(where + ": no rank on the line");
    if (!DecodeBase64(std::string_view(line).substr(0, space), token)) Die(where + ": bad base64");
    std::size_t rank = 0;
    const char* end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data() + space + 1, end, rank);
    if (error != std::errc() || stop != end) Die(where + ": the rank is not a number");
    if (rank != ranks.tokens.size()) Die(where + ": ranks are not consecutive");
    if (token.size() > 255) Die(where + ": token longer than 255 bytes");
    ranks.tokens.push_back(token);
  }
  if (ranks.tokens.size() != count) {
    Die(path + ": " + std::to_string(ranks.tokens.size()) + " ranks, expected " +
        std::to_string(count));
  }
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    if (!ranks.rank_of.emplace(ranks.tokens[rank], rank).second) {
      Die(path + ": rank " + std::to_string(rank) + " repeats an earlier token");
    }
    const bool is_byte = ranks.tokens[rank].size() == 1;
    if (is_byte != (rank < satchel::token_tables::kByteTokens)) {
      Die(path + ": the first 256 ranks are not the 256 bytes");
    }
  }
  return ranks;
}
