#pragma once

#include <vector>

#include "store/statement.h"

namespace satchel::store {

// Every statement that the program can run. A test holds them against the rules
// of docs/design/store.md and prepares each on both engines.
std::vector<const Statement*> AllStatements();

}  // namespace satchel::store
