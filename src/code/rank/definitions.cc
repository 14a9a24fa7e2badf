#include "code/rank/definitions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "base/score.h"
#include "base/sort_unique.h"
#include "code/rank/path_words.h"
#include "store/code.h"
#include "text/analyser.h"

namespace satchel::rank {
namespace {

constexpr std::uint64_t kTooCommon = 2'000;  // documents
constexpr std::size_t kRare = 4;             // files that define a name
constexpr std::size_t kMostDefining = 40;    // files of a name that is asked for
constexpr std::size_t kMostLooked = 400;     // of which these are chosen

// The names that are worth a look, in order, each once.
std::vector<std::string> Wanted(const ask::Query& query, std::span<const std::uint64_t> documents) {
  std::vector<std::string> names;
  text::Analyser analyser;
  for (const ask::QueryName& name : query.names) {
    bool common = false;
    if (query.form == ask::QueryForm::kSymbol) {
      names.push_back(name.text);
      continue;
    }
    for (const text::Term& term : analyser.Analyse(name.text)) {
      if (term.kind != text::TermKind::kWhole) continue;
      const auto at = std::ranges::find(query.terms, term.text, &lexical::QueryTerm::text);
      if (at == query.terms.end()) continue;
      common = documents[static_cast<std::size_t>(at - query.terms.begin())] > kTooCommon;
      break;
    }
    if (!common) names.push_back(name.text);
  }
  std::ranges::sort(names);
  return names;
}

// A prototype, a member or a label is named like the function, and is not what it does.
double WorthOf(const store::SymbolRow& row) {
  constexpr auto kWithValue =
      std::to_array<std::string_view>({"macro", "type_alias", "constant", "heading"});
  if ((row.flags & store::kDeclaredOnly) != 0) return 0.3;
  if (HasBody(row)) return 1;
  return std::ranges::find(kWithValue, row.kind) != kWithValue.end() ? 0.8 : 0.4;
}

bool IsIn(std::string_view container, const ask::Query& query, std::string_view name) {
  return std::ranges::any_of(query.names, [&](const ask::QueryName& other) {
    return other.text != name && !container.empty() && container.ends_with(other.text);
  });
}

}  // namespace

bool HasBody(const store::SymbolRow& row) {
  constexpr auto kKinds =
      std::to_array<std::string_view>({"function", "method", "constructor", "class", "struct",
                                       "union", "interface", "trait", "enum", "namespace"});
  return (row.flags & (store::kDeclaredOnly | store::kStaleSymbol)) == 0 &&
         std::ranges::find(kKinds, row.kind) != kKinds.end();
}

double Definitions::ValueIn(std::int64_t file, std::string_view plain_stem,
                            std::uint64_t all_files) const {
  const auto found = by_file.find(file);
  if (found == by_file.end()) return 0;
  std::map<std::size_t, double> best;  // of each name
  for (const Definition& one : found->second) {
    const auto defining = static_cast<double>(files[one.name]);
    double value = static_cast<double>(Score::Ln((all_files / files[one.name]) + 1).millionths()) /
                   Score::kOne / std::sqrt(defining);
    if (one.declared_only) value *= 0.5;
    if (one.contained) value *= 1.5;
    if (plain[one.name] == plain_stem) value *= 1.5;
    if (in_title[one.name]) value *= 2;
    best[one.name] = std::max(best[one.name], value);
  }
  double sum = 0;
  for (const auto& [name, value] : best) sum += value;
  return sum;
}

double Definitions::SymbolIn(std::int64_t file, std::string_view plain_stem) const {
  const auto found = by_file.find(file);
  if (found == by_file.end()) return 0;
  double best = 0;
  for (const Definition& one : found->second) {
    // The last name is the one that is asked for; those before it say where.
    double value = one.name + 1 == plain.size() ? one.worth : 0.2;
    if (one.contained) value += 0.1;
    if (plain[one.name] == plain_stem) value += 0.05;
    best = std::max(best, value);
  }
  return best;
}

std::vector<std::uint32_t> Definitions::LinesIn(std::int64_t file) const {
  std::vector<std::uint32_t> lines;
  const auto found = by_file.find(file);
  if (found == by_file.end()) return lines;
  std::vector<const Definition*> asked;
  for (const Definition& one : found->second) {
    if (one.name + 1 == plain.size()) asked.push_back(&one);
  }
  std::ranges::sort(asked, {},
                    [](const Definition* one) { return std::pair(-one->worth, one->first_line); });
  for (const Definition* one : asked) lines.push_back(one->first_line);
  return lines;
}

Result<Definitions> ReadDefinitions(store::Transaction& curated, const ask::Query& query,
                                    std::span<const std::uint64_t> documents) {
  Definitions definitions;
  for (const ask::QueryName& name : query.names) {
    definitions.plain.push_back(PlainName(name.text));
    definitions.in_title.push_back(name.in_title);
  }
  definitions.files.resize(query.names.size());
  const std::vector<std::string> names = Wanted(query, documents);
  if (names.empty()) return definitions;
  store::CodeView code(curated);
  auto rows = SATCHEL_TRY(code.SymbolsNamed(names));
  std::vector<std::set<std::int64_t>> files(query.names.size());
  for (const store::SymbolRow& row : rows) {
    if ((row.flags & store::kStaleSymbol) != 0) continue;
    const auto at = std::ranges::find(query.names, row.name, &ask::QueryName::text);
    const auto name = static_cast<std::size_t>(at - query.names.begin());
    files[name].insert(row.file);
    definitions.by_file[row.file].push_back(
        {.name = name,
         .declared_only = (row.flags & store::kDeclaredOnly) != 0,
         .worth = WorthOf(row),
         .contained = IsIn(row.container, query, row.name),
         .first_line = static_cast<std::uint32_t>(row.first_line),
         .last_line = static_cast<std::uint32_t>(row.last_line)});
  }
  std::set<std::int64_t> rare;
  for (std::size_t i = 0; i < files.size(); ++i) {
    definitions.files[i] = files[i].size();
    if (files[i].size() <= kRare) rare.insert(files[i].begin(), files[i].end());
  }
  std::map<std::int64_t, double> best;  // of the last name, if that is all there is
  if (query.form == ask::QueryForm::kSymbol) {
    for (const auto& [file, all] : definitions.by_file) {
      for (const Definitions::Definition& one : all) {
        if (one.name + 1 == query.names.size()) best[file] = std::max(best[file], one.worth);
      }
    }
  }
  std::vector<std::int64_t> ids(rare.begin(), rare.end());
  std::vector<std::pair<double, std::int64_t>> looked;
  for (const auto& [file, worth] : best) {
    if (!rare.contains(file)) looked.emplace_back(-worth, file);
  }
  std::ranges::sort(looked);
  if (looked.size() > kMostLooked) looked.resize(kMostLooked);
  for (const auto& [worth, file] : looked) ids.push_back(file);
  SortUnique(ids);
  if (ids.empty()) return definitions;
  auto found = SATCHEL_TRY(code.FilesById(ids));
  std::vector<std::pair<double, std::string>> more;
  for (store::FileRow& file : found) {
    if (rare.contains(file.id)) {
      definitions.rare_paths.push_back(std::move(file.path));
    } else {
      more.emplace_back(-best[file.id], std::move(file.path));
    }
  }
  std::ranges::sort(more);
  if (more.size() > kMostDefining) more.resize(kMostDefining);
  for (auto& [worth, path] : more) definitions.rare_paths.push_back(std::move(path));
  std::ranges::sort(definitions.rare_paths);
  return definitions;
}

}  // namespace satchel::rank
