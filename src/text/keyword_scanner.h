#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace satchel::text {

// Finds every occurrence of many keywords in one pass over a text, without
// regard to ASCII case (Aho and Corasick, as a table of states). Fixed after
// construction and shared by all threads.
class KeywordScanner {
 public:
  // REQUIRES: keywords are not empty, without upper-case letters, fewer than
  // 65,535 characters in all. A keyword's place in the list is its number.
  explicit KeywordScanner(std::span<const std::string_view> keywords);

  // Calls on_hit(number, begin) for each occurrence, ordered by where it ends.
  template <class OnHit>
  void Scan(std::string_view text, const OnHit& on_hit) const {
    std::size_t state = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      state = next_[state * width_ + class_of_[static_cast<unsigned char>(text[at])]];
      for (std::uint16_t out = first_output_[state]; out != kNone; out = outputs_[out].next) {
        on_hit(std::size_t{outputs_[out].keyword}, at + 1 - outputs_[out].size);
      }
    }
  }

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;

  // The keywords that end in a state form a chain: its own, then those of its suffixes.
  struct Output {
    std::uint16_t keyword = 0;
    std::uint16_t size = 0;
    std::uint16_t next = kNone;
  };

  // Of each state: its children, while the table is built. 0 is none, since the root has no parent.
  struct Family {
    struct Member {
      std::uint16_t first = 0;    // of its children
      std::uint8_t by = 0;        // the class that leads here
      std::uint16_t sibling = 0;  // the next child of its parent
    };
    std::vector<Member> members;
  };

  std::uint16_t Insert(std::string_view keyword, Family& family);
  void LinkSuffixes(const Family& family);

  std::array<std::uint8_t, 256> class_of_{};  // 0: in no keyword
  std::size_t width_ = 1;                     // number of classes
  std::vector<std::uint16_t> next_;           // by state and class
  std::vector<std::uint16_t> first_output_;   // by state
  std::vector<Output> outputs_;
};

}  // namespace satchel::text
