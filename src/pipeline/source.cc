#include "pipeline/source.h"

namespace satchel::pipeline {

Result<retrieval::FoundTexts> Reading::Find(const retrieval::SearchedCode& searched,
                                            store::Transaction& curated,
                                            const retrieval::TextQuery& query) const {
  if (DocumentDigest().empty()) return retrieval::FoundTexts{.source = std::string(source())};
  return retrieval::FindTexts(curated, searched.indexes.texts.Of(source()), source(), query,
                              [this](std::span<const std::string> paths) { return Texts(paths); });
}

}  // namespace satchel::pipeline
