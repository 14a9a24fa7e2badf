#include "pipeline/source.h"

namespace satchel::pipeline {

Result<retrieval::FoundTexts> Reading::Find(retrieval::TextIndexes& indexes,
                                            store::Transaction& curated,
                                            const retrieval::TextQuery& query) const {
  if (DocumentDigest().empty()) return retrieval::FoundTexts{.source = std::string(source())};
  return retrieval::FindTexts(curated, indexes.Of(source()), source(), query,
                              [this](std::span<const std::string> paths) { return Texts(paths); });
}

Result<std::vector<retrieval::SourceText>> Reading::AllTexts() const {
  std::vector<std::string> paths;
  for (store::DocumentRow& row : Documents()) paths.push_back(std::move(row.path));
  return Texts(paths);
}

Result<std::vector<retrieval::SourceText>> Reading::ShownTexts(std::span<const std::string> names,
                                                               Time /*now*/) const {
  return Texts(names);
}

}  // namespace satchel::pipeline
