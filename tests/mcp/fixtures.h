#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "surfaces/mcp/protocol/catalogue.h"

// What the official conformance suite wants a server to offer: tools, resources and prompts whose
// names and texts it prescribes. They show what the dispatcher and the transports can do, also
// where Satchel itself makes no use of it.
namespace satchel::test {

// Requests of the server to a legacy client, whose answers come as messages of their own. Shared by
// all threads.
class ClientRequests {
 public:
  // The client's result; nothing: none came in time.
  std::optional<Json> Ask(const mcp::Exchange& exchange, const std::string& method, Json params);
  void Take(const mcp::Message& response);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  // Locked by mutex_.
  int last_ = 0;
  std::map<std::string, std::optional<Json>> waiting_;
};

// Those who listen to changes of lists. Shared by all threads.
class Subscriptions {
 public:
  // Until the client goes away.
  mcp::Answer Listen(const mcp::Exchange& exchange);
  // "toolsListChanged"
  void Announce(const std::string& what);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  // Locked by mutex_.
  std::map<std::string, int> times_;
};

// Both must outlive it.
mcp::Catalogue ConformanceCatalogue(ClientRequests& requests, Subscriptions& subscriptions);

}  // namespace satchel::test
