#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "engine/stores/init.h"
#include "engine/stores/store_place.h"
#include "engine/stores/stores.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"
#include "store/raw_log.h"
#include "store/session_state.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {

// A workspace `app` with a home beside it, as a person would have them.
class StoreWorkspace {
 public:
  StoreWorkspace() {
    dir_.MakeDirectory("app/.git");
    environment_.variables = {{"HOME", (dir_.path() / "home").string()}};
    environment_.system_directory = dir_.path() / "etc";
    environment_.working_directory = dir_.MakeDirectory("app/src");
  }

  const TempDir& dir() const { return dir_; }
  std::filesystem::path root() const { return dir_.path() / "app"; }
  std::filesystem::path place() const { return root() / ".satchel"; }
  settings::Environment& environment() { return environment_; }
  const settings::Environment& environment() const { return environment_; }

  settings::Directories directories() const { return settings::FindDirectories(environment_); }
  settings::Workspace workspace() const {
    return settings::FindWorkspace(environment_, directories(), std::nullopt).value();
  }
  settings::Settings settings() const {
    const settings::Workspace found = workspace();
    return settings::LoadSettings(environment_, directories(), &found, {}).settings;
  }
  engine::StorePlace store() const {
    return engine::FindStore(workspace(), environment_, settings());
  }

  Result<engine::Initialised> Init(const std::optional<std::string>& store = std::nullopt,
                                   Time now = Time{1}) const {
    return engine::InitWorkspace(workspace(), directories(), environment_, settings(), store, now,
                                 Deadline::Never());
  }
  Result<engine::Stores> Open(engine::Stores::Use use = engine::Stores::Use::kRead) const {
    return engine::Stores::Open(store(), use, Deadline::Never());
  }

 private:
  TempDir dir_;
  settings::Environment environment_;
};

inline void AddRun(engine::Stores& stores, const std::string& id, Time started,
                   std::int64_t size = 10) {
  const store::RawWriter writer(stores.raw());
  const store::RunRow run{.id = RunId(id),
                          .started_at = started,
                          .recipe = "pack",
                          .status = "running",
                          .size = size,
                          .request = "{}"};
  ASSERT_TRUE(writer.Start(stores.scope(Deadline::Never()), run));
  ASSERT_TRUE(writer.Finish(stores.scope(Deadline::Never()), run));
}

inline Status PutSession(engine::Stores& stores, std::string_view task, Time now,
                         const std::string& value = "1") {
  auto database = stores.Session(task, now, Deadline::Never());
  if (!database) return std::unexpected(database.error());
  return store::SessionState(**database)
      .Put(stores.scope(Deadline::Never()), task, {{"a", {1, value}}}, now);
}

}  // namespace satchel::test
