#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "store/ddl.h"
#include "store/postgres/closer.h"
#include "store/postgres/connection.h"
#include "store/postgres/inspect.h"
#include "store/postgres/postgres.h"
#include "store/schema.h"

// Set-up and migration by the owner of the database. No advisory locks: on a
// cluster of several nodes they hold for one of them. Two that start from
// nothing collide in the catalogue, and the second tries again and finds the
// work done; later ones wait for the lock of the migration table.
namespace satchel::store {
namespace {

constexpr std::size_t kLongestName = 63;            // of a role
constexpr std::chrono::minutes kMigrationTime(10);  // for one statement

std::string Quoted(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

Status CheckRoleName(std::string_view role) {
  const bool reserved = role.starts_with("pg_") || role == "public" || role == "none";
  if (role.empty() || role.size() > kLongestName || reserved ||
      role.find('\0') != std::string_view::npos) {
    return Fail(Errc::kInvalidInput, fmt::format("'{}' cannot be the name of a role", role));
  }
  return {};
}

Result<std::unique_ptr<Connection>> Connect(const PostgresOptions& options) {
  auto libpq = SATCHEL_TRY(LoadLibpq());
  auto address = SATCHEL_TRY(ParseAddress(*libpq, options.url, options.password));
  return Connection::Open(*libpq, address, Connection::Options::From(options), Deadline::Never());
}

enum class Task : std::uint8_t { kInit, kMigrate };

class Setup {
 public:
  Setup(Connection& connection, std::string_view role, Time now)
      : connection_(&connection), role_(role), now_(now) {}

  // `raced`: another one was at work; the next try will see what it did.
  Result<Migrated> Run(Task task) {
    raced_ = false;
    auto migrated = InTransaction(task);
    if (!migrated && connection_->usable()) static_cast<void>(Do("ROLLBACK"));
    return migrated;
  }
  bool raced() const { return raced_; }

 private:
  Result<Migrated> InTransaction(Task task) {
    SATCHEL_TRY(Do("BEGIN ISOLATION LEVEL READ COMMITTED"));
    auto version = SATCHEL_TRY(LockedVersion());
    const int from = version;
    if (from > kSchemaVersion) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("the schema has version {}, newer than this Satchel's {}", from,
                              kSchemaVersion),
                  "use the Satchel that made it, or a later one");
    }
    if (task == Task::kMigrate && from == 0) {
      return Fail(Errc::kNotFound, "this database has no store of Satchel",
                  "run `satchel db init` first");
    }
    if (task == Task::kInit && from != 0 && from != kSchemaVersion) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("the schema has version {}, older than this Satchel's {}", from,
                              kSchemaVersion),
                  "run `satchel db migrate`");
    }
    Status status = Role();
    // A migration may make an index of a large table.
    if (status && from != 0) connection_->SetStatementTimeout(kMigrationTime);
    if (status) status = Schema(from);
    if (status) status = Security();
    if (status) status = Do("COMMIT");
    if (!status) return std::unexpected(status.error());
    return Migrated{.from = from, .to = kSchemaVersion};
  }

  Result<int> LockedVersion() {
    auto version = SchemaVersion(*connection_, Deadline::Never());
    if (!version || *version == 0) return version;
    SATCHEL_TRY(Do("LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE"));
    return SchemaVersion(*connection_, Deadline::Never());
  }

  Status Role() {
    Arguments name;
    SATCHEL_TRY(name.Add(ParameterType::kText, Text{role_}));
    auto rows = SATCHEL_TRY(
        Ask("SELECT rolsuper OR rolbypassrls OR rolcreaterole, rolname = session_user"
            " OR rolname = current_user OR pg_catalog.pg_has_role(rolname, current_user, 'MEMBER')"
            " FROM pg_catalog.pg_roles WHERE rolname = $1",
            name, {ParameterType::kInteger, ParameterType::kInteger}));
    if (rows.empty()) {
      auto made = Do(fmt::format("CREATE ROLE {} LOGIN", Quoted(role_)));
      if (made || made.error().code() != Errc::kDenied) return made;
      return std::move(made.error())
          .WithHint(fmt::format("let an administrator run CREATE ROLE {} LOGIN", Quoted(role_)));
    }
    if (rows.Integer(0, 0) != 0 || rows.Integer(0, 1) != 0) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("row security would not hold for the role {}: it {}", role_,
                              rows.Integer(0, 1) != 0 ? "is the owner or belongs to it"
                                                      : "has too many rights"),
                  "name another role for the application");
    }
    return {};
  }

  Status Schema(int from) {
    for (const std::string& sql :
         MigrationSql(Dialect::kPostgres, Tables(), Area::kEvery, from, kSchemaVersion)) {
      SATCHEL_TRY(Do(sql));
    }
    if (from == 0) {
      // The directory is the one table that is asked before a workspace is known.
      SATCHEL_TRY(Do(kDirectoryIndex));
    }
    for (int version = from + 1; version <= kSchemaVersion; ++version) {
      Arguments row;
      row.AddInteger(version);
      row.AddInteger(now_.micros);
      SATCHEL_TRY(
          Do("INSERT INTO migration (workspace_id, version, applied_at) VALUES (0, $1, $2)", row));
    }
    return {};
  }

  Status Security() {
    const std::string role = Quoted(role_);
    auto place = SATCHEL_TRY(Ask("SELECT coalesce(current_schema(), ''), current_database()", {},
                                 {ParameterType::kText, ParameterType::kText}));
    if (place.String(0, 0).empty()) {
      return Fail(Errc::kInvalidInput, "the search path of the role names no schema",
                  "ALTER ROLE … SET search_path, or leave it out of the address");
    }
    std::vector<std::string> statements = SecuritySql(Tables(), role);
    statements.push_back(
        fmt::format("GRANT USAGE ON SCHEMA {} TO {}", Quoted(place.String(0, 0)), role));
    statements.push_back(
        fmt::format("GRANT CONNECT ON DATABASE {} TO {}", Quoted(place.String(0, 1)), role));
    for (const Table* table : Tables()) {
      statements.push_back(
          fmt::format("REVOKE TRUNCATE, REFERENCES, TRIGGER ON {} FROM {}", table->name, role));
    }
    for (const std::string& sql : statements) {
      SATCHEL_TRY(Do(sql));
    }
    return {};
  }

  Status Do(const std::string& sql, const Arguments& arguments = {}) {
    SATCHEL_TRY(Ask(sql, arguments, {}));
    return {};
  }

  Result<Rows> Ask(const std::string& sql, const Arguments& arguments, const ResultColumns& gives) {
    constexpr std::array<std::string_view, 5> kRaces = {"23505", "40P01", "42710", "42P07",
                                                        "XX000"};
    connection_->Queue(sql.c_str(), arguments, gives);
    auto outcomes = connection_->Finish(Deadline::Never());
    if (!outcomes) {
      raced_ = std::ranges::find(kRaces, outcomes.error().sqlstate) != kRaces.end();
      return std::unexpected(std::move(outcomes.error().error));
    }
    return std::move(outcomes->front().rows);
  }

  Connection* connection_;
  std::string role_;
  Time now_;
  bool raced_ = false;
};

Result<Migrated> SetUp(const PostgresOptions& owner, const std::string& role, Time now, Task task) {
  SATCHEL_TRY(CheckRoleName(role));
  auto connection = SATCHEL_TRY(Connect(owner));
  constexpr int kMostTries = 20;
  Setup setup(*connection, role, now);
  for (int tries = 1;; ++tries) {
    auto migrated = setup.Run(task);
    if (!migrated && connection->expired()) {
      Closer().Take(connection->Release());  // the server stops what it does for it
      return migrated;
    }
    if (migrated || !setup.raced() || tries == kMostTries) return migrated;
    std::this_thread::sleep_for(std::chrono::milliseconds(10 * tries));
  }
}

}  // namespace

Result<std::vector<Finding>> CheckPostgres(const PostgresOptions& options) {
  auto connection = SATCHEL_TRY(Connect(options));
  return Inspect(*connection, Deadline::After(kCheckTime));
}

Status InitPostgres(const PostgresOptions& owner, const std::string& app_role, Time now) {
  SATCHEL_TRY(SetUp(owner, app_role, now, Task::kInit));
  return {};
}

Result<Migrated> MigratePostgres(const PostgresOptions& owner, const std::string& app_role,
                                 Time now) {
  return SetUp(owner, app_role, now, Task::kMigrate);
}

}  // namespace satchel::store
