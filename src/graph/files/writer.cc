#include "graph/files/writer.h"

#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/files/node_json.h"
#include "graph/files/pack_files.h"
#include "graph/files/pending.h"
#include "graph/files/post_pack.h"
#include "graph/files/ulid.h"

namespace satchel::graph {
namespace {

constexpr std::size_t kMostPendingBytes = 256U << 20U;
constexpr std::size_t kMostPacks = 200;

// Of the folder only the logs belong into a repository; the rest is made from them.
constexpr std::string_view kGitignore =
    "# Made by Satchel. The *.jsonl logs belong into the repository, the rest is made from them.\n"
    "/.gitignore\n"
    "/.lock\n"
    "/.pending.json\n"
    "/context_pack.latest.json\n"
    "/context_packs/\n"
    "/request_context.latest.json\n"
    "/request_context_packs/\n";

// Leaves one that is there as it is. Nothing depends on it, so that a failure is none.
void WriteGitignore(const Directory& directory) {
  const std::string name = ".gitignore";
  if (directory.Look(name) != Directory::Entry::kNone) return;
  directory.RemoveDrafts(name);
  (void)directory.ReplaceFile(name, kGitignore);
}

Result<std::optional<Pending>> ReadPending(const Directory& directory) {
  const auto bytes = directory.ReadFile(std::string(kPendingFile), kMostPendingBytes);
  if (!bytes && bytes.error().kind == ReadFailure::Kind::kAbsent) return std::nullopt;
  const auto broken = [](std::string_view why) {
    return Fail(Errc::kCorrupt, fmt::format("{} cannot be read: {}", kPendingFile, why),
                "it is an interrupted change; remove it to drop the change");
  };
  if (!bytes) return broken(bytes.error().SystemText());
  const auto json = ParseJson(*bytes, {.max_bytes = kMostPendingBytes});
  if (!json) return broken(json.error().text());
  auto pending = PendingFromJson(*json);
  if (!pending) return broken(pending.error().text());
  return *std::move(pending);
}

// Rows at the end of a log; one that was cut off there is ended first.
Append AppendTo(std::string_view file, std::string_view log, std::string rows) {
  if (!log.empty() && !log.ends_with('\n')) rows.insert(0, "\n");
  return {.file = std::string(file), .size = log.size(), .bytes = std::move(rows)};
}

// What could not be read back could neither be completed nor got rid of.
std::unexpected<Error> TooLarge(std::size_t size, std::size_t most) {
  return Fail(Errc::kInvalidInput,
              fmt::format("the change is too large: {} bytes, of at most {}", size, most),
              "make smaller changes, or nodes with less in them");
}

}  // namespace

Result<std::string> PendingCommit(const Directory& directory) {
  auto pending = ReadPending(directory);
  if (!pending) return std::unexpected(pending.error());
  return *pending ? (*pending)->commit_id : std::string();
}

Result<LockedFolder> LockFolder(const std::filesystem::path& root, std::string_view folder,
                                const Deadline& deadline) {
  const auto name = SATCHEL_TRY(FolderName(folder));
  auto directory = SATCHEL_TRY(MakeFolder(root, name));
  auto lock = WriterLock::Acquire(root / name, deadline, ".lock");
  // Somebody goes on writing: to come back later will help.
  if (!lock && lock.error().code() == Errc::kUnavailable) {
    return Fail(Errc::kDeadline, lock.error().text(), lock.error().hint());
  }
  if (!lock) return std::unexpected(lock.error());
  LockedFolder locked{.name = name, .directory = std::move(directory), .lock = *std::move(lock)};
  WriteGitignore(locked.directory);
  auto pending = SATCHEL_TRY(ReadPending(locked.directory));
  if (pending) {
    Status done = Carry(locked.directory, *pending);
    if (done) done = locked.directory.RemoveFile(std::string(kPendingFile));
    if (!done) return std::move(done).error().While("complete an interrupted change");
    locked.completed = pending->commit_id;
  }
  return locked;
}

Result<Writer> Writer::Open(const std::filesystem::path& root, std::string_view folder,
                            const Deadline& deadline) {
  auto locked = SATCHEL_TRY(LockFolder(root, folder, deadline));
  Writer writer(std::move(locked));
  writer.loaded_ = LoadGraph(writer.folder_.directory);
  if (!writer.loaded_.unreadable.empty()) {
    const Finding& finding = writer.loaded_.unreadable.front();
    return Fail(
        Errc::kInvalidInput,
        fmt::format("{}/{} cannot be changed: {}", writer.folder_.name, finding.file, finding.text),
        "replace it by a regular file");
  }
  return writer;
}

Result<Committed> Writer::Commit(const Change& change, Time now) && {
  const std::string commit_id = MakeId("COMMIT", now);
  Pending pending{.commit_id = commit_id,
                  .pack_name = fmt::format("context_pack.{}.{}.json", FileStamp(now), commit_id)};
  Json changed = Json::array();
  for (const Layer layer : kLayers) {
    std::string rows;
    for (const auto& [of, row] : change.rows) {
      if (of == layer) rows += CanonicalJson(row) + "\n";
    }
    if (rows.empty()) continue;
    pending.rows.push_back(
        AppendTo(LogName(layer), graph().logs().nodes[IndexOf(layer)], std::move(rows)));
  }
  std::unordered_set<std::string_view> named;
  for (const auto& [layer, row] : change.rows) {
    const auto& id = row.at("id").get_ref<const std::string&>();
    if (named.insert(id).second) changed.push_back(id);
  }
  pending.pack = PrettyJson(PostResponsePack(graph(), change.rows, commit_id, change.mode, now));
  if (pending.pack.size() > kMostPostPackBytes) {
    return TooLarge(pending.pack.size(), kMostPostPackBytes);
  }
  Json commit_row = change.details;
  commit_row.update(
      {{"commit_id", commit_id},
       {"mode", change.mode},
       {"changed_node_ids", std::move(changed)},
       {"context_pack_path", fmt::format("{}/{}/{}", folder_.name, kPackFolder, pending.pack_name)},
       {"created_at", Stamp(now)},
       {"event", "post_response_commit"}});
  pending.commit_row =
      AppendTo(kCommitLog, graph().logs().commits, CanonicalJson(commit_row) + "\n");
  const std::string bytes = CanonicalJson(ToJson(pending));
  if (bytes.size() > kMostPendingBytes) return TooLarge(bytes.size(), kMostPendingBytes);
  const std::string journal(kPendingFile);
  const Directory& directory = folder_.directory;
  directory.RemoveDrafts(journal);
  Status done = directory.ReplaceFile(journal, bytes);
  if (done) done = Carry(directory, pending);
  if (done) done = directory.RemoveFile(journal);
  if (!done) return std::move(done).error().While("change the graphs");
  if (const auto packs = directory.OpenDirectory(std::string(kPackFolder))) {
    RotateByName(*packs, "context_pack.", kMostPacks, pending.pack_name);
  }
  return Committed{.commit_id = commit_id,
                   .pack = fmt::format("{}/{}", kPackFolder, pending.pack_name)};
}

}  // namespace satchel::graph
