#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "code/index/chunk_sink.h"
#include "index/lexical/ranking.h"
#include "store/database.h"

namespace satchel::retrieval {

// The name of the code's part in the lexical index.
inline constexpr std::string_view kCodeSource = "code";

// The fields of a chunk, in the order the index has them, and what each counts.
std::span<const std::string_view> CodeFields();
const lexical::Ranking& CodeRanking();

// Chunks of code on their way into the lexical index.
class CodeDocuments final : public code::ChunkSink {
 public:
  std::string version() const override;
  std::unique_ptr<code::ChunkReader> NewReader() const override;
  Status Put(store::Transaction& transaction, std::span<const code::ChunkChange> changes) override;
  Status Tidy(store::Database& curated, const store::Scope& scope) override;
  Status Clear(store::Transaction& transaction) override;
};

}  // namespace satchel::retrieval
