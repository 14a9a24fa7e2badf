#include "engine/code/search.h"

#include "retrieval/code_documents.h"

namespace satchel::engine {

Result<SearchAnswer> SearchCode(Stores& stores, const settings::Workspace& workspace,
                                const SearchRequest& request, const Deadline& deadline) {
  lexical::Index index(stores.curated(), retrieval::kCodeSource, retrieval::CodeRanking());
  return retrieval::SearchCode({.curated = stores.curated(),
                                .scope = stores.scope(deadline),
                                .index = index,
                                .root = workspace.root},
                               request);
}

Result<SearchIndexStatus> LookAtSearchIndex(Stores& stores, const Deadline& deadline) {
  lexical::Index index(stores.curated(), retrieval::kCodeSource, retrieval::CodeRanking());
  return index.Status(stores.scope(deadline));
}

}  // namespace satchel::engine
