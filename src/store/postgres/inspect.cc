#include "store/postgres/inspect.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "store/calls.h"
#include "store/postgres/sqlstate.h"
#include "store/schema.h"

namespace satchel::store {
namespace {

// Roles that the session is or can become and that row security does not hold
// for: directly, by making itself a member of any role, or through the server's files.
constexpr const char* kPowerfulRoles = R"(
SELECT r.rolname, r.rolname = session_user OR r.rolname = current_user AS own, r.rolsuper,
       r.rolbypassrls, r.rolcreaterole
FROM pg_catalog.pg_roles r
WHERE (pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER')
       OR pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER'))
  AND (r.rolsuper OR r.rolbypassrls OR r.rolcreaterole
       OR r.rolname IN ('pg_execute_server_program', 'pg_read_server_files',
                        'pg_write_server_files'))
ORDER BY own DESC, r.rolname)";

constexpr const char* kTableStates = R"(
SELECT t.name, c.oid IS NOT NULL, coalesce(c.relrowsecurity, false),
       coalesce(pg_catalog.pg_has_role(session_user, c.relowner, 'MEMBER')
                OR pg_catalog.pg_has_role(current_user, c.relowner, 'MEMBER'), false),
       coalesce(pg_catalog.pg_get_userbyid(c.relowner), ''),
       coalesce(pg_catalog.has_table_privilege(c.oid, 'TRUNCATE')
                OR pg_catalog.has_table_privilege(c.oid, 'REFERENCES')
                OR pg_catalog.has_table_privilege(c.oid, 'TRIGGER'), false),
       coalesce(pg_catalog.has_table_privilege(c.oid, 'SELECT'), false)
FROM unnest($1) AS t (name)
LEFT JOIN pg_catalog.pg_class c ON c.oid = pg_catalog.to_regclass(t.name)
ORDER BY t.name)";

constexpr const char* kPolicies = R"(
SELECT t.name, p.polname, p.polpermissive, p.polcmd = '*', p.polroles = '{0}',
       coalesce(pg_catalog.pg_get_expr(p.polqual, p.polrelid), ''),
       coalesce(pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid), '')
FROM unnest($1) AS t (name)
JOIN pg_catalog.pg_policy p ON p.polrelid = pg_catalog.to_regclass(t.name)
ORDER BY t.name, p.polname)";

// As the server prints it.
constexpr std::string_view kOwnRows =
    "(workspace_id = (current_setting('satchel.workspace'::text))::bigint)";
constexpr std::size_t kMostFindings = 1'000;
constexpr std::string_view kRestore = "the owner runs `satchel db init` again";

class Inspection {
 public:
  explicit Inspection(int version) : version_(version) {}

  void Version() {
    if (version_ == kSchemaVersion) return;
    const bool newer = version_ > kSchemaVersion;
    Add(fmt::format("the schema has version {}, {} than this Satchel's {}", version_,
                    newer ? "newer" : "older", kSchemaVersion),
        newer ? "use the Satchel that made it, or a later one"
              : "the owner runs `satchel db migrate`");
  }

  void Roles(const Rows& rows) {
    bool super = false;
    for (std::size_t row = 0; row < rows.size() && !super; ++row) {
      const std::string& name = rows.String(row, 0);
      const bool own = rows.Integer(row, 1) != 0;
      super = rows.Integer(row, 2) != 0;
      const std::string who = own ? fmt::format("the role {}", name)
                                  : fmt::format("the role can become {}, which", name);
      const std::string_view what = super                       ? "is a superuser"
                                    : rows.Integer(row, 3) != 0 ? "bypasses row security"
                                    : rows.Integer(row, 4) != 0 ? "may change roles"
                                                                : "reaches the server's files";
      Add(fmt::format("{} {}, so row security does not hold for it", who, what), kOtherRole);
    }
  }

  // kCorrupt when the server does not answer for each table once.
  Status TableStates(const Rows& rows) {
    std::map<std::string, std::string> owners;  // of how many tables does not matter
    std::set<std::string_view> seen;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::string& name = rows.String(row, 0);
      const Table* found = Find(name);
      if (found == nullptr || !seen.insert(found->name).second) return OtherTable();
      const Table& table = *found;
      if (table.since > version_) continue;
      if (rows.Integer(row, 1) == 0) {
        Add(fmt::format("the table {} is missing", name), "restore the database from a backup");
        continue;
      }
      if (rows.Integer(row, 3) != 0) owners.emplace(rows.String(row, 4), name);
      if (rows.Integer(row, 6) == 0) {
        Add(fmt::format("the role may not read the table {}", name), kRestore);
      }
      if (rows.Integer(row, 3) == 0 && rows.Integer(row, 5) != 0) {
        Add(fmt::format("the role may truncate or refer to the table {}, past row security", name),
            fmt::format("REVOKE TRUNCATE, REFERENCES, TRIGGER ON {} FROM the role, and from roles "
                        "it belongs to",
                        name));
      }
      if (table.secured && rows.Integer(row, 2) == 0) {
        Add(fmt::format("row security is off for the table {}", name), kRestore);
      }
    }
    for (const auto& [owner, table] : owners) {
      Add(fmt::format("the role owns tables, or belongs to their owner {} (table {}), so row "
                      "security does not hold for it",
                      owner, table),
          kOtherRole);
    }
    return seen.size() == Tables().size() ? Status() : OtherTable();
  }

  Status Policies(const Rows& rows) {
    std::set<std::string_view> own;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::string& table = rows.String(row, 0);
      const Table* found = Find(table);
      if (found == nullptr) return OtherTable();
      if (rows.Integer(row, 2) == 0) continue;  // a restrictive one only takes away
      const bool ours = rows.String(row, 1) == "own_workspace" && rows.Integer(row, 3) != 0 &&
                        rows.Integer(row, 4) != 0 && rows.String(row, 5) == kOwnRows &&
                        rows.String(row, 6) == kOwnRows;
      if (ours) {
        own.insert(found->name);
      } else {
        Add(fmt::format("the table {} has the policy {}, which is not Satchel's", table,
                        rows.String(row, 1)),
            fmt::format("DROP POLICY {} ON {}; then {}", rows.String(row, 1), table, kRestore));
      }
    }
    for (const Table* table : Tables()) {
      if (table->secured && table->since <= version_ && !own.contains(table->name)) {
        Add(fmt::format("the table {} has no policy of Satchel", table->name), kRestore);
      }
    }
    return {};
  }

  std::vector<Finding> Take() { return std::move(findings_); }

 private:
  static constexpr std::string_view kOtherRole =
      "connect with the role that `satchel db init` made (satchel_app), not with the owner";

  // Null when there is none of that name.
  static const Table* Find(std::string_view name) {
    const auto found = std::ranges::find(Tables(), name, &Table::name);
    return found == Tables().end() ? nullptr : *found;
  }
  static Status OtherTable() {
    return Fail(Errc::kCorrupt, "PostgreSQL's answer is not about the tables that it was asked for",
                "check that the address is that of a PostgreSQL server with Satchel's store");
  }
  // Names come from the server, and are printed.
  void Add(std::string reason, std::string_view fix) {
    if (findings_.size() == kMostFindings) return;
    findings_.push_back({Errc::kInvalidInput, PrintedText(reason), PrintedText(fix)});
  }

  int version_;
  std::vector<Finding> findings_;
};

}  // namespace

Result<int> SchemaVersion(Connection& connection, const Deadline& deadline) {
  constexpr auto kInteger = ParameterType::kInteger;
  // One that is there and one that is not are told apart before it is read.
  auto there = SATCHEL_TRY(connection.Execute(
      "SELECT pg_catalog.to_regclass('migration') IS NOT NULL", {}, {kInteger}, deadline));
  const std::int64_t exists = SATCHEL_TRY(OnlyInteger(there.rows));
  if (exists == 0) return 0;
  auto version = SATCHEL_TRY(connection.Execute("SELECT coalesce(max(version), 0) FROM migration",
                                                {}, {kInteger}, deadline));
  const std::int64_t found = SATCHEL_TRY(OnlyInteger(version.rows));
  return static_cast<int>(std::clamp<std::int64_t>(found, 0, std::numeric_limits<int>::max()));
}

Result<std::vector<Finding>> Inspect(Connection& connection, const Deadline& deadline) {
  constexpr auto kInteger = ParameterType::kInteger;
  constexpr auto kText = ParameterType::kText;
  auto version = SATCHEL_TRY(SchemaVersion(connection, deadline));
  if (version == 0) {
    return std::vector{Finding{Errc::kNotFound, "this database has no store of Satchel",
                               "the owner of the database runs `satchel db init`"}};
  }
  std::vector<std::string> names;
  for (const Table* table : Tables()) names.emplace_back(table->name);
  Arguments tables;
  SATCHEL_TRY(tables.Add(ParameterType::kTextSet, TextSet{names}));
  connection.Queue(kPowerfulRoles, {}, {kText, kInteger, kInteger, kInteger, kInteger});
  connection.Queue(kTableStates, tables,
                   {kText, kInteger, kInteger, kInteger, kText, kInteger, kInteger});
  connection.Queue(kPolicies, tables, {kText, kText, kInteger, kInteger, kInteger, kText, kText});
  auto outcomes = connection.Finish(deadline);
  if (!outcomes) return std::unexpected(std::move(outcomes.error().error));
  Inspection inspection(version);
  inspection.Version();
  inspection.Roles((*outcomes)[0].rows);
  SATCHEL_TRY(inspection.TableStates((*outcomes)[1].rows));
  SATCHEL_TRY(inspection.Policies((*outcomes)[2].rows));
  return inspection.Take();
}

}  // namespace satchel::store
