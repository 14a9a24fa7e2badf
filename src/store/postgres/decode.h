#pragma once

#include "base/result.h"
#include "store/postgres/libpq.h"
#include "store/statement.h"
#include "store/value.h"

namespace satchel::store {

// Whether a result has the columns that its statement gives: their number, types and the binary
// format. kCorrupt when it has others.
Status CheckColumns(const Libpq& libpq, const PGresult* result, const ResultColumns& gives);

// Appends the rows of a result. kCorrupt when a cell has another length than its type, is null
// where it must not be, or is no text. REQUIRES: CheckColumns() accepted the result.
Status DecodeRows(const Libpq& libpq, const PGresult* result, const ResultColumns& gives,
                  Rows& into);

}  // namespace satchel::store
