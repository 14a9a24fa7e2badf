#include "engine/requests/embed_all.h"

#include <chrono>
#include <utility>

#include "ask/question.h"
#include "code/index/code_vectors.h"
#include "engine/requests/text_readings.h"
#include "index/texts/vector_source.h"
#include "store/vectors.h"

namespace satchel::engine {
namespace {

constexpr std::chrono::minutes kMostTime{10};
// Another one who writes is not long at it: a group of files, or a batch of vectors.
constexpr std::chrono::seconds kMostWait{30};

retrieval::EmbedTexts DocumentsBy(const llm::Embedder& embedder) {
  return [&embedder](std::span<const std::string> texts,
                     const Deadline& deadline) -> Result<std::vector<std::vector<float>>> {
    auto made = SATCHEL_TRY(embedder.Embed({.texts = {texts.begin(), texts.end()},
                                            .purpose = llm::Purpose::kDocument,
                                            .deadline = deadline}));
    return std::move(made.vectors);
  };
}

}  // namespace

Result<EmbeddingReport> EmbedAll(Stores& stores, const SearchWorkspace& where,
                                 const llm::Embedder& embedder,
                                 const std::function<void(const EmbeddingProgress&)>& progress,
                                 std::vector<std::string>& remarks, const Deadline& deadline) {
  std::vector<retrieval::VectorSource> sources;
  sources.push_back(SATCHEL_TRY(retrieval::CodeVectorSource(where.searched)));
  const TextReadings readings = ReadTexts(where, ask::Question(), {}, remarks);
  for (const auto& reading : readings) {
    const auto texts = SATCHEL_TRY(reading->texts()->AllTexts());
    sources.push_back(retrieval::VectorSourceOf(reading->source(), texts));
  }
  retrieval::EmbeddingRun run{.space = embedder.space(),
                              .embed = DocumentsBy(embedder),
                              .deadline = deadline.Within(kMostTime)};
  run.change = [&stores](const std::function<Status(store::Database&)>& change) {
    return stores.ChangeCurated(change, Deadline::After(kMostWait));
  };
  run.progress = progress;
  return retrieval::EmbedDocuments(stores.curated(), stores.scope(deadline), sources, run);
}

Result<VectorStatus> LookAtVectors(Stores& stores, const llm::Embedder& embedder,
                                   const Deadline& deadline) {
  const auto transaction =
      SATCHEL_TRY(stores.curated().Begin(stores.scope(deadline), store::Access::kRead));
  VectorStatus status{.model = embedder.model(), .documents = {}};
  status.documents = SATCHEL_TRY(store::CountVectors(*transaction, embedder.space()));
  return status;
}

}  // namespace satchel::engine
