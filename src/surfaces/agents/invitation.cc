#include "surfaces/agents/invitation.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"

namespace satchel::agents {
namespace {

constexpr std::string_view kLine =
    "Satchel has no index of this repository. Run `satchel index` in it to switch Satchel on here.";

}  // namespace

Status InviteOnce(const HookCall& call, const Agent& agent, const settings::Workspace& workspace) {
  namespace fs = std::filesystem;
  const auto note = agent.UserNote(call.event, kLine);
  if (!note || workspace.found_by != settings::FoundBy::kGit || !call.directories.state) return {};
  const fs::path directory = *call.directories.state / "invited";
  std::error_code error;
  if (fs::exists(fs::symlink_status(directory / workspace.key, error))) return {};
  // First remember: a line that is repeated at every start is worse than none.
  SATCHEL_TRY(MakePrivateDirectory(directory));
  SATCHEL_TRY(WriteFileAtomicallyBeneath(directory, workspace.key, workspace.root.string() + "\n"));
  call.out << CanonicalJson(*note) << '\n';
  call.out.flush();
  return {};
}

}  // namespace satchel::agents
