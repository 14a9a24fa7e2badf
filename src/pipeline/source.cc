#include "pipeline/source.h"

namespace satchel::pipeline {

Result<retrieval::FoundTexts> TextReading::Find(retrieval::TextIndexes& indexes,
                                                store::Transaction& curated,
                                                const retrieval::TextQuery& query) const {
  if (DocumentDigest().empty()) return retrieval::FoundTexts{.source = std::string(source())};
  return retrieval::FindTexts(curated, indexes.Of(source()), source(), query,
                              [this](std::span<const std::string> paths) { return Texts(paths); });
}

Result<std::vector<retrieval::SourceText>> TextReading::AllTexts() const {
  std::vector<std::string> paths;
  for (store::DocumentRow& row : Documents()) paths.push_back(std::move(row.path));
  return Texts(paths);
}

Result<std::vector<retrieval::SourceText>> TextReading::ShownTexts(
    std::span<const std::string> names, Time /*now*/) const {
  return Texts(names);
}

}  // namespace satchel::pipeline
