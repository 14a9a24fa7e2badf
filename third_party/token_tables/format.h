#pragma once

#include <cstddef>
#include <cstdint>

// The layout of an embedded token table; README.md beside this file describes it. Little-endian,
// offsets count from the header, and nothing in it is an address: the bytes are used where the
// program was mapped, without loading or relocation.
namespace satchel::token_tables {

inline constexpr std::uint32_t kMagic = 0x544b5453;  // "STKT"
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kNoToken = 0xffffffff;
inline constexpr std::uint64_t kNoPair = 0xffffffffffffffff;
inline constexpr std::uint32_t kTokenBits = 20;
inline constexpr std::uint32_t kByteTokens = 256;

struct Header {
  std::uint32_t magic;
  std::uint32_t version;
  std::uint32_t token_count;
  std::uint32_t longest_token;  // bytes
  std::uint32_t root_base;
  std::uint32_t trie_size;   // nodes
  std::uint32_t pair_slots;  // slots
  std::uint32_t trie_offset;
  std::uint32_t pairs_offset;
  std::uint32_t splits_offset;
  std::uint32_t prefixes_offset;
  std::uint32_t lengths_offset;
  std::uint32_t bytes_offset;
  std::uint32_t filter_offset;
  std::uint32_t filter_bits;  // the filter has 2^filter_bits bits
  std::uint32_t total_size;
};
static_assert(sizeof(Header) == 64);

// One node of the double-array trie over the tokens' bytes. The child for a byte `b` of a node is
// at `base + b`, and is its child only if that node's label is `b`.
struct TrieNode {
  std::uint32_t link;   // see MakeLink; 0: no node
  std::uint32_t token;  // the token that ends here, or kNoToken
};

constexpr std::uint32_t MakeLink(std::uint32_t base, std::uint8_t label) {
  return (base << 9U) | 0x100U | label;
}
constexpr std::uint32_t BaseOf(std::uint32_t link) { return link >> 9U; }
constexpr bool HasLabel(std::uint32_t link, std::uint8_t label) {
  return (link & 0x1ffU) == (0x100U | label);
}

// The two tokens whose merge makes a token. A single byte is split into itself twice.
struct Split {
  std::uint32_t left;
  std::uint32_t right;
};

constexpr std::uint64_t PairKey(std::uint32_t left, std::uint32_t right) {
  return (std::uint64_t{left} << kTokenBits) | right;
}

constexpr std::uint64_t PairHash(std::uint64_t key) { return key * 0x9e3779b97f4a7c15ULL; }

// Where the search for a pair begins; it goes on to the next slot until an empty one.
constexpr std::uint32_t PairSlot(std::uint64_t hash, std::uint32_t slots) {
  return static_cast<std::uint32_t>(((hash >> 32U) * slots) >> 32U);
}

// The bit that is set if a pair with this hash exists. Most pairs asked for do not.
constexpr std::uint32_t FilterBit(std::uint64_t hash, std::uint32_t filter_bits) {
  return static_cast<std::uint32_t>(hash >> (64U - filter_bits));
}

// How the split patterns see a code point. The numbers are those of the embedded table.
enum class LetterClass : std::uint8_t {
  kOther = 0,
  kUpper = 1,    // Lu, Lt
  kLower = 2,    // Ll
  kLetter = 3,   // Lm, Lo: either case to the patterns
  kMark = 4,     // M
  kNumber = 5,   // N
  kSpace = 6,    // JavaScript's \s without the next two
  kNewline = 7,  // CR and LF
};

// Three stages: 4096, then 64 code points to an entry.
inline constexpr std::size_t kFirstStageSize = 0x110000 / 4096;

}  // namespace satchel::token_tables

extern "C" {
extern const unsigned char satchel_o200k_table[];
extern const unsigned char satchel_cl100k_table[];
extern const std::uint8_t satchel_letter_stage1[];
extern const std::uint16_t satchel_letter_stage2[];
extern const std::uint8_t satchel_letter_stage3[];
}
