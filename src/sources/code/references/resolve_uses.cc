#include "sources/code/references/resolve_uses.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "base/ascii.h"

// Nothing is known about types, so a reference is a guess by name, and says by which rule it was
// made and how sure that rule is. The rules are tried from the surest to the least sure, and the
// first one that finds a definition decides: a name that the file imports is not also looked for in
// the whole workspace. Rules for uses with a qualifier and rules for those without do not compete.
//
// References are made when somebody asks and are not stored. A stored one would have to be made
// anew whenever any file defines the same name, so that one edit could change rows of thousands of
// files. The answer depends on the file and the given definitions alone.
namespace satchel::code {
namespace {

constexpr std::size_t kMostAmbiguous = 3;

struct Rule {
  std::string_view name;
  std::int64_t millionths;
};
constexpr Rule kScope{"scope", 1'000'000};
constexpr Rule kImport{"import", 950'000};
constexpr Rule kModule{"module", 900'000};
constexpr Rule kPackage{"package", 900'000};
constexpr Rule kInclude{"include", 850'000};
constexpr Rule kMember{"member", 850'000};
constexpr Rule kInherited{"inherited", 850'000};
constexpr Rule kFileName{"file_name", 850'000};
constexpr Rule kUnique{"unique", 600'000};
constexpr std::string_view kAmbiguous = "ambiguous";

std::string_view Directory(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

std::string_view Stem(std::string_view path) {
  path.remove_prefix(Directory(path).size());
  return path.substr(0, path.find('.'));
}

// Languages that can use each other's names.
std::string_view Family(std::string_view language) {
  if (language == "cpp") return "c";
  if (language == "typescript" || language == "tsx") return "javascript";
  return language;
}

// Whether a namespace says nothing about directories, so that its name alone tells what is in it.
bool SpreadsNamespaces(std::string_view family) { return family == "php" || family == "csharp"; }

// Whether a class uses what it has from others without saying where that is.
bool InheritsCalls(std::string_view family) {
  return family == "ruby" || family == "php" || family == "csharp";
}

// Whether a file of a class is named after it, so that programs find it by that.
bool NamesFilesAfterTypes(std::string_view family) {
  return family == "ruby" || family == "php" || family == "csharp";
}

// `http_client` of `HTTPClient`, as Ruby's loaders have it.
std::string Underscored(std::string_view name) {
  std::string words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool hump = IsUpper(name[i]) && i > 0 && name[i - 1] != '_';
    const bool after_small = hump && !IsUpper(name[i - 1]);
    const bool before_small = hump && i + 1 < name.size() && IsLower(name[i + 1]);
    if (after_small || before_small) words += '_';
    words += ToLower(name[i]);
  }
  return words;
}

// What Ruby's own strings, arrays and hashes have: a workspace that defines one is hardly ever
// meant by `x.sort`. Sorted.
constexpr auto kRubyMembers = std::to_array<std::string_view>(
    {"all?",    "any?",  "call",   "concat", "count",   "delete",  "dup",     "each",
     "empty?",  "fetch", "find",   "first",  "flatten", "freeze",  "gsub",    "include?",
     "inspect", "is_a?", "join",   "key?",   "keys",    "last",    "length",  "map",
     "match",   "merge", "nil?",   "pop",    "push",    "reject",  "replace", "reverse",
     "select",  "send",  "size",   "slice",  "sort",    "sort_by", "split",   "start_with?",
     "strip",   "sub",   "sum",    "tap",    "to_a",    "to_h",    "to_i",    "to_s",
     "to_sym",  "uniq",  "update", "values", "zip"});
static_assert(std::ranges::is_sorted(kRubyMembers));

bool IsType(std::string_view kind) {
  static constexpr std::array<std::string_view, 7> kTypes = {
      "class", "struct", "union", "interface", "trait", "enum", "type_alias"};
  return std::ranges::find(kTypes, kind) != kTypes.end();
}

bool Fits(UseKind use, std::string_view kind, std::string_view family) {
  static constexpr std::array<std::string_view, 4> kCallable = {"function", "method", "constructor",
                                                                "macro"};
  switch (use) {
    case UseKind::kType:
    case UseKind::kBase:
      // A module of Ruby is mixed into classes.
      return IsType(kind) || kind == "macro" || (kind == "namespace" && family == "ruby");
    case UseKind::kCall:
      return std::ranges::find(kCallable, kind) != kCallable.end() || IsType(kind) ||
             kind == "field" || kind == "variable" || kind == "constant";
    case UseKind::kValue:
      return kind != "heading";
  }
  return false;
}

// Says that it is what a base has.
bool IsBaseWord(std::string_view qualifier, std::string_view family) {
  if (family == "php") return qualifier == "parent";
  if (family == "csharp") return qualifier == "base";
  return qualifier == "super" || qualifier == "super()";
}

bool IsSelf(std::string_view qualifier, std::string_view family) {
  if (family == "php" && qualifier == "static") return true;
  return qualifier == "self" || qualifier == "this" || qualifier == "cls" || qualifier == "Self" ||
         IsBaseWord(qualifier, family);
}

// `c` of `a.b.c`, `a::b::c`, `a/b/c`.
std::string_view LastPart(std::string_view name) {
  const std::size_t at = name.find_last_of(".:/\\");
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

// The name by which the file knows what it imported.
std::string_view BoundName(const store::ImportRow& import) {
  if (!import.alias.empty()) return import.alias;
  return import.name.empty() ? LastPart(import.module) : std::string_view(import.name);
}

class Resolver {
 public:
  Resolver(const FileView& file, const Definitions& definitions)
      : file_(file), definitions_(definitions), family_(Family(file.row->language)) {
    for (const store::ImportRow& import : file_.imports) {
      if (!import.target.empty() || SpreadsNamespaces(family_)) {
        bound_.emplace(BoundName(import), &import);
      }
    }
    for (const Use& use : file_.facts->uses) {
      if (use.kind == UseKind::kBase && use.symbol != kNoSymbol) {
        bases_[use.symbol].push_back(use.name);
      }
    }
  }

  std::vector<Reference> All() {
    for (std::size_t i = 0; i < file_.facts->uses.size(); ++i) Resolve(i);
    return std::move(found_);
  }

 private:
  using Candidates = std::vector<const store::SymbolRow*>;

  const store::FileRow* FileOf(const store::SymbolRow& row) const {
    const auto found = definitions_.files.find(row.file);
    return found == definitions_.files.end() ? nullptr : &found->second;
  }

  Candidates Named(std::string_view name, UseKind kind) const {
    Candidates candidates;
    const auto found = definitions_.by_name.find(name);
    if (found == definitions_.by_name.end()) return candidates;
    for (const store::SymbolRow& row : found->second) {
      const store::FileRow* file = FileOf(row);
      if (file == nullptr || Family(file->language) != family_) continue;
      if ((row.flags & store::kStaleSymbol) == 0 && Fits(kind, row.kind, family_))
        candidates.push_back(&row);
    }
    return candidates;
  }

  // Those in a file, or in a directory when the target ends with a slash.
  Candidates Within(const Candidates& candidates, std::string_view target) const {
    Candidates inside;
    for (const store::SymbolRow* row : candidates) {
      const std::string_view path = FileOf(*row)->path;
      if (target.ends_with('/') ? Directory(path) == target : path == target) inside.push_back(row);
    }
    return inside;
  }

  // Those in what an import leads to; without a file, in the namespace that it names.
  Candidates Taken(const Candidates& candidates, const store::ImportRow& import) const {
    if (!import.target.empty()) return Within(candidates, import.target);
    if (!SpreadsNamespaces(family_)) return {};
    const std::string_view module = import.module;
    const std::string_view space =
        import.name.empty() ? module.substr(0, module.size() - LastPart(module).size()) : module;
    return InNamespace(candidates, space);
  }

  // What is directly in a namespace, whatever directory its files are in.
  Candidates InNamespace(const Candidates& candidates, std::string_view space) const {
    while (space.ends_with('\\') || space.ends_with('.')) space.remove_suffix(1);
    Candidates inside;
    if (space.empty()) return inside;
    for (const store::SymbolRow* row : candidates) {
      if (row->container.empty() && FileOf(*row)->package == space) inside.push_back(row);
    }
    return inside;
  }

  // The parts of one class may be in several files.
  Candidates InSameClass(const Candidates& candidates, const Use& use) const {
    Candidates inside;
    if (use.symbol == kNoSymbol) return inside;
    const std::string& around = file_.facts->symbols[use.symbol].container;
    for (const store::SymbolRow* row : candidates) {
      const bool same = !around.empty() && row->container == around;
      if (same && FileOf(*row)->package == file_.row->package) inside.push_back(row);
    }
    return inside;
  }

  // Those that a base or mixin has, by its name, of the class that the use is in.
  Candidates OfBases(const Candidates& candidates, const Use& use) const {
    std::uint32_t around = use.symbol;
    while (around != kNoSymbol && !HasMembers(file_.facts->symbols[around].kind)) {
      around = file_.facts->symbols[around].parent;
    }
    Candidates inherited;
    const auto bases = bases_.find(around);
    if (bases == bases_.end()) return inherited;
    for (const store::SymbolRow* row : candidates) {
      const bool has =
          std::ranges::find(bases->second, LastPart(row->container)) != bases->second.end();
      if (has && row->visibility != "private") inherited.push_back(row);
    }
    return inherited;
  }

  // One of several: a definition before a declaration, then the outermost, then by place.
  void Add(std::size_t use, Candidates candidates, const Rule& rule) {
    std::ranges::sort(candidates, {}, [this](const store::SymbolRow* row) {
      return std::tuple((row->flags & store::kDeclaredOnly) != 0, row->container.size(),
                        std::string_view(FileOf(*row)->path), row->ordinal);
    });
    Put(use, *candidates.front(), rule.millionths, rule.name);
  }

  void Put(std::size_t use, const store::SymbolRow& row, std::int64_t millionths,
           std::string_view rule) {
    found_.push_back({.from_file = file_.row->id,
                      .from_symbol = file_.facts->uses[use].symbol,
                      .use = use,
                      .to_file = row.file,
                      .to_symbol = row.ordinal,
                      .confidence = Score::FromMillionths(millionths),
                      .rule = rule});
  }

  void Resolve(std::size_t index);
  bool InScope(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByImport(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByQualifier(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByInclude(std::size_t index, const Use& use, const Candidates& candidates);
  bool InPackage(std::size_t index, const Use& use, const Candidates& candidates);
  bool InOwnNamespace(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByBase(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByFileName(std::size_t index, const Use& use, const Candidates& candidates);
  void ByName(std::size_t index, const Use& use, const Candidates& candidates);

  const FileView& file_;
  const Definitions& definitions_;
  std::string_view family_;
  std::multimap<std::string_view, const store::ImportRow*> bound_;
  std::map<std::uint32_t, std::vector<std::string_view>> bases_;  // of each class of the file
  std::vector<Reference> found_;
};

bool Resolver::InScope(std::size_t index, const Use& use, const Candidates& candidates) {
  if (!use.qualifier.empty() && !IsSelf(use.qualifier, family_)) return false;
  Candidates own;
  for (const store::SymbolRow* row : candidates) {
    if (row->file == file_.row->id && (row->flags & store::kDeclaredOnly) == 0) own.push_back(row);
  }
  if (InheritsCalls(family_) && IsBaseWord(use.qualifier, family_)) {
    own = OfBases(own, use);
  } else if ((IsSelf(use.qualifier, family_) || InheritsCalls(family_)) &&
             use.symbol != kNoSymbol) {
    // Of the class that the use is in, before another one of the file.
    const std::string& around = file_.facts->symbols[use.symbol].container;
    Candidates same;
    for (const store::SymbolRow* row : own) {
      if (row->container == around) same.push_back(row);
    }
    if (!same.empty()) own = std::move(same);
  }
  if (own.empty()) return false;
  Add(index, std::move(own), kScope);
  return true;
}

bool Resolver::ByImport(std::size_t index, const Use& use, const Candidates& candidates) {
  if (!use.qualifier.empty()) return false;
  const auto [first, last] = bound_.equal_range(use.name);
  for (auto at = first; at != last; ++at) {
    const store::ImportRow& import = *at->second;
    // Behind an alias the definition has another name.
    const bool aliased = !import.alias.empty();
    Candidates inside = aliased ? Taken(Named(import.name.empty() ? LastPart(import.module)
                                                                  : std::string_view(import.name),
                                              use.kind),
                                        import)
                                : Taken(candidates, import);
    if (inside.empty()) continue;
    Add(index, std::move(inside), kImport);
    return true;
  }
  return false;
}

bool Resolver::ByQualifier(std::size_t index, const Use& use, const Candidates& candidates) {
  if (use.qualifier.empty() || use.qualifier == "?") return false;
  const std::string_view last = LastPart(use.qualifier);
  const std::string_view first =
      std::string_view(use.qualifier).substr(0, use.qualifier.find_first_of(".:"));
  // Of `a.b.c()` the file may have imported `b`, or only `a`.
  for (const std::string_view part : {last, first}) {
    const auto [begin, end] = bound_.equal_range(part);
    for (auto at = begin; at != end; ++at) {
      Candidates inside = Within(candidates, at->second->target);
      if (inside.empty()) continue;
      Add(index, std::move(inside), kModule);
      return true;
    }
  }
  // `Shape.area()`, `a::Shape::make()`: the class says where.
  Candidates members;
  for (const store::SymbolRow* row : candidates) {
    if (LastPart(row->container) == last) members.push_back(row);
  }
  if (members.empty()) return false;
  Candidates own = Within(members, file_.row->path);
  Add(index, own.empty() ? std::move(members) : std::move(own), kMember);
  return true;
}

bool Resolver::ByInclude(std::size_t index, const Use& use, const Candidates& candidates) {
  if (candidates.empty() || (!use.qualifier.empty() && family_ != "c")) return false;
  for (const store::ImportRow& import : file_.imports) {
    if (import.kind != "include" && import.kind != "system_include" && import.kind != "all") {
      continue;
    }
    Candidates inside;
    if (SpreadsNamespaces(family_)) inside = InNamespace(candidates, import.module);
    if (inside.empty() && !import.target.empty()) inside = Within(candidates, import.target);
    if (inside.empty()) continue;
    // A header only declares it: the definition is in the file of the same name, if there is one.
    if (std::ranges::all_of(inside, [](const store::SymbolRow* row) {
          return (row->flags & store::kDeclaredOnly) != 0;
        })) {
      Candidates defined;
      for (const store::SymbolRow* row : candidates) {
        if ((row->flags & store::kDeclaredOnly) == 0 &&
            Stem(FileOf(*row)->path) == Stem(import.target)) {
          defined.push_back(row);
        }
      }
      if (!defined.empty()) inside = std::move(defined);
    }
    Add(index, std::move(inside), kInclude);
    return true;
  }
  return false;
}

bool Resolver::InPackage(std::size_t index, const Use& use, const Candidates& candidates) {
  if (SpreadsNamespaces(family_)) return InOwnNamespace(index, use, candidates);
  if (!use.qualifier.empty() || file_.row->package.empty()) return false;
  Candidates inside;
  for (const store::SymbolRow* row : candidates) {
    const store::FileRow& file = *FileOf(*row);
    // Two directories may have packages of the same name, which are different packages.
    if (file.package == file_.row->package && Directory(file.path) == Directory(file_.row->path) &&
        file.id != file_.row->id) {
      inside.push_back(row);
    }
  }
  if (inside.empty()) return false;
  Add(index, std::move(inside), kPackage);
  return true;
}

bool Resolver::InOwnNamespace(std::size_t index, const Use& use, const Candidates& candidates) {
  if (!use.qualifier.empty() &&
      (!IsSelf(use.qualifier, family_) || IsBaseWord(use.qualifier, family_))) {
    return false;
  }
  Candidates inside = InSameClass(candidates, use);
  // C# also sees the namespaces around its own.
  for (std::string_view space = file_.row->package; inside.empty() && !space.empty();) {
    if (use.qualifier.empty()) inside = InNamespace(candidates, space);
    const std::size_t dot = family_ == "csharp" ? space.rfind('.') : std::string_view::npos;
    space = dot == std::string_view::npos ? std::string_view() : space.substr(0, dot);
  }
  if (inside.empty()) return false;
  Add(index, std::move(inside), kPackage);
  return true;
}

// What a class has from a base or a mixin that is in another file.
bool Resolver::ByBase(std::size_t index, const Use& use, const Candidates& candidates) {
  if (!InheritsCalls(family_) || use.kind != UseKind::kCall ||
      (!use.qualifier.empty() && !IsSelf(use.qualifier, family_))) {
    return false;
  }
  Candidates inherited = OfBases(candidates, use);
  if (inherited.empty()) return false;
  Add(index, std::move(inherited), kInherited);
  return true;
}

bool Resolver::ByFileName(std::size_t index, const Use& use, const Candidates& candidates) {
  if (!NamesFilesAfterTypes(family_) || !use.qualifier.empty()) return false;
  const std::string name = family_ == "ruby" ? Underscored(use.name) : use.name;
  Candidates named;
  for (const store::SymbolRow* row : candidates) {
    if (!IsType(row->kind) && row->kind != "namespace") continue;
    if (Stem(FileOf(*row)->path) == name) named.push_back(row);
  }
  // Several files may have parts of one class.
  const auto same = [&](const store::SymbolRow* row) {
    return family_ == "csharp" && row->container == named.front()->container &&
           FileOf(*row)->package == FileOf(*named.front())->package;
  };
  if (named.empty() || (named.size() > 1 && !std::ranges::all_of(named, same))) return false;
  Add(index, std::move(named), kFileName);
  return true;
}

void Resolver::ByName(std::size_t index, const Use& use, const Candidates& candidates) {
  // What is asked of a class is that class's, which nothing before has found.
  const std::string_view last = LastPart(use.qualifier);
  if (InheritsCalls(family_) && !last.empty() && IsUpper(last.front())) return;
  if (family_ == "ruby" && !last.empty() &&
      std::ranges::binary_search(kRubyMembers, std::string_view(use.name))) {
    return;
  }
  Candidates defined;
  for (const store::SymbolRow* row : candidates) {
    const bool own = row->file == file_.row->id;
    if ((row->flags & store::kDeclaredOnly) != 0) continue;
    if (!own && row->visibility == "private") continue;
    // A plain call does not reach into another file's class.
    if (!own && use.qualifier.empty() && row->kind == "method") continue;
    defined.push_back(row);
  }
  if (defined.empty() || defined.size() > kMostAmbiguous) return;
  if (defined.size() == 1) {
    Add(index, std::move(defined), kUnique);
    return;
  }
  std::ranges::sort(defined, {}, [this](const store::SymbolRow* row) {
    return std::pair(std::string_view(FileOf(*row)->path), row->ordinal);
  });
  const auto millionths = static_cast<std::int64_t>(600'000 / defined.size());
  for (const store::SymbolRow* row : defined) Put(index, *row, millionths, kAmbiguous);
}

void Resolver::Resolve(std::size_t index) {
  const Use& use = file_.facts->uses[index];
  Candidates candidates = Named(use.name, use.kind);
  // A plain call in PHP is one of a function, or `new` of a class.
  if (family_ == "php" && use.kind == UseKind::kCall && use.qualifier.empty()) {
    std::erase_if(candidates, [](const store::SymbolRow* row) { return row->kind == "method"; });
  }
  if (InScope(index, use, candidates)) return;
  if (ByImport(index, use, candidates)) return;
  if (ByQualifier(index, use, candidates)) return;
  if (InPackage(index, use, candidates)) return;
  if (ByInclude(index, use, candidates)) return;
  if (ByBase(index, use, candidates)) return;
  if (ByFileName(index, use, candidates)) return;
  ByName(index, use, candidates);
}

}  // namespace

std::vector<std::string> NamesToLookUp(const FileView& file) {
  std::set<std::string> names;
  for (const Use& use : file.facts->uses) names.insert(use.name);
  for (const store::ImportRow& import : file.imports) {
    if (import.alias.empty()) continue;
    if (import.target.empty() && !SpreadsNamespaces(Family(file.row->language))) continue;
    names.insert(import.name.empty() ? std::string(LastPart(import.module)) : import.name);
  }
  return {names.begin(), names.end()};
}

std::vector<Reference> ResolveUses(const FileView& file, const Definitions& definitions) {
  return Resolver(file, definitions).All();
}

}  // namespace satchel::code
