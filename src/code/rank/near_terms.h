#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::rank {

// How a term is near to a word, the nearest first.
enum class Nearness : std::uint8_t {
  kOneEdit,    // a letter more, less or other, or two that changed places
  kBeginning,  // the word is its beginning: `hyperlog` of hyperloglog
  kJoined,     // it and another one together are the word: `sessioncookie`
  kTwoEdits,
  kInside,  // the word is somewhere in it
};
inline constexpr std::size_t kNearnesses = 5;

// Of the terms of an index, those that may be meant by a word it lacks. Terms come in any order and
// as often as they like; the answer depends on what they are alone. Confined to one thread.
class NearTerms {
 public:
  static constexpr std::size_t kMost = 3;

  // A word of the analyser, as terms are.
  explicit NearTerms(std::string_view word);

  void Add(std::string_view term, std::uint64_t documents);

  struct Found {
    Nearness nearness = Nearness::kOneEdit;
    std::vector<std::string> terms;  // at most kMost, in most documents first; empty: none
  };
  // Only what is nearest: where one letter is wrong, nobody means a word with two.
  Found Best() const;

 private:
  using Documents = std::map<std::string, std::uint64_t, std::less<>>;

  Found Halves() const;

  std::string word_;
  std::u32string letters_;
  std::uint64_t letter_bits_ = 0;
  std::size_t most_edits_ = 0;
  std::map<Nearness, Documents> found_;
  Documents beginnings_;  // terms that the word begins with, and those it ends with
  Documents endings_;
};

// The number of letters to put in, take out, change or swap with the next, up to `most` + 1.
std::size_t Edits(std::u32string_view left, std::u32string_view right, std::size_t most);

}  // namespace satchel::rank
