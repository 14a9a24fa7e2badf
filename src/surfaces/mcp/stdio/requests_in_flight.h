#pragma once

#include <map>
#include <mutex>
#include <string>

#include "base/deadline.h"
#include "base/json.h"

namespace satchel::mcp {

// The requests of one client that have no answer yet, by their ids. Safe to share between threads.
class RequestsInFlight {
 public:
  // False: a request with this id has no answer yet.
  bool Begin(const Json& id, const CancelSource& cancel);
  // Whether its answer is still wanted; the id is free again.
  bool End(const Json& id);
  // An id that is unknown, or long answered, is nobody's mistake.
  void Cancel(const Json& id);
  void CancelAll();

 private:
  struct Flight {
    CancelSource cancel;
    bool wanted = true;
  };
  std::mutex mutex_;
  // Locked by mutex_. By the id as JSON: 1 and "1" are two ids.
  std::map<std::string, Flight> flights_;
};

}  // namespace satchel::mcp
