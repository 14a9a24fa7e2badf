#include "engine/runs.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "engine/setting.h"
#include "store/raw_log.h"
#include "store/session_state.h"

namespace satchel::engine {
namespace {

constexpr std::int64_t kDay = 86'400'000'000;  // microseconds

// A session's file with SQLite's own files beside it.
void RemoveSessionFile(const std::filesystem::path& file) {
  std::error_code ignored;  // a file that stays is found the next time
  std::filesystem::remove(file, ignored);
  for (const std::string_view suffix : {"-wal", "-shm"}) {
    std::filesystem::path beside = file;
    beside += suffix;
    std::filesystem::remove(beside, ignored);
  }
}

Result<std::vector<std::string>> UnusedSince(store::Database& database, const store::Scope& scope,
                                             Time moment, bool& all) {
  const auto sessions = store::SessionState(database).Sessions(scope);
  if (!sessions) return std::unexpected(sessions.error());
  std::vector<std::string> unused;
  for (const store::SessionInfo& session : *sessions) {
    if (session.used_at < moment) unused.push_back(session.task);
  }
  all = unused.size() == sessions->size();
  return unused;
}

Result<std::size_t> CollectSessions(Stores& stores, Time moment, const Deadline& deadline) {
  const store::Scope scope = stores.scope(deadline);
  bool all = false;
  if (stores.place().kind == StoreKind::kPostgres) {
    const auto unused = UnusedSince(stores.raw(), scope, moment, all);
    if (!unused) return std::unexpected(unused.error());
    auto removed = store::SessionState(stores.raw()).Remove(scope, *unused);
    if (!removed) return std::unexpected(removed.error());
    return unused->size();
  }
  const auto files = stores.SessionFiles();
  if (!files) return std::unexpected(files.error());
  std::size_t count = 0;
  for (const std::filesystem::path& file : *files) {
    auto database = stores.OpenSessionFile(file);
    if (!database) return std::unexpected(database.error());
    const auto unused = UnusedSince(**database, scope, moment, all);
    if (!unused) return std::unexpected(unused.error());
    if (!all) continue;
    database->reset();
    RemoveSessionFile(file);
    count += unused->size();
  }
  return count;
}

}  // namespace

Result<std::vector<RunSummary>> ListRuns(Stores& stores, std::int64_t most,
                                         const Deadline& deadline) {
  auto rows = store::RawReader(stores.raw()).LatestRuns(stores.scope(deadline), std::nullopt, most);
  if (!rows) return std::unexpected(rows.error());
  std::vector<RunSummary> runs;
  runs.reserve(rows->size());
  for (store::RunRow& row : *rows) {
    runs.push_back({.id = std::move(row.id),
                    .started_at = row.started_at,
                    .finished_at = row.finished_at,
                    .recipe = std::move(row.recipe),
                    .status = std::move(row.status),
                    .pinned = row.pinned,
                    .budget = row.budget,
                    .bytes = row.size});
  }
  return runs;
}

Status PinRun(Stores& stores, const RunId& run, bool pinned, const Deadline& deadline) {
  const auto found = store::RawWriter(stores.raw()).Pin(stores.scope(deadline), run, pinned);
  if (!found) return std::unexpected(found.error());
  if (*found) return {};
  return Fail(Errc::kNotFound, fmt::format("no run '{}'", run.value().substr(0, 64)),
              "`satchel runs list` shows the runs there are");
}

Result<Collection> CollectGarbage(Stores& stores, const Settings& settings, Time now,
                                  const Deadline& deadline) {
  const store::Retention retention{
      .days = settings.Integer(Key::kRetentionDays),
      .most_bytes = settings.Integer(Key::kRetentionMaxMb) * 1'000'000};
  const auto runs = store::RawWriter(stores.raw()).Collect(stores.scope(deadline), retention, now);
  if (!runs) return std::unexpected(runs.error());
  const Time unused{now.micros - (settings.Integer(Key::kSessionDays) * kDay)};
  const auto sessions = CollectSessions(stores, unused, deadline);
  if (!sessions) return std::unexpected(sessions.error());
  return Collection{.runs = runs->runs, .run_bytes = runs->bytes, .sessions = *sessions};
}

}  // namespace satchel::engine
