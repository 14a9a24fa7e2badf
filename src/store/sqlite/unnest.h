#pragma once

struct sqlite3;

// The table-valued function unnest(set) with one column `value`, as PostgreSQL has it: a set
// reaches a statement as one parameter whatever its size, and is never copied.
namespace satchel::store::sqlite {

// The type of the pointer that is bound: a `const Parameter*` that holds a set.
inline constexpr char kSetPointer[] = "satchel_set";

// An SQLite result code.
int RegisterUnnest(sqlite3* database);

}  // namespace satchel::store::sqlite
