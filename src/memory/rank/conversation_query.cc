#include "memory/rank/conversation_query.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "memory/rank/chat_role.h"
#include "memory/rank/word_forms.h"
#include "text/stop_words.h"

namespace satchel::rank {
namespace {

using text::Term;

// Whether a word is a name, or one of its words.
bool Names(std::string_view word, std::string_view speaker) {
  for (std::size_t at = 0; at < speaker.size();) {
    const std::size_t end = std::min(speaker.find(' ', at), speaker.size());
    const std::string_view part = speaker.substr(at, end - at);
    if (part == word) return true;
    at = end + 1;
  }
  return false;
}

std::vector<std::string> Distinct(std::span<const Term> all) {
  std::vector<std::string> terms;
  for (const Term& term : all) {
    if (std::ranges::find(terms, term.text) != terms.end()) continue;
    if (terms.size() == ConversationQuery::kMostTerms) break;
    terms.push_back(term.text);
  }
  return terms;
}

// The text without what stands in some places.
std::vector<std::string> TermsBeside(std::string_view text,
                                     std::span<const text::ByteRange> places) {
  std::string rest(text);
  for (const text::ByteRange place : places) {
    std::ranges::fill(rest.begin() + static_cast<std::ptrdiff_t>(place.begin),
                      rest.begin() + static_cast<std::ptrdiff_t>(place.end), ' ');
  }
  return Distinct(text::AnalyseQuery(rest));
}

// What people say when they ask, whatever they ask about.
constexpr std::string_view kAskingWords =
    "know known remember recall tell said say think explain describe remind please need want help "
    "thing something anything знаем знаешь помним помнишь вспомни напомни расскажи скажи говорили "
    "объясни пожалуйста нужно надо хочу помоги";

bool IsAskingWord(const std::string& stem) {
  static const std::set<std::string> kStems = [] {
    std::set<std::string> stems;
    for (Term& term : text::Analyse(kAskingWords)) stems.insert(std::move(term.text));
    return stems;
  }();
  return kStems.contains(stem);
}

}  // namespace

void AddStandIns(const AlikeWords& vocabulary, ConversationQuery& query) {
  std::map<std::string, std::uint32_t, std::less<>> numbers;
  for (std::uint32_t t = 0; t < query.words; ++t) numbers.emplace(query.terms[t].text, t);
  const auto number_of = [&](const std::string& word) {
    const auto [known, is_new] =
        numbers.try_emplace(word, static_cast<std::uint32_t>(query.terms.size()));
    if (is_new) query.terms.push_back({.text = word});
    return known->second;
  };
  for (std::uint32_t t = 0; t < query.words; ++t) {
    for (const std::string& form : OtherForms(query.terms[t].text)) {
      query.forms.push_back({.term = t, .word = number_of(form), .alike = 1});
    }
    for (const AlikeWord& found : vocabulary.Find(query.terms[t].text)) {
      if (query.stand_ins.size() == ConversationQuery::kMostStandIns) return;
      query.stand_ins.push_back({.term = t, .word = number_of(found.word), .alike = found.alike});
    }
  }
}

ConversationQuery ReadConversationQuery(const ask::Question& question,
                                        std::span<const std::string> speakers, bool dated) {
  ConversationQuery query;
  const std::span<const Term> words = question.words();
  if (dated) query.dates = ReadAskedDates(question.text(), words);
  query.kind = KindOf(words);
  std::vector<text::ByteRange> no_words = query.dates.written;
  for (const Term& word : words) {
    if (text::IsStopWord(word.text)) continue;
    bool names = false;
    for (std::size_t i = 0; i < speakers.size(); ++i) {
      if (RoleOf(speakers[i]) != ChatRole::kNone || !Names(word.text, speakers[i])) continue;
      names = true;
      if (std::ranges::find(query.speakers, i) == query.speakers.end()) query.speakers.push_back(i);
    }
    if (names) no_words.push_back(word.range);
  }
  std::vector<std::string> terms;
  if (!no_words.empty()) terms = TermsBeside(question.text(), no_words);
  if (terms.empty()) terms = Distinct(question.terms());
  for (std::string& term : terms) query.terms.push_back({.text = std::move(term)});
  query.words = query.terms.size();
  for (const lexical::QueryTerm& term : query.terms) query.asks.push_back(IsAskingWord(term.text));
  // Where there is nothing else, they are the question.
  if (std::ranges::find(query.asks, false) == query.asks.end()) {
    query.asks.assign(query.words, false);
  }
  return query;
}

ConversationQuery ReadConversationQuery(const ask::Question& question,
                                        std::span<const std::string> speakers,
                                        const AlikeWords& vocabulary, bool dated) {
  ConversationQuery query = ReadConversationQuery(question, speakers, dated);
  AddStandIns(vocabulary, query);
  return query;
}

}  // namespace satchel::rank
