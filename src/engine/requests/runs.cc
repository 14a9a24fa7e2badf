#include "engine/requests/runs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "settings/setting.h"
#include "store/raw_log.h"
#include "store/session_state.h"

namespace satchel::engine {
namespace {

constexpr std::int64_t kDay = 86'400'000'000;  // microseconds

// How many sessions a file has, when all of them were last used before a moment.
// None in one without any: somebody has just made it and is about to fill it.
Result<std::size_t> UnusedSince(store::Database& database, const store::Scope& scope, Time moment) {
  const auto sessions = SATCHEL_TRY(store::SessionState(database).Sessions(scope));
  const bool used = std::ranges::any_of(
      sessions, [moment](const store::SessionInfo& session) { return session.used_at >= moment; });
  return used ? 0 : sessions.size();
}

Result<std::size_t> CollectFile(Stores& stores, const std::filesystem::path& file, Time moment,
                                const store::Scope& scope) {
  std::size_t count = 0;
  const auto unused = [&](store::Database& database) -> Result<bool> {
    const auto found = SATCHEL_TRY(UnusedSince(database, scope, moment));
    count = found;
    return count > 0;
  };
  const auto gone = stores.RemoveSessionFile(file, unused, scope.deadline);
  if (!gone && gone.error().code() == Errc::kNotFound) return 0;  // somebody else did, or it is new
  if (!gone) return std::unexpected(gone.error());
  return *gone ? count : 0;
}

Result<std::size_t> CollectSessions(Stores& stores, Time moment, const Deadline& deadline) {
  const store::Scope scope = stores.scope(deadline);
  if (stores.place().kind == StoreKind::kPostgres) {
    return store::SessionState(stores.raw()).RemoveUnused(scope, moment);
  }
  const auto files = SATCHEL_TRY(stores.SessionFiles());
  std::size_t count = 0;
  for (const std::filesystem::path& file : files) {
    const auto gone = SATCHEL_TRY(CollectFile(stores, file, moment, scope));
    count += gone;
  }
  return count;
}

// Null for what is no JSON, or has no such key. Another version may have written it.
Json Part(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found == object.end() ? Json(nullptr) : *found;
}

Json Parsed(std::string_view text) {
  auto json = ParseJson(text);
  return json ? *std::move(json) : Json(nullptr);
}

}  // namespace

RunSummary SummaryOf(const store::RunRow& row) {
  const Json task = Part(Part(Parsed(row.request), "request"), "task");
  const Json tokens = Part(Parsed(row.outcome), "tokens_used");
  return {.id = row.id,
          .started_at = row.started_at,
          .finished_at = row.finished_at,
          .recipe = row.recipe,
          .status = row.status,
          .pinned = row.pinned,
          .budget = row.budget,
          .bytes = row.size,
          .task = task.is_string() ? task.get<std::string>() : "",
          .tokens = tokens.is_number_integer() ? std::optional(tokens.get<std::int64_t>())
                                               : std::nullopt};
}

RecipeFilter PacketRuns() { return {.only = {}, .packets = true}; }

Result<std::vector<RunSummary>> ListRuns(Stores& stores, std::int64_t most,
                                         const RecipeFilter& recipes, const Deadline& deadline) {
  const store::RawReader reader(stores.raw());
  const auto rows =
      SATCHEL_TRY(reader.LatestRuns(stores.scope(deadline), std::nullopt, most, recipes));
  std::vector<RunSummary> runs;
  runs.reserve(rows.size());
  for (const store::RunRow& row : rows) runs.push_back(SummaryOf(row));
  return runs;
}

Status PinRun(Stores& stores, const RunId& run, bool pinned, const Deadline& deadline) {
  const auto found =
      SATCHEL_TRY(store::RawWriter(stores.raw()).Pin(stores.scope(deadline), run, pinned));
  if (found) return {};
  return Fail(Errc::kNotFound, fmt::format("no run '{}'", run.value().substr(0, 64)),
              "`satchel runs list` shows the runs there are");
}

Result<Collection> CollectGarbage(Stores& stores, const settings::Settings& settings, Time now,
                                  const Deadline& deadline) {
  const store::Retention retention{
      .days = settings.Integer(settings::Key::kRetentionDays),
      .most_bytes = settings.Integer(settings::Key::kRetentionMaxMb) * 1'000'000};
  const auto runs =
      SATCHEL_TRY(store::RawWriter(stores.raw()).Collect(stores.scope(deadline), retention, now));
  const Time unused{now.micros - (settings.Integer(settings::Key::kSessionDays) * kDay)};
  const auto sessions = SATCHEL_TRY(CollectSessions(stores, unused, deadline));
  return Collection{.runs = runs.runs, .run_bytes = runs.bytes, .sessions = sessions};
}

}  // namespace satchel::engine
