#include "store/postgres/postgres.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>

#include "store/postgres/inspect.h"
#include "store/postgres/pool.h"
#include "store/postgres/transaction.h"

namespace satchel::store {
namespace {

constexpr const char* kFindWorkspace = "SELECT workspace_id FROM workspace WHERE key = $1";
// One that adds the same key at the same time is waited for.
constexpr const char* kAddWorkspace =
    "INSERT INTO workspace (workspace_id, key, name, created_at) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (key) DO NOTHING";
constexpr const char* kAddHome = "INSERT INTO home (workspace_id, here, epoch) VALUES ($1, 1, 1)";

// Positive, 63 bits: no two databases give the same one to different workspaces.
std::int64_t RandomId() {
  std::random_device device;
  for (;;) {
    const std::uint64_t bits = (std::uint64_t{device()} << 32U) | device();
    const auto id = static_cast<std::int64_t>(bits >> 1U);
    if (id != 0) return id;
  }
}

class PostgresDatabase final : public Database {
 public:
  PostgresDatabase(const Libpq& libpq, Address address, const Pool::Options& options)
      : pool_(libpq, std::move(address), options) {}

  Status CheckAtStart(const Deadline& deadline) {
    auto connection = SATCHEL_TRY(pool_.Take(deadline));
    auto findings = Inspect(*connection, deadline);
    connection.reset();
    if (!findings) return std::unexpected(findings.error());
    if (findings->empty()) return {};
    const Finding& first = findings->front();
    return Fail(first.code, first.reason, first.fix);
  }

  Result<std::unique_ptr<Transaction>> Begin(const Scope& scope, Access access) override {
    return std::make_unique<PostgresTransaction>(pool_, scope, access);
  }

  Result<std::optional<WorkspaceId>> FindWorkspace(std::string_view key,
                                                   const Deadline& deadline) override {
    auto connection = SATCHEL_TRY(pool_.Take(deadline));
    auto found = Find(*connection, key, deadline);
    connection.reset();
    return found;
  }

  Result<WorkspaceId> AddWorkspace(std::string_view key, std::string_view name, Time now,
                                   const Deadline& deadline) override {
    auto connection = SATCHEL_TRY(pool_.Take(deadline));
    auto added = Add(*connection, key, name, now, deadline);
    connection.reset();
    return added;
  }

  std::string_view engine() const override { return "postgresql"; }

 private:
  static Result<std::optional<WorkspaceId>> Find(Connection& connection, std::string_view key,
                                                 const Deadline& deadline) {
    Arguments arguments;
    SATCHEL_TRY(arguments.Add(ParameterType::kText, Text{key}));
    auto found = SATCHEL_TRY(
        connection.Execute(kFindWorkspace, arguments, {ParameterType::kInteger}, deadline));
    if (found.rows.empty()) return std::nullopt;
    return WorkspaceId(found.rows.Integer(0, 0));
  }

  static Result<WorkspaceId> Add(Connection& connection, std::string_view key,
                                 std::string_view name, Time now, const Deadline& deadline) {
    auto there = SATCHEL_TRY(Find(connection, key, deadline));
    if (there) return *there;
    const std::int64_t id = RandomId();
    auto inserted = Insert(connection, id, key, name, now, deadline);
    if (!inserted && connection.usable()) {
      static_cast<void>(
          connection.Execute("ROLLBACK", {}, {}, Deadline::After(std::chrono::seconds(2))));
    }
    if (!inserted) return std::unexpected(inserted.error());
    auto found = SATCHEL_TRY(Find(connection, key, deadline));
    if (!found) return Fail(Errc::kConflict, "the workspace went while it was added");
    return *found;
  }

  static Status Insert(Connection& connection, std::int64_t id, std::string_view key,
                       std::string_view name, Time now, const Deadline& deadline) {
    Arguments row;
    row.AddInteger(id);
    Status status = row.Add(ParameterType::kText, Text{key});
    if (status) status = row.Add(ParameterType::kText, Text{name});
    if (!status) return status;
    row.AddInteger(now.micros);
    Arguments home;
    home.AddInteger(id);
    connection.Queue("BEGIN ISOLATION LEVEL READ COMMITTED", {});
    connection.Queue(("SET LOCAL satchel.workspace = '" + std::to_string(id) + "'").c_str(), {});
    connection.Queue(kAddWorkspace, row);
    auto outcomes = connection.Finish(deadline);
    if (!outcomes) return std::unexpected(std::move(outcomes.error().error));
    if (outcomes->back().changed == 1) connection.Queue(kAddHome, home);
    connection.Queue("COMMIT", {});
    outcomes = connection.Finish(deadline);
    if (!outcomes) return std::unexpected(std::move(outcomes.error().error));
    return {};
  }

  Pool pool_;
};

}  // namespace

Result<std::unique_ptr<Database>> OpenPostgres(const PostgresOptions& options) {
  auto libpq = SATCHEL_TRY(LoadLibpq());
  auto address = SATCHEL_TRY(ParseAddress(*libpq, options.url, options.password));
  auto database = std::make_unique<PostgresDatabase>(
      *libpq, std::move(address),
      Pool::Options{.most = options.most_connections,
                    .named_statements = options.named_statements,
                    .connection = Connection::Options::From(options)});
  SATCHEL_TRY(database->CheckAtStart(Deadline::After(kCheckTime)));
  return database;
}

}  // namespace satchel::store
