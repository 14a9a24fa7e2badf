#include "code/references/reference_reader.h"

#include <algorithm>
#include <set>
#include <utility>

#include "code/facts/facts_codec.h"
#include "code/facts/family.h"
#include "code/facts/route.h"
#include "code/index/file_change.h"
#include "code/references/generated_names.h"

namespace satchel::code {
namespace {

constexpr int kMostRounds = 3;
constexpr std::size_t kMostUnder = 300;  // files that are found under some keys

FileView ViewOf(const LoadedFile& file) {
  return {.row = &file.row, .facts = &file.facts, .uses = file.facts.uses, .imports = file.imports};
}

}  // namespace

Result<std::vector<LoadedFile>> ReferenceReader::Load(std::span<const std::int64_t> files) const {
  const store::CodeReader reader(curated_);
  auto rows = SATCHEL_TRY(reader.FilesById(scope_, files));
  auto facts = SATCHEL_TRY(reader.Facts(scope_, files));
  auto imports = SATCHEL_TRY(reader.Imports(scope_, files));
  std::map<std::int64_t, FileFacts> by_file;
  for (const store::FactsRow& row : facts) {
    if (row.version != kFactsVersion) continue;
    if (auto decoded = DecodeFacts(row.data)) by_file.emplace(row.file, *std::move(decoded));
  }
  std::map<std::int64_t, std::vector<store::ImportRow>> imports_of;
  for (store::ImportRow& row : imports) imports_of[row.file].push_back(std::move(row));
  std::vector<LoadedFile> loaded;
  for (store::FileRow& row : rows) {
    const auto found = by_file.find(row.id);
    if (found == by_file.end()) continue;
    const std::int64_t id = row.id;
    loaded.push_back({std::move(row), std::move(found->second), std::move(imports_of[id])});
  }
  return loaded;
}

// The definitions of more names, and the files they are in.
Status ReferenceReader::AddDefinitions(std::span<const std::string> names,
                                       Definitions& definitions) const {
  if (names.empty()) return {};
  const store::CodeReader reader(curated_);
  auto symbols = SATCHEL_TRY(reader.SymbolsNamed(scope_, names));
  std::set<std::int64_t> ids;
  for (store::SymbolRow& row : symbols) {
    if (!definitions.files.contains(row.file)) ids.insert(row.file);
    definitions.by_name[row.name].push_back(std::move(row));
  }
  if (ids.empty()) return {};
  const std::vector<std::int64_t> in_files(ids.begin(), ids.end());
  auto rows = SATCHEL_TRY(reader.FilesById(scope_, in_files));
  for (store::FileRow& row : rows) definitions.files.emplace(row.id, std::move(row));
  return {};
}

// The files that are found under one of these keys.
Result<std::vector<LoadedFile>> ReferenceReader::LoadUnder(
    const std::set<std::string>& keys) const {
  if (keys.empty()) return std::vector<LoadedFile>();
  std::set<std::int64_t> hashes;
  for (const std::string& key : keys) hashes.insert(NameHash(key));
  const store::CodeReader reader(curated_);
  const std::vector<std::int64_t> wanted(hashes.begin(), hashes.end());
  const auto found = SATCHEL_TRY(reader.Users(scope_, wanted));
  std::set<std::int64_t> ids;
  for (const store::NameUse& use : found) ids.insert(use.file);
  if (ids.empty()) return std::vector<LoadedFile>();
  const std::vector<std::int64_t> all(ids.begin(), ids.end());
  auto files = SATCHEL_TRY(reader.FilesById(scope_, all));
  std::ranges::sort(files, {}, &store::FileRow::path);
  files.resize(std::min(files.size(), kMostUnder));
  std::vector<std::int64_t> chosen;
  for (const store::FileRow& row : files) chosen.push_back(row.id);
  std::ranges::sort(chosen);
  return Load(chosen);
}

Result<std::vector<ServedRoute>> ReferenceReader::Served(
    const std::set<std::string>& keys, std::map<std::int64_t, store::FileRow>& rows) const {
  std::vector<ServedRoute> routes;
  auto loaded = SATCHEL_TRY(LoadUnder(keys));
  for (LoadedFile& file : loaded) {
    AddServed(file.row.id, file.facts, routes);
    const std::int64_t id = file.row.id;
    rows.emplace(id, std::move(file.row));
  }
  return routes;
}

Result<std::map<std::string, std::set<std::string>, std::less<>>> ReferenceReader::Bound() const {
  std::map<std::string, std::set<std::string>, std::less<>> bound;
  const auto loaded = SATCHEL_TRY(LoadUnder({std::string(kBindsKey)}));
  for (const LoadedFile& file : loaded) {
    for (const Use& use : file.facts.uses) {
      if (use.kind == UseKind::kBound) bound[use.name].insert(use.qualifier);
    }
  }
  return bound;
}

// The functions that these files may call by other names, and their definitions.
Status ReferenceReader::AddBound(std::span<const LoadedFile> files,
                                 Definitions& definitions) const {
  if (std::ranges::none_of(files,
                           [](const LoadedFile& file) { return file.row.language == "python"; })) {
    return {};
  }
  definitions.bound = SATCHEL_TRY(Bound());
  if (definitions.bound.empty()) return {};
  std::set<std::string> unknown;
  for (const LoadedFile& file : files) {
    if (file.row.language != "python") continue;
    for (const Use& use : file.facts.uses) {
      const auto found = definitions.bound.find(use.name);
      if (found == definitions.bound.end()) continue;
      for (const std::string& function : found->second) {
        const std::string name(LastPart(function));
        if (!definitions.by_name.contains(name)) unknown.insert(name);
      }
    }
  }
  return AddDefinitions(std::vector<std::string>(unknown.begin(), unknown.end()), definitions);
}

// The routes that these files may ask for.
Status ReferenceReader::AddRoutes(std::span<const LoadedFile> files,
                                  Definitions& definitions) const {
  std::set<std::string> keys;
  for (const LoadedFile& file : files) {
    for (const Use& use : file.facts.uses) {
      if (use.kind != UseKind::kRoute) continue;
      const Route route = RouteFrom(use.name);
      for (const std::string_view anchor : AnchorsOf(route)) keys.insert(ServedKey(anchor));
    }
  }
  definitions.routes = SATCHEL_TRY(Served(keys, definitions.files));
  // A file's own count, however many others there are.
  std::set<std::int64_t> known;
  for (const ServedRoute& route : definitions.routes) known.insert(route.file);
  for (const LoadedFile& file : files) {
    if (keys.empty() || known.contains(file.row.id)) continue;
    AddServed(file.row.id, file.facts, definitions.routes);
    definitions.files.emplace(file.row.id, file.row);
  }
  return {};
}

// What these files import, and the definitions of names that are behind others there.
Status ReferenceReader::AddImports(const std::set<std::string>& paths,
                                   Definitions& definitions) const {
  const store::CodeReader reader(curated_);
  const std::vector<std::string> wanted(paths.begin(), paths.end());
  std::map<std::int64_t, std::string> path_of;
  std::vector<std::int64_t> ids;
  for (const std::string& path : wanted) definitions.imports.try_emplace(path);
  const auto files = SATCHEL_TRY(reader.FilesByPath(scope_, wanted));
  for (const store::FileRow& row : files) {
    path_of.emplace(row.id, row.path);
    ids.push_back(row.id);
  }
  std::ranges::sort(ids);
  auto rows = SATCHEL_TRY(reader.Imports(scope_, ids));
  std::set<std::string> names;
  AddNamesBehind(rows, names);
  for (store::ImportRow& row : rows) {
    definitions.imports[path_of.at(row.file)].push_back(std::move(row));
  }
  std::vector<std::string> unknown;
  for (const std::string& name : names) {
    if (!definitions.by_name.contains(name)) unknown.push_back(name);
  }
  return AddDefinitions(unknown, definitions);
}

Result<std::vector<Reference>> ReferenceReader::From(std::span<const LoadedFile> files) const {
  std::set<std::string> names;
  for (const LoadedFile& file : files) {
    for (std::string& name : NamesToLookUp(ViewOf(file))) names.insert(std::move(name));
  }
  Definitions definitions;
  const std::vector<std::string> wanted(names.begin(), names.end());
  SATCHEL_TRY(AddDefinitions(wanted, definitions));
  SATCHEL_TRY(AddRoutes(files, definitions));
  SATCHEL_TRY(AddBound(files, definitions));
  std::vector<std::vector<Reference>> found(files.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < files.size(); ++i) open.push_back(i);
  // Files that hand on what they import are read as far as names lead into them.
  for (int round = 0; !open.empty(); ++round) {
    std::set<std::string> unread;
    std::vector<std::size_t> again;
    for (const std::size_t i : open) {
      std::set<std::string> own;
      found[i] = ResolveUses(ViewOf(files[i]), definitions, own);
      if (!own.empty()) again.push_back(i);
      unread.merge(own);
    }
    if (round == kMostRounds || unread.empty()) break;
    SATCHEL_TRY(AddImports(unread, definitions));
    open = std::move(again);
  }
  std::vector<Reference> references;
  for (std::vector<Reference>& one : found) {
    std::ranges::move(one, std::back_inserter(references));
  }
  return references;
}

Result<ReferenceReader::Users> ReferenceReader::To(std::span<const LoadedFile> files,
                                                   std::span<const std::string> names,
                                                   std::size_t most) const {
  Users users;
  std::set<std::int64_t> targets;
  std::set<std::int64_t> hashes;
  for (const LoadedFile& file : files) {
    targets.insert(file.row.id);
    for (const Symbol& symbol : file.facts.symbols) {
      if (names.empty() || std::ranges::find(names, symbol.name) != names.end()) {
        hashes.insert(NameHash(symbol.name));
        if (file.row.language != "protobuf" || symbol.kind != SymbolKind::kInterface) continue;
        for (const std::string& name : NamesGeneratedFor(symbol.name)) {
          hashes.insert(NameHash(name));
        }
      }
    }
    std::vector<ServedRoute> routes;
    AddServed(file.row.id, file.facts, routes);
    for (const ServedRoute& served : routes) {
      const Route route = RouteFrom(served.name);
      hashes.insert(NameHash(AskedKey(AnchorOf(route))));
    }
  }
  const store::CodeReader reader(curated_);
  const std::vector<std::int64_t> wanted(hashes.begin(), hashes.end());
  const auto found = SATCHEL_TRY(reader.Users(scope_, wanted));
  std::set<std::int64_t> ids(targets);  // a file uses its own names, too
  for (const store::NameUse& use : found) ids.insert(use.file);
  const std::vector<std::int64_t> all(ids.begin(), ids.end());
  auto rows = SATCHEL_TRY(reader.FilesById(scope_, all));
  std::ranges::sort(rows, {}, &store::FileRow::path);
  users.files_left_out = rows.size() - std::min(rows.size(), most);
  rows.resize(std::min(rows.size(), most));
  std::vector<std::int64_t> chosen;
  for (const store::FileRow& row : rows) chosen.push_back(row.id);
  std::ranges::sort(chosen);
  auto loaded = SATCHEL_TRY(Load(chosen));
  auto references = SATCHEL_TRY(From(loaded));
  users.files = std::move(loaded);

  std::map<std::int64_t, const LoadedFile*> by_id;
  for (const LoadedFile& file : files) by_id.emplace(file.row.id, &file);
  std::erase_if(references, [&](const Reference& reference) {
    const auto target = by_id.find(reference.to_file);
    if (target == by_id.end()) return true;
    const auto& symbols = target->second->facts.symbols;
    if (reference.to_symbol == kNowhere) return !names.empty();
    const auto ordinal = static_cast<std::size_t>(reference.to_symbol);
    if (ordinal >= symbols.size()) return true;
    return !names.empty() && std::ranges::find(names, symbols[ordinal].name) == names.end();
  });
  users.references = std::move(references);
  return users;
}

}  // namespace satchel::code
