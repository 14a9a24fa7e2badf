#include "code/references/resolve_uses.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "code/facts/family.h"
#include "code/facts/route.h"
#include "code/references/c_names.h"
#include "code/references/generated_names.h"

// Nothing is known about types, so a reference is a guess by name, and says by which rule it was
// made and how sure that rule is. The rules are tried from the surest to the least sure, and the
// first one that finds a definition decides: a name that the file imports is not also looked for in
// the whole workspace. Rules for uses with a qualifier and rules for those without do not compete.
//
// References are made when somebody asks and are not stored. A stored one would have to be made
// anew whenever any file defines the same name, so that one edit could change rows of thousands of
// files. The answer depends on the file and the given definitions alone.
//
// More than 600 lines: the rules share one set of candidates, and their order is the whole point.
namespace satchel::code {
namespace {

constexpr std::size_t kMostAmbiguous = 3;
constexpr std::string_view kPackageFile = "__init__.py";
constexpr int kMostHands = 4;                 // files that a name is handed on through
constexpr std::size_t kMostHandsTried = 100;  // of one use

struct Rule {
  std::string_view name;
  std::int64_t millionths;
};
constexpr Rule kScope{"scope", 1'000'000};
constexpr Rule kImport{"import", 950'000};
constexpr Rule kModule{"module", 900'000};
constexpr Rule kPackage{"package", 900'000};
constexpr Rule kInclude{"include", 850'000};
// A name that the containers of the language have, too.
constexpr Rule kIncludedMember{"include", 600'000};
constexpr Rule kMember{"member", 850'000};
// In Go a variable or field may be called what a type is, and mostly that is what stands before the
// dot: of nine in cobra and mux four are right (docs/numbers/log/quality.md).
constexpr Rule kGoMember{"member", 400'000};
constexpr Rule kInherited{"inherited", 850'000};
constexpr Rule kFileName{"file_name", 850'000};
constexpr Rule kKeyName{"key", 700'000};
constexpr Rule kTableName{"table", 700'000};
constexpr Rule kRoutePath{"route", 700'000};
constexpr std::int64_t kRouteEnd = 500'000;  // of a route by the end of its path
constexpr Rule kProtobuf{"protobuf", 700'000};
constexpr Rule kBinding{"binding", 700'000};
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

std::string_view FirstPart(std::string_view name) {
  return name.substr(0, name.find_first_of(".:"));
}

// What may define a key that code names.
bool HasKeys(std::string_view language) {
  return language == "yaml" || language == "json" || language == "toml" || language == "dotenv" ||
         language == "dockerfile";
}

// Whether `database` or `a.database` is what the key is in, when code says `database`.
bool IsIn(std::string_view container, std::string_view keys) {
  if (!container.ends_with(keys)) return false;
  container.remove_suffix(keys.size());
  return container.empty() || container.ends_with('.');
}

// The name that it has where it is defined.
std::string_view NameBehind(const store::ImportRow& import) {
  return import.name.empty() ? LastPart(import.module) : std::string_view(import.name);
}

// The name by which the file knows what it imported.
std::string_view BoundName(const store::ImportRow& import) {
  return import.alias.empty() ? NameBehind(import) : std::string_view(import.alias);
}

// What Rust has in a type is named by it. Types have large letters, modules small ones.
bool IsOfType(const store::SymbolRow& row) {
  const std::string_view owner = LastPart(row.container);
  return !owner.empty() && IsUpper(owner.front());
}

class Resolver {
 public:
  Resolver(const FileView& file, const Definitions& definitions)
      : file_(file), definitions_(definitions), family_(Family(file.row->language)) {
    for (const store::ImportRow& import : file_.imports) {
      if (!import.target.empty() || SpreadsNamespaces(family_)) {
        bound_.emplace(BoundName(import), &import);
        BindPackage(import);
      } else if (import.kind == "all") {
        takes_all_ = true;
      } else if (BindsImports(family_)) {
        elsewhere_.insert(BoundName(import));
      }
    }
    has_protobuf_ = std::ranges::any_of(
        definitions_.files, [](const auto& one) { return one.second.language == "protobuf"; });
    for (const Use& use : file_.uses) {
      if (use.kind == UseKind::kBase && use.symbol != kNoSymbol) {
        bases_[use.symbol].push_back(NameOfBase(use));
      }
    }
  }

  std::vector<Reference> All() {
    for (std::size_t i = 0; i < file_.uses.size(); ++i) Resolve(i);
    return std::move(found_);
  }

  std::set<std::string> TakeUnread() { return std::move(unread_); }

 private:
  using Candidates = std::vector<const store::SymbolRow*>;

  // In Python `import a.b` gives a name to the package `a`.
  void BindPackage(const store::ImportRow& import) {
    const std::string_view module = import.module;
    if (family_ != "python" || !import.alias.empty() || !import.name.empty()) return;
    if (module.find('.') == std::string_view::npos || import.target.ends_with('/')) return;
    std::string_view directory = Directory(import.target);
    auto above = std::ranges::count(module, '.');
    if (import.target.ends_with(kPackageFile)) ++above;
    for (; above > 1 && !directory.empty(); --above) {
      directory = Directory(directory.substr(0, directory.size() - 1));
    }
    store::ImportRow& package = packages_.emplace_back(import);
    package.module = module.substr(0, module.find('.'));
    package.target = std::string(directory) + std::string(kPackageFile);
    bound_.emplace(package.module, &package);
  }

  // The name that a base has where it is defined.
  std::string_view NameOfBase(const Use& use) const {
    const auto found = bound_.find(use.name);
    const bool renamed = use.qualifier.empty() && found != bound_.end() &&
                         !found->second->alias.empty() && !found->second->name.empty() &&
                         found->second->name != "default";
    return renamed ? std::string_view(found->second->name) : std::string_view(use.name);
  }

  const store::FileRow* FileOf(const store::SymbolRow& row) const {
    const auto found = definitions_.files.find(row.file);
    return found == definitions_.files.end() ? nullptr : &found->second;
  }

  // Found once, as a file uses a name again and again.
  const Candidates& Named(std::string_view name, UseKind kind) {
    const auto [at, is_new] = named_.try_emplace({name, kind});
    if (is_new) at->second = FindNamed(name, kind);
    return at->second;
  }

  Candidates FindNamed(std::string_view name, UseKind kind) const {
    Candidates candidates;
    const auto found = definitions_.by_name.find(name);
    if (found == definitions_.by_name.end()) return candidates;
    for (const store::SymbolRow& row : found->second) {
      const store::FileRow* file = FileOf(row);
      if (file == nullptr || !Reaches(family_, Family(file->language))) continue;
      if ((row.flags & store::kStaleSymbol) == 0 && Fits(kind, row.kind, family_))
        candidates.push_back(&row);
    }
    return candidates;
  }

  bool IsBeside(std::string_view path, std::string_view directory) const {
    if (HasModuleDirectories(family_) && path.starts_with(directory)) return true;
    // The root of the workspace is a directory, too.
    return directory == "/" ? Directory(path).empty() : Directory(path) == directory;
  }

  // Those in a file, or in a directory when the target ends with a slash.
  Candidates Within(const Candidates& candidates, std::string_view target) const {
    Candidates inside;
    for (const store::SymbolRow* row : candidates) {
      const std::string_view path = FileOf(*row)->path;
      if (target.ends_with('/') ? IsBeside(path, target) : path == target) inside.push_back(row);
    }
    return inside;
  }

  // Those in what an import leads to; without a file, in the namespace that it names.
  Candidates Taken(const Candidates& candidates, const store::ImportRow& import) const {
    const std::string_view module = import.module;
    const std::string_view space =
        import.name.empty() ? module.substr(0, module.size() - LastPart(module).size()) : module;
    if (DecidesByImport(family_)) {
      // The package says it; a file that is named so may have what an object has.
      Candidates inside = InNamespace(candidates, space);
      return inside.empty() ? InObject(candidates, space) : inside;
    }
    if (!import.target.empty()) return Within(candidates, import.target);
    if (!SpreadsNamespaces(family_)) return {};
    return InNamespace(candidates, space);
  }

  // Of `a.b.C`, where C is an object or a class of the package `a.b`: what it has.
  Candidates InObject(const Candidates& candidates, std::string_view path) const {
    Candidates inside;
    const std::string_view owner = LastPart(path);
    if (owner.size() + 1 >= path.size()) return inside;
    const std::string_view space = path.substr(0, path.size() - owner.size() - 1);
    for (const store::SymbolRow* row : candidates) {
      if (row->container == owner && FileOf(*row)->package == space) inside.push_back(row);
    }
    return inside;
  }

  // Where a file stands for several, what it takes from another and hands on: `__init__.py`,
  // `index.ts`. Those that define the name at last.
  Candidates HandedOn(std::string_view path, std::string_view name, UseKind kind, int hands,
                      std::size_t& tried) {
    if (hands == 0 || path.ends_with('/') || !HandsOnImports(family_)) return {};
    const auto imports = definitions_.imports.find(path);
    if (imports == definitions_.imports.end()) {
      unread_.emplace(path);
      return {};
    }
    for (const store::ImportRow& import : imports->second) {
      const bool all = import.kind == "all" || (import.name == "*" && import.alias.empty());
      if (import.target.empty() || import.target == path) continue;
      if ((!all && BoundName(import) != name) || ++tried > kMostHandsTried) continue;
      const std::string_view behind = all || import.name.empty() ? name : import.name;
      Candidates inside = Outermost(Within(Named(behind, kind), import.target));
      if (inside.empty()) inside = HandedOn(import.target, behind, kind, hands - 1, tried);
      if (!inside.empty()) return inside;
    }
    return {};
  }

  Candidates HandedOn(std::string_view path, std::string_view name, UseKind kind) {
    std::size_t tried = 0;
    return HandedOn(path, name, kind, kMostHands, tried);
  }

  // Those that an import can bring: not members of what the file defines.
  Candidates Outermost(Candidates candidates) const {
    if (HasLexicalScopes(family_)) {
      std::erase_if(candidates,
                    [](const store::SymbolRow* row) { return !row->container.empty(); });
    }
    return candidates;
  }

  // Of `a.b.c` in Python where `a` is a package: what its module `b` defines.
  Candidates OfSubmodule(const Candidates& candidates, std::string_view package,
                         std::string_view qualifier) const {
    if (family_ != "python" || !package.ends_with(kPackageFile)) return {};
    package.remove_suffix(kPackageFile.size());
    std::string path(package);
    for (const char c : qualifier.substr(qualifier.find('.') + 1)) path += c == '.' ? '/' : c;
    Candidates inside = Outermost(Within(candidates, path + ".py"));
    if (inside.empty())
      inside = Outermost(Within(candidates, path + "/" + std::string(kPackageFile)));
    return inside;
  }

  // What is directly in a namespace, whatever directory its files are in.
  Candidates InNamespace(const Candidates& candidates, std::string_view space) const {
    while (space.ends_with('\\') || space.ends_with('.')) space.remove_suffix(1);
    Candidates inside;
    if (space.empty()) return inside;
    for (const store::SymbolRow* row : candidates) {
      const bool outermost = row->container.empty() || IsExtension(*row);
      if (outermost && FileOf(*row)->package == space) inside.push_back(row);
    }
    return inside;
  }

  // `fun Shape.draw()` of Kotlin, outside of all classes: its container is what it is for.
  bool IsExtension(const store::SymbolRow& row) const {
    return family_ == "kotlin" && !row.container.empty() && row.visibility != "private" &&
           (row.kind == "function" || row.kind == "property") && !row.container.contains('.');
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

  std::uint32_t ClassAround(const Use& use) const {
    std::uint32_t around = use.symbol;
    while (around != kNoSymbol && !HasMembers(file_.facts->symbols[around].kind)) {
      around = file_.facts->symbols[around].parent;
    }
    return around;
  }

  // The symbol of this file that another one of it is in.
  std::uint32_t ParentOf(const store::SymbolRow& row) const {
    const auto ordinal = static_cast<std::size_t>(row.ordinal);
    return ordinal < file_.facts->symbols.size() ? file_.facts->symbols[ordinal].parent : kNoSymbol;
  }

  // How deep the innermost scope is that has it and that the use is in; none: it is not seen.
  std::optional<int> DepthSeen(const store::SymbolRow& row, const Use& use) const {
    const std::uint32_t parent = ParentOf(row);
    if (parent == kNoSymbol) return 0;
    bool inside = false;
    int depth = 0;
    for (std::uint32_t at = use.symbol; at != kNoSymbol; at = file_.facts->symbols[at].parent) {
      inside = inside || at == parent;
      if (inside) ++depth;
    }
    return inside ? std::optional(depth) : std::nullopt;
  }

  // Of this file's, those that a name alone can mean: in the innermost scope that has some.
  Candidates Seen(const Candidates& own, const Use& use) const {
    Candidates seen;
    int deepest = 0;
    for (const store::SymbolRow* row : own) {
      const auto depth = DepthSeen(*row, use);
      if (!depth || *depth < deepest) continue;
      if (*depth > deepest) seen.clear();
      deepest = *depth;
      seen.push_back(row);
    }
    return seen;
  }

  // The same where a class may be written in several parts: all of them are around.
  Candidates SeenNested(const Candidates& own, const Use& use) const {
    const std::uint32_t around = ClassAround(use);
    Candidates seen;
    for (const store::SymbolRow* row : own) {
      const bool plain = ParentOf(*row) != kNoSymbol || row->container.empty();
      const bool part =
          around != kNoSymbol && LastPart(row->container) == file_.facts->symbols[around].name;
      if ((plain && DepthSeen(*row, use)) || part) seen.push_back(row);
    }
    return seen;
  }

  // Those that a base or mixin has, by its name, of the class that the use is in.
  Candidates OfBases(const Candidates& candidates, const Use& use) const {
    const std::uint32_t around = ClassAround(use);
    Candidates inherited;
    const auto bases = bases_.find(around);
    if (bases == bases_.end()) return inherited;
    for (const store::SymbolRow* row : candidates) {
      const bool has =
          std::ranges::find(bases->second, LastPart(row->container)) != bases->second.end();
      // A class may be named as its base is.
      const bool own = row->file == file_.row->id && ParentOf(*row) == around;
      if (has && !own && row->visibility != "private") inherited.push_back(row);
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
                      .from_symbol = file_.uses[use].symbol,
                      .use = use,
                      .to_file = row.file,
                      .to_symbol = row.ordinal,
                      .confidence = Score::FromMillionths(millionths),
                      .rule = rule});
  }

  // Of C and C++: without what the place cannot see, and of overloads and of what a preprocessor
  // chooses from the likely ones.
  void KeepSeenInC(Candidates& candidates, const Use& use) const;
  bool IsSeenInC(const store::SymbolRow& row) const;
  void KeepInnermost(Candidates& candidates, const Use& use) const;
  void KeepOtherOverloads(Candidates& candidates, const Use& use) const;
  static void KeepLastChoices(Candidates& candidates);

  void Resolve(std::size_t index);
  void ResolveInFamily(std::size_t index, const Use& use);
  void ByProtobuf(std::size_t index, const Use& use, std::size_t before);
  void ByBinding(std::size_t index, const Use& use);
  bool TakesLibrary() const;
  bool IsGenerated(const Use& use) const;
  bool TakesGenerated() const;
  void PutAll(std::size_t index, Candidates rows, const Rule& rule);
  Candidates OfOwnClass(Candidates own, const Candidates& candidates, const Use& use) const;
  bool IsElsewhere(const Use& use) const;
  static bool HaveSeveralOwners(const Candidates& candidates);
  // One of several files of a page that share their names: it imports nothing.
  bool IsScript() const { return file_.row->language == "javascript" && file_.imports.empty(); }
  // By its own name, not as one of all.
  bool IsImportedName(std::string_view name) const {
    const auto [first, last] = bound_.equal_range(name);
    return std::any_of(first, last, [](const auto& at) { return at.second->kind != "all"; });
  }
  // Of another file of the workspace, which may hand on what others define.
  bool TakesAllOfAnother() const {
    return std::ranges::any_of(file_.imports, [this](const store::ImportRow& import) {
      return import.kind == "all" && !import.target.empty() && import.target != file_.row->path;
    });
  }
  // Whether the file says what it sees of others, so that a name alone is no guess.
  bool IsSeenByPackage() const {
    if (HasModuleDirectories(family_)) return !ModuleDirectory(file_.row->path).empty();
    return family_ == "kotlin" && !file_.row->package.empty();
  }
  bool InScope(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByImport(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByQualifier(std::size_t index, const Use& use, const Candidates& candidates);
  static void KeepOfType(Candidates& inside, const store::ImportRow& import, std::string_view last);
  Candidates OfTypeBehind(const Candidates& candidates, const store::ImportRow& import);
  void KeepSeen(Candidates& members, std::string_view first) const;
  bool ByInclude(std::size_t index, const Use& use, const Candidates& candidates);
  bool InPackage(std::size_t index, const Use& use, const Candidates& candidates);
  bool InOwnModule(std::size_t index, const Use& use, const Candidates& candidates);
  static bool OnlyDeclared(const Candidates& candidates);
  bool InOwnNamespace(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByBase(std::size_t index, const Use& use, const Candidates& candidates);
  bool ByFileName(std::size_t index, const Use& use, const Candidates& candidates);
  void ByName(std::size_t index, const Use& use, const Candidates& candidates);
  void ByLiteral(std::size_t index, const Use& use);
  void ByRoute(std::size_t index, const Use& use);
  enum class Distance : std::uint8_t {
    kSameFunction,
    kAbove,  // in the same file
    kImported,
    kBelow,  // in the same file
    kAround,
    kElsewhere,
  };
  Distance DistanceTo(const ServedRoute& served, const store::FileRow& file, const Use& use) const;

  const FileView& file_;
  const Definitions& definitions_;
  std::string_view family_;
  std::multimap<std::string_view, const store::ImportRow*> bound_;
  std::deque<store::ImportRow> packages_;  // that are imported with one of their modules
  std::set<std::string_view> elsewhere_;   // names that imports of other workspaces have
  bool takes_all_ = false;                 // of something that was not found
  bool has_protobuf_ = false;              // that generated code may be made from
  std::map<std::uint32_t, std::vector<std::string_view>> bases_;  // of each class of the file
  std::map<std::pair<std::string_view, UseKind>, Candidates> named_;
  std::set<std::string> unread_;
  std::vector<Reference> found_;
};

// Of the class that the use is in; else of its bases, which may be in other files; else of
// whichever class of the file has one.
Resolver::Candidates Resolver::OfOwnClass(Candidates own, const Candidates& candidates,
                                          const Use& use) const {
  const std::uint32_t around = ClassAround(use);
  Candidates same;
  for (const store::SymbolRow* row : own) {
    if (around != kNoSymbol && ParentOf(*row) == around) same.push_back(row);
  }
  if (!same.empty()) return same;
  if (OfBases(candidates, use).empty()) return own;
  return OfBases(own, use);
}

bool Resolver::InScope(std::size_t index, const Use& use, const Candidates& candidates) {
  if (!use.qualifier.empty() && !IsSelf(use.qualifier, family_)) return false;
  Candidates own;
  for (const store::SymbolRow* row : candidates) {
    if (row->file == file_.row->id && (row->flags & store::kDeclaredOnly) == 0) own.push_back(row);
  }
  if (HasLexicalScopes(family_) && use.qualifier.empty()) {
    own = Seen(own, use);
  } else if (HasNestedScopes(family_) && use.qualifier.empty()) {
    own = SeenNested(own, use);
  } else if (InheritsThroughSelf(family_) && IsBaseWord(use.qualifier, family_)) {
    own = OfBases(own, use);
  } else if (InheritsThroughSelf(family_) && !InheritsCalls(family_) &&
             IsSelf(use.qualifier, family_)) {
    own = OfOwnClass(std::move(own), candidates, use);
  } else if ((IsSelf(use.qualifier, family_) || InheritsCalls(family_) || family_ == "c") &&
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

void Resolver::KeepSeenInC(Candidates& candidates, const Use& use) const {
  std::erase_if(candidates, [this](const store::SymbolRow* row) { return !IsSeenInC(*row); });
  if (use.qualifier.empty()) KeepInnermost(candidates, use);
  if (use.kind == UseKind::kCall && use.symbol != kNoSymbol) KeepOtherOverloads(candidates, use);
  KeepLastChoices(candidates);
}

bool Resolver::IsSeenInC(const store::SymbolRow& row) const {
  const std::string_view path = FileOf(row)->path;
  if (row.file == file_.row->id || IsHeader(path)) return true;
  if (!IsType(row.kind) && row.kind != "macro") return true;
  return std::ranges::any_of(file_.imports,
                             [&](const store::ImportRow& import) { return import.target == path; });
}

// A name alone is what the innermost of the scopes around it has. What another class has stays
// where there is nothing else: it may be a base.
void Resolver::KeepInnermost(Candidates& candidates, const Use& use) const {
  const std::string around = ScopesAround(*file_.facts, use.symbol);
  std::optional<std::size_t> deepest;
  for (const store::SymbolRow* row : candidates) {
    deepest = std::max(deepest, SeenFrom(around, row->container));
  }
  if (!deepest) return;
  std::erase_if(candidates, [&](const store::SymbolRow* row) {
    return SeenFrom(around, row->container) != deepest;
  });
}

// A function that calls its own name mostly calls another one of that name.
void Resolver::KeepOtherOverloads(Candidates& candidates, const Use& use) const {
  const auto own = std::ranges::find_if(candidates, [&](const store::SymbolRow* row) {
    return row->file == file_.row->id && row->ordinal == use.symbol;
  });
  if (own == candidates.end()) return;
  // What is defined in its class has no declaration besides.
  const std::uint32_t parent = ParentOf(**own);
  const bool inside = parent != kNoSymbol && HasMembers(file_.facts->symbols[parent].kind);
  const bool others = std::ranges::any_of(candidates, [&](const store::SymbolRow* row) {
    if (row == *own || row->container != (*own)->container) return false;
    return inside || (row->flags & store::kDeclaredOnly) == 0;
  });
  if (others) candidates.erase(own);
}

// Of macros and aliases that `#if` chooses from, the last one is what is taken where nothing is
// special.
void Resolver::KeepLastChoices(Candidates& candidates) {
  std::map<std::tuple<std::int64_t, std::string_view, std::string_view>, std::int64_t> last;
  const auto of = [](const store::SymbolRow& row) {
    return std::tuple(row.file, std::string_view(row.kind), std::string_view(row.container));
  };
  const auto is_chosen = [](const store::SymbolRow& row) {
    return row.kind == "macro" || row.kind == "type_alias";
  };
  for (const store::SymbolRow* row : candidates) {
    if (!is_chosen(*row)) continue;
    const auto [at, is_new] = last.emplace(of(*row), row->ordinal);
    at->second = std::max(at->second, row->ordinal);
  }
  std::erase_if(candidates, [&](const store::SymbolRow* row) {
    return is_chosen(*row) && last.at(of(*row)) != row->ordinal;
  });
}

bool Resolver::ByImport(std::size_t index, const Use& use, const Candidates& candidates) {
  // An extension is imported by its name, too, and stands behind a dot.
  const bool extension = family_ == "kotlin" && !use.qualifier.empty();
  if (!use.qualifier.empty() && !extension) return false;
  const auto [first, last] = bound_.equal_range(use.name);
  for (auto at = first; at != last; ++at) {
    const store::ImportRow& import = *at->second;
    // Behind an alias the definition has another name.
    const bool aliased = !import.alias.empty();
    const std::string_view behind = aliased ? NameBehind(import) : std::string_view(use.name);
    Candidates inside =
        Outermost(aliased ? Taken(Named(behind, use.kind), import) : Taken(candidates, import));
    if (extension) {
      std::erase_if(inside, [this](const store::SymbolRow* row) { return !IsExtension(*row); });
    }
    // In Rust the name is the last part of the path.
    const bool by_name = !import.name.empty() || family_ == "rust";
    if (inside.empty() && by_name) inside = HandedOn(import.target, behind, use.kind);
    if (inside.empty()) continue;
    Add(index, std::move(inside), kImport);
    return true;
  }
  return false;
}

bool Resolver::ByQualifier(std::size_t index, const Use& use, const Candidates& candidates) {
  if (use.qualifier.empty() || use.qualifier == "?") return false;
  const std::string_view last = LastPart(use.qualifier);
  const std::string_view first = FirstPart(use.qualifier);
  // Of `a.b.c()` the file may have imported `b`, or only `a`.
  for (const std::string_view part : {last, first}) {
    const auto [begin, end] = bound_.equal_range(part);
    for (auto at = begin; at != end; ++at) {
      Candidates inside = Within(candidates, at->second->target);
      if (family_ == "rust") {
        KeepOfType(inside, *at->second, last);
        if (inside.empty() && part == last) inside = OfTypeBehind(candidates, *at->second);
      } else if (HasLexicalScopes(family_) || (HasNestedScopes(family_) && family_ != "lua")) {
        // The qualifier is the file, or a class that was taken from it.
        std::erase_if(inside, [&](const store::SymbolRow* row) {
          const std::string_view owner = LastPart(row->container);
          return !row->container.empty() && owner != last && owner != at->second->name;
        });
      }
      if (inside.empty() && part == use.qualifier) {
        inside = HandedOn(at->second->target, use.name, use.kind);
      } else if (inside.empty() && part == first) {
        inside = OfSubmodule(candidates, at->second->target, use.qualifier);
      }
      if (inside.empty()) continue;
      Add(index, std::move(inside), kModule);
      return true;
    }
  }
  // `Shape.area()`, `a::Shape::make()`: the class says where.
  Candidates members;
  for (const store::SymbolRow* row : candidates) {
    if (row->container.ends_with(last) && LastPart(row->container) == last) members.push_back(row);
  }
  if (DecidesByImport(family_)) KeepSeen(members, first);
  if (members.empty()) return false;
  Candidates own = Within(members, file_.row->path);
  Add(index, own.empty() ? std::move(members) : std::move(own),
      family_ == "go" ? kGoMember : kMember);
  return true;
}

// The qualifier of Rust is a module, or a type that was taken from one.
void Resolver::KeepOfType(Candidates& inside, const store::ImportRow& import,
                          std::string_view last) {
  const bool type = !last.empty() && IsUpper(last.front());
  std::erase_if(inside, [&](const store::SymbolRow* row) {
    const std::string_view owner = LastPart(row->container);
    return owner.empty() ? type : owner != last && owner != NameBehind(import);
  });
}

// What a type has that is defined in another file than the one that hands it on.
Resolver::Candidates Resolver::OfTypeBehind(const Candidates& candidates,
                                            const store::ImportRow& import) {
  const std::string_view name = NameBehind(import);
  Candidates members;
  for (const store::SymbolRow* type : HandedOn(import.target, name, UseKind::kType)) {
    for (const store::SymbolRow* row : candidates) {
      if (row->file == type->file && LastPart(row->container) == name) members.push_back(row);
    }
  }
  return members;
}

// Of classes of one name, that which the file imports, or that of its own package.
void Resolver::KeepSeen(Candidates& members, std::string_view first) const {
  if (IsImportedName(first)) {
    const auto [begin, end] = bound_.equal_range(first);
    std::erase_if(members, [&](const store::SymbolRow* row) {
      return std::none_of(begin, end, [&](const auto& at) {
        return at.second->kind != "all" && FileOf(*row)->package == at.second->module;
      });
    });
    return;
  }
  const auto own = [&](const store::SymbolRow* row) {
    return FileOf(*row)->package == file_.row->package;
  };
  if (std::ranges::any_of(members, own)) std::erase_if(members, std::not_fn(own));
}

bool Resolver::HaveSeveralOwners(const Candidates& candidates) {
  std::set<std::string_view> owners;
  for (const store::SymbolRow* row : candidates) {
    if (IsMember(row->kind)) owners.insert(row->container);
  }
  return owners.size() > 1;
}

bool Resolver::ByInclude(std::size_t index, const Use& use, const Candidates& candidates) {
  if (candidates.empty() || (!use.qualifier.empty() && family_ != "c")) return false;
  // Whose member an object's is, no header says when several classes have one.
  if (!use.qualifier.empty() && HaveSeveralOwners(candidates)) return false;
  for (const store::ImportRow& import : file_.imports) {
    if (import.kind != "include" && import.kind != "system_include" && import.kind != "all") {
      continue;
    }
    Candidates inside;
    if (SpreadsNamespaces(family_)) inside = InNamespace(candidates, import.module);
    if (DecidesByImport(family_)) {
      if (inside.empty()) inside = InObject(candidates, import.module);
    } else if (inside.empty() && !import.target.empty()) {
      inside = Within(candidates, import.target);
    }
    if (HasNestedScopes(family_) && !SpreadsNamespaces(family_)) {
      std::erase_if(inside, [](const store::SymbolRow* row) {
        return !row->container.empty() || row->visibility == "private" ||
               (row->flags & store::kDeclaredOnly) != 0;
      });
    }
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
    const bool common = !use.qualifier.empty() && IsBuiltinMember(family_, use.name);
    Add(index, std::move(inside), common ? kIncludedMember : kInclude);
    return true;
  }
  return false;
}

bool Resolver::InPackage(std::size_t index, const Use& use, const Candidates& candidates) {
  if (SpreadsNamespaces(family_)) return InOwnNamespace(index, use, candidates);
  if (HasModuleDirectories(family_)) return InOwnModule(index, use, candidates);
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

// Files of one module see each other's names, and what extensions of one type have.
bool Resolver::InOwnModule(std::size_t index, const Use& use, const Candidates& candidates) {
  const std::string_view module = ModuleDirectory(file_.row->path);
  const bool self = IsSelf(use.qualifier, family_) && !IsBaseWord(use.qualifier, family_);
  if (module.empty() || (!use.qualifier.empty() && !self)) return false;
  const std::uint32_t around = ClassAround(use);
  Candidates inside;
  Candidates members;
  for (const store::SymbolRow* row : candidates) {
    if (row->file == file_.row->id || row->visibility == "private") continue;
    if (!FileOf(*row)->path.starts_with(module)) continue;
    if (row->container.empty() && !self) inside.push_back(row);
    const bool same =
        around != kNoSymbol && LastPart(row->container) == file_.facts->symbols[around].name;
    if (same && IsMember(row->kind)) members.push_back(row);
  }
  if (!members.empty()) inside = std::move(members);
  if (inside.empty() || OnlyDeclared(inside)) return false;
  Add(index, std::move(inside), kPackage);
  return true;
}

bool Resolver::OnlyDeclared(const Candidates& candidates) {
  return std::ranges::all_of(candidates, [](const store::SymbolRow* row) {
    return (row->flags & store::kDeclaredOnly) != 0;
  });
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
  if (!InheritsThroughSelf(family_) || use.kind != UseKind::kCall) return false;
  const bool plain = use.qualifier.empty() && InheritsCalls(family_);
  if (!plain && !IsSelf(use.qualifier, family_)) return false;
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
  if (!last.empty() && IsBuiltinMember(family_, use.name)) return;
  // What a type of another crate has is there.
  if (family_ == "rust" && !last.empty() && IsUpper(last.front()) &&
      !definitions_.by_name.contains(last)) {
    return;
  }
  // A name alone that is neither defined here nor imported is the language's own.
  if (HasLexicalScopes(family_) && last.empty() && !takes_all_ && !IsScript()) return;
  const bool only_macros =
      family_ == "rust" && last.empty() && !TakesAllOfAnother() && !IsImportedName(use.name);
  // So it is where packages or modules say what a file sees.
  if (last.empty() && IsSeenByPackage()) return;
  const std::string scopes = ScopesAround(*file_.facts, use.symbol);
  Candidates defined;
  for (const store::SymbolRow* row : candidates) {
    const bool own = row->file == file_.row->id;
    if ((row->flags & store::kDeclaredOnly) != 0) continue;
    if (!own && row->visibility == "private") continue;
    if (only_macros && row->kind != "macro") continue;
    // A plain call does not reach into another file's class, if it is not in that class.
    const bool around = family_ == "c" && SeenFrom(scopes, row->container);
    if (!own && !around && use.qualifier.empty() && row->kind == "method") continue;
    // What stands behind a dot and is of no file that was imported is a part of something.
    if (HasLexicalScopes(family_) && !last.empty() && !IsMember(row->kind)) continue;
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

// Whether an import says that it is of another workspace, or the language itself has it.
bool Resolver::IsElsewhere(const Use& use) const {
  const std::string_view name = use.qualifier.empty() ? use.name : use.qualifier;
  const std::string_view first = FirstPart(name);
  if (bound_.contains(first)) return false;
  return elsewhere_.contains(first) || (!use.qualifier.empty() && IsBuiltinObject(family_, first));
}

// A literal is a guess across languages: it counts when few files have such a key or table.
void Resolver::ByLiteral(std::size_t index, const Use& use) {
  const auto found = definitions_.by_name.find(use.name);
  if (found == definitions_.by_name.end()) return;
  const bool table = use.kind == UseKind::kTable;
  const Rule& rule = table ? kTableName : kKeyName;
  // A key without those above it says little.
  const std::size_t most = use.qualifier.empty() && !table ? 1 : kMostAmbiguous;
  Candidates defined;
  for (const store::SymbolRow& row : found->second) {
    const store::FileRow* file = FileOf(row);
    if (file == nullptr || (row.flags & store::kStaleSymbol) != 0) continue;
    if (file->role == "generated" || file->role == "vendored") continue;
    if (table) {
      if (file->language != "sql" || row.kind != "struct") continue;
    } else {
      if (!HasKeys(file->language)) continue;
      if (use.qualifier != "env" && !IsIn(row.container, use.qualifier)) continue;
    }
    defined.push_back(&row);
    if (defined.size() > most) return;
  }
  PutAll(index, std::move(defined), rule);
}

// Whether the file opens libraries of C: by ctypes, or as cffi has them.
bool Resolver::TakesLibrary() const {
  return std::ranges::any_of(file_.imports, [](const store::ImportRow& import) {
    return import.module == "ctypes" || import.module.starts_with("ctypes.") ||
           import.module == "cffi" || import.name == "ffi" || import.name == "lib";
  });
}

// What Python has from C: `lib.name` of an opened library has the name that it has there, a module
// that is written in C gives names of its own.
void Resolver::ByBinding(std::size_t index, const Use& use) {
  if (use.kind != UseKind::kCall && use.kind != UseKind::kValue) return;
  if (IsSelf(use.qualifier, family_) || IsBuiltinMember(family_, use.name)) return;
  const std::string_view name = use.qualifier.empty() ? use.name : use.qualifier;
  const std::string_view first = FirstPart(name);
  std::set<std::string_view> functions;
  if (!use.qualifier.empty() && first != "ctypes" && TakesLibrary()) functions.insert(use.name);
  const auto bound = definitions_.bound.find(use.name);
  const bool given = bound != definitions_.bound.end() && elsewhere_.contains(first);
  if (given) functions.insert(bound->second.begin(), bound->second.end());
  Candidates found;
  for (const std::string_view function : functions) {
    const auto named = definitions_.by_name.find(LastPart(function));
    if (named == definitions_.by_name.end()) continue;
    for (const store::SymbolRow& row : named->second) {
      const store::FileRow* file = FileOf(row);
      if (file == nullptr || Family(file->language) != "c") continue;
      if ((row.flags & store::kStaleSymbol) != 0) continue;
      if (row.kind != "function" && !(given && row.kind == "method")) continue;
      // What is the file's own is not in its library.
      if (!given && (row.visibility == "private" || row.visibility == "internal")) continue;
      found.push_back(&row);
    }
  }
  const auto declared = [](const store::SymbolRow* row) {
    return (row->flags & store::kDeclaredOnly) != 0;
  };
  if (!std::ranges::all_of(found, declared)) std::erase_if(found, declared);
  if (!found.empty() && found.size() <= kMostAmbiguous) PutAll(index, std::move(found), kBinding);
}

// Each of several, with its part of the confidence.
void Resolver::PutAll(std::size_t index, Candidates rows, const Rule& rule) {
  std::ranges::sort(rows, {}, [this](const store::SymbolRow* row) {
    return std::pair(std::string_view(FileOf(*row)->path), row->ordinal);
  });
  for (const store::SymbolRow* row : rows) {
    Put(index, *row, rule.millionths / static_cast<std::int64_t>(rows.size()), rule.name);
  }
}

// Whether what a name is taken from is generated code, by what it is called.
bool Resolver::IsGenerated(const Use& use) const {
  const std::string_view name = use.qualifier.empty() ? use.name : use.qualifier;
  const std::string_view first = FirstPart(name);
  if (!use.qualifier.empty() && IsGeneratedModule(first)) return true;
  return std::ranges::any_of(file_.imports, [&](const store::ImportRow& import) {
    return BoundName(import) == first && IsGeneratedModule(import.module);
  });
}

bool Resolver::TakesGenerated() const {
  return std::ranges::any_of(file_.imports, [](const store::ImportRow& import) {
    return IsGeneratedModule(import.module);
  });
}

// Code that is generated from a file of Protocol Buffers is often no part of a workspace; its names
// are, and follow from those of the messages, services and calls.
// `before`: where what was found for the use begins, all of it in generated code.
void Resolver::ByProtobuf(std::size_t index, const Use& use, std::size_t before) {
  const bool leads_there = std::any_of(
      found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end(), [this](const auto& one) {
        const std::string_view path = definitions_.files.at(one.to_file).path;
        return path.contains(".pb.") || path.contains("_pb2") || path.contains("_pb.");
      });
  const auto rows = [&](std::string_view name, auto fits) {
    Candidates found;
    const auto named = definitions_.by_name.find(name);
    if (named == definitions_.by_name.end()) return found;
    for (const store::SymbolRow& row : named->second) {
      const store::FileRow* file = FileOf(row);
      if (file == nullptr || file->language != "protobuf") continue;
      if ((row.flags & store::kStaleSymbol) == 0 && fits(row)) found.push_back(&row);
    }
    return found;
  };
  Candidates found;
  if (leads_there || IsGenerated(use)) {
    found = rows(use.name, [](const store::SymbolRow& row) {
      return row.kind == "struct" || row.kind == "enum" || row.kind == "interface";
    });
  }
  if (found.empty() && (leads_there || IsGenerated(use) || TakesGenerated())) {
    for (const std::string& service : ServicesBehind(use.name)) {
      for (const store::SymbolRow* row :
           rows(service, [](const store::SymbolRow& one) { return one.kind == "interface"; })) {
        found.push_back(row);
      }
    }
  }
  // client.GetUser(…)
  const bool call = use.kind == UseKind::kCall && !use.qualifier.empty();
  if (found.empty() && call && !use.name.empty() && IsUpper(use.name.front()) && TakesGenerated()) {
    found = rows(use.name, [](const store::SymbolRow& row) { return row.kind == "method"; });
  }
  // The code is mostly beside the file that it is generated from.
  if (leads_there && found.size() > 1) {
    const std::string_view place = Directory(definitions_.files.at(found_[before].to_file).path);
    const auto beside = [&](const store::SymbolRow* row) {
      return Directory(FileOf(*row)->path) == place;
    };
    if (std::ranges::any_of(found, beside)) std::erase_if(found, std::not_fn(beside));
  }
  if (!found.empty() && found.size() <= kMostAmbiguous) PutAll(index, std::move(found), kProtobuf);
}

// How far a route is from the use that asks for it.
Resolver::Distance Resolver::DistanceTo(const ServedRoute& served, const store::FileRow& file,
                                        const Use& use) const {
  if (file.id == file_.row->id) {
    for (std::uint32_t at = served.around; at != kNoSymbol && use.symbol != kNoSymbol;
         at = file_.facts->symbols[at].parent) {
      if (at == use.symbol) return Distance::kSameFunction;
    }
    return served.line <= use.line ? Distance::kAbove : Distance::kBelow;
  }
  const bool imported = std::ranges::any_of(
      file_.imports, [&](const store::ImportRow& import) { return import.target == file.path; });
  if (imported) return Distance::kImported;
  const std::string_view there = Directory(file.path);
  const std::string_view here = Directory(file_.row->path);
  if (!there.empty() && here.starts_with(there)) return Distance::kAround;
  return Distance::kElsewhere;
}

// Of all routes that fit, those count that fit best: near ones before others, whole before the end
// alone, the nearest, the one with the most words of its own. What a test or an example defines is
// its own affair. A description of an interface is no rival of its server.
void Resolver::ByRoute(std::size_t index, const Use& use) {
  struct Found {
    const ServedRoute* served;
    std::tuple<int, bool, int, std::size_t> worth;  // near, whole, how near, words
  };
  const Route asked = RouteFrom(use.name);
  std::pair<bool, std::size_t> least;  // a description that fits less than the server is of another
  for (const bool described : {false, true}) {
    std::vector<Found> found;
    for (const ServedRoute& served : definitions_.routes) {
      const auto file = definitions_.files.find(served.file);
      if (served.described != described || file == definitions_.files.end()) continue;
      const std::string_view role = file->second.role;
      if (role == "generated" || role == "vendored") continue;
      const RouteFit fit = Fit(asked, RouteFrom(served.name));
      if (fit.how == RouteFit::How::kNot) continue;
      const Distance distance = DistanceTo(served, file->second, use);
      if (role == "test" && distance > Distance::kBelow) continue;
      if (role == "example" && distance == Distance::kElsewhere) continue;
      found.push_back({&served,
                       {distance <= Distance::kAbove   ? 2
                        : distance <= Distance::kBelow ? 1
                                                       : 0,
                        fit.how == RouteFit::How::kWhole, -static_cast<int>(distance), fit.same}});
    }
    if (found.empty()) continue;
    const auto best = std::ranges::max(found, {}, &Found::worth).worth;
    std::erase_if(found, [&](const Found& one) { return one.worth != best; });
    // Of those in its own file the last one before it.
    if (found.size() > 1 && found.front().served->file == file_.row->id) {
      std::uint32_t last = 0;
      for (const Found& one : found) {
        if (one.served->line <= use.line) last = std::max(last, one.served->line);
      }
      if (last != 0)
        std::erase_if(found, [&](const Found& one) { return one.served->line != last; });
    }
    const std::size_t most = IsCommon(asked) && std::get<0>(best) == 0 ? 1 : kMostAmbiguous;
    const std::pair fits(std::get<1>(best), std::get<3>(best));
    if (fits < least || found.size() > most) continue;
    least = fits;
    std::ranges::sort(found, {}, [this](const Found& one) {
      return std::tuple(std::string_view(definitions_.files.at(one.served->file).path),
                        one.served->line, std::string_view(one.served->name));
    });
    const std::int64_t millionths = std::get<1>(best) ? kRoutePath.millionths : kRouteEnd;
    for (const Found& one : found) {
      found_.push_back({.from_file = file_.row->id,
                        .from_symbol = use.symbol,
                        .use = index,
                        .to_file = one.served->file,
                        .to_symbol = one.served->symbol,
                        .confidence = Score::FromMillionths(
                            millionths / static_cast<std::int64_t>(found.size())),
                        .rule = kRoutePath.name,
                        .route = one.served->name,
                        .to_line = one.served->line});
    }
  }
}

void Resolver::Resolve(std::size_t index) {
  const Use& use = file_.uses[index];
  if (use.kind == UseKind::kServed || use.kind == UseKind::kBound) return;
  if (use.kind == UseKind::kRoute) {
    ByRoute(index, use);
    return;
  }
  if (use.kind == UseKind::kKey || use.kind == UseKind::kTable) {
    ByLiteral(index, use);
    return;
  }
  const std::size_t before = found_.size();
  ResolveInFamily(index, use);
  // What only generated code defines, or none, comes from elsewhere.
  const bool explained = std::any_of(found_.begin() + static_cast<std::ptrdiff_t>(before),
                                     found_.end(), [this](const Reference& one) {
                                       const std::string_view role =
                                           definitions_.files.at(one.to_file).role;
                                       return role != "generated" && role != "vendored";
                                     });
  const bool generated = file_.row->role == "generated" || file_.row->role == "vendored";
  if (has_protobuf_ && !explained && !generated && family_ != "protobuf") {
    ByProtobuf(index, use, before);
  }
  if (found_.size() == before && family_ == "python") ByBinding(index, use);
}

void Resolver::ResolveInFamily(std::size_t index, const Use& use) {
  Candidates candidates = Named(use.name, use.kind);
  // A plain call in PHP is one of a function, or `new` of a class.
  if (family_ == "php" && use.kind == UseKind::kCall && use.qualifier.empty()) {
    std::erase_if(candidates, [](const store::SymbolRow* row) { return row->kind == "method"; });
  }
  if (family_ == "rust" && use.qualifier.empty()) {
    const bool imported = IsImportedName(use.name);
    std::erase_if(candidates, [imported](const store::SymbolRow* row) {
      if (row->kind == "enum_member") return !imported;
      return IsMember(row->kind) || IsOfType(*row);
    });
  }
  // A name alone is no part of a class, but for the class's own body.
  if (HasLexicalScopes(family_) && use.qualifier.empty()) {
    std::erase_if(candidates, [&](const store::SymbolRow* row) {
      const bool own = row->file == file_.row->id && use.symbol != kNoSymbol;
      return IsMember(row->kind) && !(own && ParentOf(*row) == use.symbol);
    });
  }
  if (family_ == "c") KeepSeenInC(candidates, use);
  if (InScope(index, use, candidates)) return;
  if (IsElsewhere(use)) return;
  if (ByImport(index, use, candidates)) return;
  // The import says that it is something else.
  const bool decides = DecidesByImport(family_);
  if (decides && use.qualifier.empty() && IsImportedName(use.name)) return;
  if (ByQualifier(index, use, candidates)) return;
  if (decides && IsImportedName(FirstPart(use.qualifier))) return;
  // Whatever `A::B` is, it is in something that is called A.
  const bool type = use.kind == UseKind::kType || use.kind == UseKind::kBase;
  if (family_ == "c" && type && !use.qualifier.empty()) return;
  if (InPackage(index, use, candidates)) return;
  if (ByInclude(index, use, candidates)) return;
  if (ByBase(index, use, candidates)) return;
  if (ByFileName(index, use, candidates)) return;
  ByName(index, use, candidates);
}

}  // namespace

void AddNamesBehind(std::span<const store::ImportRow> imports, std::set<std::string>& names) {
  for (const store::ImportRow& import : imports) {
    if (!import.alias.empty() && !import.target.empty() && !import.name.empty()) {
      names.insert(import.name);
    }
  }
}

void AddServed(std::int64_t file, const FileFacts& facts, std::vector<ServedRoute>& routes) {
  std::map<std::string_view, std::int64_t> functions;
  for (std::size_t i = 0; i < facts.symbols.size(); ++i) {
    const Symbol& symbol = facts.symbols[i];
    if (symbol.stale) continue;
    const auto ordinal = static_cast<std::int64_t>(i);
    if (facts.reading == Reading::kStructure && IsRoute(symbol.name)) {
      routes.push_back({.name = symbol.name,
                        .file = file,
                        .symbol = ordinal,
                        .line = symbol.extent.first_line,
                        .described = true});
    } else if (symbol.kind == SymbolKind::kFunction || symbol.kind == SymbolKind::kMethod ||
               symbol.kind == SymbolKind::kClass || symbol.kind == SymbolKind::kVariable ||
               symbol.kind == SymbolKind::kConstant) {
      // Of two of that name none is meant for sure.
      const auto [found, is_new] = functions.emplace(symbol.name, ordinal);
      if (!is_new) found->second = kNowhere;
    }
  }
  for (const Use& use : facts.uses) {
    if (use.kind != UseKind::kServed) continue;
    ServedRoute& route = routes.emplace_back();
    route.name = use.name;
    route.file = file;
    route.line = use.line;
    route.around = use.symbol;
    if (use.qualifier.empty()) {
      if (use.symbol != kNoSymbol) route.symbol = use.symbol;
    } else if (const auto handler = functions.find(LastPart(use.qualifier));
               handler != functions.end()) {
      route.symbol = handler->second;
    }
  }
}

std::vector<std::string> NamesToLookUp(const FileView& file) {
  std::set<std::string> names;
  for (const Use& use : file.uses) {
    if (use.kind == UseKind::kRoute || use.kind == UseKind::kServed) continue;
    if (use.kind == UseKind::kBound) continue;
    names.insert(use.name);
    for (std::string& service : ServicesBehind(use.name)) names.insert(std::move(service));
  }
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

std::vector<Reference> ResolveUses(const FileView& file, const Definitions& definitions,
                                   std::set<std::string>& unread) {
  Resolver resolver(file, definitions);
  auto references = resolver.All();
  unread.merge(resolver.TakeUnread());
  return references;
}

}  // namespace satchel::code
