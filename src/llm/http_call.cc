#include "llm/http_call.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "llm/server_body.h"

namespace satchel::llm {
namespace {

using std::chrono::milliseconds;

// How soon a cancellation is seen by one who waits.
constexpr milliseconds kSlice(20);

Status Pause(milliseconds wait, const Deadline& deadline) {
  const Deadline over = deadline.Within(wait);
  while (const auto left = over.Remaining()) {
    SATCHEL_TRY(deadline.Check("waiting before another try"));
    if (*left == left->zero()) return {};
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(*left, kSlice));
  }
  return {};
}

Timing WithDefaults(Timing timing) {
  static const SystemClock kClock;
  if (timing.clock == nullptr) timing.clock = &kClock;
  if (timing.ticker == nullptr) timing.ticker = &SteadyTicker();
  if (!timing.pause) timing.pause = Pause;
  return timing;
}

Outcome OutcomeOf(int status) {
  switch (status) {
    case 401:
    case 403:
      return Outcome::kDenied;
    case 404:
      return Outcome::kNotFound;
    case 429:
    case 503:
    case 529:
      return Outcome::kBusy;
    case 408:
    case 409:
    case 425:
      return Outcome::kServerError;
    default:
      return status >= 500 ? Outcome::kServerError : Outcome::kRejected;
  }
}

Outcome OutcomeOf(const Error& error) {
  switch (error.code()) {
    case Errc::kDeadline:
      return Outcome::kDeadline;
    case Errc::kInvalidInput:
      return Outcome::kMalformed;  // too large: the request was checked before
    default:
      return Outcome::kUnreachable;
  }
}

}  // namespace

struct HttpCall::Try {
  Reading reading;
  int status = 0;
  bool again = false;
  bool too_long = false;
  std::optional<milliseconds> hint;
};

HttpCall::HttpCall(std::unique_ptr<const net::HttpClient> http, Options options, Timing timing)
    : http_(std::move(http)),
      options_(std::move(options)),
      timing_(WithDefaults(std::move(timing))),
      outgoing_(options_.api_key) {}

std::int64_t HttpCall::MillisecondsSince(std::chrono::nanoseconds begin) const {
  return std::chrono::duration_cast<milliseconds>(Elapsed() - begin).count();
}

net::HttpRequest HttpCall::Wrap(const Json& body) const {
  net::HttpRequest http;
  http.url = options_.endpoint.Text();
  http.headers = {{.name = "Content-Type", .value = "application/json"},
                  {.name = "Accept", .value = "application/json"}};
  if (!options_.api_key.empty()) {
    http.headers.push_back({.name = "Authorization", .value = "Bearer " + options_.api_key});
  }
  http.body = CanonicalJson(body);
  http.wanted = {"retry-after", "retry-after-ms", "x-should-retry"};
  http.max_body = options_.max_body;
  return http;
}

HttpCall::Try HttpCall::Judge(const net::HttpResponse& response, const Reader& read) const {
  Try result;
  result.status = response.status;
  if (response.status >= 200 && response.status < 300) {
    result.reading = read(response.body);
    result.again = result.reading.outcome == Outcome::kServerError;
    return result;
  }
  result.reading.outcome = OutcomeOf(response.status);
  result.reading.error = fmt::format("status {}", response.status);
  if (response.status >= 300 && response.status < 400) {
    result.reading.error += ", a redirect, which is not followed";
  } else if (const std::string said = ErrorMessage(response.body); !said.empty()) {
    result.reading.error += ": " + said;
    result.too_long = SaysTooLong(response.status, said);
  }
  result.again = !result.too_long && IsWorthRetrying(response);
  result.hint = WaitHint(response, timing_.clock->Now());
  return result;
}

HttpCall::Try HttpCall::AskOnce(const net::HttpRequest& request, const Deadline& deadline,
                                const Reader& read) const {
  const auto response = http_->Send(request, deadline);
  if (response) return Judge(*response, read);
  Try result;
  result.reading.outcome = OutcomeOf(response.error());
  result.reading.error = response.error().text();
  result.again = response.error().code() == Errc::kUnavailable;
  return result;
}

Status HttpCall::Wait(const Try& last, int attempt, const Deadline& deadline) const {
  const milliseconds wait = last.hint.value_or(BackOff(options_.retry, attempt));
  if (wait > options_.retry.longest_hint) {
    return Fail(Errc::kUnavailable,
                fmt::format("it asks to be left alone for {} s",
                            std::chrono::ceil<std::chrono::seconds>(wait).count()));
  }
  if (const auto left = deadline.Remaining(); left && *left <= wait) {
    // Whoever cancelled gets to hear that; a wait that ends too late is not begun.
    SATCHEL_TRY(deadline.Check("waiting before another try"));
    return Fail(Errc::kUnavailable, "there is no time for another try");
  }
  return timing_.pause(wait, deadline);
}

HttpCall::Ended HttpCall::Ask(const Json& body, const Deadline& deadline, const Reader& read,
                              bool retry_unreachable) const {
  const Deadline until = deadline.Within(options_.timeout);
  const net::HttpRequest http = Wrap(body);
  Ended ended;
  for (;;) {
    ++ended.attempts;
    const Try last = AskOnce(http, until, read);
    ended.outcome = last.reading.outcome;
    ended.error = outgoing_.Clean(last.reading.error);
    ended.status = last.status;
    ended.too_long = last.too_long;
    if (!last.again || ended.attempts >= options_.retry.most_attempts) break;
    if (ended.outcome == Outcome::kUnreachable && !retry_unreachable) break;
    if (const Status waited = Wait(last, ended.attempts, until); !waited) {
      if (waited.error().code() == Errc::kDeadline) ended.outcome = Outcome::kDeadline;
      ended.error += "; " + waited.error().text();
      break;
    }
  }
  ended.too_slow = ended.outcome == Outcome::kDeadline && deadline.Check("asking").has_value();
  return ended;
}

}  // namespace satchel::llm
