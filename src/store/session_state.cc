#include "store/session_state.h"

#include <array>
#include <utility>

#include "store/calls.h"
#include "store/schema.h"

namespace satchel::store {
namespace {

using enum ParameterType;

constexpr Statement kAllValues{.name = "session_values",
                               .sql =
                                   "SELECT name, version, value FROM session_value"
                                   " WHERE workspace_id = $1 AND task = $2 ORDER BY name",
                               .types = {kText},
                               .gives = {kText, kInteger, kText}};
constexpr Statement kNamedValues{
    .name = "session_values_by_name",
    .sql =
        "SELECT name, version, value FROM session_value WHERE workspace_id = $1 AND task = $2"
        " AND name IN (SELECT value FROM unnest($3) AS value) ORDER BY name",
    .types = {kText, kTextSet},
    .gives = {kText, kInteger, kText}};
constexpr Statement kUseSession{
    .name = "use_session",
    .sql = "UPDATE session SET used_at = $3 WHERE workspace_id = $1 AND task = $2",
    .types = {kText, kInteger},
    .writes = true};
constexpr Statement kSessions{.name = "sessions",
                              .sql =
                                  "SELECT task, created_at, used_at FROM session"
                                  " WHERE workspace_id = $1 ORDER BY task",
                              .types = {},
                              .gives = {kText, kInteger, kInteger}};
constexpr Statement kRemoveValues{.name = "remove_session_values",
                                  .sql =
                                      "DELETE FROM session_value WHERE workspace_id = $1"
                                      " AND task IN (SELECT value FROM unnest($2) AS value)",
                                  .types = {kTextSet},
                                  .writes = true};
constexpr Statement kRemoveSessions{.name = "remove_sessions",
                                    .sql =
                                        "DELETE FROM session WHERE workspace_id = $1"
                                        " AND task IN (SELECT value FROM unnest($2) AS value)",
                                    .types = {kTextSet},
                                    .writes = true};

constexpr Statement kRemoveUnused{.name = "remove_unused_sessions",
                                  .sql =
                                      "DELETE FROM session WHERE workspace_id = $1"
                                      " AND task IN (SELECT value FROM unnest($2) AS value)"
                                      " AND used_at < $3",
                                  .types = {kTextSet, kInteger},
                                  .writes = true};
constexpr Statement kRemoveLooseValues{
    .name = "remove_loose_session_values",
    .sql =
        "DELETE FROM session_value WHERE workspace_id = $1"
        " AND task IN (SELECT value FROM unnest($2) AS value)"
        " AND NOT EXISTS (SELECT 1 FROM session WHERE session.workspace_id = $1"
        " AND session.task = session_value.task)",
    .types = {kTextSet},
    .writes = true};

std::map<std::string, SessionValue> ValuesFrom(Rows& rows) {
  std::map<std::string, SessionValue> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values.emplace(rows.TakeString(i, 0),
                   SessionValue{.version = rows.Integer(i, 1), .value = rows.TakeString(i, 2)});
  }
  return values;
}

// The update comes first: it waits for whoever is removing or changing the session, and the insert
// then makes it again.
std::array<Call, 2> UseSession(std::string_view task, Time now) {
  return {Query{&kUseSession, {Text{task}, now.micros}},
          Insert{.table = &kSessionTable,
                 .on_conflict = OnConflict::kIgnore,
                 .cells = {Text{task}, now.micros, now.micros}}};
}

}  // namespace

Result<std::map<std::string, SessionValue>> SessionState::Read(
    const Scope& scope, std::string_view task, std::span<const std::string> names) const {
  auto rows =
      SATCHEL_TRY(ReadOne(database_, scope,
                          names.empty() ? Query{&kAllValues, {Text{task}}}
                                        : Query{&kNamedValues, {Text{task}, TextSet{names}}}),
                  "read the session");
  return ValuesFrom(rows);
}

Status SessionState::Put(const Scope& scope, std::string_view task,
                         const std::map<std::string, SessionValue>& values, Time now) const {
  Insert insert{.table = &kSessionValueTable, .on_conflict = OnConflict::kReplace};
  for (const auto& [name, value] : values) {
    AddRow(insert, {Text{task}, Text{name}, value.version, Text{value.value}});
  }
  auto [use, make] = UseSession(task, now);
  const std::array<Call, 3> calls = {std::move(use), std::move(make), std::move(insert)};
  SATCHEL_TRY(WriteRepeatable(database_, scope, calls), "write the session");
  return {};
}

Status SessionState::Change(const Scope& scope, std::string_view task, const std::string& name,
                            const MakeValue& change, Time now) const {
  const auto done = [&]() -> Status {
    const auto transaction = SATCHEL_TRY(database_.Begin(scope, Access::kWrite));
    auto [use, make] = UseSession(task, now);
    const std::array names = {name};
    const std::array<Call, 3> first = {std::move(use), std::move(make),
                                       Query{&kNamedValues, {Text{task}, TextSet{names}}}};
    auto answers = SATCHEL_TRY(transaction->Run(first));
    const auto values = ValuesFrom(answers.back().rows);
    const auto changed = change(values.empty() ? nullptr : &values.begin()->second);
    if (!changed) return {};
    Insert insert{.table = &kSessionValueTable, .on_conflict = OnConflict::kReplace};
    AddRow(insert, {Text{task}, Text{name}, changed->version, Text{changed->value}});
    const std::array<Call, 1> last = {std::move(insert)};
    SATCHEL_TRY(transaction->Commit(last));
    return {};
  }();
  SATCHEL_TRY(done, "change the session");
  return {};
}

Result<std::vector<SessionInfo>> SessionState::Sessions(const Scope& scope) const {
  auto rows = SATCHEL_TRY(ReadOne(database_, scope, Query{&kSessions, {}}), "list sessions");
  std::vector<SessionInfo> sessions(rows.size());
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    sessions[i] = {.task = rows.TakeString(i, 0),
                   .created_at = {rows.Integer(i, 1)},
                   .used_at = {rows.Integer(i, 2)}};
  }
  return sessions;
}

Status SessionState::Remove(const Scope& scope, std::span<const std::string> tasks) const {
  const std::array<Call, 2> calls = {Query{&kRemoveValues, {TextSet{tasks}}},
                                     Query{&kRemoveSessions, {TextSet{tasks}}}};
  SATCHEL_TRY(WriteRepeatable(database_, scope, calls), "remove sessions");
  return {};
}

Result<std::size_t> SessionState::RemoveUnused(const Scope& scope, Time moment) const {
  const auto sessions = SATCHEL_TRY(Sessions(scope));
  std::vector<std::string> unused;
  for (const SessionInfo& session : sessions) {
    if (session.used_at < moment) unused.push_back(session.task);
  }
  if (unused.empty()) return 0;
  const std::array<Call, 2> calls = {Query{&kRemoveUnused, {TextSet{unused}, moment.micros}},
                                     Query{&kRemoveLooseValues, {TextSet{unused}}}};
  auto written = SATCHEL_TRY(WriteRepeatable(database_, scope, calls), "remove unused sessions");
  return static_cast<std::size_t>(written.front().changed);
}

std::span<const Statement* const> SessionStatements() {
  static constexpr std::array kAll = {&kAllValues,    &kNamedValues,      &kUseSession,
                                      &kSessions,     &kRemoveValues,     &kRemoveSessions,
                                      &kRemoveUnused, &kRemoveLooseValues};
  return kAll;
}

}  // namespace satchel::store
