#include "engine/init.h"

#include <array>
#include <filesystem>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "engine/config_edit.h"
#include "engine/files.h"
#include "engine/setting.h"
#include "engine/stores.h"
#include "engine/trust.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostConfigBytes = 1U << 20U;

// 128 random bits: a workspace's name in a shared database, which no path of one
// machine can be.
std::string NewKey() {
  std::random_device device;
  std::string key;
  for (int i = 0; i < 4; ++i) key += fmt::format("{:08x}", device());
  return key;
}

Result<StorePlace> PlaceAt(const Workspace& workspace, const Environment& environment,
                           Settings settings, const std::string& store) {
  const Origin flag{.layer = Layer::kFlag};
  if (!IsPostgresUrl(store)) {
    fs::path directory = ExpandHome(environment, store);
    if (directory.is_relative()) directory = environment.working_directory / directory;
    settings.Set(Key::kStoreUrl, directory.lexically_normal().string(), flag);
    return FindStore(workspace, environment, settings);
  }
  if (WithoutPassword(store) != store) {
    return Fail(Errc::kInvalidInput, "the address has a password in it",
                "leave it out and set SATCHEL_STORE_PASSWORD: the address goes into a file that "
                "others may read");
  }
  // The same address as before keeps the name that the workspace has there.
  const bool same = settings.Text(Key::kStoreUrl) == store;
  if (!same || settings.Text(Key::kStoreWorkspace).empty()) {
    settings.Set(Key::kStoreWorkspace, NewKey(), flag);
  }
  settings.Set(Key::kStoreUrl, store, flag);
  return FindStore(workspace, environment, settings);
}

// Writes where the store is into the workspace's settings and trusts them.
Status Remember(const Workspace& workspace, const Directories& directories,
                const StorePlace& place) {
  const auto bytes =
      ReadSmallFileBeneath(workspace.place.parent_path(), workspace.place.filename().string(),
                           "config.toml", kMostConfigBytes);
  if (!bytes) return std::unexpected(bytes.error());
  const bool shared = place.kind == StoreKind::kPostgres;
  auto edited = SetInConfig(bytes->value_or(""), *FindSetting("store.url"),
                            shared ? place.url : place.directory.string());
  if (edited && shared) {
    edited = SetInConfig(*edited, *FindSetting("store.workspace"), place.key);
  }
  if (!edited) return std::unexpected(edited.error());
  if (*edited == bytes->value_or("")) return {};
  auto written = WriteFileAtomicallyBeneath(workspace.place, "config.toml", *edited);
  if (!written) return written;
  return Trust(directories, workspace, *edited);
}

}  // namespace

Result<Initialised> InitWorkspace(const Workspace& workspace, const Directories& directories,
                                  const Environment& environment, const Settings& settings,
                                  const std::optional<std::string>& store, Time now,
                                  const Deadline& deadline) {
  Initialised done{.place = FindStore(workspace, environment, settings)};
  if (store) {
    auto place = PlaceAt(workspace, environment, settings, *store);
    if (!place) return std::unexpected(place.error());
    done.place = *std::move(place);
  }
  done.was_there = Stores::Open(done.place, Stores::Use::kReadOnly, deadline).has_value();
  const auto made = Stores::Create(done.place, workspace.root.filename().string(), now, deadline);
  if (!made) return std::unexpected(made.error());
  if (store) {
    if (done.place.directory != workspace.place) {
      auto prepared = PreparePlace(workspace.place);
      if (!prepared) return std::unexpected(prepared.error());
    }
    if (auto written = Remember(workspace, directories, done.place); !written) {
      return std::unexpected(written.error());
    }
    done.wrote_settings = true;
  }
  return done;
}

}  // namespace satchel::engine
