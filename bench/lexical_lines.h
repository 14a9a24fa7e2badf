#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <istream>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/must.h"
#include "index/lexical/group.h"
#include "index/lexical/index.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "store/database.h"

// The documents and queries of bench/peers, a line each, in and out of a lexical index: words as
// they are, and sixteen documents under a key.
namespace satchel::bench {

inline constexpr std::string_view kSource = "code";
inline constexpr std::size_t kUnderOneKey = 16;
inline constexpr std::size_t kLimit = 20;
inline constexpr std::size_t kLargeCache = 256U << 20U;
inline constexpr lexical::Ranking kRanking;

inline std::string KeyOf(std::size_t document) {
  return fmt::format("f{:07}", document / kUnderOneKey);
}

template <class Visit>
void ForEachWord(std::string_view line, Visit visit) {
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) visit(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

inline std::vector<std::string> LinesOf(std::istream& in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline std::vector<lexical::QueryTerm> TermsOf(std::string_view line) {
  std::vector<lexical::QueryTerm> terms;
  ForEachWord(line, [&](std::string_view word) {
    const auto known = std::ranges::find(terms, word, &lexical::QueryTerm::text);
    if (known == terms.end()) {
      terms.push_back({std::string(word)});
    } else {
      ++known->times;
    }
  });
  return terms;
}

inline void AddDocument(lexical::GroupWriter& writer, std::string_view line) {
  ForEachWord(line, [&](std::string_view word) { writer.Add(0, word); });
  writer.EndDocument();
}

inline void Apply(store::Database& database, const store::Scope& scope,
                  std::span<const lexical::Change> changes) {
  auto transaction = Must(database.Begin(scope, store::Access::kWrite));
  Must(lexical::Apply(*transaction, kSource, kRanking, changes));
  Must(transaction->Commit({}));
}

// All documents, `batch_size` a transaction; how many they are.
inline std::size_t Load(store::Database& database, const store::Scope& scope, std::istream& in,
                        std::size_t batch_size) {
  lexical::GroupWriter writer(1);
  std::vector<lexical::Change> batch;
  std::size_t count = 0;
  const auto end_group = [&] {
    batch.push_back({KeyOf(count - 1), writer.Take()});
    if (batch.size() * kUnderOneKey < batch_size) return;
    Apply(database, scope, batch);
    batch.clear();
  };
  for (std::string line; std::getline(in, line);) {
    AddDocument(writer, line);
    ++count;
    if (count % kUnderOneKey == 0) end_group();
  }
  if (count % kUnderOneKey != 0) end_group();
  if (!batch.empty()) Apply(database, scope, batch);
  Must(lexical::Fold(database, scope, kSource, kRanking));
  Must(lexical::Tidy(database, scope, kSource, kRanking));
  return count;
}

// A line of an answer: documents by their numbers, with their scores.
inline void WriteHits(std::ostream& out, const lexical::SearchResult& found) {
  for (const lexical::Hit& hit : found.hits) {
    const std::size_t document =
        (std::strtoull(hit.key.c_str() + 1, nullptr, 10) * kUnderOneKey) + hit.ordinal;
    out << fmt::format("{}:{:.6f} ", document,
                       static_cast<double>(hit.units) / lexical::kUnitsInOne);
  }
  out << '\n';
}

}  // namespace satchel::bench
