#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "store/database.h"

namespace satchel::retrieval {

// A text that is near to a query: of which document, and of which content. Whoever shows it has
// to see that the document still has that content.
struct NearText {
  std::string source;
  std::string document;
  std::string digest;
  std::uint32_t ordinal = 0;  // of the text in the document: of a file, its chunk
  Score similarity;           // the cosine
  Score nearness;             // 0: as near as texts are on average, or farther; 1: the same
};

// A text that has none of the words is shown from this nearness on.
inline constexpr Score kLeastNear = Score::FromMillionths(300'000);
// Where the words say that nothing here is an answer, a text is one from this nearness on. Both
// were measured: docs/design/vectors.md.
inline constexpr Score kNearAnswer = Score::FromMillionths(400'000);
// What nearness adds to the score of a memory, fitted: docs/design/vectors.md.
inline constexpr Score kMemoryNearness = Score::FromMillionths(500'000);

// The reading side of vectors: those of a space in memory, read when they are first needed and
// again when they have changed. Shared by all threads; who scans keeps the table he began with.
class VectorIndex {
 public:
  VectorIndex();
  ~VectorIndex();
  VectorIndex(const VectorIndex&) = delete;
  VectorIndex& operator=(const VectorIndex&) = delete;

  // Whether there are any vectors of this space.
  Result<bool> Has(store::Transaction& curated, std::string_view space);

  // The nearest first, `most` at most. Models differ in what they give to texts that have nothing
  // in common; what a similarity says is told by how far it is above the mean of all texts.
  // kInvalidInput: the query is no vector of this space.
  Result<std::vector<NearText>> Nearest(store::Transaction& curated, std::string_view space,
                                        std::span<const float> query, std::size_t most);

 private:
  struct Loaded;

  // Null: nothing was ever put.
  Result<std::shared_ptr<const Loaded>> Get(store::Transaction& curated, std::string_view space);
  static Result<std::shared_ptr<const Loaded>> Load(store::Transaction& curated,
                                                    std::string_view space, std::int64_t change);

  std::mutex mutex_;
  std::shared_ptr<const Loaded> loaded_;  // null: nothing yet
};

}  // namespace satchel::retrieval
