#include "code/find/ranked_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/code_names.h"
#include "ask/phrases.h"
#include "base/score.h"
#include "base/sort_unique.h"
#include "code/find/message_runs.h"
#include "code/index/content_digest.h"
#include "code/walk/file_reader.h"
#include "store/code.h"
#include "text/analyser.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostRunFiles = 60;
constexpr std::size_t kMostRunBytes = 1U << 20U;
constexpr std::size_t kMostQuoteFiles = 120;  // that are read for one quotation
constexpr std::size_t kMostQuoteLines = 3;    // of one file
constexpr double kFewHolders = 8;             // files
constexpr std::size_t kMostCalls = 20;        // names of one text
// Files that define a name. What more of them define is a common word, such as `run`.
constexpr std::size_t kMostDefining = 3;
constexpr auto kCalled =
    std::to_array<std::string_view>({"function", "method", "constructor", "class", "macro"});

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

std::map<std::string, std::string> TextsOf(const SearchedCode& searched,
                                           std::span<const std::string> paths) {
  return searched.read ? searched.read(paths) : ReadFiles(searched.root, paths);
}

void SetFeature(rank::RankedFile& file, rank::Feature feature, double value, ask::QueryForm form) {
  rank::At(file.features, feature) =
      Score::FromMillionths(static_cast<std::int64_t>(value * static_cast<double>(Score::kOne)));
  file.score = rank::TermsOf(file.features, file.penalties, form).total();
}

// The best files once more, by the messages that they have word for word.
void AddRuns(const SearchedCode& searched, std::string_view text, ask::QueryForm form,
             std::vector<rank::RankedFile>& files) {
  const std::vector<Message> messages = MessagesOf(text, form);
  if (messages.empty()) return;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < std::min(files.size(), kMostRunFiles); ++i) {
    paths.push_back(files[i].path);
  }
  const auto texts = TextsOf(searched, paths);
  bool any = false;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    rank::RankedFile& file = files[i];
    const auto found = texts.find(file.path);
    const double run = found == texts.end() ? 0 : LongestRun(found->second, messages);
    if (run <= 0) continue;
    SetFeature(file, rank::Feature::kRun, run, form);
    any = true;
  }
  if (any) rank::SortRanked(files);
}

// Indexes of the files that have every word of the quotation somewhere, those first that have most
// of it in one place: the other words of the query say nothing of where it stands.
std::vector<std::size_t> WithWordsOf(std::string_view quote, const rank::RankedCode& ranked) {
  std::set<std::uint32_t> wanted;
  const std::vector<lexical::QueryTerm>& terms = ranked.query.terms;
  for (const text::Term& term : text::AnalyseQuery(quote)) {
    const auto at = std::ranges::find(terms, term.text, &lexical::QueryTerm::text);
    if (at == terms.end()) return {};
    wanted.insert(static_cast<std::uint32_t>(at - terms.begin()));
  }
  std::vector<std::pair<std::uint64_t, std::size_t>> found;
  for (std::size_t i = 0; i < ranked.files.size(); ++i) {
    std::set<std::uint32_t> has;
    std::map<std::uint32_t, std::uint64_t> units;  // of places
    for (const lexical::Occurrence& one : ranked.files[i].evidence.occurrences) {
      if (!wanted.contains(one.term)) continue;
      has.insert(one.term);
      units[one.ordinal] += one.units;
    }
    if (has.size() != wanted.size() || units.empty()) continue;
    const auto best = std::ranges::max(units | std::views::values);
    found.emplace_back(std::numeric_limits<std::uint64_t>::max() - best, i);
  }
  std::ranges::sort(found);
  std::vector<std::size_t> files;
  for (const auto& [worst, i] : found) {
    if (files.size() < kMostQuoteFiles) files.push_back(i);
  }
  return files;
}

// Files that have a quotation of the query come before all others, and are asked for its lines. One
// that very many files have says little about any of them.
void AddQuotes(const SearchedCode& searched, rank::RankedCode& ranked) {
  std::map<std::size_t, double> values;  // of files by their index
  std::vector<std::vector<std::uint32_t>> lines(ranked.files.size());
  std::size_t quotes = 0;
  for (const std::string& quote : ranked.query.quotes) {
    const std::vector<std::size_t> candidates = WithWordsOf(quote, ranked);
    std::vector<std::string> paths;
    for (const std::size_t i : candidates) paths.push_back(ranked.files[i].path);
    if (paths.empty()) continue;
    const auto texts = TextsOf(searched, paths);
    const ask::Phrase phrase = text::Words(quote);
    std::vector<std::size_t> holders;
    for (const std::size_t i : candidates) {
      const auto text = texts.find(ranked.files[i].path);
      if (text == texts.end()) continue;
      const auto found = ask::FindPhrase(text->second, phrase, kMostQuoteLines);
      if (found.empty()) continue;
      holders.push_back(i);
      std::uint32_t line = 1;
      std::size_t counted = 0;
      for (const std::size_t at : found) {
        line += static_cast<std::uint32_t>(
            std::ranges::count(std::string_view(text->second).substr(counted, at - counted), '\n'));
        counted = at;
        lines[i].push_back(line);
      }
    }
    for (const std::size_t i : holders) {
      values[i] += std::min(1.0, kFewHolders / static_cast<double>(holders.size()));
    }
    if (!holders.empty()) ++quotes;
  }
  for (const auto& [i, value] : values) {
    rank::RankedFile& file = ranked.files[i];
    SetFeature(file, rank::Feature::kQuote, value / static_cast<double>(quotes), ranked.query.form);
    file.asked_lines.insert(file.asked_lines.begin(), lines[i].begin(), lines[i].end());
  }
  if (!values.empty()) rank::SortRanked(ranked.files);
}

// Whether the text names a function as `name()` that few files here define.
Result<bool> DefinesCall(store::Transaction& curated, const ask::Question& question) {
  std::vector<std::string> called;
  for (const ask::CodeName& name : question.names()) {
    if (called.size() == kMostCalls) break;
    if (question.text().find(name.text + "()") != std::string::npos) called.push_back(name.text);
  }
  if (called.empty()) return false;
  SortUnique(called);
  std::map<std::string, std::set<std::int64_t>> files;
  for (const store::SymbolRow& row : SATCHEL_TRY(store::CodeView(curated).SymbolsNamed(called))) {
    const bool defined = (row.flags & (store::kDeclaredOnly | store::kStaleSymbol)) == 0;
    if (defined && std::ranges::find(kCalled, row.kind) != kCalled.end()) {
      files[row.name].insert(row.file);
    }
  }
  return std::ranges::any_of(files,
                             [](const auto& name) { return name.second.size() <= kMostDefining; });
}

}  // namespace

Result<rank::RankedCode> RankText(const SearchedCode& searched, store::Transaction& curated,
                                  const ask::Question& question, const rank::AcceptsFile& accepts) {
  auto ranked = SATCHEL_TRY(rank::RankCode(curated, searched.indexes.code, searched.indexes.history,
                                           question.query(), accepts));
  AddRuns(searched, question.text(), ranked.query.form, ranked.files);
  AddQuotes(searched, ranked);
  ranked.defines_call = SATCHEL_TRY(DefinesCall(curated, question));
  return ranked;
}

Result<RankedTask> RankTask(const SearchedCode& searched, store::Transaction& curated,
                            const ask::Question& question) {
  RankedTask task{.question = question};
  if (question.query().words == 0) {
    return Fail(Errc::kInvalidInput, "the task has no word to search for",
                "say what is to be done");
  }
  task.content = SATCHEL_TRY(code::ReadContentDigest(curated));
  task.ranked = SATCHEL_TRY(RankText(searched, curated, question));
  if (task.ranked.all_documents == 0) {
    return Fail(Errc::kNotFound, "nothing is indexed here yet", "`satchel index` reads the code");
  }
  return task;
}

std::vector<ask::JudgedSign> SignsOf(const ask::Query& asked, const rank::RankedCode& ranked,
                                     const rank::AnswerFloor& floor) {
  std::vector<ask::JudgedSign> signs = floor.signs;
  std::erase_if(signs, [](const ask::JudgedSign& sign) { return sign.name == "base"; });
  // Words with a capital, not for beginning the text: what is called so is not here.
  std::int64_t unknown = 0;
  for (std::size_t i = 1; i < asked.words; ++i) {
    const std::string& word = asked.written[i];
    const bool capital = !word.empty() && word.front() >= 'A' && word.front() <= 'Z';
    unknown += capital && ranked.documents[i] == 0 && !asked.is_part[i] ? 1 : 0;
  }
  signs.push_back(
      {.name = "defines_call", .value = Score::FromInt(ranked.defines_call ? 1 : 0), .term = {}});
  signs.push_back({.name = "unknown_names",
                   .value = Score::FromInt(std::min<std::int64_t>(unknown, 3)),
                   .term = {}});
  return signs;
}

}  // namespace satchel::retrieval
