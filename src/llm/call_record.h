#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace satchel::llm {

// How a call ended.
enum class Outcome : std::uint8_t {
  kAnswered,
  kInvalidRequest,  // it was never sent: a schema that cannot be checked, too large
  kUnreachable,     // nobody there, or the connection broke off; on every try
  kBusy,            // 429, 503 or 529; on every try
  kServerError,     // another 5xx, 408 or 409, or an error inside of an answer; on every try
  kDenied,          // 401, 403
  kNotFound,        // 404: no such model or no such address
  kRejected,        // any other status: the server does not take this request
  kRefused,         // the model or a filter declined to answer
  kTruncated,       // the answer ended at a limit of tokens
  kMalformed,       // no answer of this protocol, no JSON, too large
  kWrongSchema,     // JSON, but not what the schema wants; vectors or scores that cannot be used
  kDeadline,        // out of time, or cancelled
  kNotRecorded,     // a replay that has no such call
};

// Stable, snake_case: stored in logs and recordings.
std::string_view Name(Outcome outcome);

// Whether the answer, and not the way to it, was the trouble: another question may do better.
bool IsUnusableAnswer(Outcome outcome);
std::optional<Outcome> ParseOutcome(std::string_view name);
// What a caller can do about it. REQUIRES: not kAnswered.
Errc CodeOf(Outcome outcome);

// As the server counted them; nothing where it did not say.
struct TokenCount {
  std::optional<std::int64_t> prompt;
  std::optional<std::int64_t> completion;
  friend bool operator==(const TokenCount&, const TokenCount&) = default;
};

// One call of a model as it is logged: texts as they were sent and came back, without secrets.
struct CallRecord {
  std::string model;
  std::string system;
  std::string prompt;
  std::string response;
  std::string thinking;  // what the model said to itself, where a server tells
  TokenCount tokens;
  std::int64_t latency_ms = 0;  // of the whole call, with all tries and waits
  int attempts = 0;
  Outcome outcome = Outcome::kNotRecorded;
  std::string error;  // empty when answered
  friend bool operator==(const CallRecord&, const CallRecord&) = default;
};

// The body of a `model_call` event in the log; docs/formats/model_calls.md.
Json ToJson(const CallRecord& record);
Result<CallRecord> ParseCallRecord(const Json& json);

}  // namespace satchel::llm
