#include "engine/stores/store_owner.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/directory.h"
#include "base/files.h"
#include "base/git_index.h"
#include "base/random_key.h"
#include "base/sha256.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr const char* kIdFile = "store.id";
constexpr std::size_t kDigits = 32;
// Files next to the stores that a team may commit.
constexpr std::array<std::string_view, 2> kShared = {".gitignore", "config.toml"};
constexpr std::array<std::string_view, 4> kPrivate = {"", "raw.db", "curated.db", "sessions"};

bool IsId(std::string_view text) {
  return text.size() == kDigits &&
         std::ranges::all_of(text, [](char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); });
}

bool Exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

bool HasSessions(const fs::path& directory) {
  std::error_code error;
  for (fs::directory_iterator at(directory / "sessions", error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().filename().string().contains(".db")) return true;
  }
  return false;
}

bool HasStores(const fs::path& directory) {
  return Exists(directory / "raw.db") || Exists(directory / "curated.db") || HasSessions(directory);
}

bool BelongsToAnother(const fs::path& directory) {
  return std::ranges::any_of(kPrivate, [&directory](std::string_view name) {
    struct stat facts{};
    const fs::path path = name.empty() ? directory : directory / name;
    return ::lstat(path.c_str(), &facts) == 0 && facts.st_uid != ::geteuid();
  });
}

Error Refusal(const fs::path& directory, std::string_view why, std::string_view hint) {
  return Fail(Errc::kConflict, fmt::format("the stores in {} {}", directory.string(), why), hint)
      .error();
}

Result<std::string> DigestOfFile(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  Sha256 digest;
  std::array<char, 64UL << 10U> bytes{};
  while (in) {
    in.read(bytes.data(), bytes.size());
    digest.Update({bytes.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (!in.eof()) return Fail(Errc::kSystem, fmt::format("cannot read {}", file.string()));
  return digest.Finish().Hex();
}

}  // namespace

std::optional<std::string> StoredId(const fs::path& directory) {
  const auto opened = Directory::OpenItself(directory);
  if (!opened) return std::nullopt;
  const auto bytes = opened->ReadFile(kIdFile, kDigits + 1, Directory::Names::kOne);
  if (!bytes || !bytes->ends_with('\n')) return std::nullopt;
  std::string id = bytes->substr(0, bytes->size() - 1);
  return IsId(id) ? std::optional(std::move(id)) : std::nullopt;
}

bool HasTrackedStores(const fs::path& directory) { return HasTrackedFiles(directory, kShared); }

StoreOwner FindOwner(const fs::path& directory, const fs::path& registry) {
  if (!Exists(directory)) return {};
  if (BelongsToAnother(directory)) {
    return {.id = "",
            .refused = Refusal(directory, "belong to another user and are not used",
                               "Satchel keeps its own in your state directory"),
            .may_be_adopted = false};
  }
  auto id = StoredId(directory);
  const bool registered = id && !registry.empty() && Exists(registry / *id);
  if (!registered && !HasStores(directory)) return {};
  if (HasTrackedStores(directory)) {
    return {.id = "",
            .refused = Refusal(directory, "are tracked by Git and are not used",
                               "`git rm -r --cached .satchel` ends that; they may hold what others "
                               "committed"),
            .may_be_adopted = false};
  }
  if (registered) return {.id = *std::move(id)};
  return {.id = "",
          .refused = Refusal(directory, "were not made by Satchel on this machine and are not used",
                             "if you put them there, `satchel db adopt` allows them"),
          .may_be_adopted = true};
}

Status RegisterStores(const fs::path& directory, const fs::path& registry, std::string_view id) {
  if (registry.empty()) {
    return Fail(Errc::kInvalidInput,
                "there is no place to register stores: neither HOME nor XDG_STATE_HOME is an "
                "absolute path",
                "set HOME, or XDG_STATE_HOME to a directory of yours");
  }
  SATCHEL_TRY(MakePrivateDirectory(registry));
  return WriteFileAtomically(registry / id, directory.string() + "\n");
}

Result<std::string> ClaimStores(const fs::path& directory, const fs::path& registry) {
  StoreOwner owner = FindOwner(directory, registry);
  if (owner.refused) return std::unexpected(*std::move(owner.refused));
  if (!owner.id.empty()) return std::move(owner.id);
  std::string id = RandomKey();
  // Register first: stores that are there must never be unregistered, whatever cuts this off.
  SATCHEL_TRY(RegisterStores(directory, registry, id));
  SATCHEL_TRY(WriteFileAtomicallyBeneath(directory, kIdFile, id + "\n"));
  return id;
}

Result<std::string> DigestOfStores(const fs::path& directory) {
  std::vector<std::string> names;
  const auto add = [&names](const fs::path& folder, const std::string& prefix) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const std::string name = at->path().filename().string();
      const bool ours = name == kIdFile || name.ends_with(".db") || name.ends_with(".db-wal");
      std::error_code ignored;
      if (ours && fs::is_regular_file(at->symlink_status(ignored))) names.push_back(prefix + name);
    }
  };
  add(directory, "");
  add(directory / "sessions", "sessions/");
  std::ranges::sort(names);
  std::string lines;
  for (const std::string& name : names) {
    lines += fmt::format("{} {}\n", SATCHEL_TRY(DigestOfFile(directory / name)), name);
  }
  return Sha256Of(lines).Hex();
}

}  // namespace satchel::engine
