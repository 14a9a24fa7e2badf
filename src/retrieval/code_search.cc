#include "retrieval/code_search.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "retrieval/code_documents.h"
#include "retrieval/message_runs.h"
#include "search/rank/code_ranker.h"
#include "search/rank/query.h"
#include "sources/code/facts_codec.h"
#include "sources/code/index/indexed_file.h"
#include "sources/code/line_text.h"
#include "sources/code/walk/file_reader.h"
#include "store/code.h"
#include "text/analyser.h"
#include "text/redactor.h"
#include "text/safe_line.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kShownLines = 3;
constexpr std::size_t kMostNearest = 3;
constexpr std::size_t kLineCharacters = 160;
constexpr std::size_t kMostFile = 16U << 20U;
constexpr std::size_t kMostRunFiles = 60;
constexpr std::size_t kMostRunBytes = 1U << 20U;

// A symbol with what it is in, as its language writes that.
std::string Qualified(const code::Symbol& symbol, std::string_view language) {
  if (symbol.container.empty()) return symbol.name;
  const bool colons = language == "c" || language == "cpp" || language == "rust";
  const std::string_view between = colons ? "::" : language == "markdown" ? " > " : ".";
  return fmt::format("{}{}{}", symbol.container, between, symbol.name);
}

// The chunks of the files that were hit.
class Chunks {
 public:
  // As the last thing that is read.
  static Result<Chunks> Read(store::Transaction& curated,
                             std::span<const rank::RankedFile> ranked) {
    std::vector<std::int64_t> ids;
    for (const rank::RankedFile& file : ranked) ids.push_back(file.row.id);
    std::ranges::sort(ids);
    auto facts = SATCHEL_TRY(store::CodeView(curated).FactsAtLast(ids));
    Chunks chunks;
    for (const rank::RankedFile& file : ranked) {
      const auto row = std::ranges::find(facts, file.row.id, &store::FactsRow::file);
      if (row == facts.end()) continue;
      auto decoded = SATCHEL_TRY(code::DecodeFacts(row->data));
      chunks.files_.emplace(file.path,
                            File{file.row.digest, file.row.language, std::move(decoded)});
    }
    return chunks;
  }

  struct File {
    std::string digest;
    std::string language;
    code::FileFacts facts;
  };
  const File* Of(const std::string& path) const {
    const auto found = files_.find(path);
    return found == files_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, File> files_;
};

void SetPlace(const Chunks::File& file, std::uint32_t ordinal, SearchPlace& place) {
  const code::FileFacts& facts = file.facts;
  if (ordinal >= facts.chunks.size()) return;
  const code::Chunk& chunk = facts.chunks[ordinal];
  place.start_line = chunk.extent.first_line;
  place.end_line = chunk.extent.last_line;
  if (chunk.symbol == code::kNoSymbol || chunk.symbol >= facts.symbols.size()) return;
  place.symbol = Qualified(facts.symbols[chunk.symbol], file.language);
  place.kind = Name(facts.symbols[chunk.symbol].kind);
}

std::vector<PlaceWord> WordsOf(const rank::RankedFile& file, std::uint32_t ordinal,
                               const rank::Query& query) {
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

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The lines of a place that the most telling words stand on.
std::vector<PlaceLine> BestLines(std::string_view content, const SearchPlace& place,
                                 text::Analyser& analyser) {
  std::map<std::string, std::int64_t, std::less<>> worth;
  for (const PlaceWord& word : place.words) {
    worth.emplace(word.word, word.worth.millionths());
  }
  const std::vector<std::string_view> lines = Lines(content);
  std::vector<std::pair<std::int64_t, std::uint32_t>> ranked;  // worth, negated line
  const std::uint32_t last = std::min(place.end_line, static_cast<std::uint32_t>(lines.size()));
  for (std::uint32_t number = std::max(place.start_line, 1U); number <= last; ++number) {
    std::set<std::string, std::less<>> met;
    std::int64_t sum = 0;
    analyser.ForEach(lines[number - 1],
                     [&](std::string_view term, text::ByteRange, text::TermKind) {
                       const auto found = worth.find(term);
                       if (found != worth.end() && met.emplace(term).second) sum += found->second;
                     });
    if (sum > 0) ranked.emplace_back(sum, number);
  }
  std::ranges::sort(ranked, [](const auto& left, const auto& right) {
    return left.first != right.first ? left.first > right.first : left.second < right.second;
  });
  if (ranked.size() > kShownLines) ranked.resize(kShownLines);
  std::ranges::sort(ranked, {}, &std::pair<std::int64_t, std::uint32_t>::second);
  // A secret may go over several lines: it is looked for in all of the place.
  std::string whole;
  for (std::uint32_t number = std::max(place.start_line, 1U); number <= last; ++number) {
    whole += std::string(lines[number - 1]) + "\n";
  }
  const text::Redacted redacted = text::Redactor::Default().Redact(whole);
  const std::vector<std::string_view> safe = Lines(redacted.text);
  std::vector<PlaceLine> best;
  for (const auto& [sum, number] : ranked) {
    const std::size_t at = number - std::max(place.start_line, 1U);
    if (at < safe.size()) best.push_back({number, text::SafeLine(safe[at], kLineCharacters)});
  }
  return best;
}

// The files of the hits as they are now.
class Contents {
 public:
  struct Content {
    std::string bytes;
    bool readable = false;
    bool as_indexed = false;
    bool gone = false;
  };

  Contents(const SearchedCode& searched, const Chunks& chunks)
      : reader_(code::FileReader::Open(searched.root)),
        chunks_(chunks),
        file_bytes_(searched.file_bytes) {}

  const Content& Of(const std::string& path) {
    const auto [found, is_new] = read_.try_emplace(path);
    Content& content = found->second;
    if (!is_new || !reader_) return content;
    auto read = reader_->Read(path, kMostFile);
    if (!read) {
      content.gone = read.error() == code::SkipReason::kGone;
      return content;
    }
    const Chunks::File* file = chunks_.Of(path);
    const std::uint64_t size = std::max<std::uint64_t>(read->stamp.size, read->bytes.size());
    // A file that was not read to its end is known by its beginning.
    const std::string_view known = std::string_view(read->bytes).substr(0, file_bytes_ + 1);
    content.as_indexed = file != nullptr && code::ContentDigest(known, size) == file->digest;
    content.bytes = std::move(read->bytes);
    content.readable = true;
    return content;
  }

 private:
  Result<code::FileReader> reader_;
  const Chunks& chunks_;
  const std::size_t file_bytes_;
  std::map<std::string, Content> read_;
};

using Phrase = std::vector<text::Term>;

// Words that must follow each other: what stands between quotation marks in a query that has
// nothing else and is short. In a longer text, or a pasted one, quotation marks are the text's own.
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

bool HasPhrases(std::string_view text, std::span<const Phrase> phrases) {
  const std::vector<text::Term> words = text::Words(text);
  return std::ranges::all_of(phrases, [&words](const Phrase& phrase) {
    return !std::ranges::search(words, phrase, {}, &text::Term::text, &text::Term::text).empty();
  });
}

// The chunks of a file in the order in which they are shown: those with the lines that are asked
// for, then the best.
std::vector<std::uint32_t> ChunksInOrder(const rank::RankedFile& file, const Chunks::File* facts) {
  std::vector<std::uint32_t> order;
  const auto add = [&order](std::uint32_t ordinal) {
    if (std::ranges::find(order, ordinal) == order.end()) order.push_back(ordinal);
  };
  if (facts != nullptr) {
    const std::vector<code::Chunk>& chunks = facts->facts.chunks;
    for (const std::uint32_t line : file.asked_lines) {
      const auto holds = [line](const code::Chunk& chunk) {
        return chunk.extent.first_line <= line && line <= chunk.extent.last_line;
      };
      const auto found = std::ranges::find_if(chunks, holds);
      if (found != chunks.end()) add(static_cast<std::uint32_t>(found - chunks.begin()));
    }
  }
  for (const rank::ChunkScore& chunk : file.chunks) add(chunk.ordinal);
  if (order.empty()) order.push_back(0);
  return order;
}

// Turns ranked files into places.
class Places {
 public:
  Places(const SearchRequest& request, const rank::Query& query, const Chunks& chunks,
         Contents& contents)
      : request_(request),
        query_(query),
        chunks_(chunks),
        contents_(contents),
        phrases_(PhrasesOf(request.query)) {}

  void Add(const rank::RankedFile& file, SearchAnswer& answer) {
    const Chunks::File* facts = chunks_.Of(file.path);
    std::size_t shown = 0;
    for (const std::uint32_t ordinal : ChunksInOrder(file, facts)) {
      if (shown == request_.per_file || answer.results.size() == request_.limit) return;
      SearchPlace place = PlaceOf(file, facts, ordinal);
      if (phrases_.empty() || Has(place)) {
        answer.results.push_back(std::move(place));
        ++shown;
      } else if (answer.nearest.size() < kMostNearest) {
        answer.nearest.push_back(std::move(place));
      }
    }
  }

 private:
  SearchPlace PlaceOf(const rank::RankedFile& file, const Chunks::File* facts,
                      std::uint32_t ordinal) const {
    SearchPlace place;
    place.source = kCodeSource;
    place.path = file.path;
    place.score = file.score;
    place.terms = rank::TermsOf(file.features, file.penalties, query_.form).terms();
    place.words = WordsOf(file, ordinal, query_);
    if (facts != nullptr) SetPlace(*facts, ordinal, place);
    return place;
  }

  // A file that is another now cannot be asked.
  bool Has(const SearchPlace& place) {
    const Contents::Content& content = contents_.Of(place.path);
    return content.as_indexed &&
           HasPhrases(code::LinesOf(content.bytes, place.start_line, place.end_line), phrases_);
  }

  const SearchRequest& request_;
  const rank::Query& query_;
  const Chunks& chunks_;
  Contents& contents_;
  const std::vector<Phrase> phrases_;
};

// What the files say at these places.
void ReadLines(Contents& contents, std::vector<SearchPlace>& places) {
  text::Analyser analyser;
  for (SearchPlace& place : places) {
    const Contents::Content& content = contents.Of(place.path);
    place.gone = content.gone;
    place.changed = !content.as_indexed && !content.gone;
    if (!content.readable) continue;
    // Of a file that is another now the lines may stand anywhere.
    SearchPlace looked = place;
    if (place.changed) {
      looked.start_line = 1;
      looked.end_line = UINT32_MAX;
    }
    place.lines = BestLines(content.bytes, looked, analyser);
  }
}

// Words of the query that no document has; parts of a longer word do not count.
std::vector<std::size_t> Nowhere(const rank::Query& query,
                                 std::span<const std::uint64_t> documents) {
  std::vector<std::size_t> nowhere;
  for (std::size_t i = 0; i < query.words; ++i) {
    if (documents[i] == 0 && !query.is_part[i]) nowhere.push_back(i);
  }
  return nowhere;
}

// Of a query that is a name: files that have it. Those with some of its parts are noise behind it.
void KeepNamed(const rank::Query& query, std::vector<rank::RankedFile>& files) {
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

std::map<std::string, std::string> ReadFiles(const std::filesystem::path& root,
                                             std::span<const std::string> paths) {
  std::map<std::string, std::string> texts;
  const auto reader = code::FileReader::Open(root);
  if (!reader) return texts;
  for (const std::string& path : paths) {
    if (auto read = reader->Read(path, kMostRunBytes)) texts.emplace(path, std::move(read->bytes));
  }
  return texts;
}

// The best files once more, by the messages that they have word for word.
void AddRuns(const SearchedCode& searched, std::string_view text, rank::QueryForm form,
             std::vector<rank::RankedFile>& files) {
  const std::vector<Message> messages = MessagesOf(text, form);
  if (messages.empty()) return;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < std::min(files.size(), kMostRunFiles); ++i) {
    paths.push_back(files[i].path);
  }
  const auto texts = searched.read ? searched.read(paths) : ReadFiles(searched.root, paths);
  bool any = false;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    rank::RankedFile& file = files[i];
    const auto found = texts.find(file.path);
    const double run = found == texts.end() ? 0 : LongestRun(found->second, messages);
    if (run <= 0) continue;
    rank::At(file.features, rank::Feature::kRun) =
        Score::FromMillionths(static_cast<std::int64_t>(run * static_cast<double>(Score::kOne)));
    file.score = rank::TermsOf(file.features, file.penalties, form).total();
    any = true;
  }
  if (!any) return;
  std::ranges::sort(files, [](const rank::RankedFile& left, const rank::RankedFile& right) {
    return left.score != right.score ? left.score > right.score : left.path < right.path;
  });
}

}  // namespace

Result<SearchAnswer> SearchCode(const SearchedCode& searched, const SearchRequest& request) {
  if (request.query.size() > kMostQuery) {
    return Fail(Errc::kInvalidInput, "the query is longer than 64 KiB");
  }
  const rank::Query query = rank::ReadQuery(request.query);
  if (query.words == 0) {
    return Fail(Errc::kInvalidInput, "there is no word to search for", "name what you look for");
  }
  store::StoreCount count;
  store::Scope scope = searched.scope;
  scope.count = &count;
  auto transaction = SATCHEL_TRY(searched.curated.Begin(scope, store::Access::kRead));
  auto ranked = SATCHEL_TRY(rank::RankCode(*transaction, searched.index, query));
  if (ranked.all_documents == 0) {
    return Fail(Errc::kNotFound, "nothing is indexed here yet", "`satchel index` reads the code");
  }
  AddRuns(searched, request.query, query.form, ranked.files);
  const std::vector<std::size_t> nowhere = Nowhere(query, ranked.documents);
  const bool unknown_name = query.form == rank::QueryForm::kSymbol && !nowhere.empty();
  if (query.form == rank::QueryForm::kSymbol && !unknown_name) KeepNamed(query, ranked.files);
  // Phrases are looked for in the text of all candidates: the index has no positions.
  const bool phrases = !PhrasesOf(request.query).empty();
  if (!phrases && ranked.files.size() > request.limit) ranked.files.resize(request.limit);
  auto chunks = SATCHEL_TRY(Chunks::Read(*transaction, ranked.files));
  SearchAnswer answer;
  answer.form = rank::Name(query.form);
  answer.documents = ranked.all_documents;
  for (std::size_t i = 0; i < query.words; ++i) {
    answer.words.emplace_back(query.terms[i].text, ranked.documents[i]);
  }
  // Of a pasted text most words are nobody's names.
  const bool pasted =
      query.form == rank::QueryForm::kReport || query.form == rank::QueryForm::kTrace;
  for (const std::size_t word : nowhere) {
    if (!pasted) answer.missing.push_back(query.written[word]);
  }
  Contents contents(searched, chunks);
  Places places(request, query, chunks, contents);
  for (const rank::RankedFile& file : ranked.files) places.Add(file, answer);
  if (unknown_name) {
    // What has parts of the name is near it, and no answer.
    answer.nearest = std::move(answer.results);
    answer.results.clear();
    if (answer.nearest.size() > kMostNearest) answer.nearest.resize(kMostNearest);
  }
  if (!answer.results.empty()) answer.nearest.clear();
  ReadLines(contents, answer.results);
  ReadLines(contents, answer.nearest);
  answer.store_calls = count.calls;
  answer.store_round_trips = count.round_trips;
  return answer;
}

}  // namespace satchel::retrieval
