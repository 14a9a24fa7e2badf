#pragma once

#include <optional>
#include <string>
#include <vector>

#include "code/index/indexer.h"
#include "code/index/parse_cache.h"
#include "settings/directories.h"
#include "settings/settings.h"

namespace satchel::engine {

// What the settings say of reading code: limits, and which files.
code::IndexOptions IndexOptionsFrom(const settings::Settings& settings);

// The parse cache that all work trees share; nothing, and a remark, when it cannot be used.
std::optional<code::ParseCache> OpenParseCache(const settings::Directories& directories,
                                               std::vector<std::string>& remarks);

}  // namespace satchel::engine
