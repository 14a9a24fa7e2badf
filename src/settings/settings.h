#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "settings/config_file.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/setting.h"
#include "settings/workspace.h"

namespace satchel::settings {

// Where a value comes from, weakest first. Names are stable: JSON shows them.
enum class Layer : std::uint8_t { kDefault, kSystem, kUser, kWorkspace, kEnvironment, kFlag };
std::string_view Name(Layer layer);

struct Origin {
  Layer layer = Layer::kDefault;
  std::string place;     // file, variable or flag; empty for a default
  std::size_t line = 0;  // in a file

  // "default", "/etc/satchel/config.toml:3", "SATCHEL_LOG_LEVEL", "--color".
  std::string Describe() const;
};

// The settings of one process: every key has a value, and each value knows where
// it comes from. A value type; reading it is safe from any thread.
class Settings {
 public:
  Settings();  // all defaults

  const Value& Get(Key key) const { return slots_[static_cast<std::size_t>(key)].value; }
  const Origin& OriginOf(Key key) const { return slots_[static_cast<std::size_t>(key)].origin; }
  // REQUIRES for each: the key is of that kind.
  bool Bool(Key key) const { return std::get<bool>(Get(key)); }
  std::int64_t Integer(Key key) const { return std::get<std::int64_t>(Get(key)); }
  // The same for a key without a default: nothing when nobody has set it.
  std::optional<std::int64_t> IntegerIfSet(Key key) const {
    const auto* integer = std::get_if<std::int64_t>(&Get(key));
    return integer == nullptr ? std::nullopt : std::optional(*integer);
  }
  Score Decimal(Key key) const { return std::get<Score>(Get(key)); }
  const std::string& Text(Key key) const { return std::get<std::string>(Get(key)); }

  void Set(Key key, Value value, Origin origin);

 private:
  struct Slot {
    Value value;
    Origin origin;
  };
  std::vector<Slot> slots_;
};

enum class FileState : std::uint8_t {
  kAbsent,
  kRead,
  kBroken,  // it is there and nothing of it counts: see the problems
};

struct ConfigFile {
  Layer layer = Layer::kUser;
  std::filesystem::path path;
  FileState state = FileState::kAbsent;
  // Only for a workspace's file: whether it has values that need trust, and
  // whether the user has trusted this content.
  bool needs_trust = false;
  bool trusted = false;
};

// Something to tell the user: a problem makes the configuration unusable, a
// warning does not. The text names the file and line.
struct ConfigNotice {
  std::string text;
  std::string hint;
};

// A setting given on the command line.
struct FlagValue {
  Key key;
  std::string text;
  std::string flag;
};

struct LoadedSettings {
  Settings settings;
  std::vector<ConfigFile> files;  // weakest first, also those that are not there
  std::vector<ConfigNotice> problems;
  std::vector<ConfigNotice> warnings;

  // The first problem as an error, with the number of the others.
  Status Check() const;
};

// Reads all layers. `workspace` may be null: then there is no such layer.
// Never fails: what is wrong is among the problems.
LoadedSettings LoadSettings(const Environment& environment, const Directories& directories,
                            const Workspace* workspace, const std::vector<FlagValue>& flags);

// The workspace's own file that comes with the tree: root/.satchel/config.toml.
std::filesystem::path WorkspaceConfigPath(const Workspace& workspace);
// Its bytes, read without following links; nothing when there is none.
Result<std::optional<std::string>> ReadWorkspaceConfig(const Workspace& workspace);

}  // namespace satchel::settings
