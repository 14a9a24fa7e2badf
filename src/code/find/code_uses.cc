#include "code/find/code_uses.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/sort_unique.h"
#include "code/facts/route.h"
#include "code/find/mute_lines.h"
#include "code/index/file_change.h"
#include "code/index/indexed_file.h"
#include "code/references/generated_names.h"
#include "code/references/reference_reader.h"
#include "code/walk/file_reader.h"
#include "code/walk/role.h"
#include "index/texts/line_choice.h"
#include "store/code.h"
#include "text/redactor.h"
#include "text/safe_line.h"

// References are worked out when they are asked for, from what each file says about itself. Of the
// files that use the name only the uses of that name are resolved, and of the files that define it
// also what the definitions use: so the names that have to be looked up stay few, however large the
// files are.
namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostName = 1'000;  // bytes
constexpr std::size_t kMostFiles = 600;
constexpr std::size_t kMostFileBytes = 4U << 20U;
constexpr std::size_t kLineCharacters = 160;
constexpr std::string_view kByName = "name";
constexpr std::string_view kRouteKind = "route";
// Of what a definition uses, one of several that have a name is more often wrong than right.
constexpr Score kSureEnough = Score::FromMillionths(500'000);

// `run` in `Flask`, of `Flask.run`.
struct AskedName {
  std::string last;
  std::string container;
};
AskedName Take(std::string_view written) {
  while (written.ends_with("()")) written.remove_suffix(2);
  const std::size_t at = written.find_last_of(".:#>/");
  if (at == written.npos) return {std::string(written), ""};
  const std::size_t end = written.find_last_not_of(".:#>/-", at);
  const std::string_view container =
      end == written.npos ? std::string_view() : written.substr(0, end + 1);
  return {std::string(written.substr(at + 1)), std::string(container)};
}

// The parts of a qualified name, of whatever language.
std::vector<std::string_view> Parts(std::string_view name) {
  std::vector<std::string_view> parts;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of(".:#>/-"), name.size());
    if (end > 0) parts.push_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return parts;
}

bool IsIn(std::string_view container, std::string_view asked) {
  const std::vector<std::string_view> own = Parts(container);
  const std::vector<std::string_view> wanted = Parts(asked);
  return own.size() >= wanted.size() && std::equal(wanted.rbegin(), wanted.rend(), own.rbegin());
}

// The lines of files, each read once.
class LineTexts {
 public:
  explicit LineTexts(const std::filesystem::path& root) : reader_(code::FileReader::Open(root)) {}

  // Empty: the file is another than `digest`, or there is no such line.
  std::string Of(const store::FileRow& file, std::uint32_t line) {
    const std::string& text = TextOf(file);
    const std::vector<std::string_view> lines = LinesIn(text);
    if (line == 0 || line > lines.size()) return "";
    std::string_view shown = lines[line - 1];
    shown.remove_prefix(std::min(shown.find_first_not_of(" \t"), shown.size()));
    return text::SafeLine(shown, kLineCharacters);
  }

 private:
  const std::string& TextOf(const store::FileRow& file) {
    const auto [found, is_new] = texts_.try_emplace(file.id);
    if (!is_new || !reader_) return found->second;
    auto read = reader_->Read(file.path, kMostFileBytes);
    if (read && !read->cut && code::ContentDigest(read->bytes, read->bytes.size()) == file.digest) {
      // As a whole: a key that begins far above the line is seen only so. Lines stay lines.
      found->second = text::Redactor::Default().Redact(read->bytes).text;
    }
    return found->second;
  }

  Result<code::FileReader> reader_;
  std::map<std::int64_t, std::string> texts_;
};

class Finder {
 public:
  Finder(const SearchedCode& searched, const UsesRequest& request, const FileFilter& filter)
      : searched_(searched),
        request_(request),
        filter_(filter),
        reader_(searched.curated),
        references_(searched.curated, searched.scope),
        name_(Take(request.name)),
        lines_(searched.root) {}

  Result<UsesAnswer> Run() {
    if (code::IsRoute(request_.name)) {
      SATCHEL_TRY(FindRoute());
    } else {
      SATCHEL_TRY(FindDefinitions());
      SATCHEL_TRY(FindOwnRoutes());
    }
    SATCHEL_TRY(LoadFiles());
    SATCHEL_TRY(FollowReferences());
    AddByName();
    SATCHEL_TRY(FindImporters());
    answer_.definitions = Cut(std::move(definition_places_));
    answer_.users = Cut(Sorted(users_));
    std::vector<Found> callees = Sorted(callees_);
    std::ranges::move(Sorted(route_callees_), std::back_inserter(callees));
    answer_.callees = Cut(std::move(callees));
    answer_.importers = Cut(std::move(importers_));
    return std::move(answer_);
  }

 private:
  using Symbol = std::pair<std::int64_t, std::int64_t>;  // file, ordinal
  struct Found {
    UsePlace place;
    const store::FileRow* file = nullptr;
  };

  Status FindDefinitions() {
    std::vector<std::string> names = {name_.last};
    if (request_.name != name_.last) names.push_back(request_.name);
    auto symbols = SATCHEL_TRY(reader_.SymbolsNamed(searched_.scope, names));
    // Some names have such a mark in them: `var.region`, `GET /users`.
    if (std::ranges::find(symbols, request_.name, &store::SymbolRow::name) != symbols.end()) {
      name_ = {request_.name, ""};
    }
    std::erase_if(symbols,
                  [this](const store::SymbolRow& symbol) { return symbol.name != name_.last; });
    std::erase_if(symbols, [this](const store::SymbolRow& symbol) {
      return (symbol.flags & store::kStaleSymbol) != 0 || symbol.kind == "heading" ||
             !IsIn(symbol.container, name_.container);
    });
    definitions_ = std::move(symbols);
    for (const store::SymbolRow& symbol : definitions_) {
      defined_.emplace(symbol.file, symbol.ordinal);
      defining_files_.insert(symbol.file);
      // It may be a service, for which generated code has names of its own.
      if (symbol.kind != Name(code::SymbolKind::kInterface)) continue;
      for (std::string& name : code::NamesGeneratedFor(symbol.name)) {
        other_names_.insert(std::move(name));
      }
    }
    return {};
  }

  // Where `GET /users/{id}` or `/users/1` is defined: whatever fits best.
  Status FindRoute() {
    name_ = {request_.name, ""};
    const code::Route asked = code::RouteFrom(request_.name);
    std::set<std::string> keys;
    for (const std::string_view anchor : code::AnchorsOf(asked)) {
      keys.insert(code::ServedKey(anchor));
    }
    std::map<std::int64_t, store::FileRow> rows;
    auto served = SATCHEL_TRY(references_.Served(keys, rows));
    using Worth = std::pair<code::RouteFit::How, std::size_t>;
    std::vector<Worth> worths;
    for (const code::ServedRoute& route : served) {
      const code::RouteFit fit = code::Fit(asked, code::RouteFrom(route.name));
      worths.emplace_back(fit.how, fit.same);
    }
    const Worth best = worths.empty() ? Worth() : std::ranges::max(worths);
    for (std::size_t i = 0; i < served.size(); ++i) {
      if (worths[i].first == code::RouteFit::How::kNot || worths[i] != best) continue;
      if (served[i].symbol != code::kNowhere) {
        defined_.emplace(served[i].file, served[i].symbol);
      }
      defining_files_.insert(served[i].file);
      routes_.push_back(std::move(served[i]));
    }
    return {};
  }

  // The routes that what was asked for answers, and what other languages call it by: who names them
  // uses it.
  Status FindOwnRoutes() {
    constexpr std::size_t kMostDefining = 50;
    if (defining_files_.empty() || defining_files_.size() > kMostDefining) return {};
    const std::vector<std::int64_t> ids(defining_files_.begin(), defining_files_.end());
    const auto loaded = SATCHEL_TRY(references_.Load(ids));
    if (std::ranges::any_of(loaded, [](const code::LoadedFile& file) {
          return file.row.language == "c" || file.row.language == "cpp";
        })) {
      const auto bound = SATCHEL_TRY(references_.Bound());
      for (const auto& [name, functions] : bound) {
        const bool own = std::ranges::any_of(functions, [this](const std::string& function) {
          return Take(function).last == name_.last;
        });
        if (own) other_names_.insert(name);
      }
    }
    for (const code::LoadedFile& file : loaded) {
      std::vector<code::ServedRoute> served;
      code::AddServed(file.row.id, file.facts, served);
      for (code::ServedRoute& route : served) {
        if (route.symbol == code::kNowhere) continue;
        if (!defined_.contains({file.row.id, route.symbol})) continue;
        routes_.push_back(std::move(route));
      }
    }
    return {};
  }

  // Those that define the name, and of those that use it as many as are looked into.
  Status LoadFiles() {
    std::vector<std::int64_t> hashes = {code::NameHash(name_.last)};
    for (const std::string& name : other_names_) hashes.push_back(code::NameHash(name));
    for (const code::ServedRoute& served : routes_) {
      const code::Route route = code::RouteFrom(served.name);
      hashes.push_back(code::NameHash(code::AskedKey(code::AnchorOf(route))));
    }
    SortUnique(hashes);
    const auto uses = SATCHEL_TRY(reader_.Users(searched_.scope, hashes));
    std::set<std::int64_t> ids = defining_files_;
    for (const store::NameUse& use : uses) ids.insert(use.file);
    const std::vector<std::int64_t> all(ids.begin(), ids.end());
    auto rows = SATCHEL_TRY(reader_.FilesById(searched_.scope, all));
    std::vector<std::int64_t> chosen;
    std::ranges::sort(rows, {}, &store::FileRow::path);
    for (const store::FileRow& row : rows) {
      const bool defines = defining_files_.contains(row.id);
      if (!defines && !filter_.Passes(row)) continue;
      if (!defines && chosen.size() >= kMostFiles) {
        ++answer_.files_left_out;
      } else {
        chosen.push_back(row.id);
      }
    }
    std::ranges::sort(chosen);
    auto loaded = SATCHEL_TRY(references_.Load(chosen));
    files_ = std::move(loaded);
    for (code::LoadedFile& file : files_) {
      files_by_id_.emplace(file.row.id, &file);
      std::erase_if(file.facts.uses, [&](const code::Use& use) {
        if (use.kind == code::UseKind::kRoute && !routes_.empty()) return false;
        if (use.kind == code::UseKind::kServed) return false;
        return use.name != name_.last && !other_names_.contains(use.name) &&
               use.kind != code::UseKind::kBase && !InDefinition(file, use.symbol);
      });
    }
    for (const store::SymbolRow& symbol : definitions_) AddDefinition(symbol);
    if (definitions_.empty()) AddRouteDefinitions();
    std::ranges::sort(definition_places_, {}, [](const Found& one) {
      return std::tuple(one.place.declared_only, Distance(*one.file),
                        std::string_view(one.place.path), one.place.line);
    });
    return {};
  }

  bool InDefinition(const code::LoadedFile& file, std::uint32_t symbol) const {
    const std::vector<code::Symbol>& symbols = file.facts.symbols;
    while (symbol != code::kNoSymbol && symbol < symbols.size()) {
      if (defined_.contains({file.row.id, symbol})) return true;
      symbol = symbols[symbol].parent;
    }
    return false;
  }

  void AddDefinition(const store::SymbolRow& symbol) {
    const auto file = files_by_id_.find(symbol.file);
    if (file == files_by_id_.end()) return;
    const store::FileRow& row = file->second->row;
    UsePlace place;
    place.path = row.path;
    place.line = static_cast<std::uint32_t>(symbol.first_line);
    place.end_line = static_cast<std::uint32_t>(symbol.last_line);
    place.symbol = NameOf(symbol, row.language);
    place.kind = symbol.kind;
    place.declared_only = (symbol.flags & store::kDeclaredOnly) != 0;
    definition_places_.push_back({std::move(place), &row});
  }

  void AddRouteDefinitions() {
    for (const code::ServedRoute& route : routes_) {
      const auto file = files_by_id_.find(route.file);
      if (file == files_by_id_.end()) continue;
      UsePlace place;
      place.path = file->second->row.path;
      place.line = route.line;
      place.symbol = route.name;
      place.kind = kRouteKind;
      definition_places_.push_back({std::move(place), &file->second->row});
    }
  }

  bool IsAskedFor(const code::Reference& reference) const {
    return std::ranges::any_of(routes_, [&](const code::ServedRoute& route) {
      return route.file == reference.to_file && route.line == reference.to_line &&
             route.name == reference.route;
    });
  }

  static std::string NameOf(const store::SymbolRow& symbol, std::string_view language) {
    code::Symbol named;
    named.name = symbol.name;
    named.container = symbol.container;
    return Qualified(named, language);
  }

  Status FollowReferences() {
    auto references = SATCHEL_TRY(references_.From(files_));
    std::set<std::string> names;
    for (const code::Reference& reference : references) {
      resolved_.emplace(reference.from_file, reference.use);
      const code::LoadedFile& file = *files_by_id_.at(reference.from_file);
      const code::Use& use = file.facts.uses[reference.use];
      if (!reference.route.empty()) {
        if (IsAskedFor(reference))
          AddUser(file, reference.use, reference.rule, reference.confidence);
      } else if (defined_.contains({reference.to_file, reference.to_symbol})) {
        AddUser(file, reference.use, reference.rule, reference.confidence);
      } else if (InDefinition(file, use.symbol)) {
        names.insert(use.name);
      }
    }
    SATCHEL_TRY(AddRouteCallees(references));
    return AddCallees(references, std::vector<std::string>(names.begin(), names.end()));
  }

  // A use inside of its own definition is no news.
  void AddUser(const code::LoadedFile& file, std::size_t index, std::string_view rule,
               Score confidence) {
    const code::Use& use = file.facts.uses[index];
    if (!filter_.Passes(file.row) || InDefinition(file, use.symbol)) return;
    const auto [found, is_new] = users_.try_emplace({file.row.id, use.symbol});
    UsePlace& place = found->second.place;
    if (is_new) {
      found->second.file = &file.row;
      place.path = file.row.path;
      place.line = use.line;
      if (use.symbol != code::kNoSymbol && use.symbol < file.facts.symbols.size()) {
        const code::Symbol& symbol = file.facts.symbols[use.symbol];
        place.symbol = Qualified(symbol, file.row.language);
        place.kind = Name(symbol.kind);
      }
    }
    place.line = std::min(place.line, use.line);
    // Of two or three that it may mean, each is said.
    if (counted_.emplace(file.row.id, index).second) place.times += use.count;
    if (is_new || confidence > place.confidence) {
      place.rule = rule;
      place.confidence = confidence;
    }
  }

  // What a definition asks of a server.
  Status AddRouteCallees(std::span<const code::Reference> references) {
    std::vector<const code::Reference*> asked;
    std::vector<std::int64_t> ids;
    for (const code::Reference& reference : references) {
      if (reference.route.empty() || IsAskedFor(reference)) continue;
      const code::LoadedFile& file = *files_by_id_.at(reference.from_file);
      if (!InDefinition(file, file.facts.uses[reference.use].symbol)) continue;
      if (reference.confidence < kSureEnough) continue;
      asked.push_back(&reference);
      ids.push_back(reference.to_file);
    }
    if (asked.empty()) return {};
    SortUnique(ids);
    route_files_ = SATCHEL_TRY(reader_.FilesById(searched_.scope, ids));
    for (const code::Reference* reference : asked) {
      const auto row = std::ranges::find(route_files_, reference->to_file, &store::FileRow::id);
      if (row == route_files_.end()) continue;
      const auto [found, is_new] =
          route_callees_.try_emplace({reference->to_file, reference->to_line, reference->route});
      UsePlace& place = found->second.place;
      const code::LoadedFile& file = *files_by_id_.at(reference->from_file);
      place.times += file.facts.uses[reference->use].count;
      if (!is_new) continue;
      found->second.file = &*row;
      place.path = row->path;
      place.line = reference->to_line;
      place.symbol = reference->route;
      place.kind = kRouteKind;
      place.rule = reference->rule;
      place.confidence = reference->confidence;
    }
    return {};
  }

  Status AddCallees(std::span<const code::Reference> references,
                    const std::vector<std::string>& names) {
    if (names.empty()) return {};
    const auto symbols = SATCHEL_TRY(reader_.SymbolsNamed(searched_.scope, names));
    std::map<Symbol, const store::SymbolRow*> by_place;
    std::set<std::int64_t> ids;
    for (const store::SymbolRow& symbol : symbols) {
      by_place.emplace(Symbol(symbol.file, symbol.ordinal), &symbol);
    }
    for (const code::Reference& reference : references) ids.insert(reference.to_file);
    const std::vector<std::int64_t> all(ids.begin(), ids.end());
    callee_files_ = SATCHEL_TRY(reader_.FilesById(searched_.scope, all));
    for (const code::Reference& reference : references) {
      if (!reference.route.empty()) continue;
      const code::LoadedFile& file = *files_by_id_.at(reference.from_file);
      const code::Use& use = file.facts.uses[reference.use];
      const Symbol to(reference.to_file, reference.to_symbol);
      const auto symbol = by_place.find(to);
      const auto row = std::ranges::find(callee_files_, reference.to_file, &store::FileRow::id);
      if (defined_.contains(to) || !InDefinition(file, use.symbol) || symbol == by_place.end() ||
          row == callee_files_.end() || reference.confidence < kSureEnough) {
        continue;
      }
      const auto [found, is_new] = callees_.try_emplace(to);
      UsePlace& place = found->second.place;
      place.times += use.count;
      if (!is_new) continue;
      found->second.file = &*row;
      place.path = row->path;
      place.line = static_cast<std::uint32_t>(symbol->second->first_line);
      place.symbol = NameOf(*symbol->second, row->language);
      place.kind = symbol->second->kind;
      place.rule = reference.rule;
      place.confidence = reference.confidence;
    }
    return {};
  }

  // Uses of the name that lead nowhere: they may mean what was asked for.
  void AddByName() {
    for (const code::LoadedFile& file : files_) {
      for (std::size_t i = 0; i < file.facts.uses.size(); ++i) {
        const code::Use& use = file.facts.uses[i];
        if (use.name != name_.last || resolved_.contains({file.row.id, i})) continue;
        // A literal that leads nowhere names something else.
        if (code::IsLiteral(use.kind)) continue;
        AddUser(file, i, kByName, Score());
      }
    }
  }

  Status FindImporters() {
    std::vector<std::string> targets;
    for (const store::SymbolRow& symbol : definitions_) {
      const auto file = files_by_id_.find(symbol.file);
      if (file == files_by_id_.end()) continue;
      const store::FileRow& row = file->second->row;
      // What is in a class comes with the class.
      const bool included = row.language == "c" || row.language == "cpp";
      if (!symbol.container.empty() && !included) continue;
      targets.push_back(row.path);
      if (row.language == "go") targets.push_back(row.path.substr(0, row.path.rfind('/') + 1));
    }
    SortUnique(targets);
    if (targets.empty()) return {};
    auto imports = SATCHEL_TRY(reader_.Importers(searched_.scope, targets));
    std::erase_if(imports, [this](const store::ImportRow& row) {
      return !row.name.empty() && row.name != name_.last;
    });
    std::vector<std::int64_t> ids;
    for (const store::ImportRow& row : imports) ids.push_back(row.file);
    SortUnique(ids);
    importer_files_ = SATCHEL_TRY(reader_.FilesById(searched_.scope, ids));
    std::set<std::int64_t> known;
    for (const bool named : {true, false}) AddImporters(imports, named, known);
    return {};
  }

  void AddImporters(std::span<const store::ImportRow> imports, bool named,
                    std::set<std::int64_t>& known) {
    std::vector<Found> found;
    for (const store::ImportRow& import : imports) {
      const auto row = std::ranges::find(importer_files_, import.file, &store::FileRow::id);
      if (row == importer_files_.end() || !filter_.Passes(*row)) continue;
      if (named == import.name.empty() || !known.insert(row->id).second) continue;
      UsePlace place;
      place.path = row->path;
      place.line = static_cast<std::uint32_t>(import.line);
      found.push_back({std::move(place), &*row});
    }
    std::ranges::sort(found, {}, [](const Found& one) {
      return std::pair(Distance(*one.file), std::string_view(one.place.path));
    });
    std::ranges::move(found, std::back_inserter(importers_));
  }

  // One's own code first, tests and what others wrote last.
  static int Distance(const store::FileRow& file) {
    switch (code::RoleFrom(file.role).value_or(code::Role::kSource)) {
      case code::Role::kSource:
      case code::Role::kDoc:
        return 0;
      case code::Role::kStrings:
      case code::Role::kExample:
        return 1;
      case code::Role::kBenchmark:
      case code::Role::kTest:
        return 2;
      case code::Role::kGenerated:
      case code::Role::kVendored:
        return 3;
    }
    return 0;
  }

  template <class Map>
  static std::vector<Found> Sorted(Map& by_place) {
    std::vector<Found> found;
    for (auto& [key, one] : by_place) found.push_back(std::move(one));
    std::ranges::sort(found, [](const Found& left, const Found& right) {
      const auto key = [](const Found& one) {
        return std::tuple(Distance(*one.file), -one.place.confidence.millionths(),
                          std::string_view(one.place.path), one.place.line,
                          std::string_view(one.place.symbol));
      };
      return key(left) < key(right);
    });
    return found;
  }

  // With the lines of those that are left.
  UseList Cut(std::vector<Found> found) {
    UseList list;
    list.left_out = found.size() - std::min(found.size(), request_.limit);
    found.resize(found.size() - list.left_out);
    for (Found& one : found) {
      one.place.text = lines_.Of(*one.file, one.place.line);
      list.places.push_back(std::move(one.place));
    }
    return list;
  }

  const SearchedCode& searched_;
  const UsesRequest& request_;
  const FileFilter& filter_;
  const store::CodeReader reader_;
  const code::ReferenceReader references_;
  AskedName name_;
  LineTexts lines_;
  UsesAnswer answer_;
  std::vector<store::SymbolRow> definitions_;
  std::set<std::string, std::less<>> other_names_;  // by which definitions may be used
  std::set<Symbol> defined_;
  std::set<std::int64_t> defining_files_;
  std::vector<code::LoadedFile> files_;
  std::map<std::int64_t, const code::LoadedFile*> files_by_id_;
  std::set<std::pair<std::int64_t, std::size_t>> resolved_;  // uses that lead somewhere
  std::set<std::pair<std::int64_t, std::size_t>> counted_;   // uses that are in users_
  std::vector<code::ServedRoute> routes_;  // that were asked for, or that definitions answer
  std::vector<store::FileRow> callee_files_;
  std::vector<store::FileRow> route_files_;
  std::vector<store::FileRow> importer_files_;
  std::vector<Found> definition_places_;
  std::map<std::pair<std::int64_t, std::uint32_t>, Found> users_;
  std::map<Symbol, Found> callees_;
  std::map<std::tuple<std::int64_t, std::uint32_t, std::string>, Found> route_callees_;
  std::vector<Found> importers_;
};

}  // namespace

Result<UsesAnswer> FindUses(const SearchedCode& searched, const UsesRequest& request) {
  if (request.name.size() > kMostName) {
    return Fail(Errc::kInvalidInput, "the name is longer than 1000 bytes");
  }
  if (Take(request.name).last.empty() && !code::IsRoute(request.name)) {
    return Fail(Errc::kInvalidInput, "there is no name to look for",
                "name a function, a class or another symbol");
  }
  const auto filter = SATCHEL_TRY(FileFilter::Make(request.filter));
  const auto counts = SATCHEL_TRY(store::CodeReader(searched.curated).Counts(searched.scope));
  if (counts.files == 0) {
    return Fail(Errc::kNotFound, "nothing is indexed here yet", "`satchel index` reads the code");
  }
  return Finder(searched, request, filter).Run();
}

}  // namespace satchel::retrieval
