#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "surfaces/agents/install/installation.h"

// Putting Satchel into an agent's configuration, and taking it out again.
namespace satchel::agents {

// A file as it is and as it is to be; nothing: it is not there.
struct FileChange {
  std::filesystem::path file;
  std::optional<std::string> before;
  std::optional<std::string> after;
};

// What is to be done: found without changing anything, so that it can be shown first.
struct InstallPlan {
  std::vector<FileChange> changes;  // none where nothing is to be done
  std::vector<std::string> remarks;
};

// kNotFound: the agent is not there; kCorrupt: one of its files is broken; kConflict: something
// else is in the place of ours; kSystem: a file must not be written. What is given can be taken
// back byte for byte: that is tried out before.
Result<InstallPlan> PlanInstall(const Installation& installation, std::string_view agent);
Result<InstallPlan> PlanUndo(const Installation& installation, std::string_view agent);

// Carries it out, a file after the other, each at once. kConflict: a file is no longer what it was
// when it was planned.
Status CarryOut(const InstallPlan& plan, const std::filesystem::path& home);

}  // namespace satchel::agents
