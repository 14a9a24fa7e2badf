#include "engine/stores/database_admin.h"

#include <utility>

#include "store/postgres/postgres.h"

namespace satchel::engine {
namespace {

store::PostgresOptions OptionsFor(const DatabaseAddress& address) {
  return {.url = address.url, .password = address.password};
}

}  // namespace

Status InitDatabase(const DatabaseAddress& owner, const std::string& app_role, Time now) {
  return store::InitPostgres(OptionsFor(owner), app_role, now);
}

Result<DatabaseVersions> MigrateDatabase(const DatabaseAddress& owner, const std::string& app_role,
                                         Time now) {
  const auto migrated = SATCHEL_TRY(store::MigratePostgres(OptionsFor(owner), app_role, now));
  return DatabaseVersions{.from = migrated.from, .to = migrated.to};
}

Result<std::vector<DatabaseFinding>> CheckDatabase(const DatabaseAddress& app) {
  auto found = SATCHEL_TRY(store::CheckPostgres(OptionsFor(app)));
  std::vector<DatabaseFinding> findings;
  findings.reserve(found.size());
  for (store::Finding& finding : found) {
    findings.push_back({.reason = std::move(finding.reason), .fix = std::move(finding.fix)});
  }
  return findings;
}

}  // namespace satchel::engine
