#include "code/rank/replaced_words.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "code/rank/glossary.h"
#include "code/rank/near_terms.h"
#include "store/code.h"
#include "text/analyser.h"
#include "text/common_words.h"
#include "text/utf8.h"

namespace satchel::rank {
namespace {

constexpr std::size_t kMostCorrected = 12;  // words of one query
constexpr std::size_t kMostNames = 4;
constexpr std::size_t kLeastBeginning = 2;  // bytes that a name has in common with what is meant
constexpr std::int64_t kNamesLookedAt = 1'000;
constexpr double kGlossaryCertainty = 0.7;
constexpr double kSynonymCertainty = 0.5;
constexpr std::array<std::string_view, 3> kReplacings = {"spelling", "glossary", "synonym"};

double CertaintyOf(Nearness nearness) {
  constexpr std::array<double, kNearnesses> kOf = {0.8, 0.7, 0.8, 0.5, 0.4};
  return kOf.at(static_cast<std::size_t>(nearness));
}

bool IsPasted(const ask::Query& query) {
  return query.form == ask::QueryForm::kReport || query.form == ask::QueryForm::kTrace;
}

std::size_t SameBytes(std::string_view left, std::string_view right) {
  return static_cast<std::size_t>(std::ranges::mismatch(left, right).in1 - left.begin());
}

// Names of code are found as they are written, and terms are folded and stemmed. What is called
// like a term stands in the order of names near what was typed.
Status ReadNames(store::Transaction& curated, const ask::Query& query, ReplacedWord& replaced) {
  const std::string& typed = query.written[replaced.word];
  text::Analyser analyser;
  std::set<std::string> names;
  for (const std::string& term : replaced.with) {
    // Bytes that two words share may end inside a character of either.
    const std::size_t same = SameBytes(query.terms[replaced.word].text, term);
    if (same > typed.size()) continue;
    const std::string_view beginning = text::TruncateUtf8(typed, same);
    if (beginning.size() < kLeastBeginning) continue;
    auto rows = SATCHEL_TRY(store::CodeView(curated).SymbolsFrom(beginning, kNamesLookedAt));
    for (const store::SymbolRow& row : rows) {
      if (!row.name.starts_with(beginning) || names.size() == kMostNames) break;
      if ((row.flags & store::kStaleSymbol) != 0) continue;
      const std::vector<text::Term> terms = analyser.Analyse(row.name);
      if (!terms.empty() && terms.front().text == term) names.insert(row.name);
    }
  }
  replaced.names.assign(names.begin(), names.end());
  return {};
}

}  // namespace

std::string_view Name(Replacing by) { return kReplacings.at(static_cast<std::size_t>(by)); }

Result<std::vector<ReplacedWord>> FindReplacements(store::Transaction& curated,
                                                   lexical::IndexView& index,
                                                   const ask::Query& query,
                                                   std::span<const std::uint64_t> documents) {
  std::vector<ReplacedWord> replaced;
  std::vector<std::pair<std::size_t, NearTerms>> near;
  const bool is_name = query.form == ask::QueryForm::kSymbol;
  for (std::size_t i = 0; i < query.words && replaced.size() + near.size() < kMostCorrected; ++i) {
    const std::string& word = query.terms[i].text;
    if (documents[i] == 0) {
      if (auto others = OtherWords(word, Glossary::kForeign); !others.empty()) {
        replaced.push_back({i, Replacing::kGlossary, kGlossaryCertainty, std::move(others)});
        continue;
      }
    }
    if (IsPasted(query)) continue;
    if (documents[i] <= kFewDocuments && !is_name) {
      if (auto others = OtherWords(word, Glossary::kSynonyms); !others.empty()) {
        replaced.push_back({i, Replacing::kSynonym, kSynonymCertainty, std::move(others)});
        continue;
      }
    }
    // It is spelt right, and the code has no use for it.
    if (!is_name && text::IsCommonWord(word)) continue;
    if (documents[i] == 0) near.emplace_back(i, NearTerms(word));
  }
  if (!near.empty()) {
    SATCHEL_TRY(index.VisitTerms([&near](std::string_view term, std::uint64_t with) {
      for (auto& [word, terms] : near) terms.Add(term, with);
    }));
  }
  for (const auto& [word, terms] : near) {
    NearTerms::Found best = terms.Best();
    // A name that somebody asks for is one name: words inside it are near, and no answer.
    const bool apart = best.nearness == Nearness::kJoined || best.nearness == Nearness::kInside;
    if (best.terms.empty() || (is_name && !query.is_part[word] && apart)) continue;
    ReplacedWord& one = replaced.emplace_back(word, Replacing::kAlike, CertaintyOf(best.nearness),
                                              std::move(best.terms));
    if (!query.is_part[word]) SATCHEL_TRY(ReadNames(curated, query, one));
  }
  std::ranges::sort(replaced, {}, &ReplacedWord::word);
  return replaced;
}

ask::Query WithReplacements(const ask::Query& query, std::span<const ReplacedWord> replaced) {
  ask::Query result = query;
  const std::vector<lexical::QueryTerm> joined(
      result.terms.begin() + static_cast<std::ptrdiff_t>(query.words), result.terms.end());
  result.terms.resize(query.words);
  std::set<std::string, std::less<>> known;
  for (const lexical::QueryTerm& term : query.terms) known.insert(term.text);
  for (const ReplacedWord& one : replaced) {
    bool in_its_place = one.by != Replacing::kSynonym;
    for (const std::string& term : one.with) {
      if (!known.insert(term).second) continue;
      if (in_its_place) {
        result.terms[one.word].text = term;
        result.certainty[one.word] = one.certainty;
        in_its_place = false;
      } else if (result.terms.size() + joined.size() < ask::Query::kMostTerms) {
        result.terms.push_back({term, query.terms[one.word].times});
        result.in_title.push_back(query.in_title[one.word]);
        result.written.push_back(query.written[one.word]);
        result.is_part.push_back(query.is_part[one.word]);
        result.certainty.push_back(one.certainty);
      }
    }
    for (const std::string& name : one.names) {
      result.names.push_back({name, query.in_title[one.word]});
    }
  }
  result.words = result.terms.size();
  result.terms.insert(result.terms.end(), joined.begin(), joined.end());
  return result;
}

}  // namespace satchel::rank
