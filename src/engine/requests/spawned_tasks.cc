#include "engine/requests/spawned_tasks.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "store/session_state.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::engine {
namespace {

constexpr std::string_view kValue = "spawned_tasks";
constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMostTaskBytes = 4'096;
constexpr std::size_t kMostTypeBytes = 200;

struct Waiting {
  SpawnedTask spawned;
  Time since;
};

// Without those that wait for too long. What something else wrote counts as none.
std::vector<Waiting> WaitingIn(const store::SessionValue* value, Time now) {
  std::vector<Waiting> all;
  const auto json = value == nullptr ? ParseJson("[]") : ParseJson(value->value);
  if (!json || !json->is_array()) return all;
  for (const Json& row : *json) {
    const Json type = row.is_object() ? row.value("type", Json()) : Json();
    const Json task = row.is_object() ? row.value("task", Json()) : Json();
    const Json since = row.is_object() ? row.value("since", Json()) : Json();
    if (!type.is_string() || !task.is_string() || !since.is_number_integer()) continue;
    const Time at{since.get<std::int64_t>()};
    if (at > now || now.micros - at.micros > std::chrono::microseconds(kMostSpawnWait).count()) {
      continue;
    }
    all.push_back({.spawned = {.type = type.get<std::string>(), .task = task.get<std::string>()},
                   .since = at});
  }
  return all;
}

store::SessionValue ValueOf(const std::vector<Waiting>& all) {
  Json rows = Json::array();
  for (const Waiting& waiting : all) {
    rows.push_back({{"type", waiting.spawned.type},
                    {"task", waiting.spawned.task},
                    {"since", waiting.since.micros}});
  }
  return {.version = kVersion, .value = CanonicalJson(rows)};
}

// `change`: returns whether the tasks are to be written.
template <class Change>
Status ChangeWaiting(Stores& stores, const PacketRequest& parent, Change change,
                     const Deadline& deadline) {
  const Time now = SystemClock().Now();
  const std::string task = TaskIdOf(parent);
  const auto session = SATCHEL_TRY(stores.Session(task, now, deadline));
  return store::SessionState(*session).Change(
      stores.scope(deadline), task, std::string(kValue),
      [&](const store::SessionValue* value) -> std::optional<store::SessionValue> {
        // Later than `now`: others may have changed it since.
        const Time changed = SystemClock().Now();
        std::vector<Waiting> all = WaitingIn(value, changed);
        if (!change(all, changed)) return std::nullopt;
        return ValueOf(all);
      },
      now);
}

}  // namespace

Status RememberSpawned(Stores& stores, const PacketRequest& parent, const SpawnedTask& spawned,
                       const Deadline& deadline) {
  const std::string task = text::Redactor::Default().Redact(spawned.task).text;
  const SpawnedTask kept{.type = std::string(text::TruncateUtf8(spawned.type, kMostTypeBytes)),
                         .task = std::string(text::TruncateUtf8(task, kMostTaskBytes))};
  return ChangeWaiting(
      stores, parent,
      [&kept](std::vector<Waiting>& all, Time now) {
        if (all.size() == kMostSpawned) all.erase(all.begin());
        all.push_back({.spawned = kept, .since = now});
        return true;
      },
      deadline);
}

Result<std::optional<std::string>> TakeSpawned(Stores& stores, const PacketRequest& parent,
                                               std::string_view type, const Deadline& deadline) {
  std::optional<std::string> taken;
  const std::string_view wanted = text::TruncateUtf8(type, kMostTypeBytes);
  SATCHEL_TRY(ChangeWaiting(
      stores, parent,
      [&](std::vector<Waiting>& all, Time /*now*/) {
        const auto found = std::ranges::find_if(
            all, [wanted](const Waiting& waiting) { return waiting.spawned.type == wanted; });
        if (found == all.end()) return false;
        taken = std::move(found->spawned.task);
        all.erase(found);
        return true;
      },
      deadline));
  return taken;
}

}  // namespace satchel::engine
