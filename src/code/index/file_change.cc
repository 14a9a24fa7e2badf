#include "code/index/file_change.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/sort_unique.h"
#include "code/facts/facts_codec.h"
#include "code/facts/route.h"
#include "code/index/content_digest.h"
#include "code/index/stale.h"
#include "store/code.h"
#include "store/curated.h"

// All that a set of files says is replaced in one transaction: rows, names, imports and documents
// of the search index. A reader sees a file as it was or as it is, and never symbols of one text
// together with chunks of another.
//
// The tables of symbols and of used names are ordered by name, since that is how they are asked. To
// find a file's rows in them without a scan, the names that it had are taken from its stored facts.
// The order follows from this: names go out first, while the old facts are there, then facts and
// imports, and the new rows come last.
namespace satchel::code {
namespace {

using store::CodeWriter;

// What a file says before and after, as rows.
struct Rows {
  std::vector<store::FileRow> files;
  std::vector<store::FactsRow> facts;
  std::vector<store::SymbolRow> symbols;
  std::vector<store::NameUse> uses;
  std::vector<store::ImportRow> imports;
};

using ImportKey = std::tuple<std::int64_t, std::string, std::string, std::string>;

ImportKey KeyOf(const store::ImportRow& row) { return {row.file, row.kind, row.module, row.name}; }

std::vector<std::int64_t> UsedNames(const FileFacts& facts) {
  std::set<std::string_view> own;
  for (const Symbol& symbol : facts.symbols) {
    if (!symbol.declared_only && !symbol.stale) own.insert(symbol.name);
  }
  std::vector<std::int64_t> hashes;
  // A route is found by one of its words, since prefixes and parameters differ.
  const auto serves = [&](std::string_view name) {
    const Route route = RouteFrom(name);
    const std::string_view anchor = AnchorOf(route);
    if (!anchor.empty()) hashes.push_back(NameHash(ServedKey(anchor)));
  };
  if (facts.reading == Reading::kStructure) {
    for (const Symbol& symbol : facts.symbols) {
      if (IsRoute(symbol.name)) serves(symbol.name);
    }
  }
  for (const Use& use : facts.uses) {
    if (use.kind == UseKind::kServed) serves(use.name);
    if (use.kind == UseKind::kRoute) {
      const Route route = RouteFrom(use.name);
      for (const std::string_view anchor : AnchorsOf(route)) {
        hashes.push_back(NameHash(AskedKey(anchor)));
      }
    }
    if (use.kind == UseKind::kBound) hashes.push_back(NameHash(kBindsKey));
    if (use.kind == UseKind::kServed || use.kind == UseKind::kRoute ||
        use.kind == UseKind::kBound) {
      continue;
    }
    // A plain name that the file itself defines is its own.
    if (use.qualifier.empty() && own.contains(use.name)) continue;
    hashes.push_back(NameHash(use.name));
  }
  SortUnique(hashes);
  return hashes;
}

CodeWriter::Names NamesOf(const store::FactsRow& row) {
  CodeWriter::Names names{.file = row.file, .known = false, .defined = {}, .used = {}};
  if (row.version != kFactsVersion) return names;
  const auto facts = DecodeFacts(row.data);
  if (!facts) return names;
  names.known = true;
  std::set<std::string> defined;
  for (const Symbol& symbol : facts->symbols) defined.insert(symbol.name);
  names.defined.assign(defined.begin(), defined.end());
  names.used = UsedNames(*facts);
  return names;
}

// What the files with these ids said before goes; the facts they had.
Result<std::vector<store::FactsRow>> TakeOut(CodeWriter& writer,
                                             std::span<const store::FileRow> files) {
  std::vector<std::int64_t> ids;
  for (const store::FileRow& file : files) {
    if (!IsLeftOut(file)) ids.push_back(file.id);
  }
  if (ids.empty()) return std::vector<store::FactsRow>();
  auto before = SATCHEL_TRY(writer.Facts(ids));
  std::vector<CodeWriter::Names> names;
  std::set<std::int64_t> with_facts;
  for (const store::FactsRow& row : before) {
    names.push_back(NamesOf(row));
    with_facts.insert(row.file);
  }
  for (const std::int64_t id : ids) {
    if (!with_facts.contains(id)) {
      names.push_back({.file = id, .known = false, .defined = {}, .used = {}});
    }
  }
  SATCHEL_TRY(writer.RemoveNames(names));
  return before;
}

void AddRows(const IndexedFile& file, std::int64_t id, Rows& rows) {
  rows.files.push_back(
      {.id = id,
       .path = file.path,
       .digest = file.digest,
       .size = static_cast<std::int64_t>(file.size),
       .stat = file.stat,
       .language = file.language,
       .role = file.role,
       .reading = file.left_out.empty() ? std::string(Name(file.facts.reading)) : file.left_out,
       .remark = file.facts.limit,
       .package = file.facts.package});
  if (!file.left_out.empty()) return;
  rows.facts.push_back({.file = id, .version = kFactsVersion, .data = file.encoded});
  for (std::size_t i = 0; i < file.facts.symbols.size(); ++i) {
    const Symbol& symbol = file.facts.symbols[i];
    rows.symbols.push_back({.name = symbol.name,
                            .file = id,
                            .ordinal = static_cast<std::int64_t>(i),
                            .kind = std::string(Name(symbol.kind)),
                            .container = symbol.container,
                            .visibility = std::string(Name(symbol.visibility)),
                            .first_line = symbol.extent.first_line,
                            .last_line = symbol.extent.last_line,
                            .flags = (symbol.declared_only ? store::kDeclaredOnly : 0) |
                                     (symbol.stale ? store::kStaleSymbol : 0)});
  }
  for (const std::int64_t hash : UsedNames(file.facts)) rows.uses.push_back({hash, id});
  for (std::size_t i = 0; i < file.facts.imports.size(); ++i) {
    const Import& import = file.facts.imports[i];
    rows.imports.push_back({.file = id,
                            .ordinal = static_cast<std::int64_t>(i),
                            .kind = std::string(Name(import.kind)),
                            .line = import.line,
                            .module = import.module,
                            .name = import.name,
                            .alias = import.alias,
                            .target = {},
                            .rule = std::string(kPendingRule)});
  }
}

// Imports that the files had before lead where they led. How many are left.
std::int64_t CarryOver(std::vector<store::ImportRow> before, std::vector<store::ImportRow>& now) {
  std::map<ImportKey, store::ImportRow*> known;
  for (store::ImportRow& row : before) known.emplace(KeyOf(row), &row);
  std::int64_t pending = 0;
  for (store::ImportRow& row : now) {
    const auto found = known.find(KeyOf(row));
    if (found != known.end()) {
      row.target = found->second->target;
      row.rule = found->second->rule;
    }
    if (row.rule == kPendingRule) ++pending;
  }
  return pending;
}

// Rows in the order of their keys: a tree that grows at its end stays small.
Status PutAll(CodeWriter& writer, Rows& rows) {
  std::ranges::sort(rows.symbols, {}, [](const store::SymbolRow& row) {
    return std::tie(row.name, row.file, row.ordinal);
  });
  std::ranges::sort(rows.uses);
  SATCHEL_TRY(writer.PutFiles(rows.files));
  SATCHEL_TRY(writer.PutFacts(rows.facts));
  SATCHEL_TRY(writer.PutSymbols(rows.symbols));
  SATCHEL_TRY(writer.PutImports(rows.imports));
  return writer.PutNameUses(rows.uses);
}

}  // namespace

std::int64_t NameHash(std::string_view name) { return static_cast<std::int64_t>(StableHash(name)); }

Result<ChangeCounts> PutFiles(store::Database& curated, const store::Scope& scope,
                              std::span<IndexedFile> files, ChunkSink* chunks) {
  ChangeCounts counts;
  if (files.empty()) return counts;
  auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated, scope));
  CodeWriter writer(change.transaction());
  // Asking for ids first: on a server it keeps others out until the end.
  auto next = SATCHEL_TRY(writer.AllotFileIds(static_cast<std::int64_t>(files.size())));
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const IndexedFile& file : files) paths.push_back(file.path);
  const auto rows_before = SATCHEL_TRY(writer.FilesByPath(paths));
  std::map<std::string_view, std::int64_t> ids;
  std::vector<std::int64_t> replaced;
  for (const store::FileRow& row : rows_before) {
    ids.emplace(row.path, row.id);
    replaced.push_back(row.id);
  }
  const auto before = SATCHEL_TRY(TakeOut(writer, rows_before));
  std::map<std::int64_t, const store::FactsRow*> facts_before;
  for (const store::FactsRow& row : before) facts_before.emplace(row.file, &row);

  Rows rows;
  for (IndexedFile& file : files) {
    const auto known = ids.find(file.path);
    const std::int64_t id = known == ids.end() ? next++ : known->second;
    if (const auto had = facts_before.find(id);
        had != facts_before.end() && file.facts.reading == Reading::kDamaged) {
      const auto facts = DecodeFacts(had->second->data);
      if (facts && KeepStale(*facts, file.facts)) {
        file.encoded = EncodeFacts(file.facts);
        ++counts.stale;
      }
    }
    AddRows(file, id, rows);
    ++counts.put;
  }
  if (!replaced.empty()) {
    // A file that was read and is left out now has facts of before.
    SATCHEL_TRY(writer.RemoveFacts(replaced));
    auto imports = SATCHEL_TRY(writer.Imports(replaced));
    counts.pending = CarryOver(std::move(imports), rows.imports);
    SATCHEL_TRY(writer.RemoveImports(replaced));
  } else {
    counts.pending = static_cast<std::int64_t>(rows.imports.size());
  }
  SATCHEL_TRY(PutAll(writer, rows));
  SATCHEL_TRY(ChangeContentDigest(change, rows_before, rows.files));
  if (chunks != nullptr) {
    std::vector<ChunkChange> changes;
    for (const IndexedFile& file : files) {
      changes.push_back(
          {.path = file.path, .documents = file.documents, .is_new = !ids.contains(file.path)});
    }
    SATCHEL_TRY(chunks->Put(change.transaction(), changes));
  }
  if (counts.pending > 0) {
    SATCHEL_TRY(change.PutState(kPendingState, "1"));
  }
  SATCHEL_TRY(std::move(change).Commit());
  return counts;
}

Result<ChangeCounts> RemoveFiles(store::Database& curated, const store::Scope& scope,
                                 std::span<const std::string> paths, ChunkSink* chunks) {
  ChangeCounts counts;
  if (paths.empty()) return counts;
  auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated, scope));
  CodeWriter writer(change.transaction());
  // Nobody uses the id: asking keeps others out until the end.
  SATCHEL_TRY(writer.AllotFileIds(1));
  const auto rows = SATCHEL_TRY(writer.FilesByPath(paths));
  std::vector<std::int64_t> ids;
  for (const store::FileRow& row : rows) ids.push_back(row.id);
  SATCHEL_TRY(TakeOut(writer, rows));
  SATCHEL_TRY(writer.RemoveFiles(ids));
  SATCHEL_TRY(ChangeContentDigest(change, rows, {}));
  if (chunks != nullptr) {
    std::vector<ChunkChange> changes;
    for (const std::string& path : paths) changes.push_back({.path = path, .documents = {}});
    SATCHEL_TRY(chunks->Put(change.transaction(), changes));
  }
  SATCHEL_TRY(std::move(change).Commit());
  counts.removed = static_cast<std::int64_t>(ids.size());
  return counts;
}

Status PutStats(store::Database& curated, const store::Scope& scope,
                std::span<const IndexedFile> files) {
  if (files.empty()) return {};
  auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated, scope));
  CodeWriter writer(change.transaction());
  std::map<std::string_view, const IndexedFile*> by_path;
  std::vector<std::string> paths;
  for (const IndexedFile& file : files) {
    by_path.emplace(file.path, &file);
    paths.push_back(file.path);
  }
  auto rows = SATCHEL_TRY(writer.FilesByPath(paths));
  // One whose content is another by now is somebody else's work.
  std::erase_if(rows, [&by_path](const store::FileRow& row) {
    return by_path.at(row.path)->digest != row.digest;
  });
  for (store::FileRow& row : rows) row.stat = by_path.at(row.path)->stat;
  SATCHEL_TRY(writer.PutFiles(rows));
  return std::move(change).Commit();
}

}  // namespace satchel::code
