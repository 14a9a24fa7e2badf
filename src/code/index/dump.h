#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace satchel::code {

enum class StaleSymbols : std::uint8_t { kShow, kLeaveOut };

// Everything that the store says about code, a line each, sorted, by paths instead of ids and
// without stat data: two stores with the same lines give the same answers. For tests and for
// whoever compares two stores; takes memory for all of it.
Result<std::vector<std::string>> DumpCode(store::Database& curated, const store::Scope& scope,
                                          StaleSymbols stale);

}  // namespace satchel::code
