#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

namespace satchel::engine {

enum class StoreKind : std::uint8_t { kSqlite, kPostgres };
std::string_view Name(StoreKind kind);  // "sqlite", "postgresql"

// Where a workspace's stores are: where the settings say, unless the stores there are refused
// (engine/stores/store_owner.h). No database is opened. A directory of SQLite files holds one
// workspace.
struct StorePlace {
  StoreKind kind = StoreKind::kSqlite;
  std::filesystem::path directory;  // SQLite
  std::string url;                  // PostgreSQL, with or without a password
  std::string password;
  std::string key;  // the workspace's name inside the store
  // SQLite: the file for what is not of the work tree, such as the words of memories. It is in the
  // user's state directory, so a copy of `.satchel/` does not have it. Empty: there is no such
  // directory, and curated has these rows.
  std::filesystem::path memory_file = {};

  // SQLite in a work tree: where ids of stores are registered. Then `key` is the id of the stores,
  // and empty until they are made.
  std::optional<std::filesystem::path> registry;
  // Why the stores in the work tree are not used; `directory` is then another one.
  std::optional<Error> refused;

  // The directory, or the URL without its password.
  std::string Describe() const;
  // Whether anything was made there; a server is not asked.
  bool Exists() const;
};

StorePlace FindStore(const settings::Workspace& workspace, const settings::Environment& environment,
                     const settings::Settings& settings);

bool IsPostgresUrl(std::string_view text);

// The file of a session below the store's directory: the task's own name where it
// can be one, else a digest of it.
std::filesystem::path SessionFile(std::string_view task);

}  // namespace satchel::engine
