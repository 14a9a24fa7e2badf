#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
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

// The number of a statement that gives one, such as a count. kCorrupt when there is no row, or more
// than one.
Result<std::int64_t> OnlyInteger(const Rows& rows);

// `count` numbers in a row from a named counter of the curated store, the first
// one. They begin at 1; a number is given again only after a rollback. A counter below 1 or
// above kMostCount is kCorrupt.
Result<std::int64_t> AllotIds(Transaction& transaction, std::string_view counter,
                              std::int64_t count);

// Whether a write to the raw store with this key is the first: false means that it
// was committed before and is to be left out. One round trip.
Result<bool> ClaimWriteKey(Transaction& transaction, std::string_view key, Time now);

Error PageError();

// Whether the rows are one page: at most `most` of them, whose keys ascend and are greater than
// `after`. Else kCorrupt: a caller that reads one page after the other would never come to an end.
template <class Row, class Key, class KeyOf>
Result<std::vector<Row>> CheckedPage(std::vector<Row> page, std::int64_t most, const Key& after,
                                     KeyOf key_of) {
  bool ascends = std::cmp_less_equal(page.size(), most);
  for (std::size_t i = 0; i < page.size() && ascends; ++i) {
    ascends = i == 0 ? after < key_of(page[0]) : key_of(page[i - 1]) < key_of(page[i]);
  }
  if (!ascends) return std::unexpected(PageError());
  return page;
}

std::span<const Statement* const> CallStatements();

}  // namespace satchel::store
