#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "memory/pack/recalled.h"
#include "memory/pack/source.h"
#include "memory/rank/score.h"
#include "text/analyser.h"

// Memories in a search of everything: those that a recall would look at, in its order, without its
// plan and its floors. Namespaces take turns.
namespace satchel::pipeline {
namespace {

constexpr std::size_t kMostRanked = 2'000;
constexpr std::size_t kMoreAtOnce = 20;

using retrieval::PlaceWord;
using retrieval::SearchPlace;

std::vector<PlaceWord> WordsOf(const memory::Memory& memory, const ask::Query& query,
                               text::Analyser& analyser) {
  std::set<std::string, std::less<>> has;
  const auto read = [&](std::string_view text) {
    analyser.ForEach(text, [&has](std::string_view term, text::ByteRange, text::TermKind) {
      if (!has.contains(term)) has.emplace(term);
    });
  };
  read(memory.text);
  for (const std::string& tag : memory.tags) read(tag);
  std::vector<PlaceWord> words;
  for (std::size_t i = 0; i < query.words; ++i) {
    const std::string& term = query.terms[i].text;
    if (!has.contains(term)) continue;
    words.push_back({.word = term, .worth = Score::FromInt(1), .fields = {{"body", 1}}});
  }
  return words;
}

SearchPlace PlaceOf(const memory::Memory& memory, const retrieval::RankedMemory& ranked,
                    const ask::Query& query, text::Analyser& analyser) {
  SearchPlace place;
  place.source = kMemory;
  place.score = ranked.score;
  place.share = ranked.share;
  place.terms = {{.name = "words", .value = ranked.score}};
  place.words = WordsOf(memory, query, analyser);
  retrieval::SetTextPlace(TextOf(memory), place);
  return place;
}

}  // namespace

Result<retrieval::FoundTexts> MemoryReading::Find(retrieval::TextIndexes& /*indexes*/,
                                                  store::Transaction& /*curated*/,
                                                  const retrieval::TextQuery& query) const {
  retrieval::FoundTexts found{.source = std::string(kMemory)};
  const memory::ScoreRules rules{.now = query.now, .as_of = options_.as_of};
  text::Analyser analyser;
  std::vector<std::vector<SearchPlace>> lists;
  for (std::size_t space = 0; space < spaces_.size(); ++space) {
    const retrieval::MemoryBook* book = SATCHEL_TRY(Book(space));
    found.all_documents += book->size();
    std::vector<SearchPlace>& list = lists.emplace_back();
    auto ranked = SATCHEL_TRY(book->Search(query.question, kMostRanked));
    std::erase_if(ranked, [](const retrieval::RankedMemory& one) { return one.words.empty(); });
    // Filters take few, so that the first part is mostly enough.
    for (std::span<const retrieval::RankedMemory> rest = ranked;
         !rest.empty() && list.size() < query.most;) {
      const auto part = rest.first(std::min(rest.size(), query.most + kMoreAtOnce));
      rest = rest.subspan(part.size());
      std::vector<std::string> ids;
      for (const retrieval::RankedMemory& one : part) ids.push_back(one.id);
      const auto memories = SATCHEL_TRY(book->Get(ids));
      for (std::size_t i = 0; i < part.size() && list.size() < query.most; ++i) {
        if (memories[i] == nullptr || FilterOf(*memories[i], rules) != memory::Filter::kNone) {
          continue;
        }
        list.push_back(PlaceOf(*memories[i], part[i], query.question.query(), analyser));
      }
    }
  }
  for (std::size_t rank = 0; rank < query.most; ++rank) {
    for (std::vector<SearchPlace>& list : lists) {
      if (rank < list.size()) found.places.push_back(std::move(list[rank]));
    }
  }
  return found;
}

Result<std::vector<retrieval::SourceText>> MemoryReading::AllTexts() const {
  constexpr std::size_t kAtOnce = 1'000;
  std::vector<retrieval::SourceText> texts;
  for (std::size_t space = 0; space < spaces_.size(); ++space) {
    const retrieval::MemoryBook* book = SATCHEL_TRY(Book(space));
    const auto ids = SATCHEL_TRY(book->Newest(book->size()));
    for (std::size_t at = 0; at < ids.size(); at += kAtOnce) {
      const auto part = std::span(ids).subspan(at, std::min(kAtOnce, ids.size() - at));
      const auto memories = SATCHEL_TRY(book->Get(part));
      for (const auto& memory : memories) {
        if (memory != nullptr) texts.push_back(TextOf(*memory));
      }
    }
  }
  return texts;
}

Result<std::vector<retrieval::SourceText>> MemoryReading::ShownTexts(
    std::span<const std::string> names, Time now) const {
  const memory::ScoreRules rules{.now = now, .as_of = options_.as_of};
  std::vector<retrieval::SourceText> texts;
  for (std::size_t space = 0; space < spaces_.size(); ++space) {
    const std::string before = ItemName({.id = "", .space = spaces_[space].name});
    std::vector<std::string> ids;
    for (const std::string& name : names) {
      if (name.starts_with(before)) ids.push_back(name.substr(before.size()));
    }
    const retrieval::MemoryBook* book = SATCHEL_TRY(Book(space));
    const auto memories = SATCHEL_TRY(book->Get(ids));
    for (const auto& memory : memories) {
      if (memory == nullptr || FilterOf(*memory, rules) != memory::Filter::kNone) continue;
      texts.push_back(TextOf(*memory));
    }
  }
  return texts;
}

}  // namespace satchel::pipeline
