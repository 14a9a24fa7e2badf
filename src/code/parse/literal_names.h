#pragma once

#include <string_view>

#include "code/facts/facts.h"

namespace satchel::code {

// Adds to the facts of a program what its literals name in files of another kind: keys of a
// configuration (`config["database"]["pool_size"]`, `settings.get("database.pool_size")`),
// variables of the environment (`getenv("DATABASE_URL")`, `process.env.DATABASE_URL`), tables of a
// database (`"SELECT * FROM users"`), paths of a server (`fetch("/api/users")`). The qualifier of a
// key is the keys above it; `env` of a variable. A path that a literal defines is kServed: it is
// served by the symbol that it stands in, by the function in the qualifier, or by what is written
// in place (`?`). A name that a literal gives to a function for Python (`m.def("add", &Add)`,
// `{"add", py_add, METH_VARARGS}`) is kBound, with the function for its qualifier.
void AddLiteralNames(std::string_view content, FileFacts& facts);

}  // namespace satchel::code
