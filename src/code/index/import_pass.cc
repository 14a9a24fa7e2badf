#include "code/index/import_pass.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "code/index/file_change.h"
#include "code/languages/resolve_import.h"
#include "code/resolve/project.h"
#include "store/code.h"
#include "store/curated.h"

namespace satchel::code {
namespace {

// By what the imports of the store were resolved.
constexpr std::string_view kProjectState = "code.project";
constexpr std::int64_t kRowsInAPage = 5000;
constexpr std::size_t kFilesInAPage = 2000;
constexpr std::int64_t kBytesInAPage = 8 << 20;  // of the files: a row takes more than its import
constexpr std::string_view kExternalRule = "external";

// What is needed of a file: there may be millions, and a whole row is half a kilobyte.
struct File {
  std::int64_t id = 0;
  std::int64_t size = 0;
  std::string path;
  std::string language;
  bool left_out = false;
};

Result<std::vector<File>> ReadFiles(store::Database& curated, const store::Scope& scope) {
  std::vector<File> files;
  const store::CodeReader reader(curated);
  for (std::int64_t after = 0;;) {
    auto page = SATCHEL_TRY(reader.Files(scope, after, kRowsInAPage));
    if (page.empty()) return files;
    after = page.back().id;
    for (store::FileRow& row : page) {
      const bool left_out = store::IsLeftOut(row);
      files.push_back({.id = row.id,
                       .size = row.size,
                       .path = std::move(row.path),
                       .language = std::move(row.language),
                       .left_out = left_out});
    }
  }
}

// Where it leads, into the row; whether that is somewhere else than before.
bool ResolveRow(const Project& project, const File& file, store::ImportRow& row) {
  const Import import{.kind = ImportKindFrom(row.kind).value_or(ImportKind::kModule),
                      .line = static_cast<std::uint32_t>(row.line),
                      .module = row.module,
                      .name = row.name,
                      .alias = row.alias};
  Resolution found = ResolveImport(project, file.path, file.language, import);
  std::string target;
  std::string rule;
  if (found.target) {
    target = std::move(found.target->path);
    if (found.target->directory) target += '/';
    rule = found.target->rule;
  } else if (found.external) {
    rule = kExternalRule;
  }
  if (target == row.target && rule == row.rule) return false;
  row.target = std::move(target);
  row.rule = std::move(rule);
  return true;
}

Status PutRows(store::Database& curated, const store::Scope& scope,
               std::span<const store::ImportRow> rows) {
  if (rows.empty()) return {};
  auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated, scope));
  SATCHEL_TRY(store::CodeWriter(change.transaction()).PutImports(rows));
  return std::move(change).Commit();
}

Status PutStates(store::Database& curated, const store::Scope& scope, std::string_view project) {
  auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated, scope));
  SATCHEL_TRY(change.PutState(kProjectState, project));
  SATCHEL_TRY(change.PutState(kPendingState, ""));
  return std::move(change).Commit();
}

// Each manifest is read once, and none is kept.
Project ReadProject(
    std::span<const File> files,
    const std::function<std::optional<std::string>(const std::string& path)>& read) {
  std::vector<std::string> paths;
  paths.reserve(files.size());
  std::vector<const File*> manifests;
  for (const File& file : files) {
    paths.push_back(file.path);
    if (Project::Wants(file.path) && !file.left_out) manifests.push_back(&file);
  }
  std::ranges::sort(manifests, {}, &File::path);
  Project project = Project::Begin(PathSet::Build(paths));
  for (const File* file : manifests) {
    if (!project.Admits(file->path, static_cast<std::size_t>(file->size))) continue;
    if (const auto bytes = read(file->path)) project.Add(file->path, *bytes);
  }
  project.Finish();
  return project;
}

}  // namespace

Result<ImportPass> ResolveImports(
    store::Database& curated, const store::Scope& scope,
    const std::optional<std::vector<std::string>>& changed,
    const std::function<std::optional<std::string>(const std::string& path)>& read) {
  ImportPass pass;
  const std::array<std::string, 1> names = {std::string(kProjectState)};
  const store::CodeReader reader(curated);
  auto states = SATCHEL_TRY(store::CuratedReader(curated).State(scope, names));

  const auto files = SATCHEL_TRY(ReadFiles(curated, scope));
  const Project project = ReadProject(files, read);
  pass.manifests_beyond_limits = project.beyond_limits();
  const std::string state = fmt::format("{}/{:016x}/{:016x}", kResolverVersion,
                                        project.paths().digest(), project.digest());
  const bool same = states[std::string(kProjectState)] == state;
  if (same && changed && changed->empty()) return pass;

  // In the order of their ids, as the store gives them.
  const auto by_id = [&files](std::int64_t id) -> const File* {
    const auto at = std::ranges::lower_bound(files, id, {}, &File::id);
    return at == files.end() || at->id != id ? nullptr : &*at;
  };
  std::vector<std::int64_t> ids;
  for (const File& file : files) {
    const bool wanted = !same || !changed || std::ranges::binary_search(*changed, file.path);
    if (wanted) ids.push_back(file.id);
  }
  for (std::size_t begin = 0; begin < ids.size();) {
    std::size_t count = 0;
    for (std::int64_t bytes = 0; begin + count < ids.size() && count < kFilesInAPage; ++count) {
      bytes += by_id(ids[begin + count])->size;
      if (bytes > kBytesInAPage && count > 0) break;
    }
    const auto page = std::span(ids).subspan(begin, count);
    begin += count;
    auto rows = SATCHEL_TRY(reader.Imports(scope, page));
    std::vector<store::ImportRow> moved;
    for (store::ImportRow& row : rows) {
      const File* file = by_id(row.file);
      if (file == nullptr) continue;
      ++pass.resolved;
      if (ResolveRow(project, *file, row)) moved.push_back(std::move(row));
    }
    SATCHEL_TRY(PutRows(curated, scope, moved));
    pass.changed += static_cast<std::int64_t>(moved.size());
  }
  SATCHEL_TRY(PutStates(curated, scope, state));
  return pass;
}

}  // namespace satchel::code
