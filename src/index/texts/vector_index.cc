#include "index/texts/vector_index.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "index/vector/quantise.h"
#include "index/vector/scan.h"
#include "index/vector/table.h"
#include "store/vectors.h"

namespace satchel::retrieval {
namespace {

constexpr std::int64_t kPage = 2'000;            // rows of up to 64 vectors each
constexpr std::size_t kMostVectors = 1'000'000;  // in memory; docs/design/vectors.md says why

struct Document {
  std::string source;
  std::string name;
  std::string digest;
};

struct Entry {
  std::uint32_t document = 0;
  std::uint32_t ordinal = 0;
};

}  // namespace

struct VectorIndex::Loaded {
  std::string space;
  std::int64_t change = 0;
  std::vector<Document> documents;
  std::vector<Entry> entries;          // by the ids of the table
  std::optional<vector::Table> table;  // nothing: there are no vectors
};

VectorIndex::VectorIndex() = default;
VectorIndex::~VectorIndex() = default;

Result<std::shared_ptr<const VectorIndex::Loaded>> VectorIndex::Load(store::Transaction& curated,
                                                                     std::string_view space,
                                                                     std::int64_t change) {
  auto loaded = std::make_shared<Loaded>();
  loaded->space = space;
  loaded->change = change;
  store::VectorKey after{.space = loaded->space, .source = {}, .document = {}, .digest = {}};
  for (;;) {
    auto page =
        SATCHEL_TRY(store::ReadVectorPage(curated, store::VectorDetail::kCodes, after, kPage));
    for (const store::VectorRow& row : page) {
      // Rows that cannot be are passed over: what they were made of is still there.
      if (row.dimensions <= 0 || std::cmp_greater(row.dimensions, vector::kMostDimensions)) {
        continue;
      }
      const auto size = static_cast<std::size_t>(row.dimensions);
      if (!loaded->table) loaded->table.emplace(size);
      if (loaded->table->dimensions() != size) continue;
      std::vector<Document>& documents = loaded->documents;
      if (documents.empty() || documents.back().name != row.key.document ||
          documents.back().source != row.key.source) {
        documents.push_back({row.key.source, row.key.document, row.key.digest});
      }
      const auto document = static_cast<std::uint32_t>(documents.size() - 1);
      const auto* codes = reinterpret_cast<const std::int8_t*>(row.codes.data());
      for (std::size_t i = 0; (i + 1) * size <= row.codes.size(); ++i) {
        if (loaded->entries.size() == kMostVectors) return loaded;
        const auto ordinal = (static_cast<std::size_t>(row.key.part) * store::kTextsOfRow) + i;
        loaded->table->Add(loaded->entries.size(), {codes + (i * size), size});
        loaded->entries.push_back({document, static_cast<std::uint32_t>(ordinal)});
      }
    }
    if (std::ssize(page) < kPage) return loaded;
    after = std::move(page.back().key);
  }
}

Result<std::shared_ptr<const VectorIndex::Loaded>> VectorIndex::Get(store::Transaction& curated,
                                                                    std::string_view space) {
  const auto change = SATCHEL_TRY(store::LastVectorChange(curated));
  if (change == 0) return nullptr;
  {
    const std::scoped_lock lock(mutex_);
    if (loaded_ != nullptr && loaded_->change == change && loaded_->space == space) return loaded_;
  }
  // Two at once read twice, and nobody waits for the other.
  auto loaded = SATCHEL_TRY(Load(curated, space, change));
  const std::scoped_lock lock(mutex_);
  loaded_ = loaded;
  return loaded;
}

Result<bool> VectorIndex::Has(store::Transaction& curated, std::string_view space) {
  const auto loaded = SATCHEL_TRY(Get(curated, space));
  return loaded != nullptr && loaded->table.has_value();
}

Result<std::vector<NearText>> VectorIndex::Nearest(store::Transaction& curated,
                                                   std::string_view space,
                                                   std::span<const float> query, std::size_t most) {
  std::vector<NearText> near;
  const auto loaded = SATCHEL_TRY(Get(curated, space));
  if (loaded == nullptr || !loaded->table) return near;
  const auto codes = vector::Quantise(query);
  if (!codes || codes->size() != loaded->table->dimensions()) {
    return Fail(Errc::kInvalidInput, fmt::format("a vector of {} numbers, where {} are stored",
                                                 query.size(), loaded->table->dimensions()));
  }
  const Score mean = vector::MeanSimilarity(*loaded->table, *codes);
  const std::int64_t above = std::max<std::int64_t>((Score::FromInt(1) - mean).millionths(), 1);
  for (const vector::Near& one : vector::Scan(*loaded->table, *codes, {.most = most})) {
    const Entry& entry = loaded->entries[one.id];
    const Document& document = loaded->documents[entry.document];
    const Score nearness = Score::Ratio((one.similarity - mean).millionths(), above);
    near.push_back({.source = document.source,
                    .document = document.name,
                    .digest = document.digest,
                    .ordinal = entry.ordinal,
                    .similarity = one.similarity,
                    .nearness = std::max(nearness, Score())});
  }
  return near;
}

}  // namespace satchel::retrieval
