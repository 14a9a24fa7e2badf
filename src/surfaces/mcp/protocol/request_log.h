#pragma once

#include <chrono>
#include <string>

#include "base/json.h"
#include "base/log.h"
#include "surfaces/mcp/rpc/message.h"

namespace satchel::mcp {

// The line that a request leaves in the program's own log: which method, which tool, how it ended
// and how long it took; never what was asked for.
class RequestLog {
 public:
  // Starts the time. `log` may be null.
  RequestLog(Logger* log, const Message& request);

  // With the message that answers it; null: it was cancelled.
  void Ended(const Json& reply) const;

 private:
  Logger* const log_;
  const std::string method_;
  const std::string name_;  // of the tool or prompt
  const std::chrono::nanoseconds started_;
};

}  // namespace satchel::mcp
