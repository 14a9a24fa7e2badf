#include "engine/stores/off_switch.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/files.h"
#include "engine/stores/stores.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr const char* kFile = "off";
constexpr std::string_view kText =
    "Agents are given nothing unasked in this workspace. `satchel on` ends that.\n";

constexpr const char* kConversations = "off_conversations";
constexpr std::size_t kMostIdBytes = 200;
constexpr std::size_t kMostBytes = kMostSilentConversations * (kMostIdBytes + 1);

// Empty if there is no such file.
std::vector<std::string> SilentConversations(const settings::Workspace& workspace) {
  std::vector<std::string> ids;
  const auto text =
      ReadSmallFileBeneath(workspace.place.parent_path(), workspace.place.filename().string(),
                           kConversations, kMostBytes);
  if (!text || !*text) return ids;
  std::string_view rest = **text;
  for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    if (end > 0) ids.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return ids;
}

Status WriteSilent(const settings::Workspace& workspace, const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += id + '\n';
  SATCHEL_TRY(PreparePlace(workspace.place));
  return WriteFileAtomicallyBeneath(workspace.place, kConversations, text);
}

Status CheckId(std::string_view id) {
  const bool plain =
      !id.empty() && id.size() <= kMostIdBytes && std::ranges::all_of(id, [](char c) {
        return IsAlnum(c) || c == '-' || c == '_' || c == '.' || c == ':';
      });
  if (plain) return {};
  return Fail(Errc::kInvalidInput, "that is no id of a conversation",
              "`satchel hook log` shows those of the latest prompts");
}

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

bool IsSilent(const settings::Workspace& workspace, std::string_view agent,
              std::string_view conversation) {
  if (conversation.empty()) return false;
  return std::ranges::any_of(SilentConversations(workspace), [&](const std::string& id) {
    return id == conversation || fmt::format("{}-{}", agent, id) == conversation;
  });
}

Result<bool> SwitchOffConversation(const settings::Workspace& workspace, std::string_view id) {
  SATCHEL_TRY(CheckId(id));
  auto ids = SilentConversations(workspace);
  if (std::ranges::find(ids, id) != ids.end()) return false;
  ids.emplace_back(id);
  if (ids.size() > kMostSilentConversations) ids.erase(ids.begin());
  SATCHEL_TRY(WriteSilent(workspace, ids));
  return true;
}

Result<bool> SwitchOnConversation(const settings::Workspace& workspace, std::string_view id) {
  SATCHEL_TRY(CheckId(id));
  auto ids = SilentConversations(workspace);
  if (std::erase(ids, id) == 0) return false;
  SATCHEL_TRY(WriteSilent(workspace, ids));
  return true;
}

}  // namespace satchel::engine
