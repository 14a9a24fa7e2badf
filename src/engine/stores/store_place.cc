#include "engine/stores/store_place.h"

#include <algorithm>
#include <system_error>

#include "base/ascii.h"
#include "base/sha256.h"
#include "engine/stores/store_owner.h"
#include "settings/directories.h"
#include "settings/setting.h"

namespace satchel::engine {
namespace {

// In a directory that holds one workspace and that no repository can bring along.
constexpr std::string_view kOwnKey = "workspace";

bool IsInTree(const std::filesystem::path& directory, const settings::Workspace& workspace) {
  if (directory == workspace.place) return workspace.place_in_root;
  const auto below = directory.lexically_relative(workspace.root);
  return !below.empty() && *below.begin() != "..";
}

// Stores in the tree are used only if they are ours. Otherwise they are kept where those of a tree
// that cannot be written are.
void CheckOwner(const settings::Workspace& workspace, const settings::Environment& environment,
                StorePlace& place) {
  const auto state = settings::FindDirectories(environment).state;
  place.registry = state ? *state / "stores" : std::filesystem::path();
  StoreOwner owner = FindOwner(place.directory, *place.registry);
  place.key = std::move(owner.id);
  if (!owner.refused) return;
  place.refused = std::move(owner.refused);
  place.registry.reset();
  place.directory = state ? *state / workspace.key : std::filesystem::path();
  place.key = kOwnKey;
}

}  // namespace

std::string_view Name(StoreKind kind) {
  return kind == StoreKind::kPostgres ? "postgresql" : "sqlite";
}

bool IsPostgresUrl(std::string_view text) {
  return text.starts_with("postgresql://") || text.starts_with("postgres://");
}

std::string StorePlace::Describe() const {
  return kind == StoreKind::kPostgres ? settings::WithoutPassword(url) : directory.string();
}

bool StorePlace::Exists() const {
  std::error_code error;
  return kind == StoreKind::kSqlite && !directory.empty() &&
         std::filesystem::exists(directory / "raw.db", error);
}

StorePlace FindStore(const settings::Workspace& workspace, const settings::Environment& environment,
                     const settings::Settings& settings) {
  const std::string& url = settings.Text(settings::Key::kStoreUrl);
  const std::string& name = settings.Text(settings::Key::kStoreWorkspace);
  StorePlace place{.password = settings.Text(settings::Key::kStorePassword),
                   .key = name.empty() ? workspace.key : name};
  if (IsPostgresUrl(url)) {
    place.kind = StoreKind::kPostgres;
    place.url = url;
    return place;
  }
  if (const auto state = settings::FindDirectories(environment).state) {
    place.memory_file = *state / workspace.key / "memory.db";
  }
  place.directory = url.empty() ? workspace.place : settings::ExpandHome(environment, url);
  if (!place.directory.has_filename()) place.directory = place.directory.parent_path();
  if (IsInTree(place.directory, workspace)) {
    CheckOwner(workspace, environment, place);
  } else if (place.directory == workspace.place) {
    place.key = kOwnKey;
  }
  return place;
}

std::filesystem::path SessionFile(std::string_view task) {
  constexpr std::size_t kLongest = 64;
  const bool plain = !task.empty() && task.size() <= kLongest && task.front() != '-' &&
                     std::ranges::all_of(task, [](char c) {
                       return IsLower(c) || IsDigit(c) || c == '-' || c == '_';
                     });
  const std::string name = plain ? std::string(task) : "." + Sha256Of(task).Hex().substr(0, 32);
  return std::filesystem::path("sessions") / (name + ".db");
}

}  // namespace satchel::engine
