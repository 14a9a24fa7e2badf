#include "memory/files/folder.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/files/folder_rules.h"
#include "memory/files/front_matter.h"
#include "memory/files/spaces.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostCached = 1'000'000;
constexpr std::size_t kMostFaults = 20;
constexpr std::int64_t kMostHits = 1'000'000'000;

class Loader {
 public:
  Loader(const std::filesystem::path& directory, const std::string& space, FolderCache* cache,
         const Deadline& deadline, const FolderLimits& limits)
      : directory_(directory), space_(space), cache_(cache), deadline_(deadline), limits_(limits) {}

  Result<Folder> Load() {
    // The place of the default and the shared one is the user's word; the others are found.
    const bool trusted = space_.empty() || space_ == kDefaultSpace || space_ == kSharedSpace;
    const auto top = trusted ? Directory::Open(directory_) : Directory::OpenItself(directory_);
    if (!top && top.error().kind != ReadFailure::Kind::kAbsent) return Refused(top.error());
    if (top) {
      folder_.exists = true;
      SATCHEL_TRY(Walk(*top, "", 0));
      ReadState(*top);
    }
    Finish();
    return std::move(folder_);
  }

 private:
  std::unexpected<Error> Refused(const ReadFailure& failure) const {
    return Fail(failure.kind == ReadFailure::Kind::kSystem ? Errc::kSystem : Errc::kInvalidInput,
                fmt::format("cannot read {}: {}", directory_.string(), Why(failure)));
  }

  Status Walk(const Directory& directory, const std::string& prefix, std::size_t depth) {
    const auto names = directory.List(limits_.files);
    if (!names) {
      if (depth == 0) return Refused(names.error());
      Report(prefix, names.error().kind == ReadFailure::Kind::kTooLarge
                         ? fmt::format("more than {} entries", limits_.files)
                         : Why(names.error()));
      return {};
    }
    for (const std::string& name : *names) {
      if (IsPassing(name) || (depth == 0 && IsReserved(name))) continue;
      SATCHEL_TRY(deadline_.Check("read the memories"));
      const std::string path = prefix.empty() ? name : fmt::format("{}/{}", prefix, name);
      switch (directory.Look(name)) {
        case Directory::Entry::kNone:  // gone since it was listed
          break;
        case Directory::Entry::kFile:
          if (IsMarkdown(name) && HasRoom(path, name)) ReadFile(directory, name, path);
          break;
        case Directory::Entry::kDirectory:
          if (HasRoom(path, name)) SATCHEL_TRY(Enter(directory, name, path, depth + 1));
          break;
        case Directory::Entry::kOther:
          Report(path, "a link or a device, which is not followed");
          break;
      }
    }
    return {};
  }

  Status Enter(const Directory& directory, const std::string& name, const std::string& path,
               std::size_t depth) {
    if (depth > kMostDirectoryDepth) {
      Report(path, fmt::format("deeper than {} directories", kMostDirectoryDepth));
      return {};
    }
    const auto inner = directory.OpenDirectory(name);
    if (inner) return Walk(*inner, path, depth);
    ReportFailure(path, inner.error());
    return {};
  }

  // Files and directories count alike, so that neither can go on without end.
  bool HasRoom(const std::string& path, const std::string& name) {
    if (!IsUsableName(name)) {
      Report(path, "a name with control characters or not in UTF-8");
      return false;
    }
    if (seen_ < limits_.files) {
      ++seen_;
      return true;
    }
    if (left_out_++ == 0) first_left_out_ = path;
    return false;
  }

  void ReadFile(const Directory& directory, const std::string& name, const std::string& path) {
    const bool profile = path == kProfileFile;
    const auto facts = directory.FactsOf(name);
    const std::string key = (directory_ / path).string();
    if (cache_ != nullptr && facts && !profile) {
      const auto known = cache_->Find(key);
      const std::size_t room = limits_.total_bytes - total_;
      if (known && known->facts == *facts && facts->size <= std::min(limits_.file_bytes, room) &&
          (known->memory == nullptr || known->memory->space == space_)) {
        total_ += facts->size;
        return Take(path, *known);
      }
    }
    const auto bytes = Read(directory, name, path, limits_.file_bytes);
    if (!bytes) return;
    if (profile) return TakeProfile(*bytes);
    FolderCache::Entry entry{.digest = digests_.back().second};
    auto read = MemoryFromFile(*bytes, path);
    if (read) {
      read->memory.space = space_;
      entry.memory = std::make_shared<const Memory>(std::move(read->memory));
      entry.faults = std::move(read->faults);
    } else {
      entry.faults.push_back(read.error().text());
    }
    digests_.pop_back();
    Take(path, entry);
    const auto after = directory.FactsOf(name);
    if (cache_ != nullptr && facts && after == facts && facts->changed < settled_) {
      entry.facts = *facts;
      cache_->Put(key, std::move(entry));
    }
  }

  void Take(const std::string& path, const FolderCache::Entry& entry) {
    digests_.emplace_back(path, entry.digest);
    if (entry.memory != nullptr) folder_.memories.push_back(entry.memory);
    for (const std::string& fault : entry.faults) Report(path, fault);
  }

  // Nothing: it is a finding. Its digest is noted.
  std::optional<std::string> Read(const Directory& directory, const std::string& name,
                                  const std::string& path, std::size_t most) {
    const std::size_t room = limits_.total_bytes - total_;
    auto bytes = directory.ReadFile(name, std::min(most, room), Directory::Names::kOne);
    if (!bytes) {
      ReportFailure(path, bytes.error());
      return std::nullopt;
    }
    total_ += bytes->size();
    digests_.emplace_back(path, FileDigest(*bytes));
    return *std::move(bytes);
  }

  void TakeProfile(std::string_view bytes) {
    auto text = ProfileText(bytes);
    if (!text) return Report(std::string(kProfileFile), "it is not UTF-8");
    folder_.profile = *std::move(text);
  }

  void ReadState(const Directory& top) {
    const auto state = top.OpenDirectory(std::string(kStateDirectory));
    if (!state) return ReportFailure(std::string(kStateDirectory), state.error());
    const std::string path = fmt::format("{}/{}", kStateDirectory, kNegativesFile);
    if (state->Look(std::string(kNegativesFile)) == Directory::Entry::kNone) return;
    const auto bytes = Read(*state, std::string(kNegativesFile), path, kMostNegativeBytes);
    if (!bytes) return;
    auto read = NegativesFromJson(*bytes);
    if (!read) return Report(path, read.error().text());
    folder_.negatives = std::move(read->hits);
    for (const std::string& fault : read->faults) Report(path, fault);
  }

  // Names are sorted in each directory; paths are sorted as a whole.
  void Finish() {
    std::ranges::sort(folder_.memories, {},
                      [](const auto& memory) -> const std::string& { return memory->path; });
    std::map<std::string_view, std::string_view> paths;  // by id
    std::erase_if(folder_.memories, [&](const auto& memory) {
      const auto [first, is_new] = paths.try_emplace(memory->id, memory->path);
      if (!is_new) Report(memory->path, SameIdAs(first->second));
      return !is_new;
    });
    if (left_out_ > 0) {
      Report(first_left_out_,
             fmt::format("left out with {} more, beyond the limit of {} files and directories",
                         left_out_ - 1, limits_.files));
    }
    for (auto& [path, text] : findings_) {
      folder_.findings.push_back({.path = path, .text = std::move(text)});
    }
    folder_.digest = DigestOfAll();
  }

  std::string DigestOfAll() {
    std::map<std::string, DirectoryDigest> directories;
    std::string profile;
    std::string negatives;
    std::ranges::sort(digests_);
    for (const auto& [path, digest] : digests_) {
      const std::size_t slash = path.rfind('/');
      const std::string directory = slash == path.npos ? "" : path.substr(0, slash);
      if (path == kProfileFile) {
        profile = digest;
      } else if (directory == kStateDirectory) {
        negatives = digest;
      } else {
        directories[directory].Add(path.substr(directory.empty() ? 0 : slash + 1), digest);
      }
    }
    std::map<std::string, std::string> finished;
    for (const auto& [path, sum] : directories) finished.emplace(path, sum.Finish());
    return FolderDigest(finished, profile, negatives);
  }

  void ReportFailure(const std::string& path, const ReadFailure& failure) {
    if (failure.kind != ReadFailure::Kind::kAbsent) Report(path, Why(failure));
  }
  void Report(const std::string& path, std::string text) {
    findings_.emplace(text::RepairUtf8(path).text, std::move(text));
  }

  const std::filesystem::path& directory_;
  const std::string& space_;
  FolderCache* cache_;  // null: everything is read
  const Deadline& deadline_;
  const FolderLimits& limits_;
  const std::int64_t settled_ = SettledBefore();
  Folder folder_;
  std::multimap<std::string, std::string> findings_;          // by path, then as they were found
  std::vector<std::pair<std::string, std::string>> digests_;  // path, digest
  std::size_t total_ = 0;
  std::size_t seen_ = 0;
  std::size_t left_out_ = 0;
  std::string first_left_out_;
};

std::optional<std::int64_t> HitsOf(const Json& entry) {
  if (entry.is_object()) {
    for (const char* name : {"notUseful", "hits", "notUsefulCount"}) {
      const auto found = entry.find(name);
      if (found != entry.end() && !found->is_object()) return HitsOf(*found);
    }
    return std::nullopt;
  }
  if (entry.is_number_unsigned()) {
    return static_cast<std::int64_t>(
        std::min<std::uint64_t>(entry.get<std::uint64_t>(), kMostHits));
  }
  return std::nullopt;
}

}  // namespace

std::optional<FolderCache::Entry> FolderCache::Find(const std::string& path) const {
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(path);
  return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

void FolderCache::Put(const std::string& path, Entry entry) {
  const std::scoped_lock lock(mutex_);
  // Files that are gone stay in it; with so many it begins anew.
  if (entries_.size() >= kMostCached) entries_.clear();
  entries_.insert_or_assign(path, std::move(entry));
}

Result<ReadNegatives> NegativesFromJson(std::string_view json) {
  constexpr std::size_t kMostJsonDepth = 8;
  const Json root =
      SATCHEL_TRY(ParseJson(json, {.max_bytes = kMostNegativeBytes, .max_depth = kMostJsonDepth}));
  if (!root.is_object()) return Fail(Errc::kInvalidInput, "it is no JSON object");
  const auto inner = root.find("examples");
  const bool wrapped = inner != root.end() && inner->is_object() && !HitsOf(*inner);
  const Json& entries = wrapped ? *inner : root;
  ReadNegatives read;
  std::size_t left_out = 0;
  for (const auto& [id, entry] : entries.items()) {
    const auto hits = HitsOf(entry);
    if (hits && *hits > 0) read.hits.emplace(id, *hits);
    if (hits) continue;
    if (read.faults.size() == kMostFaults) {
      ++left_out;
    } else {
      read.faults.push_back(
          fmt::format("the entry of '{}' has no number of hits", text::Ellipsize(id, 64)));
    }
  }
  if (left_out > 0) read.faults.push_back(fmt::format("and {} more entries", left_out));
  return read;
}

Result<Folder> LoadFolder(const std::filesystem::path& directory, const std::string& space,
                          FolderCache* cache, const Deadline& deadline,
                          const FolderLimits& limits) {
  return Loader(directory, space, cache, deadline, limits).Load();
}

}  // namespace satchel::memory
