#pragma once

#include <map>
#include <span>
#include <string>

#include "base/result.h"
#include "store/code.h"
#include "store/database.h"

namespace satchel::code {

// What a model said about a file (`enrich`), and whether the file has changed since.
struct FileMetadata {
  store::MetadataRow row;
  bool stale = false;
};

// Of those files that have some, by path: two store calls.
Result<std::map<std::string, FileMetadata>> ReadMetadata(store::Database& curated,
                                                         const store::Scope& scope,
                                                         std::span<const std::string> paths);

}  // namespace satchel::code
