#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "store/database.h"

// The working state of one task between requests: named values, each JSON with
// the version of its form.
namespace satchel::store {

struct SessionValue {
  std::int64_t version = 0;
  std::string value;
  friend bool operator==(const SessionValue&, const SessionValue&) = default;
};

struct SessionInfo {
  std::string task;
  Time created_at;
  Time used_at;
  friend bool operator==(const SessionInfo&, const SessionInfo&) = default;
};

class SessionState {
 public:
  // The database must outlive it.
  explicit SessionState(Database& database) : database_(database) {}

  // The values that are there; all of them when no names are given.
  Result<std::map<std::string, SessionValue>> Read(const Scope& scope, std::string_view task,
                                                   std::span<const std::string> names = {}) const;
  // Returns when they are durable; may be repeated.
  Status Put(const Scope& scope, std::string_view task,
             const std::map<std::string, SessionValue>& values, Time now) const;
  // Puts what `change` makes of the value of that name. Changes of several processes come one after
  // the other: none overwrites what another has just put. `change`: is given null if there is no
  // value; if it returns nothing, the value stays.
  using MakeValue = std::function<std::optional<SessionValue>(const SessionValue*)>;
  Status Change(const Scope& scope, std::string_view task, const std::string& name,
                const MakeValue& change, Time now) const;
  Result<std::vector<SessionInfo>> Sessions(const Scope& scope) const;
  Status Remove(const Scope& scope, std::span<const std::string> tasks) const;
  // Removes the sessions last used before a moment; how many. One that is used
  // meanwhile stays.
  Result<std::size_t> RemoveUnused(const Scope& scope, Time moment) const;

 private:
  Database& database_;
};

std::span<const Statement* const> SessionStatements();

}  // namespace satchel::store
