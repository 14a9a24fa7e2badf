#include "engine/code/search.h"

#include "retrieval/code_documents.h"

namespace satchel::engine {

std::unique_ptr<lexical::Index> OpenCodeIndex(Stores& stores) {
  return std::make_unique<lexical::Index>(stores.curated(), retrieval::kCodeSource,
                                          retrieval::CodeRanking());
}

Result<SearchAnswer> SearchCode(Stores& stores, lexical::Index& index, const SearchedFiles& files,
                                const SearchRequest& request, const Deadline& deadline) {
  return retrieval::SearchCode({.curated = stores.curated(),
                                .scope = stores.scope(deadline),
                                .index = index,
                                .root = files.root,
                                .file_bytes = files.file_bytes,
                                .read = files.read},
                               request);
}

Result<SearchIndexStatus> LookAtSearchIndex(Stores& stores, lexical::Index& index,
                                            const Deadline& deadline) {
  return index.Status(stores.scope(deadline));
}

}  // namespace satchel::engine
