#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "settings/directories.h"
#include "settings/workspace.h"

namespace satchel::settings {

// Which workspaces' config.toml may set what needs trust: a record per workspace under
// $XDG_STATE_HOME/satchel/trust, named by the workspace's key, with the SHA-256 of
// the content that was allowed and the root's path. Another content, or the same
// content in another place, is not trusted. The format: docs/formats/trust.md.
struct TrustRecord {
  std::string key;
  std::string sha256;
  std::string root;
};

bool IsTrusted(const Directories& directories, const Workspace& workspace,
               std::string_view config_bytes);
Status Trust(const Directories& directories, const Workspace& workspace,
             std::string_view config_bytes);
// False when there was nothing to revoke.
Result<bool> RevokeTrust(const Directories& directories, const Workspace& workspace);
// By root.
Result<std::vector<TrustRecord>> ListTrust(const Directories& directories);

}  // namespace satchel::settings
