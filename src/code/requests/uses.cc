#include "code/requests/uses.h"

namespace satchel::engine {

Result<UsesAnswer> FindUses(Stores& stores, retrieval::CodeIndexes& indexes,
                            const SearchedFiles& files, const UsesRequest& request,
                            const Deadline& deadline) {
  return retrieval::FindUses({.curated = stores.curated(),
                              .scope = stores.scope(deadline),
                              .indexes = indexes,
                              .root = files.root,
                              .file_bytes = files.file_bytes,
                              .read = files.read},
                             request);
}

}  // namespace satchel::engine
