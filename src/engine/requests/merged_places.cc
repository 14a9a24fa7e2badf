#include "engine/requests/merged_places.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "index/texts/word_share.h"
#include "memory/index/memory_book.h"

namespace satchel::retrieval {
namespace {

constexpr Score Thousandths(std::int64_t value) { return Score::FromMillionths(value * 1'000); }

// A word in a name, a path or a title says more about a text than one in its body.
constexpr std::array<std::string_view, 4> kTelling = {"names", "path", "head", "title"};
constexpr Score kInBody = Thousandths(800);
// A text with less of what the query says is no answer, and a single word is chance, unless the
// query has hardly more.
constexpr Score kLeastWorth = Thousandths(250);
constexpr std::size_t kFewWords = 2;
// Behind each place the next one of its source is worth less, so that sources that are worth the
// same take turns. This, the next and the least worth were chosen on development halves: see
// docs/design/ranking.md.
constexpr Score kBehind = Thousandths(700);
// A place of code was chosen by more than its words.
constexpr Score kCode = Thousandths(1'300);
// Behind a memory that is an answer, others that are worth half of the best are shown while there
// is room: a conversation tells a thing in several turns, and not each of them names it.
constexpr Score kOfTheBest = Thousandths(500);
constexpr std::size_t kMostNearest = 3;

// What a word that was asked for counts.
class Worths {
 public:
  Worths(const ask::Query& query, const SearchAnswer& code, std::span<const FoundTexts> texts) {
    std::vector<std::uint64_t> with;
    std::uint64_t all = code.documents;
    for (const FoundTexts& one : texts) all += one.all_documents;
    for (std::size_t i = 0; i < query.words; ++i) {
      if (query.is_part[i]) continue;  // the whole says it
      std::uint64_t documents = i < code.words.size() ? code.words[i].second : 0;
      for (const FoundTexts& one : texts) {
        documents += i < one.documents.size() ? one.documents[i] : Having(one, query, i);
      }
      words_.emplace(query.terms[i].text, with.size());
      with.push_back(documents);
    }
    share_ = rank::WordShare(with, all);
  }

  Score Of(const SearchPlace& place) const {
    Score sum;
    std::size_t met = 0;
    for (const PlaceWord& word : place.words) {
      const auto known = words_.find(word.word);
      if (known == words_.end()) continue;
      ++met;
      const bool tells = std::ranges::any_of(word.fields, [](const auto& field) {
        return std::ranges::find(kTelling, field.first) != kTelling.end();
      });
      const Score weight = share_.weight(known->second);
      sum += tells ? weight : weight.Times(kInBody);
    }
    if (met <= 1 && words_.size() > kFewWords) return {};
    return share_.Of(sum);
  }

 private:
  // Where it is not known how many texts have a word: of those that were found.
  static std::uint64_t Having(const FoundTexts& texts, const ask::Query& query, std::size_t word) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(texts.places, [&](const SearchPlace& place) {
          return std::ranges::find(place.words, query.terms[word].text, &PlaceWord::word) !=
                 place.words.end();
        }));
  }

  std::map<std::string, std::size_t, std::less<>> words_;
  rank::WordShare share_;
};

// The places of a source in its own order, and what is to come of it.
class Queue {
 public:
  explicit Queue(std::vector<SearchPlace> places, Score factor = Score::FromInt(1))
      : places_(std::move(places)), values_(places_.size()) {
    // What stands behind a better place is worth at most what it is; what stands before one is
    // worth as much, since without it there is no way to that.
    Score best;
    for (std::size_t i = places_.size(); i-- > 0;) {
      best = std::max(best, places_[i].worth.Times(factor));
      values_[i] = best;
    }
    Score behind = Score::FromInt(1);
    for (Score& value : values_) {
      value = value.Times(behind);
      behind = behind.Times(kBehind);
    }
  }

  bool empty() const { return at_ == places_.size(); }
  Score value() const { return values_[at_]; }
  SearchPlace Take() { return std::move(places_[at_++]); }

 private:
  std::vector<SearchPlace> places_;
  std::vector<Score> values_;
  std::size_t at_ = 0;
};

// The first source wins where two are worth the same.
std::vector<SearchPlace> Merged(std::vector<Queue> queues, std::size_t limit) {
  std::vector<SearchPlace> places;
  while (places.size() < limit) {
    Queue* next = nullptr;
    for (Queue& queue : queues) {
      if (queue.empty()) continue;
      if (next == nullptr || queue.value() > next->value()) next = &queue;
    }
    if (next == nullptr) break;
    places.push_back(next->Take());
  }
  return places;
}

// By its words: vectors change the order of places and never which there are.
Score ScoreByWords(const SearchPlace& place) {
  return place.terms.empty() ? place.score : place.terms.front().value;
}

// Where one source alone has answered, and knows how much of the question a text has, the rest of
// what it found, in its order.
void FillUp(const FoundTexts& texts, std::size_t limit, std::vector<SearchPlace>& places) {
  const auto is_of = [&](const SearchPlace& place) { return place.source == texts.source; };
  if (places.empty() || !places.front().share || !std::ranges::all_of(places, is_of)) return;
  Score best;
  for (const SearchPlace& place : places) best = std::max(best, ScoreByWords(place));
  for (const SearchPlace& place : texts.places) {
    if (places.size() >= limit) return;
    const bool shown = std::ranges::find(places, place.id, &SearchPlace::id) != places.end();
    if (!shown && ScoreByWords(place) >= best.Times(kOfTheBest)) places.push_back(place);
  }
}

// A file of notes is in the index of the code as well: the text itself is better to read.
bool IsShownBy(const SearchPlace& place, std::span<const FoundTexts> texts) {
  return std::ranges::any_of(texts, [&place](const FoundTexts& one) {
    return std::ranges::any_of(one.places, [&place](const SearchPlace& text) {
      return text.path == place.path && text.start_line <= place.end_line &&
             place.start_line <= text.end_line;
    });
  });
}

// Words that are nowhere in any source.
void KeepMissing(const ask::Query& query, std::span<const FoundTexts> texts,
                 std::vector<std::string>& missing) {
  const auto is_in_texts = [&](const std::string& written) {
    const auto at = std::ranges::find(query.written, written) - query.written.begin();
    const auto word = static_cast<std::size_t>(at);
    if (word >= query.words) return false;
    return std::ranges::any_of(texts, [&](const FoundTexts& one) {
      if (word < one.documents.size()) return one.documents[word] > 0;
      return std::ranges::any_of(one.places, [&](const SearchPlace& place) {
        return std::ranges::find(place.words, query.terms[word].text, &PlaceWord::word) !=
               place.words.end();
      });
    });
  };
  std::erase_if(missing, is_in_texts);
}

std::vector<FoundTexts> WorthAtLeast(Score least, std::span<const FoundTexts> texts) {
  std::vector<FoundTexts> left(texts.begin(), texts.end());
  for (FoundTexts& one : left) {
    std::erase_if(one.places, [least](const SearchPlace& place) { return place.worth < least; });
  }
  return left;
}

bool HasPlaces(std::span<const FoundTexts> texts) {
  return std::ranges::any_of(texts, [](const FoundTexts& one) { return !one.places.empty(); });
}

}  // namespace

void MergeTexts(const MergeRequest& request, std::vector<FoundTexts> texts, SearchAnswer& answer) {
  const Worths worths(request.query, answer, texts);
  for (std::vector<SearchPlace>* places : {&answer.results, &answer.nearest}) {
    for (SearchPlace& place : *places) place.worth = worths.Of(place);
  }
  std::vector<Queue> kept;
  std::vector<Queue> left;
  for (FoundTexts& one : texts) {
    answer.documents += one.all_documents;
    answer.sources.push_back({.name = one.source, .documents = one.all_documents});
    for (SearchPlace& place : one.places) {
      place.worth = worths.Of(place);
      if (place.share && *place.share >= kLeastShare) {
        place.worth = std::max(place.worth, *place.share);
      }
    }
  }
  KeepMissing(request.query, texts, answer.missing);
  std::vector<FoundTexts> good = WorthAtLeast(kLeastWorth, texts);
  if (answer.weak && HasPlaces(good)) {
    answer.weak = false;
    answer.results.clear();
  } else if ((answer.weak || answer.results.empty()) && !HasPlaces(good) &&
             answer.abstained != kNameNowhere) {
    good = WorthAtLeast(Score::FromMillionths(1), texts);
    answer.weak = answer.weak || HasPlaces(good);
  }
  std::erase_if(answer.results,
                [&good](const SearchPlace& place) { return IsShownBy(place, good); });
  kept.emplace_back(std::move(answer.results), kCode);
  for (FoundTexts& one : good) kept.emplace_back(std::move(one.places));
  answer.results = Merged(std::move(kept), request.limit);
  for (const FoundTexts& one : texts) FillUp(one, request.limit, answer.results);
  if (!answer.results.empty()) {
    answer.abstained.clear();
    answer.nearest.clear();
    return;
  }
  left.emplace_back(std::move(answer.nearest), kCode);
  for (FoundTexts& one : texts) left.emplace_back(std::move(one.places));
  answer.nearest = Merged(std::move(left), kMostNearest);
  if (answer.abstained.empty()) answer.abstained = kNothingFound;
}

}  // namespace satchel::retrieval
