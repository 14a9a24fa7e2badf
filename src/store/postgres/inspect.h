#pragma once

#include <chrono>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "store/postgres/connection.h"
#include "store/postgres/postgres.h"

namespace satchel::store {

// For a check of a server that is up but busy.
inline constexpr std::chrono::seconds kCheckTime(20);

// Everything that keeps the connection's role from using this database safely.
Result<std::vector<Finding>> Inspect(Connection& connection, const Deadline& deadline);

// The version of the schema; 0 when there is none.
Result<int> SchemaVersion(Connection& connection, const Deadline& deadline);

}  // namespace satchel::store
