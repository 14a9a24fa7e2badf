// Encoding without merging. Byte-pair encoding is defined by merges: join the neighbours with the
// lowest rank until none can be joined. For these vocabularies that has a second description: a
// sequence of tokens is the encoding of its text if and only if every two neighbours are the
// encoding of theirs (the argument is in docs/design/token_counting.md; the tables' generator
// checks what it assumes). So the encoder goes from left to right, takes the longest token that may
// follow the one before, and steps back when nothing fits. At most one sequence leads to a given
// position, hence a position that led nowhere is never entered again and the time stays linear.
#include "text/bpe.h"

#include <array>
#include <bit>
#include <cassert>

#include "text/token_split.h"
#include "token_tables/format.h"

namespace satchel::text {
namespace {

using token_tables::Header;
using token_tables::kNoPair;
using token_tables::kNoToken;
using token_tables::kTokenBits;
using token_tables::Split;
using token_tables::TrieNode;

static_assert(std::endian::native == std::endian::little, "the tables are little-endian");

// The sections of an embedded table. The generator aligns them.
class Table {
 public:
  explicit Table(const unsigned char* bytes)
      : header_(*reinterpret_cast<const Header*>(bytes)),
        trie_(At<TrieNode>(bytes, header_.trie_offset)),
        pairs_(At<std::uint64_t>(bytes, header_.pairs_offset)),
        filter_(At<std::uint64_t>(bytes, header_.filter_offset)),
        filter_bits_(header_.filter_bits),
        splits_(At<Split>(bytes, header_.splits_offset)),
        prefixes_(At<std::uint32_t>(bytes, header_.prefixes_offset)),
        lengths_(At<std::uint8_t>(bytes, header_.lengths_offset)),
        bytes_(At<unsigned char>(bytes, header_.bytes_offset)) {
    assert(header_.magic == token_tables::kMagic && header_.version == token_tables::kVersion);
  }

  const Header& header() const { return header_; }
  const Split& split(std::uint32_t token) const { return splits_[token]; }
  std::size_t length(std::uint32_t token) const { return lengths_[token]; }
  // The next shorter token that `token` begins with, or kNoToken.
  std::uint32_t prefix(std::uint32_t token) const { return prefixes_[token]; }
  unsigned char byte(std::uint32_t token) const { return bytes_[token]; }

  // The longest token that `text` begins with. Every byte is a token, so there is one.
  std::uint32_t LongestMatch(std::string_view text) const {
    std::uint32_t best = kNoToken;
    std::uint32_t base = header_.root_base;
    for (const char c : text) {
      const auto label = static_cast<std::uint8_t>(c);
      const TrieNode node = trie_[base + label];
      if (!token_tables::HasLabel(node.link, label)) break;
      if (node.token != kNoToken) best = node.token;
      base = token_tables::BaseOf(node.link);
    }
    return best;
  }

  // Whether the two tokens side by side are the encoding of their bytes. Undoes merges, latest
  // first, on either side of the seam: if the parts that then touch could be merged before the
  // merge just undone, the encoder would have merged across the seam.
  bool MayFollow(std::uint32_t left, std::uint32_t right) const {
    std::uint32_t limit = kNoToken;
    for (;;) {
      if (FindPair(left, right) < limit) return false;
      // Equal merges go from left to right, so the one on the left of the seam comes first.
      const bool left_is_later = left > right;
      for (int side = 0;; ++side) {
        if (side == 2) return true;  // both are single bytes
        if (left_is_later == (side == 0)) {
          limit = left;
          left = splits_[left].right;
          if (left != limit) break;
        } else {
          limit = right + 1;
          right = splits_[right].left;
          if (right + 1 != limit) break;
        }
      }
    }
  }

 private:
  template <class T>
  static const T* At(const unsigned char* bytes, std::uint32_t offset) {
    return reinterpret_cast<const T*>(bytes + offset);
  }

  // The token that merging the two makes, or kNoToken.
  std::uint32_t FindPair(std::uint32_t left, std::uint32_t right) const {
    const std::uint64_t key = token_tables::PairKey(left, right);
    const std::uint64_t hash = token_tables::PairHash(key);
    const std::uint32_t bit = token_tables::FilterBit(hash, filter_bits_);
    if (((filter_[bit / 64] >> (bit % 64)) & 1U) == 0) return kNoToken;
    std::size_t slot = token_tables::PairSlot(hash, header_.pair_slots);
    for (; pairs_[slot] != kNoPair; ++slot) {
      if (pairs_[slot] >> kTokenBits == key) {
        return static_cast<std::uint32_t>(pairs_[slot] & ((1U << kTokenBits) - 1U));
      }
    }
    return kNoToken;
  }

  const Header& header_;
  const TrieNode* trie_;
  const std::uint64_t* pairs_;
  const std::uint64_t* filter_;
  std::uint32_t filter_bits_;
  const Split* splits_;
  const std::uint32_t* prefixes_;
  const std::uint8_t* lengths_;
  const unsigned char* bytes_;
};

// Encodes pieces that are not one token. Short pieces, nearly all, need no allocation.
class PieceEncoder {
 public:
  // The arrays below are written before they are read; clearing them costs more than a short text.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
  explicit PieceEncoder(const Table& table) : table_(table) {}

  // The number of the piece's tokens; tokens() has them until the next call.
  // `longest` is the longest token the piece begins with.
  std::size_t Encode(std::string_view piece, std::uint32_t longest) {
    Reset(piece.size());
    std::size_t count = 0;
    std::size_t at = 0;
    std::uint32_t token = longest;
    while (at < piece.size()) {
      const std::size_t end = at + table_.length(token);
      if (!Closed(end) && (count == 0 || table_.MayFollow(tokens_[count - 1], token))) {
        tokens_[count++] = token;
        at = end;
        if (at < piece.size()) token = table_.LongestMatch(piece.substr(at));
        continue;
      }
      token = table_.prefix(token);
      // Nothing can follow: the token that led here is not in the encoding. There is always one
      // to take back, since the piece has an encoding.
      while (token == kNoToken) {
        assert(count > 0);
        Close(at);
        token = tokens_[--count];
        at -= table_.length(token);
        token = table_.prefix(token);
      }
    }
    return count;
  }

  const std::uint32_t* tokens() const { return tokens_; }

 private:
  static constexpr std::size_t kShort = 256;  // bytes; see bench/tokens_bench

  void Reset(std::size_t size) {
    if (size < kShort) {
      tokens_ = short_tokens_.data();
      closed_ = short_closed_.data();
      short_closed_.fill(0);
      return;
    }
    if (long_tokens_.size() < size) long_tokens_.resize(size);
    long_closed_.assign(size / 64 + 1, 0);
    tokens_ = long_tokens_.data();
    closed_ = long_closed_.data();
  }
  bool Closed(std::size_t at) const { return ((closed_[at / 64] >> (at % 64)) & 1U) != 0; }
  void Close(std::size_t at) { closed_[at / 64] |= std::uint64_t{1} << (at % 64); }

  const Table& table_;
  std::uint32_t* tokens_ = nullptr;
  std::uint64_t* closed_ = nullptr;
  std::array<std::uint32_t, kShort> short_tokens_;
  std::array<std::uint64_t, kShort / 64> short_closed_;
  std::vector<std::uint32_t> long_tokens_;
  std::vector<std::uint64_t> long_closed_;
};

// Calls `whole(token)` for a piece that is one token and `parts(encoder, count)` for the others.
template <class PieceEnd, class Whole, class Parts>
void ForEachPiece(const Table& table, PieceEnd piece_end, std::string_view text, Whole whole,
                  Parts parts) {
  PieceEncoder encoder(table);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = piece_end(text, at);
    const std::string_view piece = text.substr(at, end - at);
    const std::uint32_t longest = table.LongestMatch(piece);
    if (table.length(longest) == piece.size()) {
      whole(longest);
    } else {
      parts(encoder, encoder.Encode(piece, longest));
    }
    at = end;
  }
}

}  // namespace

const BpeEncoding& BpeEncoding::O200k() {
  static constinit const BpeEncoding encoding(satchel_o200k_table, O200kPieceEnd);
  return encoding;
}

const BpeEncoding& BpeEncoding::Cl100k() {
  static constinit const BpeEncoding encoding(satchel_cl100k_table, Cl100kPieceEnd);
  return encoding;
}

std::size_t BpeEncoding::Count(std::string_view text) const {
  std::size_t count = 0;
  ForEachPiece(
      Table(table_), piece_end_, text, [&](std::uint32_t) { ++count; },
      [&](const PieceEncoder&, std::size_t parts) { count += parts; });
  return count;
}

void BpeEncoding::Encode(std::string_view text, std::vector<std::uint32_t>& tokens) const {
  ForEachPiece(
      Table(table_), piece_end_, text, [&](std::uint32_t token) { tokens.push_back(token); },
      [&](const PieceEncoder& encoder, std::size_t parts) {
        tokens.insert(tokens.end(), encoder.tokens(), encoder.tokens() + parts);
      });
}

void BpeEncoding::AppendBytes(std::uint32_t token, std::string& bytes) const {
  const Table table(table_);
  assert(token < table.header().token_count);
  // One part waits per merge on the way down, so never more than the token has bytes.
  std::array<std::uint32_t, 256> pending{};
  std::size_t count = 0;
  pending[count++] = token;
  while (count > 0) {
    const std::uint32_t next = pending[--count];
    if (next < token_tables::kByteTokens) {
      bytes.push_back(static_cast<char>(table.byte(next)));
    } else {
      pending[count++] = table.split(next).right;
      pending[count++] = table.split(next).left;
    }
  }
}

std::uint32_t BpeEncoding::token_count() const { return Table(table_).header().token_count; }

}  // namespace satchel::text
