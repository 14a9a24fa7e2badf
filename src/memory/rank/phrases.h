#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// Lists of words and phrases that tell something about a text, and finding them in it.
namespace satchel::memory {

// Immutable: built once, shared by all threads.
class PhraseList {
 public:
  struct Place {
    std::size_t at = 0;     // index of the first word
    std::size_t words = 0;  // how many
  };

  // Separated by ", "; words of a phrase by a space. A last `*` of a word stands for any ending.
  explicit PhraseList(std::string_view list);

  // How many words the longest phrase that begins at `at` has; 0: none does.
  std::size_t LengthAt(std::span<const std::string> words, std::size_t at) const;
  // The first phrase of a text.
  std::optional<Place> Find(std::span<const std::string> words) const;

 private:
  struct Word {
    std::string text;
    bool prefix = false;

    bool Matches(std::string_view word) const {
      return prefix ? word.starts_with(text) : word == text;
    }
  };
  using Phrase = std::vector<Word>;

  std::unordered_map<std::string, std::vector<Phrase>> by_word_;
  std::vector<Phrase> by_prefix_;  // whose first word has any ending
};

}  // namespace satchel::memory
