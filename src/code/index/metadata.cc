#include "code/index/metadata.h"

#include <utility>

namespace satchel::code {

Result<std::map<std::string, FileMetadata>> ReadMetadata(store::Database& curated,
                                                         const store::Scope& scope,
                                                         std::span<const std::string> paths) {
  const store::CodeReader reader(curated);
  auto rows = SATCHEL_TRY(reader.Metadata(scope, paths));
  const auto files = SATCHEL_TRY(reader.FilesByPath(scope, paths));
  std::map<std::string, FileMetadata> metadata;
  for (store::MetadataRow& row : rows) {
    std::string path = row.path;
    metadata.emplace(std::move(path), FileMetadata{.row = std::move(row), .stale = true});
  }
  for (const store::FileRow& file : files) {
    const auto found = metadata.find(file.path);
    if (found != metadata.end()) found->second.stale = found->second.row.digest != file.digest;
  }
  return metadata;
}

}  // namespace satchel::code
