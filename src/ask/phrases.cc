#include "ask/phrases.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"

namespace satchel::ask {
namespace {

constexpr std::size_t kMostQuotes = 4;
constexpr std::size_t kMostQuoteBytes = 240;

struct Marks {
  std::string_view open;
  std::string_view close;
};
constexpr auto kMarks = std::to_array<Marks>({{"\"", "\""},
                                              {"`", "`"},
                                              {"'", "'"},
                                              {"“", "”"},
                                              {"„", "“"},
                                              {"«", "»"},
                                              {"‘", "’"},
                                              {"「", "」"}});

// The end of what a mark at `begin` opens; npos: it opens nothing.
std::size_t ClosedAt(std::string_view text, std::size_t begin, const Marks& marks) {
  if (begin > marks.open.size() && IsAlnum(text[begin - marks.open.size() - 1])) return text.npos;
  for (std::size_t end = text.find(marks.close, begin); end != text.npos;
       end = text.find(marks.close, end + marks.close.size())) {
    if (end - begin > kMostQuoteBytes) return text.npos;
    const std::size_t behind = end + marks.close.size();
    if (behind < text.size() && IsAlnum(text[behind])) continue;
    return text.substr(begin, end - begin).contains('\n') ? text.npos : end;
  }
  return text.npos;
}

}  // namespace

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

std::vector<std::string> QuotesIn(std::string_view text, std::size_t least_words) {
  std::vector<std::string> quotes;
  for (std::size_t at = 0; at < text.size() && quotes.size() < kMostQuotes;) {
    const auto* marks = std::ranges::find_if(
        kMarks, [&](const Marks& one) { return text.substr(at).starts_with(one.open); });
    if (marks == kMarks.end()) {
      ++at;
      continue;
    }
    const std::size_t begin = at + marks->open.size();
    const std::size_t end = ClosedAt(text, begin, *marks);
    if (end == text.npos) {
      at = begin;
      continue;
    }
    std::string quote(text.substr(begin, end - begin));
    at = end + marks->close.size();
    if (text::Words(quote).size() < least_words) continue;
    if (std::ranges::find(quotes, quote) == quotes.end()) quotes.push_back(std::move(quote));
  }
  return quotes;
}

std::vector<std::size_t> FindPhrase(std::string_view text, const Phrase& phrase, std::size_t most) {
  std::vector<std::size_t> found;
  const std::vector<text::Term> words = text::Words(text);
  std::span<const text::Term> left = words;
  while (!phrase.empty() && found.size() < most) {
    const auto at = std::ranges::search(left, phrase, {}, &text::Term::text, &text::Term::text);
    if (at.empty()) break;
    found.push_back(at.begin()->range.begin);
    left = {at.end(), left.end()};
  }
  return found;
}

bool HasPhrases(std::string_view text, std::span<const Phrase> phrases) {
  const std::vector<text::Term> words = text::Words(text);
  return std::ranges::all_of(phrases, [&words](const Phrase& phrase) {
    return !std::ranges::search(words, phrase, {}, &text::Term::text, &text::Term::text).empty();
  });
}

}  // namespace satchel::ask
