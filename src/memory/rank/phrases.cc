#include "memory/rank/phrases.h"

#include <algorithm>
#include <utility>

#include "ask/question.h"

namespace satchel::memory {
namespace {

// The part of `rest` before the next separator, which is taken off with it.
std::string_view TakePart(std::string_view& rest, std::string_view separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + separator.size(), rest.size()));
  return part;
}

}  // namespace

PhraseList::PhraseList(std::string_view list) {
  while (!list.empty()) {
    std::string_view rest = TakePart(list, ", ");
    Phrase phrase;
    while (!rest.empty()) {
      std::string_view part = TakePart(rest, " ");
      const bool prefix = part.ends_with('*');
      if (prefix) part.remove_suffix(1);
      for (std::string& word : ask::ReadJoinedWords(part).words) {
        phrase.push_back({std::move(word), prefix});
      }
    }
    if (phrase.empty()) continue;
    std::vector<Phrase>& place = phrase.front().prefix ? by_prefix_ : by_word_[phrase.front().text];
    place.push_back(std::move(phrase));
  }
}

std::size_t PhraseList::LengthAt(std::span<const std::string> words, std::size_t at) const {
  std::size_t longest = 0;
  const auto consider = [&](const std::vector<Phrase>& phrases) {
    for (const Phrase& phrase : phrases) {
      if (phrase.size() <= longest || phrase.size() > words.size() - at) continue;
      const auto matches = [](const Word& word, const std::string& text) {
        return word.Matches(text);
      };
      if (std::ranges::equal(phrase, words.subspan(at, phrase.size()), matches)) {
        longest = phrase.size();
      }
    }
  };
  const auto found = by_word_.find(words[at]);
  if (found != by_word_.end()) consider(found->second);
  consider(by_prefix_);
  return longest;
}

std::optional<PhraseList::Place> PhraseList::Find(std::span<const std::string> words) const {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (const std::size_t length = LengthAt(words, at); length > 0) return Place{at, length};
  }
  return std::nullopt;
}

}  // namespace satchel::memory
