#include "index/texts/text_search.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "ask/phrases.h"
#include "index/texts/line_choice.h"
#include "index/texts/text_documents.h"
#include "text/redactor.h"
#include "text/safe_line.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostTitle = 200;
// What was replaced is shown behind what has replaced it, if both say the same.
constexpr Score kSuperseded = Score::FromMillionths(500'000);
// A phrase is looked for in the texts: the index has no positions.
constexpr std::size_t kMostForPhrase = 200;

std::vector<PlaceWord> WordsOf(const lexical::Hit& hit, std::span<const lexical::QueryTerm> terms) {
  std::vector<PlaceWord> words;
  for (const lexical::HitTerm& one : hit.terms) {
    PlaceWord& word = words.emplace_back();
    word.word = terms[one.term].text;
    word.worth = lexical::ScoreOf(one.units);
    for (std::size_t field = 0; field < TextFields().size(); ++field) {
      const std::uint32_t count = lexical::FrequencyIn(one.frequencies, field);
      if (count > 0) word.fields.emplace_back(TextFields()[field], count);
    }
  }
  return words;
}

}  // namespace

void SetTextPlace(const SourceText& text, SearchPlace& place) {
  place.id = text.id;
  place.path = text.path;
  place.kind = text.kind;
  place.symbol = text::SafeLine(text.title, kMostTitle);
  if (text.superseded) place.kind += ", superseded";
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(text.body, '\n') + 1);
  // Lines are chosen in the body, as if it were a file of its own.
  place.start_line = 1;
  place.end_line = lines;
  const std::string body = text::Redactor::Default().Redact(text.body).text;
  const std::vector<std::string_view> body_lines = LinesIn(body);
  const LineChoice choice(body_lines, std::vector<bool>(body_lines.size()), place);
  place.lines = choice.Shown(choice.Choose({}));
  const bool numbered = text.first_line > 0;
  for (PlaceLine& line : place.lines) {
    line.number = numbered ? line.number + text.first_line - 1 : 0;
  }
  place.start_line = text.first_line;
  place.end_line = numbered ? text.first_line + lines - 1 : 0;
}

Result<FoundTexts> FindTexts(store::Transaction& curated, lexical::Index& index,
                             std::string_view source, const TextQuery& query,
                             const TextsOf& texts) {
  const std::span<const ask::Phrase> phrases = query.question.phrases();
  const ask::Query& asked = query.question.query();
  const auto terms = std::span(asked.terms).first(asked.words);
  const std::size_t limit = phrases.empty() ? query.most : kMostForPhrase;
  auto found = SATCHEL_TRY(
      lexical::IndexView(index, curated).Search(terms, {.limit = limit, .explain = true}), source);
  FoundTexts result{.source = std::string(source),
                    .places = {},
                    .documents = std::move(found.documents),
                    .all_documents = found.statistics.documents};
  std::vector<std::string> ids;
  for (const lexical::Hit& hit : found.hits) ids.push_back(hit.key);
  std::map<std::string, SourceText> by_id;
  for (SourceText& text : texts(ids)) {
    std::string id = text.id;
    by_id.emplace(std::move(id), std::move(text));
  }
  for (const lexical::Hit& hit : found.hits) {
    const auto text = by_id.find(hit.key);
    if (text == by_id.end()) continue;  // it is gone, and the index not yet told
    if (!phrases.empty() && !ask::HasPhrases(text->second.body, phrases)) continue;
    SearchPlace& place = result.places.emplace_back();
    place.source = source;
    place.score = lexical::ScoreOf(hit.units);
    place.words = WordsOf(hit, terms);
    place.terms = {{.name = "words", .value = place.score}};
    if (text->second.superseded) {
      const Score less = place.score.Times(kSuperseded) - place.score;
      place.terms.push_back({.name = "superseded", .value = less});
      place.score += less;
    }
    SetTextPlace(text->second, place);
  }
  std::ranges::sort(result.places, [](const SearchPlace& left, const SearchPlace& right) {
    return left.score != right.score ? left.score > right.score : left.id < right.id;
  });
  if (result.places.size() > query.most) result.places.resize(query.most);
  return result;
}

}  // namespace satchel::retrieval
