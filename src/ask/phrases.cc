#include "ask/phrases.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace satchel::ask {

std::vector<Phrase> PhrasesOf(std::string_view query) {
  constexpr std::size_t kMostPhraseWords = 12;
  std::vector<Phrase> phrases;
  std::size_t words = 0;
  while (!query.empty()) {
    if (query.front() == ' ') {
      query.remove_prefix(1);
      continue;
    }
    const std::size_t end = query.front() == '"' ? query.find('"', 1) : query.npos;
    if (end == query.npos) return {};
    const std::string_view quoted = query.substr(1, end - 1);
    query.remove_prefix(end + 1);
    // A path in quotation marks is a path.
    if (quoted.find_first_of("/\\\n") != quoted.npos) return {};
    Phrase phrase = text::Words(quoted);
    words += phrase.size();
    if (!phrase.empty()) phrases.push_back(std::move(phrase));
  }
  return words <= kMostPhraseWords ? phrases : std::vector<Phrase>();
}

bool HasPhrases(std::string_view text, std::span<const Phrase> phrases) {
  const std::vector<text::Term> words = text::Words(text);
  return std::ranges::all_of(phrases, [&words](const Phrase& phrase) {
    return !std::ranges::search(words, phrase, {}, &text::Term::text, &text::Term::text).empty();
  });
}

}  // namespace satchel::ask
