#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ask/question.h"
#include "text/stem.h"

// Which words of a task occur in an entry.
namespace satchel::notes {

// The distinct keywords of a text in order of appearance, folded. A keyword is what stands
// between white space, without punctuation around it:
//   a word          stop words and those under three characters are left out;
//   several words   as in "foo-bar", "max_bytes" or "src/main.cc": at most the first eight,
//                   joined by spaces ("src main cc"), unless all are stop words;
//   grams           where a script without spaces is among them, each run of it gives its pairs
//                   of neighbouring characters, and the words beside it count alone.
// Two with the same stems are one.
std::vector<std::string> Keywords(const ask::Question& text);

// An ASCII word of at most 16 bytes, zeros behind it.
struct WordKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend bool operator==(const WordKey&, const WordKey&) = default;
};

// Finds keywords in texts. A word matches where its stem occurs as the stem of a whole
// word (of text::Words: underscores and hyphens separate), several words where they occur
// in that order with no other word between them, a pair of grams inside a run.
// Linear in the text. Keeps a table of bounded size: confined to one thread, made once and used for
// many entries.
class KeywordMatcher {
 public:
  // As Keywords() gives them.
  explicit KeywordMatcher(std::span<const std::string> keywords);

  // Which keywords occur in either text: places in the list, ascending.
  std::vector<std::size_t> Matches(std::string_view title, std::string_view body);

  // How many do, as far as `most`: the rest of the texts is then not looked at.
  std::size_t Count(std::string_view title, std::string_view body, std::size_t most);

 private:
  using StemId = std::uint32_t;
  static constexpr StemId kNoStem = 0;
  static constexpr std::size_t kMostWords = 8;

  // What a stem takes part in.
  struct StemUse {
    std::vector<std::uint32_t> alone;   // keywords that are this word
    std::vector<std::uint32_t> ending;  // keywords of several words that end with it
  };
  // A word as it is written, and its stem.
  struct Slot {
    WordKey word;
    StemId stem = kNoStem;
  };
  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  void AddKeyword(std::uint32_t index, std::string_view keyword);
  StemId InternStem(std::string_view stem);
  StemId StemOf(std::string_view folded);
  StemId StemOfKey(WordKey key, std::string_view word);
  StemId Learn(WordKey key, std::string_view word);
  Slot* FindSlot(WordKey key);
  void GrowSlots();
  StemId Compute(std::string_view word);

  void ScanBoth(std::string_view title, std::string_view body, std::size_t most);
  void Scan(std::string_view text);
  std::size_t ScanTo(std::string_view text, std::size_t to);
  std::size_t TakeBlock(std::string_view text, std::size_t at);
  std::size_t TakeNext(std::string_view text, std::size_t begin);
  std::size_t TakeOther(std::string_view text, std::size_t offset);
  void TakeGrams(std::string_view run);
  void TakeStem(StemId stem);
  void Found(std::uint32_t keyword);

  // Fixed after construction.
  std::unordered_map<std::string, StemId, Hash, std::equal_to<>> stems_;
  std::vector<StemUse> uses_;                // by StemId
  std::vector<std::vector<StemId>> chains_;  // of the keywords of several words, by keyword
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> grams_;

  // Of the entry being matched.
  std::vector<std::uint8_t> found_;  // by keyword; all 0 between entries
  std::vector<std::size_t> matches_;
  std::size_t enough_ = 0;                   // matches
  std::array<StemId, kMostWords> recent_{};  // stems of the last words, as a ring
  std::size_t words_ = 0;

  text::Stemmer stemmer_;
  std::string buffer_;
  std::vector<Slot> slots_;  // a hash table of the words seen; a power of two
  std::size_t words_known_ = 0;
};

}  // namespace satchel::notes
