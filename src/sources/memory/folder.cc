#include "sources/memory/folder.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/json.h"
#include "base/sha256.h"
#include "sources/memory/front_matter.h"
#include "sources/memory/spaces.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::string_view kProfile = "profile.md";
constexpr std::string_view kState = "state";
constexpr std::string_view kNegatives = "negative_examples.json";
constexpr std::size_t kMostNegativeBytes = 16UL << 20U;
constexpr std::size_t kMostDepth = 16;
constexpr std::size_t kMostCached = 1'000'000;
constexpr std::size_t kMostFaults = 20;
constexpr std::int64_t kMostHits = 1'000'000'000;
// A file that changed so shortly before it was read may change again without its facts telling:
// clocks of file systems tick slowly.
constexpr auto kSettled = std::chrono::milliseconds(50);

bool IsMarkdown(std::string_view name) {
  return name.size() > 3 && SameButCase(name.substr(name.size() - 3), ".md");
}

// Hidden, or an editor's or a writer's draft.
bool IsPassing(std::string_view name) {
  return name.starts_with('.') || name.starts_with('#') || name.starts_with('~') ||
         name.ends_with('~') || name.ends_with(".tmp");
}

bool IsUsableName(std::string_view name) {
  return text::IsValidUtf8(name) && std::ranges::none_of(name, [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
         });
}

std::string Why(const ReadFailure& failure) {
  switch (failure.kind) {
    case ReadFailure::Kind::kLink:
      return "a symbolic link, which is not followed";
    case ReadFailure::Kind::kWrongKind:
      return "neither a regular file nor a directory";
    case ReadFailure::Kind::kTooLarge:
      return "beyond the limit of a file or of all together";
    case ReadFailure::Kind::kAbsent:
      return "gone";
    case ReadFailure::Kind::kSystem:
      break;
  }
  if (failure.error == EMLINK) {
    return "a hard link, which may be a file of elsewhere: put a copy in its place";
  }
  return failure.SystemText();
}

class Loader {
 public:
  Loader(const std::filesystem::path& directory, const std::string& space, FolderCache* cache,
         const Deadline& deadline, const FolderLimits& limits)
      : directory_(directory), space_(space), cache_(cache), deadline_(deadline), limits_(limits) {
    const auto now = std::chrono::system_clock::now().time_since_epoch() - kSettled;
    settled_ = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  }

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
      if (IsPassing(name) || (depth == 0 && (name == kState || name == "namespaces"))) continue;
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
    if (depth > kMostDepth) {
      Report(path, fmt::format("deeper than {} directories", kMostDepth));
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
    const bool profile = path == kProfile;
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
    digests_.emplace_back(path, Sha256Of(*bytes).Hex());
    return *std::move(bytes);
  }

  void TakeProfile(std::string_view bytes) {
    if (!text::IsValidUtf8(bytes)) return Report(std::string(kProfile), "it is not UTF-8");
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (const auto front = ReadFrontMatter(bytes)) {
      bytes.remove_prefix(front->body);
    } else if (bytes.starts_with(kByteOrderMark)) {
      bytes.remove_prefix(kByteOrderMark.size());
    }
    folder_.profile = BodyText(bytes);
  }

  void ReadState(const Directory& top) {
    const auto state = top.OpenDirectory(std::string(kState));
    if (!state) return ReportFailure(std::string(kState), state.error());
    const std::string path = fmt::format("{}/{}", kState, kNegatives);
    if (state->Look(std::string(kNegatives)) == Directory::Entry::kNone) return;
    const auto bytes = Read(*state, std::string(kNegatives), path, kMostNegativeBytes);
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
      if (!is_new) Report(memory->path, fmt::format("its id is that of {}", first->second));
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
    std::ranges::sort(digests_);
    Sha256 sum;
    for (const auto& [path, digest] : digests_) {
      sum.Update(path).Update(std::string_view("\0", 1)).Update(digest).Update("\n");
    }
    folder_.digest = sum.Finish().Hex();
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
  std::int64_t settled_ = 0;
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
