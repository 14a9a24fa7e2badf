#pragma once

#include <span>

#include "base/result.h"
#include "store/statement.h"
#include "store/table.h"
#include "store/value.h"

namespace satchel::store::sqlite {

// SQLite would store most things anywhere; PostgreSQL would not. These refuse what it refuses:
// another type (our mistake, kInternal), and texts that are not UTF-8 or hold NUL (kInvalidInput).
Status CheckParameters(const Statement& statement, std::span<const Parameter> parameters);
Status CheckRow(const Table& table, std::span<const Parameter> cells);

}  // namespace satchel::store::sqlite
