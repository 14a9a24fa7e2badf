#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "engine/stores/stores.h"
#include "settings/environment.h"
#include "settings/workspace.h"

// What the work on the current branch has changed, for whoever goes on with it.
namespace satchel::engine {

struct WorkFile {
  enum class State : std::uint8_t {
    kUncommitted,  // differs from HEAD, or is not tracked
    kCommitted,    // by a commit of this branch alone
    kDeleted,      // is not there any more, committed or not
  };

  std::string path;
  State state = State::kUncommitted;
  std::vector<std::string> tests = {};  // that the index links to it, at most kMostWorkTests
  friend bool operator==(const WorkFile&, const WorkFile&) = default;
};
// Stable: logged requests have it.
std::string_view Name(WorkFile::State state);

inline constexpr std::size_t kMostWorkFiles = 50;
inline constexpr std::size_t kMostWorkTests = 2;

struct BranchWork {
  std::vector<WorkFile> files;  // uncommitted ones first, each kind by ReadBranchChanges()
  std::size_t more = 0;         // that have no room here
};

// Empty if nothing has changed, or where there is no Git repository or no Git. Names that are not
// printable UTF-8, or that hold a secret, are skipped. The stores may be open for reading alone;
// without indexed code there are no tests, and files that Git does not track are not found.
Result<BranchWork> FindBranchWork(Stores& stores, const settings::Workspace& workspace,
                                  const settings::Environment& environment,
                                  const Deadline& deadline);

}  // namespace satchel::engine
