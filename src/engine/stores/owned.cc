#include "engine/stores/owned.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/directory.h"
#include "base/files.h"
#include "base/git_index.h"
#include "engine/stores/store_owner.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostNames = 100'000;
constexpr std::size_t kMostPathBytes = 8'192;
// A team may commit these next to the stores. They stay if it did.
constexpr std::array<std::string_view, 2> kShared = {".gitignore", "config.toml"};

bool IsStoreName(std::string_view name) {
  return name == "store.id" || name == "sessions" || name == "lock" || name == "off" ||
         name.starts_with("raw.db") || name.starts_with("curated.db");
}

// What a name in one of the directories of the XDG rules belongs to. All four variables may
// name one directory.
OwnedKind KindOf(std::string_view name) {
  if (name == "memory") return OwnedKind::kMemories;
  if (name == "parse") return OwnedKind::kCache;
  return name == "config.toml" ? OwnedKind::kConfiguration : OwnedKind::kState;
}

DiskUsage MeasureEntry(const fs::path& path) {
  struct stat facts{};
  if (::lstat(path.c_str(), &facts) != 0) return {.complete = false};
  if (S_ISDIR(facts.st_mode)) return MeasureDirectory(path);
  return {.files = 1, .bytes = static_cast<std::uint64_t>(facts.st_size)};
}

bool IsLink(const fs::path& path) {
  std::error_code error;
  return fs::is_symlink(fs::symlink_status(path, error));
}

// The place with the entries whose names `is_ours` accepts; nullopt if there is no such directory
// or it has none of them and is not empty.
template <typename IsOurs>
std::optional<OwnedPlace> PlaceAt(OwnedKind kind, const fs::path& path, const IsOurs& is_ours) {
  OwnedPlace place{.kind = kind, .path = path};
  if (IsLink(path)) {
    place.refused =
        Fail(Errc::kConflict, fmt::format("{} is a symbolic link, so it stays", path.string()),
             "remove the link and its target yourself")
            .error();
    return place;
  }
  const auto opened = Directory::OpenItself(path);
  if (!opened) return std::nullopt;
  const auto names = opened->List(kMostNames);
  if (!names) {
    place.refused = Fail(Errc::kSystem, fmt::format("cannot list {}: {}", path.string(),
                                                    names.error().SystemText()))
                        .error();
    return place;
  }
  for (const std::string& name : *names) {
    if (!is_ours(name)) continue;
    const DiskUsage usage = MeasureEntry(path / name);
    place.usage.files += usage.files;
    place.usage.bytes += usage.bytes;
    place.usage.complete = place.usage.complete && usage.complete;
    place.entries.push_back({.name = name, .usage = usage});
  }
  if (place.entries.empty() && !names->empty()) return std::nullopt;
  return place;
}

std::optional<OwnedPlace> StoresAt(const fs::path& path) {
  if (path.filename() != ".satchel") return PlaceAt(OwnedKind::kStore, path, IsStoreName);
  if (HasTrackedFiles(path, kShared)) return std::nullopt;  // it came with the repository
  const bool shares = HasTrackedFiles(path);
  return PlaceAt(OwnedKind::kStore, path, [shares](std::string_view name) {
    return !shares || std::ranges::find(kShared, name) == kShared.end();
  });
}

class Finder {
 public:
  explicit Finder(const settings::Directories& directories) : directories_(directories) {}

  void AddRegistered() {
    if (!directories_.state) return;
    const fs::path registry = *directories_.state / "stores";
    const auto opened = Directory::OpenItself(registry);
    if (!opened) return;
    for (const std::string& id : opened->List(kMostNames).value_or(std::vector<std::string>())) {
      auto text = opened->ReadFile(id, kMostPathBytes);
      if (!text || !text->ends_with('\n')) continue;
      text->pop_back();
      const fs::path path(*text);
      // A tree that was moved or copied has its id elsewhere.
      if (path.is_absolute() && StoredId(path) == id) AddStores(path, registry);
    }
  }

  void AddCurrent(const settings::Workspace& workspace, const StorePlace* store) {
    const fs::path registry = directories_.state ? *directories_.state / "stores" : fs::path();
    if (workspace.place_in_root) AddStores(workspace.place, registry);
    if (store == nullptr || store->kind != StoreKind::kSqlite || store->refused) return;
    if (store->registry) return AddStores(store->directory, registry);
    // The user's settings name it; stores outside of a work tree have no id.
    if (!IsInState(store->directory))
      Put(PlaceAt(OwnedKind::kStore, store->directory, IsStoreName));
  }

  void Add(OwnedKind kind, const std::optional<fs::path>& path) {
    if (!path) return;
    const std::array all = {directories_.cache, directories_.config, directories_.data,
                            directories_.state};
    const bool shared = std::ranges::count(all, path) > 1;
    Put(PlaceAt(kind, *path,
                [shared, kind](std::string_view name) { return !shared || KindOf(name) == kind; }));
  }

  std::vector<OwnedPlace> Take() && { return std::move(places_); }

 private:
  bool IsInState(const fs::path& path) const {
    if (!directories_.state) return false;
    const auto below = path.lexically_relative(*directories_.state);
    return !below.empty() && *below.begin() != "..";
  }
  void AddStores(const fs::path& path, const fs::path& registry) {
    if (std::ranges::find(places_, path, &OwnedPlace::path) != places_.end()) return;
    if (IsLink(path)) return;  // Satchel does not use it
    StoreOwner owner = FindOwner(path, registry);
    if (!owner.refused) return Put(StoresAt(path));
    places_.push_back({.kind = OwnedKind::kStore,
                       .path = path,
                       .entries = {},
                       .usage = MeasureDirectory(path),
                       .refused = std::move(owner.refused)});
  }
  void Put(std::optional<OwnedPlace> place) {
    if (place) places_.push_back(*std::move(place));
  }

  const settings::Directories& directories_;
  std::vector<OwnedPlace> places_;
};

}  // namespace

std::string_view Name(OwnedKind kind) {
  switch (kind) {
    case OwnedKind::kStore:
      return "store";
    case OwnedKind::kCache:
      return "cache";
    case OwnedKind::kConfiguration:
      return "configuration";
    case OwnedKind::kMemories:
      return "memories";
    case OwnedKind::kState:
      return "state";
  }
  return "state";
}

std::vector<OwnedPlace> FindOwned(const settings::Directories& directories,
                                  const settings::Workspace* workspace, const StorePlace* store) {
  Finder finder(directories);
  finder.AddRegistered();
  if (workspace != nullptr) finder.AddCurrent(*workspace, store);
  finder.Add(OwnedKind::kCache, directories.cache);
  finder.Add(OwnedKind::kConfiguration, directories.config);
  finder.Add(OwnedKind::kMemories, directories.data);
  finder.Add(OwnedKind::kState, directories.state);
  return std::move(finder).Take();
}

Status RemoveOwned(const OwnedPlace& place) {
  std::error_code error;
  for (const OwnedEntry& entry : place.entries) {
    fs::remove_all(place.path / entry.name, error);
    if (error) {
      return Fail(Errc::kSystem, fmt::format("cannot remove {}: {}",
                                             (place.path / entry.name).string(), error.message()));
    }
  }
  // It may have files that stay.
  if (::rmdir(place.path.c_str()) == 0 || errno == ENOTEMPTY || errno == EEXIST) return {};
  return Fail(Errc::kSystem, fmt::format("cannot remove {}: {}", place.path.string(),
                                         std::generic_category().message(errno)));
}

}  // namespace satchel::engine
