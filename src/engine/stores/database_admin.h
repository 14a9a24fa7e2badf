#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"

// What the owner of a shared database does once, or after an update.
namespace satchel::engine {

struct DatabaseAddress {
  std::string url;
  std::string password;  // may be empty
};

struct DatabaseFinding {
  std::string reason;
  std::string fix;
};

// The tables, row security and the application's role; may be repeated.
Status InitDatabase(const DatabaseAddress& owner, const std::string& app_role, Time now);

struct DatabaseVersions {
  int from = 0;
  int to = 0;
};
Result<DatabaseVersions> MigrateDatabase(const DatabaseAddress& owner, const std::string& app_role,
                                         Time now);

// What keeps the role of the address from working there; none: it would.
Result<std::vector<DatabaseFinding>> CheckDatabase(const DatabaseAddress& app);

}  // namespace satchel::engine
