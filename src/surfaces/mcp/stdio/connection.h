#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <istream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

#include "base/log.h"
#include "surfaces/mcp/protocol/dispatcher.h"
#include "surfaces/mcp/protocol/exchange.h"
#include "surfaces/mcp/rpc/message.h"
#include "surfaces/mcp/stdio/requests_in_flight.h"
#include "surfaces/mcp/stdio/worker_pool.h"

namespace satchel::mcp {

struct StdioLimits {
  std::size_t threads = 4;   // requests that are worked at
  std::size_t waiting = 64;  // and that wait for a thread; more are refused
  std::size_t line_bytes = kMostMessageBytes;
  std::chrono::nanoseconds request_time = std::chrono::minutes(10);
  // What is under way when the input ends may go on for so long: its answers may still be read.
  std::chrono::nanoseconds grace = std::chrono::seconds(2);
};

// One client on a pair of streams, a message a line. Run() reads on the thread that calls it and
// answers there what needs no time; everything else goes to worker threads. Nothing but messages
// is written to the output.
class StdioConnection {
 public:
  // All must outlive it; `log` may be null.
  StdioConnection(const Dispatcher& dispatcher, std::istream& in, std::ostream& out, Logger* log,
                  const StdioLimits& limits = {});

  // Until the input ends, or nobody reads the output any more.
  void Run();

 private:
  void Take(std::string_view line);
  void TakeRequest(Message request);
  void TakeNotification(const Message& notification);
  void Answer(const Message& request, const Deadline& deadline, const std::string& client);
  void Send(const Json& message);

  // Fixed after construction.
  const Dispatcher& dispatcher_;
  std::istream& in_;
  Logger* const log_;
  const StdioLimits limits_;
  const SendMessage send_;

  std::string client_;          // as `initialize` had it; confined to the thread that reads
  RequestsInFlight in_flight_;  // has a lock of its own
  std::atomic<bool> broken_ = false;
  std::mutex mutex_;
  std::ostream& out_;   // locked by mutex_
  WorkerPool workers_;  // the last: its jobs use everything above
};

}  // namespace satchel::mcp
