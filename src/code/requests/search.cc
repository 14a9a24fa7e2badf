#include "code/requests/search.h"

#include "ask/question.h"

namespace satchel::engine {

std::unique_ptr<retrieval::CodeIndexes> OpenCodeIndex(Stores& stores) {
  return std::make_unique<retrieval::CodeIndexes>(stores.curated());
}

Result<SearchAnswer> SearchCode(Stores& stores, retrieval::CodeIndexes& indexes,
                                const SearchedFiles& files, const SearchRequest& request,
                                const Deadline& deadline) {
  return retrieval::SearchCode({.curated = stores.curated(),
                                .scope = stores.scope(deadline),
                                .indexes = indexes,
                                .root = files.root,
                                .file_bytes = files.file_bytes,
                                .read = files.read},
                               ask::Question(request.query), request);
}

Result<SearchIndexStatus> LookAtSearchIndex(Stores& stores, retrieval::CodeIndexes& indexes,
                                            const Deadline& deadline) {
  return indexes.code.Status(stores.scope(deadline));
}

}  // namespace satchel::engine
