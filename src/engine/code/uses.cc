#include "engine/code/uses.h"

namespace satchel::engine {

Result<UsesAnswer> FindUses(Stores& stores, lexical::Index& index, const SearchedFiles& files,
                            const UsesRequest& request, const Deadline& deadline) {
  return retrieval::FindUses({.curated = stores.curated(),
                              .scope = stores.scope(deadline),
                              .index = index,
                              .root = files.root,
                              .file_bytes = files.file_bytes,
                              .read = files.read},
                             request);
}

}  // namespace satchel::engine
