#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"

// What readers and writers of every role need besides the seam.
namespace satchel::store {

// Runs calls whose answers nobody needs.
Status RunAll(Transaction& transaction, std::span<const Call> calls);

// One row more of an insert; the cells in the order of the table's columns.
void AddRow(Insert& insert, std::initializer_list<Parameter> cells);

// What no counter reaches by counting.
inline constexpr std::int64_t kMostCount = std::int64_t{1} << 62;

// `count` numbers in a row from a named counter of the curated store, the first
// one. They begin at 1; a number is given again only after a rollback. A counter below 1 or
// above kMostCount is kCorrupt.
Result<std::int64_t> AllotIds(Transaction& transaction, std::string_view counter,
                              std::int64_t count);

// Whether a write to the raw store with this key is the first: false means that it
// was committed before and is to be left out. One round trip.
Result<bool> ClaimWriteKey(Transaction& transaction, std::string_view key, Time now);

std::span<const Statement* const> CallStatements();

}  // namespace satchel::store
