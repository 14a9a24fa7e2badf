#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/deadline.h"
#include "base/result.h"
#include "llm/completer.h"
#include "llm/outgoing.h"
#include "llm/retry.h"
#include "llm/wire.h"
#include "net/http_client.h"
#include "net/url.h"

namespace satchel::llm {

// Where a call gets its time from; tests bring their own. Clock and ticker must outlive the
// completer. The defaults are the machine's.
struct Timing {
  const Clock* clock = nullptr;    // what a server's date is compared with; null: the machine's
  const Ticker* ticker = nullptr;  // latency; null: the machine's
  // Waits before another try; ends early with kDeadline. Empty: really waits.
  std::function<Status(std::chrono::milliseconds, const Deadline&)> pause;
};

// A model behind HTTP, of either kind.
class HttpCompleter final : public Completer {
 public:
  struct Options {
    Kind kind = Kind::kOllama;
    net::Url endpoint;
    WireOptions wire;
    std::string api_key;  // empty: none is sent
    // Of a whole call, also when the request's deadline is further away.
    std::chrono::milliseconds timeout{120'000};
    RetryOptions retry;
    std::size_t max_body = 8U << 20U;  // of an answer
  };

  HttpCompleter(std::unique_ptr<const net::HttpClient> http, Options options, Timing timing);

  const std::string& model() const override { return options_.wire.model; }
  Called Call(const CompletionRequest& request) const override;

 private:
  // One try: what it came to, and whether and when another one is worth it.
  struct Try;
  Try Ask(const net::HttpRequest& request, const Deadline& deadline) const;
  Try Judge(const net::HttpResponse& response) const;
  void AskUntilAnswered(const CompletionRequest& request, CallRecord& record) const;
  void Keep(const Answer& answer, CallRecord& record) const;
  // Waits before the next try; an error says why there is none.
  Status Wait(const Try& last, int attempt, const Deadline& deadline) const;
  net::HttpRequest Wrap(const CompletionRequest& request) const;
  std::string_view HintOn(Outcome outcome) const;

  // Fixed after construction.
  const std::unique_ptr<const net::HttpClient> http_;
  const Options options_;
  const Timing timing_;
  const Outgoing outgoing_;
};

}  // namespace satchel::llm
