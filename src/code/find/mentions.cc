#include "code/find/mentions.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "ask/code_names.h"
#include "ask/trace.h"
#include "base/ascii.h"
#include "base/sort_unique.h"
#include "code/rank/path_words.h"
#include "code/resolve/test_names.h"
#include "store/code.h"

// What a task names is looked for in two places: paths, frames and modules among the files that the
// ranking has looked at, which has asked for every one of them, and symbols in the table of names.
// A path that fits several files leads to the best of those that it fits best. A qualified symbol
// leads to the definitions in what qualifies it: `Cart.total` to no other total.
//
// How many files may define a symbol depends on how it is written. A capitalised word in a sentence
// is a name only if few files define it. A name written as code, such as `pay()`, names all its
// definitions; if there are very many, those in the best ranked files, and the caller learns how
// many there are.
namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostFits = 3;       // files for one path or one symbol
constexpr std::size_t kMostDefining = 24;  // files for a symbol that is written as code
constexpr std::size_t kMostLooked = 200;   // files of one symbol that are read
constexpr std::size_t kLeastModule = 2;    // names of `a.b` that must fit
constexpr Score kRareQuote = Score::FromMillionths(500'000);
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

// Without regard to case: `cart.total` may be the total of a Cart.
bool IsIn(std::string_view container, std::string_view wanted) {
  if (wanted.empty()) return true;
  if (container.size() < wanted.size()) return false;
  const std::size_t before = container.size() - wanted.size();
  if (AsciiLower(container.substr(before)) != AsciiLower(wanted)) return false;
  return before == 0 || !IsAlnum(container[before - 1]);
}

// A symbol that is looked for.
struct WantedName {
  SplitName split;
  std::size_t most_files = kMostFits;
};

using Rows = std::vector<const store::SymbolRow*>;

class Finder {
 public:
  Finder(store::Transaction& curated, const rank::RankedCode& ranked, const ask::Question& question,
         bool every_definition)
      : code_(curated), ranked_(ranked), question_(question), every_definition_(every_definition) {}

  Result<Mentions> Find(const WantedCode& wanted) {
    const ask::Query& query = ranked_.query;
    SATCHEL_TRY(AddWanted(wanted));
    for (const ask::TraceFrame& frame : query.frames) AddFrame(frame);
    AddQuoted();
    for (const std::string& path : query.paths) AddPath(path, kByPath);
    AddSubjects();
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
      const std::size_t fit = std::max<std::size_t>(ask::FrameFit(file.path, written), 1);
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

  // A path from the root of the workspace means that file, and no other that ends so.
  std::vector<const rank::RankedFile*> OfFrame(const ask::TraceFrame& frame) const {
    const auto exact = std::ranges::find_if(ranked_.files, [&frame](const rank::RankedFile& file) {
      return file.row.id != 0 && file.path == frame.path;
    });
    if (exact != ranked_.files.end()) return {&*exact};
    return Fitting(frame.path);
  }

  void AddFrame(const ask::TraceFrame& frame) {
    for (const rank::RankedFile* file : OfFrame(frame)) {
      ScopedFile& added = Add(file->row, file, kByFrame);
      if (frame.line > 0 &&
          std::ranges::find(added.asked_lines, frame.line) == added.asked_lines.end()) {
        added.asked_lines.push_back(frame.line);
      }
      bool& known = file->row.role == "test" ? knows_failed_test_ : knows_failed_code_;
      if (frame.line > 0 && !known) {
        added.failed_lines.push_back(frame.line);
        known = true;
      }
    }
  }

  // A test that failed is about the file that it is named after.
  void AddSubjects() {
    std::vector<std::string> tests;
    for (const ScopedFile& file : found_.files) {
      if (file.relation == kByFrame && file.row.role == "test") tests.push_back(file.row.path);
    }
    for (const std::string& test : tests) {
      for (const std::string& end : code::SubjectOf(test).ends) {
        const rank::RankedFile* subject = Nearest(test, end);
        if (subject == nullptr) continue;
        Add(subject->row, subject, kBySubject);
        break;
      }
    }
  }

  // Returns the file whose path ends so, in the directory most like the test's. Null: there is
  // none.
  const rank::RankedFile* Nearest(std::string_view test, std::string_view end) const {
    const auto directory = [](std::string_view path) {
      return path.substr(0, std::min(path.rfind('/'), path.size()));
    };
    const rank::RankedFile* nearest = nullptr;
    std::size_t most = 0;
    for (const rank::RankedFile& file : ranked_.files) {
      if (file.row.id == 0 || file.row.role == "test" || !rank::IsPath(file.path, end)) continue;
      const std::size_t same = ask::FrameFit(directory(file.path), directory(test)) + 1;
      if (same > most) nearest = &file;
      most = std::max(most, same);
    }
    return nearest;
  }

  // Files that have a quotation of the task, if they are few. Tests repeat messages of the code,
  // and count where nothing else has them.
  void AddQuoted() {
    std::vector<const rank::RankedFile*> files;
    for (const rank::RankedFile& file : ranked_.files) {
      const Score quote = rank::At(file.features, rank::Feature::kQuote);
      if (file.row.id != 0 && quote >= kRareQuote) files.push_back(&file);
    }
    const auto counts = [this](const rank::RankedFile* file) { return Counts(file->row); };
    if (std::ranges::any_of(files, counts)) std::erase_if(files, std::not_fn(counts));
    if (files.size() > kMostFits) files.resize(kMostFits);
    for (const rank::RankedFile* file : files) Add(file->row, file, kByQuote);
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
    const std::size_t most = every_definition_ ? kMostDefining : kMostFits;
    std::vector<WantedName> names;
    const std::span<const ask::CodeName> as_code = question_.names();
    for (const ask::CodeName& name : as_code) {
      if (name.alone) names.push_back({{.container = {}, .name = name.text}, most});
      for (const std::string& container : name.containers) {
        names.push_back({{.container = container, .name = name.text}, most});
      }
    }
    for (const ask::QueryName& name : ranked_.query.names) {
      const bool known =
          std::ranges::find(as_code, name.text, &ask::CodeName::text) != as_code.end();
      if (!known) names.push_back({Split(name.text), kMostFits});
    }
    return AddNamed(names, kBySymbol, nullptr);
  }

  // `left`: takes the indexes of names that are nowhere; null: a qualifier that contains no
  // definition, such as a variable, is then ignored.
  Status AddNamed(std::span<const WantedName> names, std::string_view relation,
                  std::vector<std::size_t>* left) {
    std::vector<std::string> plain;
    for (const WantedName& name : names) plain.push_back(name.split.name);
    SortUnique(plain);
    if (plain.empty()) return {};
    auto rows = SATCHEL_TRY(code_.SymbolsNamed(plain));
    if (rows.size() > kMostRows) rows.resize(kMostRows);
    std::map<std::string_view, Rows> by_name;
    for (const store::SymbolRow& row : rows) {
      if ((row.flags & (store::kDeclaredOnly | store::kStaleSymbol)) != 0) continue;
      if (IsNamedKind(row.kind)) by_name[row.name].push_back(&row);
    }
    std::vector<Rows> definitions;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Rows& all = by_name[names[i].split.name];
      Rows& fitting = definitions.emplace_back();
      for (const store::SymbolRow* row : all) {
        if (IsIn(row->container, names[i].split.container)) fitting.push_back(row);
      }
      if (fitting.empty() && left == nullptr) fitting = all;
      if (fitting.empty() && left != nullptr) left->push_back(i);
    }
    const auto files = SATCHEL_TRY(ReadFiles(definitions));
    for (std::size_t i = 0; i < names.size(); ++i) {
      AddDefinitions(names[i], definitions[i], files, relation);
    }
    return {};
  }

  using Files = std::map<std::int64_t, store::FileRow>;  // by id

  static std::set<std::int64_t> FilesOf(const Rows& rows) {
    std::set<std::int64_t> ids;
    for (const store::SymbolRow* row : rows) ids.insert(row->file);
    return ids;
  }

  // Of a symbol that very many files define only those that the ranking has looked at.
  Result<Files> ReadFiles(std::span<const Rows> definitions) {
    std::vector<std::int64_t> ids;
    Files files;
    for (const Rows& rows : definitions) {
      const std::set<std::int64_t> defining = FilesOf(rows);
      if (defining.size() <= kMostLooked) {
        ids.insert(ids.end(), defining.begin(), defining.end());
        continue;
      }
      for (const rank::RankedFile& file : ranked_.files) {
        if (defining.contains(file.row.id)) files.emplace(file.row.id, file.row);
      }
    }
    SortUnique(ids);
    if (ids.empty()) return files;
    auto rows = SATCHEL_TRY(code_.FilesById(ids));
    for (store::FileRow& row : rows) {
      const std::int64_t id = row.id;
      files.emplace(id, std::move(row));
    }
    return files;
  }

  void AddDefinitions(const WantedName& name, const Rows& definitions, const Files& files,
                      std::string_view relation) {
    const std::set<std::int64_t> ids = FilesOf(definitions);
    std::vector<const store::FileRow*> defining;
    for (const std::int64_t id : ids) {
      const auto file = files.find(id);
      if (file == files.end() || (relation == kBySymbol && !Counts(file->second))) continue;
      defining.push_back(&file->second);
    }
    const std::size_t all = ids.size() > kMostLooked ? ids.size() : defining.size();
    if (all > name.most_files) {
      if (name.most_files == kMostFits) return;
      found_.shortened.emplace_back(name.split.name, all);
    }
    std::ranges::sort(defining, {}, [this](const store::FileRow* row) {
      return std::pair(RankOf(row->path), std::string_view(row->path));
    });
    if (defining.size() > name.most_files) defining.resize(name.most_files);
    // One of many definitions says less about its file.
    const auto count = static_cast<std::int64_t>(std::max(all, kMostFits));
    const Score mention = Score::Ratio(kMostFits, count);
    for (const store::FileRow* row : defining) {
      const std::size_t rank = RankOf(row->path);
      const auto* ranked = rank < ranked_.files.size() ? &ranked_.files[rank] : nullptr;
      ScopedFile& added = Add(*row, ranked, relation, mention);
      for (const store::SymbolRow* symbol : definitions) {
        const auto line = static_cast<std::uint32_t>(symbol->first_line);
        if (symbol->file == row->id &&
            std::ranges::find(added.asked_lines, line) == added.asked_lines.end()) {
          added.asked_lines.push_back(line);
        }
      }
    }
  }

  // Files that the ranking has not seen come last.
  std::size_t RankOf(std::string_view path) const {
    const auto file = std::ranges::find(ranked_.files, path, &rank::RankedFile::path);
    return static_cast<std::size_t>(file - ranked_.files.begin());
  }

  bool Counts(const store::FileRow& row) const {
    if (row.role == "source" || row.role.empty()) return true;
    return row.role == "test" && std::ranges::find(ranked_.query.wanted, ask::FileKind::kTest) !=
                                     ranked_.query.wanted.end();
  }

  Status AddWanted(const WantedCode& wanted) {
    if (wanted.empty()) return {};
    std::vector<std::string> paths = wanted.files;
    paths.insert(paths.end(), wanted.tests.begin(), wanted.tests.end());
    std::vector<std::string> sorted = paths;
    SortUnique(sorted);
    const auto rows = SATCHEL_TRY(code_.FilesByPath(sorted));
    std::vector<WantedName> names;
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
        names.push_back({Split(path), kMostDefining});
        written.push_back(path);
      }
    }
    for (const std::string& symbol : wanted.symbols) {
      names.push_back({Split(symbol), kMostDefining});
      written.push_back(symbol);
    }
    std::vector<std::size_t> left;
    SATCHEL_TRY(AddNamed(names, kByRefinement, &left));
    for (const std::size_t i : left) found_.not_found.push_back(written[i]);
    return {};
  }

  // `ranked` may be null.
  ScopedFile& Add(const store::FileRow& row, const rank::RankedFile* ranked,
                  std::string_view relation, Score mention = Score::FromInt(1)) {
    const auto known =
        std::ranges::find(found_.files, row.id, [](const ScopedFile& file) { return file.row.id; });
    if (known != found_.files.end()) {
      known->mention = std::max(known->mention, mention);
      return *known;
    }
    ScopedFile& file = found_.files.emplace_back();
    file.row = row;
    file.relation = relation;
    file.mentioned = true;
    file.mention = mention;
    if (ranked != nullptr) {
      file.chunks = ranked->chunks;
      file.asked_lines = ranked->asked_lines;
    }
    return file;
  }

  store::CodeView code_;
  const rank::RankedCode& ranked_;
  const ask::Question& question_;
  const bool every_definition_;
  bool knows_failed_code_ = false;
  bool knows_failed_test_ = false;
  Mentions found_;
};

}  // namespace

Result<Mentions> FindMentions(store::Transaction& curated, const rank::RankedCode& ranked,
                              const ask::Question& question, const WantedCode& wanted,
                              bool every_definition) {
  return Finder(curated, ranked, question, every_definition).Find(wanted);
}

}  // namespace satchel::retrieval
