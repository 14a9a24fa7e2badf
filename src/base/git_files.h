#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"

namespace satchel {

// The work tree around a directory, as git finds it.
struct GitWorkTree {
  std::filesystem::path git;    // the repository's own directory, such as `.git`
  std::filesystem::path below;  // the directory, from the top of the work tree; empty at the top
  friend bool operator==(const GitWorkTree&, const GitWorkTree&) = default;
};

// Whether all that git opens, when it is started in `directory`, are regular files and
// directories. Git waits for ever at a pipe, and reads a device without end. Follows what git
// follows: directories above, `gitdir:`, `commondir`, alternates, included configuration and
// links. kInvalidInput names the first other thing. Files `.gitattributes` below the top of a work
// tree are not checked. nullopt: the directory is in no work tree. `bare`: the directory is itself
// the repository.
Result<std::optional<GitWorkTree>> CheckGitFiles(const std::filesystem::path& directory, bool bare);

}  // namespace satchel
