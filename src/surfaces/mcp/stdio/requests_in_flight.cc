#include "surfaces/mcp/stdio/requests_in_flight.h"

#include <nlohmann/json.hpp>

namespace satchel::mcp {

bool RequestsInFlight::Begin(const Json& id, const CancelSource& cancel) {
  const std::scoped_lock lock(mutex_);
  return flights_.try_emplace(CanonicalJson(id), Flight{.cancel = cancel}).second;
}

bool RequestsInFlight::End(const Json& id) {
  const std::scoped_lock lock(mutex_);
  const auto found = flights_.find(CanonicalJson(id));
  if (found == flights_.end()) return false;
  const bool wanted = found->second.wanted;
  flights_.erase(found);
  return wanted;
}

void RequestsInFlight::Cancel(const Json& id) {
  const std::scoped_lock lock(mutex_);
  const auto found = flights_.find(CanonicalJson(id));
  if (found == flights_.end()) return;
  found->second.wanted = false;
  found->second.cancel.Cancel();
}

void RequestsInFlight::CancelAll() {
  const std::scoped_lock lock(mutex_);
  for (auto& [id, flight] : flights_) {
    flight.wanted = false;
    flight.cancel.Cancel();
  }
}

}  // namespace satchel::mcp
