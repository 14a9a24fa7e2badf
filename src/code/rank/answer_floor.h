#pragma once

#include <vector>

#include "ask/judged_sign.h"
#include "ask/query.h"
#include "base/score.h"
#include "code/rank/code_ranker.h"

// How well a query matches what is here. A ranking always has a first place; this says whether that
// place can be trusted.
namespace satchel::rank {

struct AnswerFloor {
  // False for what is not judged by its words: a name, which is defined here or not; a pasted text,
  // most of which is about nothing here; a word or two that stand together here; and a query that
  // names a file or a symbol that is here.
  bool judged = false;
  std::vector<ask::JudgedSign> signs;
  Score standing;         // the sum of their terms; below zero the best places match weakly
  bool has_word = false;  // a word of the query is here as it is written
  // Most names in a pasted text, such as `StorageClient` or `upload_part`, are nowhere here, and
  // neither is a file that it names.
  bool names_elsewhere = false;

  // By the sum of the signs.
  bool MatchesLittle() const { return judged && standing < Score(); }
  bool IsWeak() const { return names_elsewhere || MatchesLittle(); }
  // Nothing in common: what is found has words that only resemble those of the query.
  bool IsNone() const { return MatchesLittle() && !has_word; }
};

// `asked`: the query before other words stood for those that are nowhere.
AnswerFloor FloorOf(const ask::Query& asked, const RankedCode& ranked);

}  // namespace satchel::rank
