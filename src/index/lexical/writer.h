#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "index/lexical/change.h"
#include "index/lexical/ranking.h"
#include "store/database.h"

namespace satchel::lexical {

struct WriteOptions {
  // So many documents wait for a segment at most; they are searched all the same.
  std::size_t most_pending = 1024;
  std::size_t most_pending_bytes = 4U << 20U;
};

// What keys have from now on, inside the caller's transaction of the curated store: visible with
// its commit, or not at all. A few become a change, many become a segment together with all
// changes that wait. Whoever does the same at the same time comes first or second.
Status Apply(store::Transaction& transaction, std::string_view source, const Ranking& ranking,
             std::span<const Change> changes, const WriteOptions& options = {});

// Everything that waits into a segment, in its own transaction.
Status Fold(store::Database& curated, const store::Scope& scope, std::string_view source,
            const Ranking& ranking);

// Takes out all of it, inside the caller's transaction.
Status Clear(store::Transaction& transaction, std::string_view source);

}  // namespace satchel::lexical
