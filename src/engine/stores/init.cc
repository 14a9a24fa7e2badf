#include "engine/stores/init.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "base/random_key.h"
#include "engine/stores/store_owner.h"
#include "engine/stores/stores.h"
#include "settings/config_edit.h"
#include "settings/config_file.h"
#include "settings/setting.h"
#include "settings/trust.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

Result<StorePlace> PlaceAt(const settings::Workspace& workspace,
                           const settings::Environment& environment, settings::Settings settings,
                           const std::string& store) {
  SATCHEL_TRY(CheckPlace(store));
  const settings::Origin flag{.layer = settings::Layer::kFlag};
  if (!IsPostgresUrl(store)) {
    fs::path directory = settings::ExpandHome(environment, store);
    if (directory.is_relative()) directory = environment.working_directory / directory;
    directory = directory.lexically_normal();
    if (!directory.has_filename()) directory = directory.parent_path();
    settings.Set(settings::Key::kStoreUrl, directory.string(), flag);
    return FindStore(workspace, environment, settings);
  }
  // The same address as before keeps the name that the workspace has there.
  const bool same = settings.Text(settings::Key::kStoreUrl) == store;
  if (!same || settings.Text(settings::Key::kStoreWorkspace).empty()) {
    settings.Set(settings::Key::kStoreWorkspace, RandomKey(), flag);
  }
  settings.Set(settings::Key::kStoreUrl, store, flag);
  return FindStore(workspace, environment, settings);
}

Result<std::string> ConfigOf(const settings::Workspace& workspace) {
  const auto bytes =
      SATCHEL_TRY(workspace.place_in_root
                      ? settings::ReadWorkspaceConfig(workspace)
                      : ReadSmallFile(workspace.place / "config.toml", settings::kMostConfigBytes));
  return bytes.value_or("");
}

// What a repository brought along does not become trusted because the store does.
Status CheckTrust(const settings::Workspace& workspace, const settings::Directories& directories,
                  const std::string& config) {
  if (!workspace.place_in_root || settings::IsTrusted(directories, workspace, config)) return {};
  const auto parsed = settings::ParseConfig(config);
  const bool needs_trust =
      std::ranges::any_of(parsed.entries, [](const settings::ConfigEntry& entry) {
        return settings::NeedsTrust(settings::Get(entry.key), entry.value);
      });
  if (!needs_trust) return {};
  return Fail(Errc::kInvalidInput,
              fmt::format("{} has values that need trust and is not trusted",
                          settings::WorkspaceConfigPath(workspace).string()),
              "look at the file, then run `satchel config trust`");
}

// Writes where the store is into the workspace's settings and trusts them.
Status Remember(const settings::Workspace& workspace, const settings::Directories& directories,
                const StorePlace& place, const std::string& config) {
  const bool shared = place.kind == StoreKind::kPostgres;
  auto edited = settings::SetInConfig(config, settings::Get(settings::Key::kStoreUrl),
                                      shared ? place.url : place.directory.string());
  if (edited && shared)
    edited =
        settings::SetInConfig(*edited, settings::Get(settings::Key::kStoreWorkspace), place.key);
  if (!edited) return std::unexpected(edited.error());
  if (*edited != config) {
    SATCHEL_TRY(WriteFileAtomicallyBeneath(workspace.place, "config.toml", *edited));
  }
  return workspace.place_in_root ? settings::Trust(directories, workspace, *edited) : Status();
}

}  // namespace

Status CheckPlace(std::string_view store) {
  if (settings::HasPassword(store)) {
    return Fail(Errc::kInvalidInput, "the address has a password in it",
                "leave it out and set SATCHEL_STORE_PASSWORD: the address goes into a file that "
                "others may read");
  }
  if (IsPostgresUrl(store)) return {};
  const bool address =
      store.contains("://") || store.contains("host=") || store.contains("dbname=");
  if (!address && !store.empty()) return {};
  return Fail(Errc::kInvalidInput, "the place is neither a directory nor a postgresql:// address",
              "like postgresql://satchel_app@db.example/satchel");
}

Result<Initialised> InitWorkspace(const settings::Workspace& workspace,
                                  const settings::Directories& directories,
                                  const settings::Environment& environment,
                                  const settings::Settings& settings,
                                  const std::optional<std::string>& store, Time now,
                                  const Deadline& deadline) {
  Initialised done{.place = FindStore(workspace, environment, settings)};
  std::string config;
  if (store) {
    auto read = SATCHEL_TRY(ConfigOf(workspace));
    config = std::move(read);
    SATCHEL_TRY(CheckTrust(workspace, directories, config));
    auto place = SATCHEL_TRY(PlaceAt(workspace, environment, settings, *store));
    done.place = std::move(place);
  }
  const auto there = Stores::Open(done.place, Stores::Use::kReadOnly, deadline);
  if (!there && there.error().code() == Errc::kUnavailable) return std::unexpected(there.error());
  done.was_there = there.has_value();
  SATCHEL_TRY(Stores::Create(done.place, workspace.root.filename().string(), now, deadline));
  if (!store) return done;
  Status remembered = PreparePlace(workspace.place);
  if (remembered) remembered = Remember(workspace, directories, done.place, config);
  if (!remembered) return std::unexpected(remembered.error());
  done.wrote_settings = true;
  return done;
}

}  // namespace satchel::engine
