#pragma once

#include <filesystem>

#include "base/result.h"
#include "settings/environment.h"

namespace satchel::settings {

// Whether Git would work in the repository at `root`: it and its `.git` belong to this user, or
// `safe.directory` in the user's or the machine's Git configuration names it. kInvalidInput with
// the way to allow it. A directory without `.git` is none of Git's business and passes.
Status CheckGitOwner(const Environment& environment, const std::filesystem::path& root);

}  // namespace satchel::settings
