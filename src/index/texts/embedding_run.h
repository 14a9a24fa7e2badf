#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "index/texts/vector_source.h"
#include "store/database.h"

// Gives vectors to documents that have none. What a model answered is in the store before it is
// asked again, so that whatever ends a run, the next one goes on behind the last answer; a text
// that was ever embedded is not sent again while its row is there, under whatever name it comes
// back.
namespace satchel::retrieval {

struct EmbeddingProgress {
  std::size_t done = 0;  // documents with vectors
  std::size_t total = 0;
};

struct EmbeddingRun {
  std::string space;  // of the model's vectors
  EmbedTexts embed;
  Deadline deadline = Deadline::Never();
  std::size_t most_texts = 20'000;  // sent in one run, 64 at once; the next one goes on
  // How the store is changed, each time for one transaction.
  std::function<Status(const std::function<Status(store::Database&)>&)> change;
  std::function<void(const EmbeddingProgress&)> progress;  // may be null
};

struct EmbeddingReport {
  std::size_t documents = 0;     // there are
  std::size_t with_vectors = 0;  // of those, afterwards
  std::size_t unread = 0;        // could not be read, are others by now, or were refused
  std::size_t sent = 0;          // texts
  std::size_t reused = 0;        // texts that had a vector under another name or digest
  std::size_t removed = 0;       // rows of before that were kept long enough
  std::string refused;           // what the model said last about texts that it refused; or empty
  std::string stopped;           // why it did not come to its end; empty: it did
};

// An error is one of the store. What a model does wrong ends the run and is said in the report.
Result<EmbeddingReport> EmbedDocuments(store::Database& curated, const store::Scope& scope,
                                       std::span<const VectorSource> sources,
                                       const EmbeddingRun& run);

}  // namespace satchel::retrieval
