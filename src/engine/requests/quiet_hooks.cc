#include "engine/requests/quiet_hooks.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "engine/requests/hook_log.h"
#include "engine/requests/packets.h"
#include "store/raw_log.h"

namespace satchel::engine {
namespace {

constexpr std::int64_t kMostRuns = 5'000;

// When it was asked, as `satchel hook log` has it.
Time TimeOf(const store::RunRow& row, const Json& details) {
  const auto request = details.find("request");
  if (request == details.end() || !request->is_object()) return row.started_at;
  const auto now = request->find("now");
  if (now == request->end() || !now->is_string()) return row.started_at;
  return ParseTime(now->get<std::string>()).value_or(row.started_at);
}

struct Calls {
  std::optional<Time> hook;  // the latest
  std::vector<Time> served;  // packets of the MCP server
};

}  // namespace

Result<std::vector<QuietHooks>> FindQuietHooks(Stores& stores, const Deadline& deadline) {
  const auto rows = SATCHEL_TRY(
      store::RawReader(stores.raw()).LatestRuns(stores.scope(deadline), std::nullopt, kMostRuns));
  std::map<std::string, Calls> agents;
  for (const store::RunRow& row : rows) {
    const auto details = ParseJson(row.request);
    if (!details || !details->is_object()) continue;
    const std::string hook = AgentOfHook(*details);
    const std::string served = AgentOfServer(*details);
    const Time at = TimeOf(row, *details);
    if (!hook.empty()) {
      auto& latest = agents[hook].hook;
      latest = std::max(latest.value_or(at), at);
    }
    if (!served.empty()) agents[served].served.push_back(at);
  }
  std::vector<QuietHooks> quiet;
  for (const auto& [agent, calls] : agents) {
    if (!calls.hook) continue;
    const Time since = *calls.hook + kQuietFor;
    const auto packets = static_cast<std::size_t>(
        std::ranges::count_if(calls.served, [&since](Time at) { return at > since; }));
    if (packets < kLeastQuietPackets) continue;
    quiet.push_back({.agent = agent, .last = *calls.hook, .packets = packets});
  }
  return quiet;
}

}  // namespace satchel::engine
