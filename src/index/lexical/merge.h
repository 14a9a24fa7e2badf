#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "index/lexical/ranking.h"
#include "store/database.h"

// Segments become fewer and larger, and what is no longer in them goes, while everybody goes on
// reading and changing. The rows of the new one are written in small transactions, and nobody sees
// them before the last of these, which puts it in the place of the old ones.
namespace satchel::lexical {

struct MergeOptions {
  std::size_t batch_bytes = 1U << 20U;  // of a transaction
  std::size_t segments = 8;             // of about the same size become one
  std::uint32_t removed_share = 4;      // 1/4 of its documents gone: a segment is written anew
};

struct MergeReport {
  std::size_t merges = 0;
  std::uint64_t documents = 0;  // written anew
};

// Merges by the rule until there is nothing to merge, and cleans up after merges that were cut
// off. Somebody who merges the same at the same time is given way to.
Result<MergeReport> Tidy(store::Database& curated, const store::Scope& scope,
                         std::string_view source, const Ranking& ranking,
                         const MergeOptions& options = {});

// These segments into one. False: they are no longer there.
Result<bool> Merge(store::Database& curated, const store::Scope& scope, std::string_view source,
                   const Ranking& ranking, std::span<const std::int64_t> segments,
                   const MergeOptions& options = {});

}  // namespace satchel::lexical
