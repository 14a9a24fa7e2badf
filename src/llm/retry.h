#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "base/time.h"
#include "net/http.h"

// When a call is tried again, and how long is waited before. What a server says comes first; else
// waits double. There is no chance in it: the same answers give the same waits.
namespace satchel::llm {

struct RetryOptions {
  int most_attempts = 5;
  std::chrono::milliseconds first_wait{500};
  std::chrono::milliseconds longest_wait{8'000};
  // A server that asks for a longer wait is not waited for.
  std::chrono::milliseconds longest_hint{60'000};
};

// 408, 409, 425, 429 and 5xx but 501 and 505, unless `x-should-retry` says otherwise.
bool IsWorthRetrying(const net::HttpResponse& response);

// Whether a server says that a text is longer than its model reads. The same text gets the same
// answer again, also from a server that calls it its own error (500), as llama.cpp's does.
// `said`: the words of its error.
bool SaysTooLong(int status, std::string_view said);

// What the server asks for: `retry-after-ms`, or `retry-after` in seconds or as a date. A date in
// the past is zero; what cannot be read is nothing.
std::optional<std::chrono::milliseconds> WaitHint(const net::HttpResponse& response, Time now);

// Before the try that follows `attempt`, which counts from 1.
std::chrono::milliseconds BackOff(const RetryOptions& options, int attempt);

// "Sun, 06 Nov 1994 08:49:37 GMT", the one form that servers may send today.
std::optional<Time> ParseHttpDate(std::string_view text);

}  // namespace satchel::llm
