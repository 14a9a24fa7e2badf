#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace satchel::code {

// Everything that the store says about commits, a line each, sorted, by ids instead of numbers: two
// stores with the same lines give the same answers. For tests and for whoever compares two stores.
Result<std::vector<std::string>> DumpHistory(store::Database& curated, const store::Scope& scope);

}  // namespace satchel::code
