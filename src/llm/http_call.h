#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "llm/call_record.h"
#include "llm/outgoing.h"
#include "llm/retry.h"
#include "net/http_client.h"
#include "net/url.h"

namespace satchel::llm {

// Where a call gets its time from; tests bring their own. Clock and ticker must outlive the
// client. The defaults are the machine's.
struct Timing {
  const Clock* clock = nullptr;    // what a server's date is compared with; null: the machine's
  const Ticker* ticker = nullptr;  // latency; null: the machine's
  // Waits before another try; ends early with kDeadline. Empty: really waits.
  std::function<Status(std::chrono::milliseconds, const Deadline&)> pause;
};

// A question to a server with the tries it takes: what every client here does in the same way,
// whatever it asks and however it reads an answer. Shared by all threads.
class HttpCall {
 public:
  struct Options {
    net::Url endpoint;
    std::string api_key;  // empty: none is sent
    // Of a question with all its tries, also when the caller's deadline is further away.
    std::chrono::milliseconds timeout{120'000};
    RetryOptions retry;
    std::size_t max_body = 8U << 20U;  // of an answer
  };

  // What an answer with a status of success came to. kServerError is worth another try.
  struct Reading {
    Outcome outcome = Outcome::kMalformed;
    std::string error;  // a sentence part; empty when answered
  };
  // Called once for each such answer; the last call is the one that counts.
  using Reader = std::function<Reading(std::string_view body)>;

  // How the last try ended. The error has no secrets and is empty when answered.
  struct Ended {
    Outcome outcome = Outcome::kMalformed;
    std::string error;
    int attempts = 0;
    int status = 0;         // of HTTP; 0 when nothing came
    bool too_long = false;  // it says that a text is longer than its model reads
    bool too_slow = false;  // its own time is up, and the caller has some left
  };

  HttpCall(std::unique_ptr<const net::HttpClient> http, Options options, Timing timing);

  // `retry_unreachable`: whether a server that cannot be reached is tried again.
  Ended Ask(const Json& body, const Deadline& deadline, const Reader& read,
            bool retry_unreachable = true) const;

  // Since some start, for the latency in a record.
  std::chrono::nanoseconds Elapsed() const { return timing_.ticker->Elapsed(); }
  std::int64_t MillisecondsSince(std::chrono::nanoseconds begin) const;
  const Outgoing& outgoing() const { return outgoing_; }

 private:
  // One try: what it came to, and whether and when another one is worth it.
  struct Try;
  Try AskOnce(const net::HttpRequest& request, const Deadline& deadline, const Reader& read) const;
  Try Judge(const net::HttpResponse& response, const Reader& read) const;
  // Waits before the next try; an error says why there is none.
  Status Wait(const Try& last, int attempt, const Deadline& deadline) const;
  net::HttpRequest Wrap(const Json& body) const;

  // Fixed after construction.
  const std::unique_ptr<const net::HttpClient> http_;
  const Options options_;
  const Timing timing_;
  const Outgoing outgoing_;
};

}  // namespace satchel::llm
