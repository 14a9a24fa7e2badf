#include "engine/stores/off_switch.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/files.h"
#include "engine/stores/stores.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr const char* kFile = "off";
constexpr std::string_view kText =
    "Agents are given nothing unasked in this workspace. `satchel on` ends that.\n";

}  // namespace

bool IsDisabled(const settings::Environment& environment) {
  const auto value = environment.Find(kDisableVariable);
  return value && *value != "0";
}

bool IsOff(const settings::Workspace& workspace) {
  std::error_code error;
  return fs::exists(fs::symlink_status(workspace.place / kFile, error));
}

Result<bool> SwitchOff(const settings::Workspace& workspace) {
  if (IsOff(workspace)) return false;
  SATCHEL_TRY(PreparePlace(workspace.place));
  SATCHEL_TRY(WriteFileAtomicallyBeneath(workspace.place, kFile, kText));
  return true;
}

Result<bool> SwitchOn(const settings::Workspace& workspace) {
  std::error_code error;
  const fs::path file = workspace.place / kFile;
  const bool removed = fs::remove(file, error);
  if (!error) return removed;
  return Fail(Errc::kSystem, fmt::format("cannot remove {}: {}", file.string(), error.message()));
}

}  // namespace satchel::engine
