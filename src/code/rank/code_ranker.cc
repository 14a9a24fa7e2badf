#include "code/rank/code_ranker.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "code/rank/code_graph.h"
#include "code/rank/definitions.h"
#include "code/rank/history_feature.h"
#include "code/rank/path_words.h"
#include "code/rank/weights.h"

// Ranking has two halves. The first one collects a pool of files and fills in their features, and
// knows no weights. The second one, TermsOf(), adds up features times weights and lets penalties
// take their part; it is also what explains a result, so an explanation cannot differ from the
// score.
//
// Most features are shares of the best value in the pool. A file more in it can therefore change
// the scores of all others, and so the size of the pool does not depend on how many results are
// asked for: with a larger limit the same order goes on. Values are doubles while they are compared
// with each other, and are rounded to millionths before they are added up, so that no sum depends
// on a compiler or on the order of its parts.
//
// The order in Run() matters in one place: the value of a file's neighbours is made from the
// features that the steps before have set.
namespace satchel::rank {
namespace {

// How many are looked at: a report has many words, and more files have some of them.
struct Pool {
  std::size_t hits = 0;
  std::size_t files = 0;
  std::size_t imports = 0;  // of so many of the best
};
constexpr Pool kPool = {.hits = 1200, .files = 240, .imports = 64};
constexpr std::size_t kWider = 8;  // times as many hits, where a filter leaves too few files
constexpr std::size_t kMostFrameParts = 12;
constexpr std::size_t kMostByHistory = 40;  // files that commits speak of most
constexpr double kFrameStep = 0.35;
constexpr std::size_t kMostQuoted = 200;  // hits of one quotation
constexpr Pool kReportPool = {.hits = 2000, .files = 400, .imports = 400};

// A file that is looked at, with all that is known of it before the score.
struct PooledFile {
  lexical::GroupEvidence evidence;
  LexicalValues values;
  PathWords words;
  store::FileRow row;
  FeatureValues features{};
  Penalties penalties{};
  std::vector<std::uint32_t> named_lines;
};

Score Rounded(double value) {
  return Score::FromMillionths(static_cast<std::int64_t>(std::llround(value * Score::kOne)));
}

// Calls add(name, what it gives or takes) for each part of a score. The sum of all.
template <class Add>
Score ForEachTerm(const FeatureValues& features, const Penalties& penalties, ask::QueryForm form,
                  const Add& add) {
  const Weights& weights = WeightsFor(form);
  Score sum;
  for (std::size_t i = 0; i < kFeatures; ++i) {
    const Score value = features.at(i).Times(Score::Ratio(weights.features.at(i), 1000));
    if (value == Score()) continue;
    sum += value;
    add(Name(static_cast<Feature>(i)), value);
  }
  for (std::size_t i = 0; i < kPenalties; ++i) {
    if (!penalties.at(i)) continue;
    const Score taken = sum.Times(Score::Ratio(weights.penalties.at(i) - 1000, 1000));
    if (taken == Score()) continue;
    sum += taken;
    add(Name(static_cast<Penalty>(i)), taken);
  }
  return sum;
}

class Ranker {
 public:
  Ranker(store::Transaction& curated, lexical::Index& index, lexical::Index& history,
         ask::Query query, const AcceptsFile& accepts)
      : curated_(curated),
        accepts_(accepts),
        index_(index, curated),
        query_(std::move(query)),
        history_(history, curated, query_),
        is_long_(query_.form == ask::QueryForm::kReport || query_.form == ask::QueryForm::kTrace),
        pool_(is_long_ ? kReportPool : kPool) {}

  Result<RankedCode> Run() {
    RankedCode ranked;
    // Which words are nowhere is known before anything is scored.
    auto counted = SATCHEL_TRY(index_.Search(query_.terms, {.limit = 0}));
    ranked.documents = std::move(counted.documents);
    ranked.all_documents = counted.statistics.documents;
    ranked.replaced = SATCHEL_TRY(FindReplacements(curated_, index_, query_, ranked.documents));
    if (!ranked.replaced.empty()) query_ = WithReplacements(query_, ranked.replaced);
    SATCHEL_TRY(ReadBareName());
    auto found = SATCHEL_TRY(Search());
    const WordWorth worth(query_, index_.ranking(), found);
    SATCHEL_TRY(ReadPool(std::move(found)));
    for (PooledFile& file : files_) {
      file.values = ValuesOf(file.evidence, query_, worth);
      file.words = WordsOf(file.evidence.key, analyser_);
      file.penalties = PenaltiesOf(file.evidence.key, file.row.role);
      TakeBackWanted(query_.wanted, file.penalties);
    }
    SetWords();
    SetPaths(worth);
    SetNamed();
    SetDefinitions(worth);
    MarkHeaders();
    MarkOlder();
    SATCHEL_TRY(SetNeighbours());
    SATCHEL_TRY(SetHistory());
    ranked.files = Sorted();
    ranked.query = std::move(query_);
    return ranked;
  }

 private:
  // One word that is written as an English one may be, such as `kmalloc`, asks for its definition
  // if something with a body is called so.
  Status ReadBareName() {
    if (query_.form != ask::QueryForm::kWords || query_.words != 1 || !query_.names.empty()) {
      return {};
    }
    const std::string& name = query_.written.front();
    const auto rows = SATCHEL_TRY(store::CodeView(curated_).SymbolsNamed({&name, 1}));
    if (!std::ranges::any_of(rows, HasBody)) return {};
    query_.form = ask::QueryForm::kSymbol;
    query_.names.push_back({.text = name, .in_title = true});
    return {};
  }

  Result<lexical::SearchResult> Search() {
    if (!accepts_) {
      return index_.Search(query_.terms, {.limit = pool_.hits, .groups = pool_.files});
    }
    // Further and further down, until enough of the hits are in files that are looked at.
    for (std::size_t limit = pool_.hits;; limit *= kWider) {
      auto found = SATCHEL_TRY(index_.Search(query_.terms, {.limit = limit}));
      auto paths = SATCHEL_TRY(Accepted(found.hits));
      if (paths.size() < pool_.files && found.hits.size() == limit) continue;
      if (paths.size() > pool_.files) paths.resize(pool_.files);
      auto groups = SATCHEL_TRY(index_.Look(query_.terms, paths));
      found.groups = std::move(groups);
      return found;
    }
  }

  // The files of hits that are looked at, in the order of the hits.
  Result<std::vector<std::string>> Accepted(std::span<const lexical::Hit> hits) {
    std::vector<std::string> order;
    std::set<std::string, std::less<>> paths;
    for (const lexical::Hit& hit : hits) {
      if (paths.insert(hit.key).second) order.push_back(hit.key);
    }
    const std::vector<std::string> sorted(paths.begin(), paths.end());
    const auto rows = SATCHEL_TRY(store::CodeView(curated_).FilesByPath(sorted));
    for (const store::FileRow& row : rows) {
      if (!accepts_(row)) paths.erase(row.path);
    }
    std::erase_if(order, [&paths](const std::string& path) { return !paths.contains(path); });
    return order;
  }

  // The files with the best chunks, those that define what is named, and those that are named.
  Status ReadPool(lexical::SearchResult found) {
    auto definitions = SATCHEL_TRY(ReadDefinitions(curated_, query_, found.documents));
    definitions_ = std::move(definitions);
    std::set<std::string, std::less<>> known;
    for (const lexical::GroupEvidence& group : found.groups) known.insert(group.key);
    std::vector<std::string> more;
    for (const std::string& path : query_.paths) {
      if (known.insert(path).second) more.push_back(path);
    }
    if (query_.form == ask::QueryForm::kTrace) AddFrames(known, more);
    for (const std::string& path : definitions_.rare_paths) {
      if (known.insert(path).second) more.push_back(path);
    }
    const auto said = SATCHEL_TRY(history_.Best(kMostByHistory));
    for (const std::string& path : said) {
      if (known.insert(path).second) more.push_back(path);
    }
    for (const std::string& path : SATCHEL_TRY(QuotedIn())) {
      if (known.insert(path).second) more.push_back(path);
    }
    if (!more.empty()) {
      auto looked = SATCHEL_TRY(index_.Look(query_.terms, more));
      for (lexical::GroupEvidence& group : looked) found.groups.push_back(std::move(group));
    }
    std::vector<std::string> paths;
    for (const lexical::GroupEvidence& group : found.groups) paths.push_back(group.key);
    std::ranges::sort(paths);
    auto rows = SATCHEL_TRY(store::CodeView(curated_).FilesByPath(paths));
    std::map<std::string_view, const store::FileRow*> by_path;
    for (const store::FileRow& row : rows) by_path.emplace(row.path, &row);
    for (lexical::GroupEvidence& group : found.groups) {
      const auto row = by_path.find(group.key);
      if (accepts_ && (row == by_path.end() || !accepts_(*row->second))) continue;
      PooledFile& file = files_.emplace_back();
      if (row != by_path.end()) file.row = *row->second;
      file.evidence = std::move(group);
    }
    return {};
  }

  // Files that may have a quotation: the other words of the query say nothing of where it stands.
  Result<std::vector<std::string>> QuotedIn() {
    std::vector<std::string> paths;
    for (const std::string& quote : query_.quotes) {
      std::vector<lexical::QueryTerm> terms;
      for (text::Term& term : text::AnalyseQuery(quote)) {
        const bool is_new =
            std::ranges::find(terms, term.text, &lexical::QueryTerm::text) == terms.end();
        if (is_new) terms.push_back({std::move(term.text)});
      }
      if (terms.empty()) continue;
      const auto found = SATCHEL_TRY(index_.Search(terms, {.limit = kMostQuoted}));
      for (const lexical::Hit& hit : found.hits) paths.push_back(hit.key);
    }
    return paths;
  }

  // Frames name files from somebody's root: every end of such a path may be one of ours.
  void AddFrames(std::set<std::string, std::less<>>& known, std::vector<std::string>& more) const {
    for (const ask::TraceFrame& frame : query_.frames) {
      std::string_view path = frame.path;
      for (std::size_t i = 0; i < kMostFrameParts; ++i) {
        if (known.emplace(path).second) more.emplace_back(path);
        const std::size_t slash = path.find('/');
        if (slash == path.npos) break;
        path.remove_prefix(slash + 1);
      }
    }
  }

  // A feature is what `value` gives, over the largest of all files.
  template <class Value>
  void SetShare(Feature feature, Value&& value) {
    double most = 0;
    for (const PooledFile& file : files_) most = std::max(most, value(file));
    if (most <= 0) return;
    for (PooledFile& file : files_) {
      At(file.features, feature) = Rounded(value(file) / most);
    }
  }

  void SetWords() {
    const auto share = [this](Feature feature, double LexicalValues::* value) {
      SetShare(feature, [value](const PooledFile& one) { return one.values.*value; });
    };
    share(Feature::kChunk, &LexicalValues::chunk);
    share(Feature::kChunks, &LexicalValues::chunks);
    share(Feature::kFile, &LexicalValues::file);
    share(Feature::kNames, &LexicalValues::names);
    share(Feature::kComments, &LexicalValues::comments);
    share(Feature::kHead, &LexicalValues::head);
    share(Feature::kJoinedNames, &LexicalValues::joined_names);
    if (is_long_) {
      share(Feature::kTitle, &LexicalValues::title);
    }
  }

  static bool BeginsAlike(std::string_view word, std::span<const std::string> words) {
    constexpr std::size_t kLeast = 4;
    return word.size() >= kLeast && std::ranges::any_of(words, [word](const std::string& other) {
             return other.size() >= kLeast && (other.starts_with(word) || word.starts_with(other));
           });
  }

  struct PathValues {
    double stem = 0;
    double prefix = 0;
    double directory = 0;
    double title = 0;
    double share = 0;  // of the file name's words that the query has
  };

  // What each word is worth in a path: nothing if it is in all of them.
  std::vector<double> PathWorth(const WordWorth& worth) const {
    std::vector<double> values;
    for (std::size_t t = 0; t < query_.words; ++t) {
      const std::string& word = query_.terms[t].text;
      std::uint64_t with = 0;
      for (const PooledFile& one : files_) {
        with += static_cast<std::uint64_t>(std::ranges::binary_search(one.words.stem, word) ||
                                           std::ranges::binary_search(one.words.directories, word));
      }
      const double all = static_cast<double>(Score::Ln(files_.size() + 1).millionths());
      const double rest = static_cast<double>(Score::Ln(with + 1).millionths());
      values.push_back(all > 0 ? worth.all()[t] * (1 - (rest / all)) : 0);
    }
    return values;
  }

  PathValues PathValuesOf(const PooledFile& one, std::span<const double> worth) const {
    PathValues values;
    std::size_t hits = 0;
    for (std::size_t t = 0; t < query_.words; ++t) {
      const std::string& word = query_.terms[t].text;
      const double rarity = worth[t];
      if (std::ranges::binary_search(one.words.stem, word)) {
        values.stem += rarity;
        ++hits;
        if (query_.in_title[t]) values.title += rarity;
      } else if (BeginsAlike(word, one.words.stem)) {
        values.prefix += rarity;
      }
      if (std::ranges::binary_search(one.words.directories, word)) values.directory += rarity;
    }
    if (!one.words.stem.empty()) {
      values.share =
          std::min(1.0, static_cast<double>(hits) / static_cast<double>(one.words.parts));
    }
    return values;
  }

  void SetPaths(const WordWorth& worth) {
    std::vector<PathValues> values;
    const std::vector<double> rarities = PathWorth(worth);
    for (const PooledFile& one : files_) values.push_back(PathValuesOf(one, rarities));
    // Against all words of a question; against the best file for a long report.
    PathValues most;
    // Words that are everywhere are worth nothing, also all of them together.
    most.stem = most.prefix = most.directory = std::max(worth.total(), 0.000001);
    most.title = std::max(worth.title_total(), 0.000001);
    if (is_long_) {
      most = {};
      for (PathValues& one : values) {
        most.stem = std::max(most.stem, one.stem);
        most.prefix = std::max(most.prefix, one.prefix);
        most.directory = std::max(most.directory, one.directory);
        most.title = std::max(most.title, one.title);
      }
    }
    const auto over = [](double value, double whole) { return whole > 0 ? value / whole : 0; };
    for (std::size_t i = 0; i < values.size(); ++i) {
      FeatureValues& features = files_[i].features;
      At(features, Feature::kStem) = Rounded(over(values[i].stem, most.stem));
      At(features, Feature::kStemPrefix) = Rounded(over(values[i].prefix, most.prefix));
      At(features, Feature::kStemShare) =
          Rounded(over(values[i].stem, most.stem) * values[i].share);
      At(features, Feature::kDirectory) = Rounded(over(values[i].directory, most.directory));
      if (is_long_) {
        At(features, Feature::kTitleStem) = Rounded(over(values[i].title, most.title));
      }
    }
    std::set<std::string> joined;
    for (std::size_t t = query_.words; t < query_.terms.size(); ++t) {
      joined.insert(PlainName(query_.terms[t].text));
    }
    for (PooledFile& one : files_) {
      if (joined.contains(one.words.plain)) {
        At(one.features, Feature::kJoinedStem) = Score::FromInt(1);
      }
    }
  }

  // Paths, modules and stack frames.
  void SetNamed() {
    SetShare(Feature::kPath, [this](const PooledFile& one) {
      double value = 0;
      for (const std::string& path : query_.paths) {
        if (IsPath(one.evidence.key, path)) value += path.contains('/') ? 1.0 : 0.6;
      }
      // The innermost frame of a stack trace says most.
      for (std::size_t i = 0; i < query_.frames.size(); ++i) {
        if (!IsPath(one.evidence.key, query_.frames[i].path)) continue;
        value += 1 / (1 + (0.3 * static_cast<double>(i)));
        break;
      }
      return value;
    });
    if (query_.form == ask::QueryForm::kTrace) SetFrames();
    SetShare(Feature::kModule, [this](const PooledFile& one) {
      double value = 0;
      for (const std::string& module : query_.modules) {
        if (IsModule(one.evidence.key, module) > 0) value += 1;
      }
      return value;
    });
  }

  // Of each frame the files that fit it best. Frames of which we have none do not count.
  void SetFrames() {
    std::size_t place = 0;
    std::map<const PooledFile*, double> values;
    for (const ask::TraceFrame& frame : query_.frames) {
      std::size_t best = 0;
      for (const PooledFile& one : files_) {
        best = std::max(best, ask::FrameFit(one.evidence.key, frame.path));
      }
      if (best == 0) continue;
      for (PooledFile& one : files_) {
        if (ask::FrameFit(one.evidence.key, frame.path) != best) continue;
        values.try_emplace(&one, 1 / (1 + (kFrameStep * static_cast<double>(place))));
        if (frame.line > 0) one.named_lines.push_back(frame.line);
      }
      ++place;
    }
    SetShare(Feature::kFrame, [&values](const PooledFile& one) {
      const auto found = values.find(&one);
      return found == values.end() ? 0.0 : found->second;
    });
  }

  void SetDefinitions(const WordWorth& worth) {
    const auto value = [&](const PooledFile& one) {
      return definitions_.ValueIn(one.row.id, one.words.plain, worth.groups());
    };
    if (query_.form == ask::QueryForm::kSymbol) {
      // No share of the best one: a file that only declares the name stays below one that defines
      // it, also where no file defines it.
      for (PooledFile& one : files_) {
        At(one.features, Feature::kSymbol) =
            Rounded(definitions_.SymbolIn(one.row.id, one.words.plain));
      }
    } else {
      SetShare(Feature::kDefinitions, value);
    }
  }

  // A header whose source file is in the pool too.
  void MarkHeaders() {
    const auto without_extension = [](std::string_view path) {
      return path.substr(0, path.rfind('.'));
    };
    std::set<std::string_view> sources;
    for (const PooledFile& one : files_) {
      const std::string_view path = one.evidence.key;
      for (const std::string_view end : {".c", ".cc", ".cpp", ".cxx", ".m"}) {
        if (path.ends_with(end)) sources.insert(without_extension(path));
      }
    }
    for (PooledFile& one : files_) {
      const std::string_view path = one.evidence.key;
      const bool header = path.ends_with(".h") || path.ends_with(".hpp") || path.ends_with(".hh") ||
                          path.ends_with(".hxx");
      one.penalties.at(static_cast<std::size_t>(Penalty::kHeader)) =
          header && sources.contains(without_extension(path));
    }
  }

  // `v1` beside the same without it, or beside a `v2`; unless the query says which.
  void MarkOlder() {
    std::map<std::string, std::uint32_t> newest;
    for (const PooledFile& one : files_) {
      const Versioned versioned = WithoutVersion(one.evidence.key);
      auto& version = newest.try_emplace(versioned.path, versioned.version).first->second;
      if (versioned.version == 0 || version == 0) {
        version = 0;
      } else {
        version = std::max(version, versioned.version);
      }
    }
    for (PooledFile& one : files_) {
      const Versioned versioned = WithoutVersion(one.evidence.key);
      if (versioned.version == 0) continue;
      const std::uint32_t version = newest.at(versioned.path);
      const bool said = std::ranges::any_of(query_.terms, [&](const lexical::QueryTerm& term) {
        return term.text == fmt::format("v{}", versioned.version);
      });
      one.penalties.at(static_cast<std::size_t>(Penalty::kOlder)) =
          !said && (version == 0 || version > versioned.version);
    }
  }

  Status SetNeighbours() {
    std::vector<GraphFile> files;
    for (const PooledFile& one : files_) {
      const auto of = [&one](Feature feature) { return At(one.features, feature).millionths(); };
      files.push_back({one.row.id, one.evidence.key,
                       of(Feature::kChunk) + (of(Feature::kFile) * 6 / 10) +
                           (of(Feature::kNames) / 2) + of(Feature::kStem)});
    }
    auto neighbours = SATCHEL_TRY(ReadNeighbours(curated_, files, pool_.imports));
    const auto share = [this](Feature feature, const std::vector<double>& values) {
      SetShare(feature, [&](const PooledFile& one) {
        return values[static_cast<std::size_t>(&one - files_.data())];
      });
    };
    share(Feature::kNeighbours, neighbours.value);
    share(Feature::kImported, neighbours.imported);
    return {};
  }

  Status SetHistory() {
    std::vector<std::string> paths;
    for (const PooledFile& one : files_) paths.push_back(one.evidence.key);
    const auto values = SATCHEL_TRY(history_.Of(paths));
    const auto share = [&](Feature feature, double HistoryValues::* value) {
      SetShare(feature, [&](const PooledFile& one) {
        return values[static_cast<std::size_t>(&one - files_.data())].*value;
      });
    };
    share(Feature::kHistoryTitle, &HistoryValues::title);
    share(Feature::kHistory, &HistoryValues::text);
    return {};
  }

  std::vector<RankedFile> Sorted() {
    std::vector<RankedFile> files;
    for (PooledFile& one : files_) {
      RankedFile& file = files.emplace_back();
      file.path = one.evidence.key;
      file.features = one.features;
      file.penalties = one.penalties;
      file.score = ForEachTerm(one.features, one.penalties, query_.form,
                               [](std::string_view /*name*/, Score /*value*/) {});
      file.chunks = std::move(one.values.best);
      file.asked_lines = std::move(one.named_lines);
      if (query_.form == ask::QueryForm::kSymbol)
        file.asked_lines = definitions_.LinesIn(one.row.id);
      file.evidence = std::move(one.evidence);
      file.row = std::move(one.row);
    }
    SortRanked(files);
    return files;
  }

  store::Transaction& curated_;
  const AcceptsFile& accepts_;
  lexical::IndexView index_;
  ask::Query query_;
  HistoryEvidence history_;  // of query_
  const bool is_long_;       // a report or a trace
  const Pool& pool_;
  text::Analyser analyser_;
  Definitions definitions_;
  std::vector<PooledFile> files_;
};

}  // namespace

Result<RankedCode> RankCode(store::Transaction& curated, lexical::Index& index,
                            lexical::Index& history, ask::Query query, const AcceptsFile& accepts) {
  return Ranker(curated, index, history, std::move(query), accepts).Run();
}

void SortRanked(std::vector<RankedFile>& files) {
  std::ranges::sort(files, [](const RankedFile& left, const RankedFile& right) {
    return left.score != right.score ? left.score > right.score : left.path < right.path;
  });
}

ScoreTerms TermsOf(const FeatureValues& features, const Penalties& penalties, ask::QueryForm form) {
  ScoreTerms terms;
  ForEachTerm(features, penalties, form,
              [&terms](std::string_view name, Score value) { terms.Add(name, value); });
  return terms;
}

}  // namespace satchel::rank
