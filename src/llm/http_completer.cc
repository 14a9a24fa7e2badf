#include "llm/http_completer.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "llm/finish.h"

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

struct HttpCompleter::Try {
  Answer answer;
  bool again = false;
  std::optional<milliseconds> hint;
};

HttpCompleter::HttpCompleter(std::unique_ptr<const net::HttpClient> http, Options options,
                             Timing timing)
    : http_(std::move(http)),
      options_(std::move(options)),
      timing_(WithDefaults(std::move(timing))),
      outgoing_(options_.api_key) {}

net::HttpRequest HttpCompleter::Wrap(const CompletionRequest& request) const {
  net::HttpRequest http;
  http.url = options_.endpoint.Text();
  http.headers = {{.name = "Content-Type", .value = "application/json"},
                  {.name = "Accept", .value = "application/json"}};
  if (!options_.api_key.empty()) {
    http.headers.push_back({.name = "Authorization", .value = "Bearer " + options_.api_key});
  }
  http.body = CanonicalJson(RequestBody(options_.kind, options_.wire, request));
  http.wanted = {"retry-after", "retry-after-ms", "x-should-retry"};
  http.max_body = options_.max_body;
  return http;
}

HttpCompleter::Try HttpCompleter::Judge(const net::HttpResponse& response) const {
  Try result;
  if (response.status >= 200 && response.status < 300) {
    result.answer = ReadAnswer(options_.kind, response.body);
    result.again = result.answer.outcome == Outcome::kServerError;
    return result;
  }
  result.answer.outcome = OutcomeOf(response.status);
  result.answer.error = fmt::format("status {}", response.status);
  if (response.status >= 300 && response.status < 400) {
    result.answer.error += ", a redirect, which is not followed";
  } else if (const std::string said = ErrorMessage(response.body); !said.empty()) {
    result.answer.error += ": " + said;
  }
  result.again = IsWorthRetrying(response);
  result.hint = WaitHint(response, timing_.clock->Now());
  return result;
}

HttpCompleter::Try HttpCompleter::Ask(const net::HttpRequest& request,
                                      const Deadline& deadline) const {
  const auto response = http_->Send(request, deadline);
  if (response) return Judge(*response);
  Try result;
  result.answer.outcome = OutcomeOf(response.error());
  result.answer.error = response.error().text();
  result.again = response.error().code() == Errc::kUnavailable;
  return result;
}

Status HttpCompleter::Wait(const Try& last, int attempt, const Deadline& deadline) const {
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

void HttpCompleter::Keep(const Answer& answer, CallRecord& record) const {
  record.outcome = answer.outcome;
  record.error = outgoing_.Clean(answer.error);
  record.response = outgoing_.Clean(answer.text);
  record.thinking = outgoing_.Clean(answer.thinking);
  record.tokens = answer.tokens;
}

void HttpCompleter::AskUntilAnswered(const CompletionRequest& request, CallRecord& record) const {
  const Deadline deadline = request.deadline.Within(options_.timeout);
  const net::HttpRequest http = Wrap(request);
  for (;;) {
    ++record.attempts;
    const Try last = Ask(http, deadline);
    const bool again = last.again && record.attempts < options_.retry.most_attempts;
    Keep(last.answer, record);
    if (!again) break;
    if (const Status waited = Wait(last, record.attempts, deadline); !waited) {
      if (waited.error().code() == Errc::kDeadline) record.outcome = Outcome::kDeadline;
      record.error += "; " + waited.error().text();
      break;
    }
  }
}

std::string_view HttpCompleter::HintOn(Outcome outcome) const {
  switch (outcome) {
    case Outcome::kUnreachable:
      return "is the model's server running? llm.base_url says where it is looked for";
    case Outcome::kDenied:
      return "the server wants another key (SATCHEL_LLM_API_KEY)";
    case Outcome::kNotFound:
      return options_.kind == Kind::kOllama
                 ? "`ollama list` shows the models that are there; `ollama pull` fetches one"
                 : "llm.model must be a name that the server knows, and llm.base_url its address";
    case Outcome::kTruncated:
      return "a larger limit of tokens, or a smaller question";
    default:
      return "";
  }
}

Called HttpCompleter::Call(const CompletionRequest& request) const {
  const auto begin = timing_.ticker->Elapsed();
  CallRecord record;
  record.model = model();
  const auto prepared = outgoing_.Prepare(request);
  if (prepared) {
    record.system = prepared->system;
    record.prompt = prepared->prompt;
    AskUntilAnswered(*prepared, record);
  } else {
    record.outcome = Outcome::kInvalidRequest;
    record.error = prepared.error().text();
  }
  record.latency_ms =
      std::chrono::duration_cast<milliseconds>(timing_.ticker->Elapsed() - begin).count();
  Called called = Finish(std::move(record), prepared ? prepared->schema : Json());
  if (!called.completion) {
    called.completion =
        std::move(called.completion).error().WithHint(HintOn(called.record.outcome));
  }
  return called;
}

}  // namespace satchel::llm
