#include "retrieval/mentions.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/sort_unique.h"
#include "search/rank/path_words.h"
#include "search/rank/trace.h"
#include "store/code.h"

// What a task names is looked for in two places: paths, frames and modules among the files that the
// ranking has looked at, which has asked for every one of them, and symbols in the table of names.
// A name that many files define says nothing about any of them, so a symbol leads to a file only
// where few define it; a path that fits several files leads to the best of those that it fits
// best.
namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostFits = 3;       // files for one path or one symbol
constexpr std::size_t kLeastName = 4;      // letters
constexpr std::size_t kLeastModule = 2;    // names of `a.b` that must fit
constexpr std::size_t kMostRows = 20'000;  // of symbols that are looked at

constexpr auto kKindsNamed = std::to_array<std::string_view>(
    {"function", "method", "constructor", "class", "struct", "union", "interface", "trait", "enum",
     "type_alias", "macro", "constant"});

bool IsNamedKind(std::string_view kind) {
  return std::ranges::find(kKindsNamed, kind) != kKindsNamed.end();
}

// The last name of `A.b`, `a::b` and `a#b`, and what stands before it.
struct SplitName {
  std::string container;
  std::string name;
};
SplitName Split(std::string_view written) {
  while (written.ends_with("()")) written.remove_suffix(2);
  const std::size_t at = written.find_last_of(".:#");
  if (at == written.npos) return {.container = {}, .name = std::string(written)};
  std::string_view before = written.substr(0, at);
  while (!before.empty() && (before.back() == ':' || before.back() == '.')) before.remove_suffix(1);
  const std::size_t start = before.find_last_of(".:#");
  if (start != before.npos) before.remove_prefix(start + 1);
  return {.container = std::string(before), .name = std::string(written.substr(at + 1))};
}

bool IsIn(std::string_view container, std::string_view wanted) {
  if (wanted.empty()) return true;
  if (!container.ends_with(wanted)) return false;
  const std::size_t before = container.size() - wanted.size();
  return before == 0 || !IsAlnum(container[before - 1]);
}

class Finder {
 public:
  Finder(store::Transaction& curated, const rank::RankedCode& ranked)
      : code_(curated), ranked_(ranked) {}

  Result<Mentions> Find(const WantedCode& wanted) {
    const rank::Query& query = ranked_.query;
    SATCHEL_TRY(AddWanted(wanted));
    for (const std::string& path : query.paths) AddPath(path, kByPath);
    for (const rank::TraceFrame& frame : query.frames) AddFrame(frame);
    for (const std::string& module : query.modules) AddModule(module);
    SATCHEL_TRY(AddSymbols());
    return std::move(found_);
  }

 private:
  // The files that fit a written path best.
  std::vector<const rank::RankedFile*> Fitting(std::string_view written) const {
    std::vector<const rank::RankedFile*> fitting;
    std::size_t most = 0;
    for (const rank::RankedFile& file : ranked_.files) {
      if (file.row.id == 0 || !rank::IsPath(file.path, written)) continue;
      const std::size_t fit = std::max<std::size_t>(rank::FrameFit(file.path, written), 1);
      if (fit > most) fitting.clear();
      if (fit < most) continue;
      most = fit;
      fitting.push_back(&file);
    }
    if (fitting.size() > kMostFits) fitting.resize(kMostFits);
    return fitting;
  }

  bool AddPath(std::string_view written, std::string_view relation) {
    const auto fitting = Fitting(written);
    for (const rank::RankedFile* file : fitting) Add(file->row, file, relation);
    return !fitting.empty();
  }

  void AddFrame(const rank::TraceFrame& frame) {
    for (const rank::RankedFile* file : Fitting(frame.path)) {
      ScopedFile& added = Add(file->row, file, kByFrame);
      if (frame.line > 0 &&
          std::ranges::find(added.asked_lines, frame.line) == added.asked_lines.end()) {
        added.asked_lines.push_back(frame.line);
      }
    }
  }

  void AddModule(std::string_view module) {
    const rank::RankedFile* best = nullptr;
    std::size_t most = kLeastModule - 1;
    for (const rank::RankedFile& file : ranked_.files) {
      const std::size_t fit = rank::IsModule(file.path, module);
      if (fit <= most || file.row.id == 0) continue;
      most = fit;
      best = &file;
    }
    if (best != nullptr) Add(best->row, best, kByModule);
  }

  // Names that look like code. Those of tests, documents and other people's code are no seeds,
  // unless the task asks for such files.
  Status AddSymbols() {
    std::vector<SplitName> names;
    for (const rank::QueryName& name : ranked_.query.names) {
      if (name.text.size() >= kLeastName) names.push_back(Split(name.text));
    }
    return AddNamed(names, kBySymbol, nullptr);
  }

  // `left`: takes those that are nowhere; null: nobody asks.
  Status AddNamed(std::span<const SplitName> names, std::string_view relation,
                  std::vector<std::size_t>* left) {
    std::vector<std::string> plain;
    for (const SplitName& name : names) plain.push_back(name.name);
    SortUnique(plain);
    if (plain.empty()) return {};
    auto rows = SATCHEL_TRY(code_.SymbolsNamed(plain));
    if (rows.size() > kMostRows) rows.resize(kMostRows);
    std::map<std::string_view, std::vector<const store::SymbolRow*>> by_name;
    for (const store::SymbolRow& row : rows) {
      if ((row.flags & (store::kDeclaredOnly | store::kStaleSymbol)) != 0) continue;
      if (IsNamedKind(row.kind)) by_name[row.name].push_back(&row);
    }
    std::map<std::int64_t, std::vector<std::uint32_t>> lines;  // by file
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::set<std::int64_t> files;
      std::vector<const store::SymbolRow*> fitting;
      for (const store::SymbolRow* row : by_name[names[i].name]) {
        if (!IsIn(row->container, names[i].container)) continue;
        files.insert(row->file);
        fitting.push_back(row);
      }
      if (fitting.empty() && left != nullptr) left->push_back(i);
      if (files.size() > kMostFits && left == nullptr) continue;
      for (const store::SymbolRow* row : fitting) {
        auto& of = lines[row->file];
        if (of.empty()) order.push_back(row->file);
        of.push_back(static_cast<std::uint32_t>(row->first_line));
      }
    }
    if (left != nullptr && order.size() > kMostFits) order.resize(kMostFits);
    return AddFiles(order, lines, relation);
  }

  Status AddFiles(std::span<const std::int64_t> order,
                  const std::map<std::int64_t, std::vector<std::uint32_t>>& lines,
                  std::string_view relation) {
    std::vector<std::int64_t> ids(order.begin(), order.end());
    SortUnique(ids);
    if (ids.empty()) return {};
    auto rows = SATCHEL_TRY(code_.FilesById(ids));
    for (const std::int64_t id : order) {
      const auto row = std::ranges::find(rows, id, &store::FileRow::id);
      if (row == rows.end() || (relation == kBySymbol && !Counts(*row))) continue;
      const auto file = std::ranges::find(ranked_.files, row->path, &rank::RankedFile::path);
      ScopedFile& added = Add(*row, file == ranked_.files.end() ? nullptr : &*file, relation);
      for (const std::uint32_t line : lines.at(id)) {
        if (std::ranges::find(added.asked_lines, line) == added.asked_lines.end()) {
          added.asked_lines.push_back(line);
        }
      }
    }
    return {};
  }

  bool Counts(const store::FileRow& row) const {
    if (row.role == "source" || row.role.empty()) return true;
    return row.role == "test" && std::ranges::find(ranked_.query.wanted, rank::Penalty::kTest) !=
                                     ranked_.query.wanted.end();
  }

  Status AddWanted(const WantedCode& wanted) {
    if (wanted.empty()) return {};
    std::vector<std::string> paths = wanted.files;
    paths.insert(paths.end(), wanted.tests.begin(), wanted.tests.end());
    std::vector<std::string> sorted = paths;
    SortUnique(sorted);
    const auto rows = SATCHEL_TRY(code_.FilesByPath(sorted));
    std::vector<SplitName> names;
    std::vector<std::string> written;
    for (const std::string& path : paths) {
      const auto row = std::ranges::find(rows, path, &store::FileRow::path);
      const bool is_test = std::ranges::find(wanted.tests, path) != wanted.tests.end();
      if (row != rows.end()) {
        const auto file = std::ranges::find(ranked_.files, path, &rank::RankedFile::path);
        Add(*row, file == ranked_.files.end() ? nullptr : &*file, kByRefinement);
      } else if (!AddPath(path, kByRefinement)) {
        if (!is_test) {
          found_.not_found.push_back(path);
          continue;
        }
        names.push_back(Split(path));
        written.push_back(path);
      }
    }
    for (const std::string& symbol : wanted.symbols) {
      names.push_back(Split(symbol));
      written.push_back(symbol);
    }
    std::vector<std::size_t> left;
    SATCHEL_TRY(AddNamed(names, kByRefinement, &left));
    for (const std::size_t i : left) found_.not_found.push_back(written[i]);
    return {};
  }

  // `ranked` may be null.
  ScopedFile& Add(const store::FileRow& row, const rank::RankedFile* ranked,
                  std::string_view relation) {
    const auto known =
        std::ranges::find(found_.files, row.id, [](const ScopedFile& file) { return file.row.id; });
    if (known != found_.files.end()) return *known;
    ScopedFile& file = found_.files.emplace_back();
    file.row = row;
    file.relation = relation;
    file.mentioned = true;
    if (ranked != nullptr) {
      file.chunks = ranked->chunks;
      file.asked_lines = ranked->asked_lines;
    }
    return file;
  }

  store::CodeView code_;
  const rank::RankedCode& ranked_;
  Mentions found_;
};

}  // namespace

Result<Mentions> FindMentions(store::Transaction& curated, const rank::RankedCode& ranked,
                              const WantedCode& wanted) {
  return Finder(curated, ranked).Find(wanted);
}

}  // namespace satchel::retrieval
