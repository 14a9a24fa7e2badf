#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::text {

// A byte-pair encoding: o200k_base or cl100k_base, token for token what gpt-tokenizer gives
// (docs/design/token_counting.md says how that was checked). The tables are part of the program's
// read-only data; there is nothing to load. Shared by all threads.
//
// Names of special tokens, such as <|endoftext|>, are ordinary text here: what is counted is
// content that a caller quotes, never a prompt's own frame. Any bytes may be given; those that are
// not UTF-8 are symbols (text/token_split.h).
//
// Time is linear in the text, whatever it is: a megabyte of one letter costs no more per byte than
// a few times what prose does. Memory is a few bytes per byte of the longest piece.
class BpeEncoding {
 public:
  static const BpeEncoding& O200k();
  static const BpeEncoding& Cl100k();

  std::size_t Count(std::string_view text) const;
  // Appends the text's tokens.
  void Encode(std::string_view text, std::vector<std::uint32_t>& tokens) const;
  // Appends the bytes of a token. REQUIRES: token < token_count().
  void AppendBytes(std::uint32_t token, std::string& bytes) const;
  std::uint32_t token_count() const;

  BpeEncoding(const BpeEncoding&) = delete;
  BpeEncoding& operator=(const BpeEncoding&) = delete;

 private:
  using PieceEnd = std::size_t (*)(std::string_view text, std::size_t at);

  constexpr BpeEncoding(const unsigned char* table, PieceEnd piece_end)
      : table_(table), piece_end_(piece_end) {}

  const unsigned char* table_;
  PieceEnd piece_end_;
};

}  // namespace satchel::text
