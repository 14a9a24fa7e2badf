#include "engine/stores/adopt.h"

#include <utility>

#include <fmt/format.h>

#include "engine/stores/store_owner.h"
#include "engine/stores/store_place.h"
#include "engine/stores/stores.h"
#include "settings/directories.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

// Where the settings say, refused or not.
Result<fs::path> DirectoryInTree(const settings::Workspace& workspace,
                                 const settings::Environment& environment,
                                 const settings::Settings& settings) {
  const std::string& url = settings.Text(settings::Key::kStoreUrl);
  if (IsPostgresUrl(url)) {
    return Fail(Errc::kInvalidInput,
                "the stores are on a server; only local stores can be adopted");
  }
  return url.empty() ? workspace.root / ".satchel" : settings::ExpandHome(environment, url);
}

}  // namespace

Result<Adopted> AdoptStores(const settings::Workspace& workspace,
                            const settings::Environment& environment,
                            const settings::Settings& settings,
                            const std::optional<std::string>& digest, const Deadline& deadline) {
  const auto directory = SATCHEL_TRY(DirectoryInTree(workspace, environment, settings));
  const auto state = SATCHEL_TRY(
      settings::Require(settings::FindDirectories(environment).state, "XDG_STATE_HOME"));
  const fs::path registry = state / "stores";
  const StoreOwner owner = FindOwner(directory, registry);
  if (!owner.refused) {
    if (!owner.id.empty()) return Adopted{.directory = directory, .was_ours = true};
    return Fail(Errc::kNotFound, fmt::format("there are no stores in {}", directory.string()));
  }
  if (!owner.may_be_adopted) return std::unexpected(*owner.refused);
  const auto id = StoredId(directory);
  if (!id) {
    return Fail(Errc::kCorrupt,
                fmt::format("the stores in {} have no id: they are incomplete, or an older Satchel "
                            "made them",
                            directory.string()),
                "remove them; `satchel index` makes new ones");
  }
  if (digest) {
    const auto found = SATCHEL_TRY(DigestOfStores(directory));
    if (found != *digest) {
      return Fail(Errc::kConflict,
                  fmt::format("the stores in {} have the digest {}", directory.string(), found),
                  "they changed since the digest was printed");
    }
  }
  const StorePlace place{.directory = directory, .key = *id};
  SATCHEL_TRY(Stores::Open(place, Stores::Use::kReadOnly, deadline));
  SATCHEL_TRY(RegisterStores(directory, registry, *id));
  return Adopted{.directory = directory};
}

Result<std::string> DigestOfWorkspace(const settings::Workspace& workspace,
                                      const settings::Settings& settings,
                                      const settings::Environment& environment) {
  const auto directory = SATCHEL_TRY(DirectoryInTree(workspace, environment, settings));
  if (!StoredId(directory)) {
    return Fail(Errc::kNotFound, fmt::format("there are no stores in {}", directory.string()));
  }
  return DigestOfStores(directory);
}

}  // namespace satchel::engine
