// Trees are read level by level, so that one run of git reads a whole level, and each object once
// however many paths lead to it. The number of paths is bounded: ten trees that each name the next
// one ten times are ten billion files.

#include "code/walk/revision.h"

#include <algorithm>
#include <expected>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/git.h"
#include "base/sort_unique.h"
#include "code/walk/ignore.h"
#include "code/walk/owned.h"
#include "code/walk/satchel_rules.h"
#include "code/walk/secret_files.h"
#include "code/walk/tree_object.h"
#include "text/safe_text.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostPathBytes = 4'096;
constexpr std::string_view kRulesFile = ".satchelignore";

Result<std::string> ResolveCommit(const Git& git, const GitStore& store, std::string_view commit,
                                  const Deadline& deadline) {
  const bool plain = !commit.empty() && commit.size() <= 1'000 && !commit.starts_with('-') &&
                     !commit.starts_with('^') && !commit.contains("..") &&
                     std::ranges::none_of(commit, [](char c) { return c >= 0 && c < ' '; });
  if (!plain) return Fail(Errc::kInvalidInput, fmt::format("'{}' names no commit", commit));
  Git::Call call = CallIn(store, Git::Command::kRevList);
  call.args = {"-1", "--end-of-options", std::string(commit), "--"};
  auto id = git.Run(call, deadline);
  if (!id) {
    if (id.error().code() != Errc::kUnavailable) return id;
    return Fail(Errc::kNotFound, fmt::format("there is no commit '{}'", commit));
  }
  while (id->ends_with('\n')) id->pop_back();
  if (!IsObjectId(*id))
    return Fail(Errc::kNotFound, fmt::format("there is no commit '{}'", commit));
  return id;
}

class Lister {
 public:
  Lister(const Git& git, const GitStore& store, const RevisionOptions& options,
         const Deadline& deadline)
      : objects_(git, store), options_(options), deadline_(deadline) {}

  Result<RevisionFiles> Run(std::string commit) {
    const std::vector<std::string> top = {commit + "^{tree}"};
    id_bytes_ = commit.size() / 2;
    result_.commit = std::move(commit);
    auto read = objects_.Read(
        top, GitObjects::Want::kBytes,
        [this](std::size_t, const GitObject& object) {
          Expand("", Parse(object));
          return Status();
        },
        deadline_);
    for (std::size_t depth = 1; read && !level_.empty(); ++depth) read = ReadLevel(depth);
    if (read) read = ReadSizes();
    if (read) read = ApplyRules();
    if (!read) return std::unexpected(read.error());
    std::erase_if(result_.files, [this](const RevisionFile& file) { return !IsBelow(file.path); });
    std::ranges::sort(result_.files, {}, &RevisionFile::path);
    return std::move(result_);
  }

 private:
  // Nothing: it is no tree.
  std::optional<TreeObject> Parse(const GitObject& object) const {
    if (object.type != "tree") return std::nullopt;
    return ParseTree(object.bytes, id_bytes_);
  }

  Status ReadLevel(std::size_t depth) {
    // The paths of each tree of this level.
    std::map<std::string, std::vector<std::string>> level = std::exchange(level_, {});
    std::vector<std::string> ids;
    for (const auto& [id, paths] : level) {
      ids.push_back(id);
      if (depth < options_.max_depth) continue;
      for (const std::string& path : paths) result_.skipped.Add(SkipReason::kDepth, path);
    }
    if (depth >= options_.max_depth) return {};
    return objects_.Read(
        ids, GitObjects::Want::kBytes,
        [&](std::size_t at, const GitObject& object) {
          const auto tree = Parse(object);
          for (const std::string& path : level[ids[at]]) Expand(path, tree);
          return deadline_.Check("read a commit");
        },
        deadline_);
  }

  // `path` ends with a slash, or is empty.
  void Expand(const std::string& path, const std::optional<TreeObject>& tree) {
    if (!tree) return result_.skipped.Add(SkipReason::kObject, path);
    const std::size_t lines = tree->entries.size() + tree->refused;
    if (entries_ + lines > options_.max_entries) {
      return result_.skipped.Add(SkipReason::kLimit, path);
    }
    entries_ += lines;
    for (std::size_t i = 0; i < tree->refused; ++i) result_.skipped.Add(SkipReason::kName, path);
    for (const TreeEntry& entry : tree->entries) AddEntry(path, entry);
  }

  bool IsBelow(std::string_view path) const {
    const std::string_view below = options_.below;
    return below.empty() ||
           (path.starts_with(below) && path.size() > below.size() && path[below.size()] == '/');
  }

  bool LeadsBelow(std::string_view directory) const {
    const std::string_view below = options_.below;
    return IsBelow(directory) || directory == below ||
           (below.starts_with(directory) && below[directory.size()] == '/');
  }

  void AddEntry(const std::string& folder, const TreeEntry& entry) {
    const bool is_directory = entry.kind == TreeEntry::Kind::kDirectory;
    std::string path = folder + entry.name;
    if (is_directory ? !LeadsBelow(path) : !IsBelow(path) && entry.name != kRulesFile) return;
    const auto reason = SkipFor(path, entry);
    if (is_directory) path += '/';
    if (reason) return result_.skipped.Add(*reason, path);
    if (is_directory) {
      level_[entry.id].push_back(std::move(path));
    } else {
      result_.files.push_back({.path = std::move(path), .blob = entry.id});
    }
  }

  std::optional<SkipReason> SkipFor(const std::string& path, const TreeEntry& entry) const {
    const bool is_directory = entry.kind == TreeEntry::Kind::kDirectory;
    if (IsOwned(path, entry.name, is_directory)) return SkipReason::kOwned;
    if (entry.kind == TreeEntry::Kind::kLink) return SkipReason::kLink;
    if (entry.kind == TreeEntry::Kind::kSubmodule) return SkipReason::kSubmodule;
    if (entry.kind == TreeEntry::Kind::kUnknown) return SkipReason::kSpecial;
    if (entry.name.find_first_of("\r\n") != entry.name.npos || !text::IsValidUtf8(entry.name)) {
      return SkipReason::kName;
    }
    if (path.size() > kMostPathBytes) return SkipReason::kDepth;
    if (is_directory) return std::nullopt;
    if (text::HoldsSecret(path) || (!options_.with_secrets && IsSecretFile(path))) {
      return SkipReason::kSecret;
    }
    return std::nullopt;
  }

  // Takes out the files whose objects are not there.
  Status ReadSizes() {
    std::vector<std::string> ids;
    for (const RevisionFile& file : result_.files) ids.push_back(file.blob);
    SortUnique(ids);
    std::vector<std::optional<std::size_t>> sizes(ids.size());
    SATCHEL_TRY(objects_.Read(
        ids, GitObjects::Want::kSize,
        [&](std::size_t at, const GitObject& object) {
          if (object.type == "blob") sizes[at] = object.size;
          return Status();
        },
        deadline_));
    std::erase_if(result_.files, [&](RevisionFile& file) {
      const auto at = std::ranges::lower_bound(ids, file.blob) - ids.begin();
      const auto& size = sizes[static_cast<std::size_t>(at)];
      if (size) {
        file.size = *size;
      } else {
        result_.skipped.Add(SkipReason::kObject, file.path);
      }
      return !size;
    });
    return {};
  }

  // Takes out what the commit's own `.satchelignore` files name.
  Status ApplyRules() {
    std::vector<std::string> ids;
    std::vector<std::string> folders;
    for (const RevisionFile& file : result_.files) {
      const std::size_t name = file.path.rfind('/') + 1;
      if (std::string_view(file.path).substr(name) != kRulesFile) continue;
      if (file.size > IgnoreRules::kMostBytes) {
        result_.skipped.Add(SkipReason::kRules, file.path);
        continue;
      }
      ids.push_back(file.blob);
      folders.push_back(file.path.substr(0, name));
    }
    SatchelRules rules;
    auto read = objects_.Read(
        ids, GitObjects::Want::kBytes,
        [&](std::size_t at, const GitObject& object) {
          IgnoreRules parsed = IgnoreRules::Parse(object.bytes);
          if (parsed.cut()) {
            result_.skipped.Add(SkipReason::kRules, folders[at] + std::string(kRulesFile));
          }
          rules.Add(folders[at], std::move(parsed));
          return Status();
        },
        deadline_);
    if (!read || rules.empty()) return read;
    std::erase_if(result_.files, [&](const RevisionFile& file) {
      const bool ignored = rules.Ignores(file.path);
      if (ignored) result_.skipped.Add(SkipReason::kSatchelIgnored, file.path);
      return ignored;
    });
    if (rules.gave_up()) result_.skipped.Add(SkipReason::kRules, kRulesFile);
    return deadline_.Check("read a commit");
  }

  GitObjects objects_;
  const RevisionOptions& options_;
  const Deadline& deadline_;
  std::size_t id_bytes_ = 0;
  std::size_t entries_ = 0;
  std::map<std::string, std::vector<std::string>> level_;  // of trees to be read: their paths
  RevisionFiles result_;
};

}  // namespace

Result<RevisionFiles> ListRevision(const Git& git, const GitStore& store, std::string_view commit,
                                   const RevisionOptions& options, const Deadline& deadline) {
  auto id = SATCHEL_TRY(ResolveCommit(git, store, commit, deadline));
  return Lister(git, store, options, deadline).Run(std::move(id));
}

Status ReadRevision(const Git& git, const GitStore& store, std::span<const RevisionFile> files,
                    std::size_t max_bytes, const TakeBlob& take, const Deadline& deadline) {
  constexpr std::size_t kBatchBytes = GitObjects::kMostBytes / 4;
  constexpr std::size_t kBatchFiles = 1'000;
  // Git prints a line before each.
  constexpr std::size_t kMostBlobBytes = GitObjects::kMostBytes - 1'024;
  max_bytes = std::min(max_bytes, kMostBlobBytes);
  const GitObjects objects(git, store);
  std::size_t begin = 0;
  while (begin < files.size()) {
    std::vector<std::string> ids;
    std::size_t end = begin;
    std::size_t bytes = 0;
    for (; end < files.size() && ids.size() < kBatchFiles; ++end) {
      if (files[end].size > max_bytes) continue;
      if (bytes > 0 && bytes + files[end].size > kBatchBytes) break;
      bytes += files[end].size;
      ids.push_back(files[end].blob);
    }
    std::size_t next = begin;
    const auto take_large = [&](std::size_t until) -> Status {
      for (; next < until && files[next].size > max_bytes; ++next) {
        SATCHEL_TRY(take(files[next], std::unexpected(SkipReason::kTooLarge)));
      }
      return {};
    };
    auto read = objects.Read(
        ids, GitObjects::Want::kBytes,
        [&](std::size_t, GitObject object) -> Status {
          SATCHEL_TRY(take_large(end));
          const RevisionFile& file = files[next++];
          if (object.type == "blob") return take(file, std::move(object.bytes));
          return take(file, std::unexpected(SkipReason::kObject));
        },
        deadline);
    if (read) read = take_large(end);
    if (!read) return read;
    begin = end;
  }
  return {};
}

}  // namespace satchel::code
