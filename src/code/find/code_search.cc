#include "code/find/code_search.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "ask/orientation.h"
#include "ask/phrases.h"
#include "ask/query.h"
#include "ask/question.h"
#include "base/trimmed.h"
#include "code/facts/line_text.h"
#include "code/find/mentions.h"
#include "code/find/place_choice.h"
#include "code/find/ranked_text.h"
#include "code/find/similar_code.h"
#include "code/index/code_documents.h"
#include "code/orient/orientation.h"
#include "code/rank/answer_floor.h"
#include "code/rank/code_ranker.h"
#include "code/rank/path_words.h"
#include "store/code.h"
#include "text/analyser.h"
#include "text/safe_line.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostNearest = 3;

std::vector<PlaceWord> WordsOf(const rank::RankedFile& file, std::uint32_t ordinal,
                               const ask::Query& query) {
  std::vector<PlaceWord> words;
  for (const lexical::Occurrence& one : file.evidence.occurrences) {
    if (one.ordinal != ordinal || one.term >= query.words) continue;
    PlaceWord& word = words.emplace_back();
    word.word = query.terms[one.term].text;
    word.worth = lexical::ScoreOf(std::uint64_t{one.units} * query.terms[one.term].times);
    for (std::size_t field = 0; field < CodeFields().size(); ++field) {
      const std::uint32_t count = lexical::FrequencyIn(one.frequencies, field);
      if (count > 0) word.fields.emplace_back(CodeFields()[field], count);
    }
  }
  return words;
}

// Turns ranked files into places.
class Places {
 public:
  // All must outlive it.
  Places(const SearchRequest& request, const ask::Question& question, const ask::Query& query,
         const HitFiles& files, HitTexts& texts)
      : request_(request),
        query_(query),
        files_(files),
        texts_(texts),
        phrases_(question.phrases()),
        path_(PathAskedFor(question.text(), query)) {}

  void Add(const rank::RankedFile& file, SearchAnswer& answer) {
    if (answer.results.size() == request_.limit) return;
    const HitFile* known = files_.Of(file.path);
    std::size_t shown = 0;
    for (const std::uint32_t ordinal : Order(file, known)) {
      if (shown == request_.per_file || answer.results.size() == request_.limit) return;
      SearchPlace place = PlaceOf(file, known, ordinal);
      if (phrases_.empty() || Has(place)) {
        if (known != nullptr && shown == 0 && IsHead(file)) SetSymbols(*known, place);
        answer.results.push_back(std::move(place));
        ++shown;
      } else if (answer.nearest.size() < kMostNearest) {
        answer.nearest.push_back(std::move(place));
      }
    }
  }

  // What the files say at these places.
  void ReadLines(std::span<const rank::RankedFile> ranked, std::vector<SearchPlace>& places) {
    for (SearchPlace& place : places) {
      const auto file = std::ranges::find(ranked, place.path, &rank::RankedFile::path);
      AskedLines asked;
      if (file != ranked.end()) {
        const bool begins = !place.symbols.empty() || place.start_line <= 1;
        asked = {.lines = file->asked_lines, .first = begins && IsHead(*file)};
      }
      SetLines(texts_.Of(place.path), files_.Of(place.path), asked, place);
    }
  }

 private:
  // Whether the query is this file's path and no line of it.
  bool IsHead(const rank::RankedFile& file) const {
    return !path_.empty() && file.asked_lines.empty() && rank::IsPath(file.path, path_);
  }

  std::vector<std::uint32_t> Order(const rank::RankedFile& file, const HitFile* known) {
    if (known == nullptr) return {0};
    const HitTexts::Text& text = texts_.Of(file.path);
    // A phrase may stand anywhere.
    const bool looks = text.as_indexed && phrases_.empty();
    return ChunksToShow(file, *known, query_, IsHead(file), looks ? &text.bytes : nullptr);
  }

  SearchPlace PlaceOf(const rank::RankedFile& file, const HitFile* known,
                      std::uint32_t ordinal) const {
    SearchPlace place;
    place.source = kCodeSource;
    place.path = file.path;
    place.score = file.score;
    place.terms = rank::TermsOf(file.features, file.penalties, query_.form).terms();
    place.words = WordsOf(file, ordinal, query_);
    if (known != nullptr) SetPlace(*known, ordinal, place);
    return place;
  }

  // A file that is another now cannot be asked.
  bool Has(const SearchPlace& place) {
    const HitTexts::Text& text = texts_.Of(place.path);
    return text.as_indexed &&
           ask::HasPhrases(code::LinesOf(text.bytes, place.start_line, place.end_line), phrases_);
  }

  const SearchRequest& request_;
  const ask::Query& query_;
  const HitFiles& files_;
  HitTexts& texts_;
  const std::span<const ask::Phrase> phrases_;
  const std::string path_;
};

// Commands come before what the words find.
SearchPlace PlaceOf(const OrientedFile& file, HitTexts& texts) {
  constexpr std::size_t kMostShown = 8;  // lines
  constexpr std::size_t kCharacters = 160;
  SearchPlace place;
  place.source = kCodeSource;
  place.path = file.row.path;
  place.start_line = file.lines.front().first;
  place.end_line = file.lines.back().last;
  place.symbol = text::SafeLine(file.best().invocation, kCharacters);
  if (!place.symbol.empty()) place.kind = "command";
  place.score = file.score;
  place.share = Score::FromInt(1);
  place.terms = {{.name = "orientation", .value = file.score}};
  const HitTexts::Text& text = texts.Of(place.path);
  for (const OrientedLines& lines : file.lines) {
    for (std::uint32_t line = lines.first; line <= lines.last; ++line) {
      if (place.lines.size() == kMostShown) return place;
      const std::string_view shown = code::LinesOf(text.bytes, line, line);
      place.lines.push_back({line, text::SafeLine(Trimmed(shown, "\r\n"), kCharacters)});
    }
  }
  return place;
}

// The places of files that answer a question of orientation, at most `limit`.
Result<std::vector<SearchPlace>> OrientedPlaces(const SearchedCode& searched,
                                                store::Transaction& curated,
                                                const ask::Question& question,
                                                const FileFilter& filter, std::size_t limit) {
  std::vector<SearchPlace> places;
  if (!question.orientation()) return places;
  auto found = SATCHEL_TRY(FindOrientation(searched, curated, question));
  std::vector<store::FileRow> rows;
  for (const OrientedFile& file : found) rows.push_back(file.row);
  const auto known = SATCHEL_TRY(HitFiles::ReadRows(curated, rows));
  HitTexts texts(searched.root, searched.file_bytes, searched.read, known);
  for (const OrientedFile& file : found) {
    if (places.size() < limit && filter.Passes(file.row)) places.push_back(PlaceOf(file, texts));
  }
  return places;
}

// Puts them first. What the words found in other files follows.
void PutFirst(std::vector<SearchPlace> oriented, const SearchRequest& request,
              const ask::Question& question, SearchAnswer& answer) {
  const auto& asked = question.orientation();
  if (!asked || oriented.empty()) return;
  answer.orientation = ask::Name(asked->kind);
  answer.oriented = oriented.size();
  for (SearchPlace& place : answer.results) {
    const bool known = std::ranges::any_of(
        oriented, [&place](const SearchPlace& one) { return one.path == place.path; });
    if (!known && oriented.size() < request.limit) oriented.push_back(std::move(place));
  }
  answer.results = std::move(oriented);
  answer.nearest.clear();
  answer.abstained.clear();
  answer.missing.clear();
  answer.weak = false;
}

// Words of the query that no document has; parts of a longer word do not count.
std::vector<std::size_t> Nowhere(const ask::Query& query,
                                 std::span<const std::uint64_t> documents) {
  std::vector<std::size_t> nowhere;
  for (std::size_t i = 0; i < query.words; ++i) {
    if (documents[i] == 0 && !query.is_part[i]) nowhere.push_back(i);
  }
  return nowhere;
}

bool IsReplaced(std::span<const rank::ReplacedWord> replaced, std::size_t word) {
  return std::ranges::find(replaced, word, &rank::ReplacedWord::word) != replaced.end();
}

// A term as the found lines write it: people do not know stems.
std::string WrittenInCode(std::string_view term, std::span<const SearchPlace> places,
                          text::Analyser& analyser) {
  std::string written;
  for (const SearchPlace& place : places) {
    for (const PlaceLine& line : place.lines) {
      analyser.ForEach(line.text,
                       [&](std::string_view found, text::ByteRange range, text::TermKind kind) {
                         if (!written.empty() || found != term || kind == text::TermKind::kGram)
                           return;
                         written = line.text.substr(range.begin, range.end - range.begin);
                       });
      if (!written.empty()) return written;
    }
  }
  return std::string(term);
}

std::vector<ReplacedWord> ReplacedIn(const rank::RankedCode& ranked, const ask::Query& query,
                                     std::span<const SearchPlace> places) {
  text::Analyser analyser;
  std::vector<ReplacedWord> replaced;
  for (const rank::ReplacedWord& one : ranked.replaced) {
    if (query.is_part[one.word]) continue;  // the whole says it
    ReplacedWord& shown = replaced.emplace_back();
    shown.word = query.written[one.word];
    shown.by = rank::Name(one.by);
    shown.with = one.names;
    if (!shown.with.empty()) continue;
    for (const std::string& term : one.with) {
      shown.with.push_back(WrittenInCode(term, places, analyser));
    }
  }
  return replaced;
}

// Of a query that is a name: files that have it. Those with some of its parts are noise behind it.
void KeepNamed(const ask::Query& query, std::vector<rank::RankedFile>& files) {
  std::size_t name = query.words;
  for (std::size_t i = 0; i < query.words; ++i) {
    if (!query.is_part[i]) name = i;  // the last one of `app.run`
  }
  const auto has = [name](const rank::RankedFile& file) {
    return rank::At(file.features, rank::Feature::kSymbol) > Score() ||
           std::ranges::any_of(file.evidence.occurrences,
                               [name](const lexical::Occurrence& one) { return one.term == name; });
  };
  if (!std::ranges::any_of(files, has)) return;
  std::erase_if(files, [&has](const rank::RankedFile& file) { return !has(file); });
}

// Of a query that is a path: the files of that path, if there are any.
void KeepPath(const std::string& path, std::vector<rank::RankedFile>& files) {
  if (path.empty()) return;
  const auto is = [&path](const rank::RankedFile& file) { return rank::IsPath(file.path, path); };
  if (!std::ranges::any_of(files, is)) return;
  std::erase_if(files, [&is](const rank::RankedFile& file) { return !is(file); });
}

// The best of them, and no longer as results.
void ShowAsNearest(SearchAnswer& answer) {
  answer.nearest = std::move(answer.results);
  answer.results.clear();
  if (answer.nearest.size() > kMostNearest) answer.nearest.resize(kMostNearest);
}

// Why nothing that was found is an answer; empty: it is.
std::string_view WhyNone(const SearchAnswer& answer, const rank::AnswerFloor& floor,
                         bool unknown_name, bool phrases) {
  // What has parts of a name is near it, and no answer.
  if (unknown_name) return kNameNowhere;
  if (answer.results.empty()) return phrases ? kPhraseNowhere : kNothingFound;
  if (!phrases && floor.IsNone()) return kNothingFound;
  return "";
}

std::unexpected<Error> NoWord() {
  return Fail(Errc::kInvalidInput, "there is no word to search for", "name what you look for");
}

}  // namespace

Result<SearchAnswer> SearchCode(const SearchedCode& searched, const ask::Question& question,
                                const SearchRequest& request, std::span<const NearText> near) {
  if (request.query.size() > kMostQuery) {
    return Fail(Errc::kInvalidInput, "the query is longer than 64 KiB");
  }
  const ask::Query& asked = question.query();
  if (asked.words == 0 && !question.orientation()) {
    return NoWord();
  }
  const auto filter = SATCHEL_TRY(FileFilter::Make(request.filter));
  rank::AcceptsFile accepts;
  if (!filter.passes_all()) {
    accepts = [&filter](const store::FileRow& file) { return filter.Passes(file); };
  }
  store::StoreCount count;
  store::Scope scope = searched.scope;
  scope.count = &count;
  auto transaction = SATCHEL_TRY(searched.curated.Begin(scope, store::Access::kRead));
  auto oriented =
      SATCHEL_TRY(OrientedPlaces(searched, *transaction, question, filter, request.limit));
  // "What is this?" has no word to search for.
  if (asked.words == 0) {
    if (oriented.empty()) return NoWord();
    SearchAnswer answer;
    answer.form = ask::Name(asked.form);
    PutFirst(std::move(oriented), request, question, answer);
    answer.store_calls = count.calls;
    answer.store_round_trips = count.round_trips;
    return answer;
  }
  auto ranked = SATCHEL_TRY(RankText(searched, *transaction, question, accepts));
  const ask::Query& query = ranked.query;
  if (ranked.all_documents == 0) {
    return Fail(Errc::kNotFound, "nothing is indexed here yet", "`satchel index` reads the code");
  }
  rank::AnswerFloor floor = rank::FloorOf(asked, ranked);
  if (floor.IsWeak()) {
    // What the query names by itself is an answer, whatever else it says.
    const auto mentions = SATCHEL_TRY(FindMentions(*transaction, ranked, question, {}));
    floor.judged = mentions.files.empty();
  }
  const std::vector<std::size_t> nowhere = Nowhere(asked, ranked.documents);
  const bool is_name = query.form == ask::QueryForm::kSymbol;
  const bool unknown_name = is_name && std::ranges::any_of(nowhere, [&](std::size_t word) {
                              return !IsReplaced(ranked.replaced, word);
                            });
  if (is_name && nowhere.empty()) KeepNamed(query, ranked.files);
  KeepPath(PathAskedFor(question.text(), query), ranked.files);
  if (!near.empty() && AsksModel(question)) {
    SATCHEL_TRY(AddSimilar(*transaction, near, accepts, ranked));
    if (floor.IsWeak() && KeepNearAnswers(ranked)) floor.judged = false;
  }
  // Phrases are looked for in the text of all candidates: the index has no positions.
  const bool phrases = !question.phrases().empty();
  if (!phrases && ranked.files.size() > request.limit) ranked.files.resize(request.limit);
  auto files = SATCHEL_TRY(HitFiles::Read(*transaction, ranked.files));
  SearchAnswer answer;
  answer.form = ask::Name(query.form);
  answer.documents = ranked.all_documents;
  answer.sources = {{.name = std::string(kCodeSource), .documents = ranked.all_documents}};
  for (std::size_t i = 0; i < asked.words; ++i) {
    answer.words.emplace_back(asked.terms[i].text, ranked.documents[i]);
  }
  // Of a pasted text most words are nobody's names.
  const bool pasted = query.form == ask::QueryForm::kReport || query.form == ask::QueryForm::kTrace;
  for (const std::size_t word : nowhere) {
    if (!pasted) answer.missing.push_back(asked.written[word]);
  }
  HitTexts texts(searched.root, searched.file_bytes, searched.read, files);
  texts.Prepare(ranked.files);
  Places places(request, question, query, files, texts);
  for (const rank::RankedFile& file : ranked.files) places.Add(file, answer);
  if (floor.judged && !phrases) {
    answer.floor = floor.signs;
    answer.standing = floor.standing;
  }
  answer.abstained = WhyNone(answer, floor, unknown_name, phrases);
  answer.weak = answer.abstained.empty() && !phrases && floor.IsWeak();
  if (!answer.abstained.empty() && !answer.results.empty()) ShowAsNearest(answer);
  if (!answer.results.empty()) answer.nearest.clear();
  // Of a commit nobody reads them.
  if (!searched.read) {
    places.ReadLines(ranked.files, answer.results);
    places.ReadLines(ranked.files, answer.nearest);
  }
  answer.replaced = ReplacedIn(ranked, asked, answer.results);
  PutFirst(std::move(oriented), request, question, answer);
  answer.store_calls = count.calls;
  answer.store_round_trips = count.round_trips;
  return answer;
}

}  // namespace satchel::retrieval
