#include "code/index/indexer.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/sort_unique.h"
#include "code/index/file_stat.h"
#include "code/index/index_run.h"
#include "code/walk/file_reader.h"

namespace satchel::code {
namespace {

Outcome ReadOne(const IndexRun& run, const FileReader& reader, FactsReader& facts,
                const std::string& path, std::int64_t unsure_from) {
  const auto read = reader.Read(path, run.options().limits.bytes + 1);
  if (!read) {
    Outcome outcome;
    outcome.skipped = read.error();
    return outcome;
  }
  const std::uint64_t size = std::max<std::uint64_t>(read->stamp.size, read->bytes.size());
  return run.FromContent(facts, path, read->bytes, size, StatOf(read->stamp, unsure_from));
}

// Reads these files, in parallel, and ends the run.
Result<IndexSummary> ReadFiles(const std::filesystem::path& root, IndexRun& run,
                               const std::vector<IndexRun::ToRead>& files,
                               std::int64_t unsure_from) {
  const auto reader = SATCHEL_TRY(FileReader::Open(root));
  run.SetTotal(files.size());
  SATCHEL_TRY(run.TakeAll(files, [&](FactsReader& facts, std::size_t i) {
    return ReadOne(run, reader, facts, files[i].path, unsure_from);
  }));
  return run.Finish([&](const std::string& path) -> std::optional<std::string> {
    auto read = reader.Read(path, run.options().limits.bytes);
    if (!read) return std::nullopt;
    return std::move(read->bytes);
  });
}

std::vector<IndexRun::ToRead> OfUnknownSize(std::span<const std::string> paths) {
  std::vector<IndexRun::ToRead> files;
  files.reserve(paths.size());
  for (const std::string& path : paths) files.push_back({.path = path});
  return files;
}

Result<IndexSummary> IndexAll(const std::filesystem::path& root, IndexRun& run) {
  const std::int64_t unsure_from = UnsureFrom();
  const auto walk = SATCHEL_TRY(Walk(root, run.options().walk, run.scope().deadline));
  run.summary().skipped = walk.skipped;
  SATCHEL_TRY(run.LoadAll());
  std::vector<IndexRun::ToRead> changed;
  std::unordered_set<std::string_view> present;
  present.reserve(walk.files.size());
  for (const WalkedFile& file : walk.files) {
    present.insert(file.path);
    if (run.IsKnown(file.path, StatOf(file.stamp, unsure_from))) {
      run.TakeKnown(file.path);
    } else {
      changed.push_back({.path = file.path, .size = file.stamp.size});
    }
  }
  for (const store::FileRow& row : run.rows()) {
    if (!present.contains(row.path)) run.AddGone(row.path);
  }
  return ReadFiles(root, run, changed, unsure_from);
}

}  // namespace

Result<IndexSummary> IndexTree(const std::filesystem::path& root, store::Database& curated,
                               const store::Scope& scope, ParseCache* cache,
                               const IndexOptions& options) {
  IndexRun run(curated, scope, cache, options);
  SATCHEL_TRY(run.ReadStates());
  return IndexAll(root, run);
}

Result<IndexSummary> IndexFiles(const std::filesystem::path& root, store::Database& curated,
                                const store::Scope& scope, ParseCache* cache,
                                const IndexOptions& options, std::span<const std::string> paths) {
  IndexRun run(curated, scope, cache, options);
  SATCHEL_TRY(run.ReadStates());
  // With other rules all files are to be read.
  if (run.rules_changed()) return IndexAll(root, run);
  SATCHEL_TRY(run.LoadSome(paths));
  std::vector<std::string> known;
  for (const std::string& path : paths) {
    if (run.Stored(path) != nullptr) {
      known.push_back(path);
    } else {
      run.summary().unknown.push_back(path);
    }
  }
  SortUnique(known);
  return ReadFiles(root, run, OfUnknownSize(known), UnsureFrom());
}

Result<IndexSummary> IndexChanges(const std::filesystem::path& root, store::Database& curated,
                                  const store::Scope& scope, ParseCache* cache,
                                  const IndexOptions& options, CodeChanges changes) {
  IndexRun run(curated, scope, cache, options);
  SATCHEL_TRY(run.ReadStates());
  if (run.rules_changed()) return IndexAll(root, run);
  std::vector<std::string> paths = changes.changed;
  paths.insert(paths.end(), changes.gone.begin(), changes.gone.end());
  SortUnique(paths);
  SATCHEL_TRY(run.LoadSome(paths));
  for (const std::string& path : changes.gone) run.AddGone(path);
  for (IndexedFile& file : changes.same) run.AddSame(std::move(file));
  return ReadFiles(root, run, OfUnknownSize(changes.changed), UnsureFrom());
}

Result<bool> IsComplete(store::Database& curated, const store::Scope& scope,
                        const IndexOptions& options) {
  return IndexRun(curated, scope, nullptr, options).IsComplete();
}

}  // namespace satchel::code
