#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "index/lexical/index.h"
#include "memory/rank/alike_words.h"
#include "memory/rank/dates.h"
#include "memory/rank/turn_signs.h"
#include "text/analyser.h"

namespace satchel::rank {

// Another word that stands for one of the question.
struct StandIn {
  std::uint32_t term = 0;  // of the question
  std::uint32_t word = 0;  // the term that it is
  double alike = 0;
};

// What a question to a conversation says.
struct ConversationQuery {
  static constexpr std::size_t kMostTerms = 64;
  static constexpr std::size_t kMostStandIns = 512;

  std::vector<lexical::QueryTerm> terms;  // each once; those behind `words` are only stand-ins
  std::size_t words = 0;
  std::vector<bool> asks;             // of each word: people say it whatever they ask about
  std::vector<StandIn> forms;         // other forms of the words: as good as themselves
  std::vector<StandIn> stand_ins;     // by term
  std::vector<std::size_t> speakers;  // that it names, by number
  AskedDates dates;
  AskedKind kind;
};

// Roles of a chat with a model are no names. Names of speakers, months and years say who and when,
// and are no words to look for, unless there is nothing else. `speakers`: folded names of all who
// speak. `dated`: it is known when. Without words that stand in for others.
ConversationQuery ReadConversationQuery(const ask::Question& question,
                                        std::span<const std::string> speakers, bool dated);
// Adds them. Of the vocabulary only words with the same beginning as one of the question matter.
void AddStandIns(const AlikeWords& vocabulary, ConversationQuery& query);
ConversationQuery ReadConversationQuery(const ask::Question& question,
                                        std::span<const std::string> speakers,
                                        const AlikeWords& vocabulary, bool dated);

}  // namespace satchel::rank
