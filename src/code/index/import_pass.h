#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace satchel::code {

// Raised when a resolver answers differently.
inline constexpr int kResolverVersion = 2;

struct ImportPass {
  std::int64_t resolved = 0;                // imports that were looked at
  std::int64_t changed = 0;                 // that lead somewhere else than before
  std::size_t manifests_beyond_limits = 0;  // were not read, or not to their end
};

// Makes imports lead where the files of today say: all of them when the set of files or a
// configuration that decides about imports is another one than last time; else those of `changed`,
// which is sorted, or of every file when it is nothing. `read`: the bytes of a file, nothing when
// it cannot be read.
Result<ImportPass> ResolveImports(
    store::Database& curated, const store::Scope& scope,
    const std::optional<std::vector<std::string>>& changed,
    const std::function<std::optional<std::string>(const std::string& path)>& read);

}  // namespace satchel::code
