#include "engine/stores/sibling.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/directory.h"
#include "base/files.h"
#include "base/trimmed.h"
#include "base/writer_lock.h"
#include "engine/stores/off_switch.h"
#include "engine/stores/store_owner.h"
#include "engine/stores/stores.h"
#include "store/sqlite/copy.h"

// In a linked work tree, `.git` is a file that names the repository's directory of this tree. A
// repository or an archive can bring such a file, and it can name anything. So it counts only if
// the named directory, which must belong to this user, names this very tree in return: only a
// process that may write to the repository can make it do so. A sibling is then held to the rules
// of its own workspace: its owner, its trusted settings, its registered stores.
//
// Copying is better than sharing. Two trees of different branches would take turns in making one
// index stale, and a tree that is removed would take the index with it.
namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostPathBytes = 8'192;
constexpr std::size_t kMostTrees = 1'000;
constexpr std::size_t kMostLooks = 32;  // at trees for stores

bool IsOurs(const fs::path& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && facts.st_uid == ::geteuid();
}

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error));
}

// The existing path that a file of Git holds, from the directory of that file.
std::optional<fs::path> PathIn(const fs::path& file, std::string_view label) {
  const auto bytes = ReadSmallFile(file, kMostPathBytes);
  if (!bytes || !*bytes) return std::nullopt;
  std::string_view text = Trimmed(**bytes);
  if (!text.starts_with(label)) return std::nullopt;
  text = Trimmed(text.substr(label.size()));
  if (text.empty() || text.find_first_of(std::string_view("\n\0", 2)) != text.npos) {
    return std::nullopt;
  }
  std::error_code error;
  fs::path path = fs::canonical(file.parent_path() / text, error);
  return error ? std::nullopt : std::optional(std::move(path));
}

// The work tree that a directory of the repository is for; nullopt if that tree does not name the
// directory.
std::optional<fs::path> TreeOf(const fs::path& own) {
  const auto link = PathIn(own / "gitdir", "");
  if (!link || link->filename() != ".git" || !IsFile(*link)) return std::nullopt;
  const auto back = PathIn(*link, "gitdir:");
  return back == own ? std::optional(link->parent_path()) : std::nullopt;
}

// The directory that all work trees share, of a linked one. nullopt: it is none.
Result<std::optional<fs::path>> SharedDirectory(const fs::path& root) {
  const fs::path link = root / ".git";
  if (!IsFile(link)) return std::nullopt;
  const auto own = PathIn(link, "gitdir:");
  auto shared = own ? PathIn(*own / "commondir", "") : std::nullopt;
  if (!shared) return std::nullopt;  // a submodule, or what Git could not read either
  if (own->parent_path() != *shared / "worktrees" || TreeOf(*own) != root) {
    return Fail(
        Errc::kInvalidInput,
        fmt::format("{} names a repository that does not list this work tree", link.string()),
        "`git worktree repair` in the main work tree corrects a tree that was moved");
  }
  for (const fs::path& path : {root, link, *own, *shared}) {
    if (!IsOurs(path)) {
      return Fail(Errc::kInvalidInput, fmt::format("{} belongs to another user", path.string()));
    }
  }
  return shared;
}

// The other work trees, the main one first.
std::vector<fs::path> TreesOf(const fs::path& shared, const fs::path& root) {
  std::vector<fs::path> trees;
  std::error_code error;
  if (shared.filename() == ".git") trees.push_back(shared.parent_path());
  const auto opened = Directory::OpenItself(shared / "worktrees");
  if (!opened) return trees;
  const auto names = opened->List(kMostTrees);
  if (!names) return trees;
  for (const std::string& name : *names) {
    auto tree = TreeOf(shared / "worktrees" / name);
    if (tree && *tree != root) trees.push_back(*std::move(tree));
  }
  return trees;
}

// Where the stores of a tree are, if they are registered and may be used.
std::optional<StorePlace> StoresIn(const fs::path& tree, const settings::Directories& directories,
                                   settings::Environment environment) {
  environment.working_directory = tree;
  const auto workspace = settings::FindWorkspace(environment, directories, tree);
  if (!workspace || workspace->root != tree || IsOff(*workspace)) return std::nullopt;
  const auto loaded = settings::LoadSettings(environment, directories, &*workspace, {});
  if (!loaded.Check()) return std::nullopt;
  StorePlace place = FindStore(*workspace, environment, loaded.settings);
  const bool ours = place.kind == StoreKind::kSqlite && place.registry && !place.refused &&
                    !place.key.empty() && place.Exists();
  if (!ours || !IsFile(place.directory / "curated.db")) return std::nullopt;
  return place;
}

}  // namespace

Result<std::optional<Sibling>> FindSibling(const settings::Workspace& workspace,
                                           const settings::Directories& directories,
                                           const settings::Environment& environment,
                                           const settings::Settings& settings) {
  const auto shared = SATCHEL_TRY(SharedDirectory(workspace.root));
  if (!shared) return std::nullopt;
  const StorePlace place = FindStore(workspace, environment, settings);
  const bool is_usual = place.kind == StoreKind::kSqlite && place.registry && !place.refused &&
                        place.directory == workspace.place;
  if (!is_usual || place.Exists() || IsOff(workspace)) return std::nullopt;
  std::size_t looks = 0;
  for (const fs::path& tree : TreesOf(*shared, workspace.root)) {
    if (++looks > kMostLooks) break;
    auto stores = StoresIn(tree, directories, environment);
    if (stores) return Sibling{.root = tree, .place = *std::move(stores)};
  }
  return std::nullopt;
}

Status CopyFromSibling(const settings::Workspace& workspace, const StorePlace& place,
                       const Sibling& sibling, std::uint64_t most_bytes, Time now,
                       const Deadline& deadline) {
  if (HasTrackedStores(place.directory)) {
    return Fail(Errc::kConflict, fmt::format("Git tracks stores in {}", place.directory.string()));
  }
  if (!place.registry) return Fail(Errc::kInvalidInput, "there is no place to register stores");
  SATCHEL_TRY(PreparePlace(place.directory));
  const fs::path file = place.directory / "curated.db";
  {
    const auto lock = SATCHEL_TRY(
        WriterLock::Acquire(place.directory, deadline, "lock", std::chrono::nanoseconds(0)));
    if (place.Exists()) return {};
    const auto id = SATCHEL_TRY(ClaimStores(place.directory, *place.registry));
    // One that is there is of a creation that was interrupted before the log was made.
    if (!IsFile(file)) {
      SATCHEL_TRY(store::CopySqlite({.from = (sibling.place.directory / "curated.db").string(),
                                     .to = file.string(),
                                     .area = store::Area::kCurated,
                                     .key = sibling.place.key,
                                     .new_key = id,
                                     .most_bytes = most_bytes},
                                    deadline));
    }
  }
  const auto made = Stores::Create(place, workspace.root.filename().string(), now, deadline);
  return made ? Status() : std::unexpected(made.error());
}

}  // namespace satchel::engine
