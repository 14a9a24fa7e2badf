#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::rank {

struct AlikeWord {
  std::string word;
  double alike = 0;  // from 0.6 to below 1
};

// The words of some texts, to find those that look like another one: stems do not bring together
// `adopt` and `adoption`, nor most spellings of a name. The lexical index has no order of its terms
// to walk through, so that whoever has the texts makes this from them, or from those of their words
// that begin as the one that is asked for does. Immutable once it is filled.
class AlikeWords {
 public:
  static constexpr std::size_t kMost = 16;  // for one word

  // What it begins with, as all that may look like it do. Empty: it is none of these words.
  static std::string BeginningOf(std::string_view word);

  // A word is a term of the analyser; others than letters and words of less than four are left out.
  void Add(std::string_view word);

  // Most alike first, then by bytes; never the word itself. They begin with the same three letters
  // and have most triples of letters in common, or the same five that are most of the shorter one.
  std::vector<AlikeWord> Find(std::string_view word) const;

 private:
  struct Known {
    std::string word;
    std::u32string letters;
    std::vector<std::uint64_t> triples;  // sorted, each once
  };
  static Known Read(std::string_view word);

  std::map<std::u32string, std::map<std::string, Known, std::less<>>> by_beginning_;
};

}  // namespace satchel::rank
