// What ranking is made from, for fitting its weights: every candidate of every query with the
// values of its features.
//
//   rank_features STORE < QUERIES > FEATURES
//
// A query is a line of JSON: id, text, and what to index before it: `tree` (a directory) or
// `git` (a repository) with `commit` and perhaps `root`, a directory of it. A line of the answer
// has id, form, milliseconds, store calls and `files`, best first: path, score, features and
// penalties, both by name, without zeros. The first of them also have `pieces`: what they define
// and what stands between, with what the words of the query give to each.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ask/query.h"
#include "base/git.h"
#include "code/history/history_index.h"
#include "code/index/code_indexes.h"
#include "code/index/hit_files.h"
#include "code/index/indexer.h"
#include "code/rank/code_field.h"
#include "code/rank/code_ranker.h"
#include "index/lexical/merge.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kShown = 120;
constexpr std::size_t kWithPieces = 15;  // files

template <class T>
T Must(Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().text() << '\n';
  std::exit(1);  // NOLINT(concurrency-mt-unsafe): one thread
}

class Evaluator {
 public:
  explicit Evaluator(const std::filesystem::path& store)
      : cache_(Must(code::ParseCache::Open(store / "parse"))) {
    const bool exists = std::filesystem::exists(store / "curated.db");
    database_ = Must(store::OpenSqlite({.file = store / "curated.db",
                                        .mode = store::SqliteOptions::Mode::kCreate,
                                        .full_sync = false,
                                        .end_long_log = true}));
    workspace_ =
        exists ? Must(database_->FindWorkspace("eval", Deadline::Never())).value_or(WorkspaceId())
               : Must(database_->AddWorkspace("eval", "eval", Time{1}, Deadline::Never()));
    indexes_ = std::make_unique<retrieval::CodeIndexes>(*database_);
  }

  void IndexFor(const Json& query) {
    const std::string what = query.value("tree", "") + query.value("git", "") + "@" +
                             query.value("commit", "") + ":" + query.value("root", "");
    if (what == indexed_) return;
    indexed_ = what;
    retrieval::CodeDocuments documents;
    code::IndexOptions options;
    options.chunks = &documents;
    options.threads = 1;
    retrieval::HistoryDocuments said;
    code::HistoryOptions history;
    history.sink = &said;
    options.below = query.value("root", "");
    if (query.contains("tree")) {
      Must(
          code::IndexTree(query["tree"].get<std::string>(), *database_, scope(), &cache_, options));
    } else {
      const Git git = Must(Git::Find("/usr/bin:/usr/local/bin"));
      const std::filesystem::path directory = query["git"].get<std::string>();
      const GitStore repository{.directory = directory,
                                .bare = !std::filesystem::exists(directory / ".git")};
      const auto summary =
          Must(code::IndexRevision(git, repository, query["commit"].get<std::string>(), *database_,
                                   scope(), &cache_, options));
      history.from = summary.commit;
      history.below = options.below;
      Must(code::IndexHistory(git, repository, *database_, scope(), history));
    }
    Must(lexical::Tidy(*database_, scope(), retrieval::kCodeSource, retrieval::CodeRanking()));
  }

  Json Answer(const Json& asked) {
    const auto begin = Clock::now();
    const ask::Query query = ask::ReadQuery(asked["text"].get<std::string>());
    store::StoreCount count;
    store::Scope counted = scope();
    counted.count = &count;
    auto transaction = Must(database_->Begin(counted, store::Access::kRead));
    const auto ranked =
        Must(rank::RankCode(*transaction, indexes_->code, indexes_->history, query));
    const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
    const auto best = std::span(ranked.files).first(std::min(ranked.files.size(), kWithPieces));
    const auto hit = Must(retrieval::HitFiles::Read(*transaction, best));
    transaction.reset();
    Json answer{
        {"id", asked["id"]},    {"form", ask::Name(query.form)},      {"ms", took.count()},
        {"calls", count.calls}, {"bare_ms", BareMilliseconds(query)}, {"files", Json::array()}};
    for (const rank::RankedFile& file : ranked.files) {
      if (answer["files"].size() == kShown) break;
      Json features = Json::object();
      for (std::size_t i = 0; i < rank::kFeatures; ++i) {
        if (file.features.at(i) == Score()) continue;
        features[std::string(rank::Name(static_cast<rank::Feature>(i)))] =
            file.features.at(i).millionths();
      }
      Json penalties = Json::array();
      for (std::size_t i = 0; i < rank::kPenalties; ++i) {
        if (file.penalties.at(i)) penalties.push_back(rank::Name(static_cast<rank::Penalty>(i)));
      }
      answer["files"].push_back({{"path", file.path},
                                 {"score", file.score.millionths()},
                                 {"features", std::move(features)},
                                 {"penalties", std::move(penalties)}});
      if (const retrieval::HitFile* known = hit.Of(file.path)) {
        answer["files"].back()["pieces"] = PiecesOf(file, *known, query);
      }
    }
    return answer;
  }

 private:
  // The same words without ranking: the twenty best chunks.
  double BareMilliseconds(const ask::Query& query) {
    std::vector<lexical::QueryTerm> words = query.terms;
    words.resize(query.words);
    const auto begin = Clock::now();
    Must(indexes_->code.Search(scope(), words, {.limit = 20}));
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  }

  static Json PiecesOf(const rank::RankedFile& file, const retrieval::HitFile& known,
                       const ask::Query& query) {
    Json pieces = Json::array();
    for (std::uint32_t i = 0; i < known.facts.chunks.size(); ++i) {
      const code::Chunk& chunk = known.facts.chunks[i];
      const auto scored = std::ranges::find(file.chunks, i, &rank::ChunkScore::ordinal);
      Json piece{{"kind", code::Name(chunk.kind)},
                 {"first", chunk.extent.first_line},
                 {"last", chunk.extent.last_line},
                 {"bytes", chunk.extent.end - chunk.extent.begin}};
      if (scored != file.chunks.end()) {
        piece["units"] = scored->units;
        piece["title"] = scored->title_units;
      }
      std::uint64_t named = 0;
      for (const lexical::Occurrence& one : file.evidence.occurrences) {
        if (one.ordinal != i || one.term >= query.terms.size()) continue;
        const auto names = static_cast<std::size_t>(rank::CodeField::kNames);
        if (lexical::FrequencyIn(one.frequencies, names) > 0) named += one.units;
      }
      if (named > 0) piece["named"] = named;
      for (const std::uint32_t line : file.asked_lines) {
        if (line >= chunk.extent.first_line && line <= chunk.extent.last_line) piece["asked"] = 1;
      }
      Json symbols = Json::array();
      for (const code::Symbol& symbol : known.facts.symbols) {
        if (symbol.extent.first_line < chunk.extent.first_line ||
            symbol.extent.first_line > chunk.extent.last_line) {
          continue;
        }
        symbols.push_back({retrieval::Qualified(symbol, known.language), code::Name(symbol.kind),
                           symbol.extent.first_line, symbol.extent.last_line,
                           symbol.signature.size(), symbol.doc.size()});
      }
      if (!symbols.empty()) piece["symbols"] = std::move(symbols);
      pieces.push_back(std::move(piece));
    }
    return pieces;
  }

  store::Scope scope() const { return {.workspace = workspace_}; }

  code::ParseCache cache_;
  std::unique_ptr<store::Database> database_;
  WorkspaceId workspace_;
  std::unique_ptr<retrieval::CodeIndexes> indexes_;
  std::string indexed_;
};

}  // namespace
}  // namespace satchel

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: rank_features STORE < QUERIES > FEATURES\n";
    return 2;
  }
  std::filesystem::create_directories(argv[1]);
  satchel::Evaluator evaluator(argv[1]);
  for (std::string line; std::getline(std::cin, line);) {
    const auto query = nlohmann::ordered_json::parse(line);
    evaluator.IndexFor(query);
    std::cout << evaluator.Answer(query).dump(-1, ' ', false,
                                              nlohmann::ordered_json::error_handler_t::replace)
              << '\n';
  }
  return 0;
}
