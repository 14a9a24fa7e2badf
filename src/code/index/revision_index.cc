// The index of a commit: git gives its blobs one after the other, and groups of them are parsed in
// parallel. A blob's id stands where the stat data of a file on disk stand.

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "code/index/index_run.h"
#include "code/index/indexer.h"
#include "code/walk/revision.h"

namespace satchel::code {
namespace {

constexpr std::size_t kFilesInAGroup = 2000;
constexpr std::size_t kBytesInAGroup = 16U << 20U;
constexpr std::size_t kMostBlob = 16U << 20U;

std::string StatOf(const RevisionFile& file) { return "blob " + file.blob; }

// A blob and what git gave for it.
struct Blob {
  const RevisionFile* file = nullptr;
  std::expected<std::string, SkipReason> content;
};

Outcome Parse(const IndexRun& run, FactsReader& facts, const Blob& blob) {
  if (!blob.content) {
    Outcome outcome;
    outcome.skipped = blob.content.error();
    return outcome;
  }
  const auto beginning = std::string_view(*blob.content).substr(0, run.options().limits.bytes + 1);
  return run.FromContent(facts, blob.file->path, beginning, blob.content->size(),
                         StatOf(*blob.file));
}

Status TakeGroup(IndexRun& run, std::vector<Blob>& blobs) {
  std::vector<IndexRun::ToRead> files;
  files.reserve(blobs.size());
  for (const Blob& blob : blobs) {
    files.push_back({.path = blob.file->path, .size = blob.content ? blob.content->size() : 0});
  }
  Status status = run.TakeAll(
      files, [&](FactsReader& facts, std::size_t i) { return Parse(run, facts, blobs[i]); });
  blobs.clear();
  return status;
}

Status ReadBlobs(const Git& git, const GitStore& repository, IndexRun& run,
                 const std::vector<RevisionFile>& files) {
  run.SetTotal(files.size());
  std::vector<Blob> blobs;
  std::size_t bytes = 0;
  const auto read = ReadRevision(
      git, repository, files, kMostBlob,
      [&](const RevisionFile& file, std::expected<std::string, SkipReason> content) -> Status {
        bytes += content ? content->size() : 0;
        blobs.push_back({&file, std::move(content)});
        if (bytes < kBytesInAGroup && blobs.size() < kFilesInAGroup) return {};
        bytes = 0;
        return TakeGroup(run, blobs);
      },
      run.scope().deadline);
  return read ? TakeGroup(run, blobs) : read;
}

}  // namespace

Result<IndexSummary> IndexRevision(const Git& git, const GitStore& repository,
                                   std::string_view commit, store::Database& curated,
                                   const store::Scope& scope, ParseCache* cache,
                                   const IndexOptions& options) {
  IndexRun run(curated, scope, cache, options);
  SATCHEL_TRY(run.ReadStates());
  const RevisionOptions listing{.max_entries = options.walk.max_entries,
                                .max_depth = options.walk.max_depth,
                                .with_secrets = options.walk.with_secrets,
                                .below = options.below};
  const auto revision = SATCHEL_TRY(ListRevision(git, repository, commit, listing, scope.deadline));
  run.summary().commit = revision.commit;
  run.summary().skipped = revision.skipped;
  SATCHEL_TRY(run.LoadAll());
  std::vector<RevisionFile> changed;
  std::unordered_map<std::string_view, const RevisionFile*> present;
  for (const RevisionFile& file : revision.files) {
    present.emplace(file.path, &file);
    if (run.IsKnown(file.path, StatOf(file))) {
      run.TakeKnown(file.path);
    } else {
      changed.push_back(file);
    }
  }
  for (const store::FileRow& row : run.rows()) {
    if (!present.contains(row.path)) run.AddGone(row.path);
  }
  SATCHEL_TRY(ReadBlobs(git, repository, run, changed));
  return run.Finish([&](const std::string& path) -> std::optional<std::string> {
    const auto file = present.find(path);
    if (file == present.end()) return std::nullopt;
    std::optional<std::string> bytes;
    const auto read = ReadRevision(
        git, repository, {file->second, 1}, options.limits.bytes,
        [&bytes](const RevisionFile& /*file*/, std::expected<std::string, SkipReason> content) {
          if (content) bytes = *std::move(content);
          return Status();
        },
        scope.deadline);
    return read ? bytes : std::nullopt;
  });
}

}  // namespace satchel::code
