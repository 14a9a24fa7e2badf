#include "llm/call_record.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::llm {
namespace {

struct Row {
  Outcome outcome;
  std::string_view name;
  Errc code;
};

constexpr std::array kRows = {
    Row{Outcome::kAnswered, "answered", Errc::kInternal},
    Row{Outcome::kInvalidRequest, "invalid_request", Errc::kInvalidInput},
    Row{Outcome::kUnreachable, "unreachable", Errc::kUnavailable},
    Row{Outcome::kBusy, "busy", Errc::kUnavailable},
    Row{Outcome::kServerError, "server_error", Errc::kUnavailable},
    Row{Outcome::kDenied, "denied", Errc::kDenied},
    Row{Outcome::kNotFound, "not_found", Errc::kNotFound},
    Row{Outcome::kRejected, "rejected", Errc::kInvalidInput},
    Row{Outcome::kRefused, "refused", Errc::kInvalidInput},
    Row{Outcome::kTruncated, "truncated", Errc::kInvalidInput},
    Row{Outcome::kMalformed, "malformed", Errc::kUnavailable},
    Row{Outcome::kWrongSchema, "wrong_schema", Errc::kUnavailable},
    Row{Outcome::kDeadline, "deadline", Errc::kDeadline},
    Row{Outcome::kNotRecorded, "not_recorded", Errc::kNotFound},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].outcome) != i) return false;
  }
  return true;
}
static_assert(InOrder(), "a row's position must be its Outcome");

const Row& RowOf(Outcome outcome) { return kRows[static_cast<std::size_t>(outcome)]; }

Json OrNull(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(); }

// Reads members one by one and remembers the first that is wrong.
class Members {
 public:
  explicit Members(const Json& json) : json_(json) {}

  void Read(const char* name, std::string& text) {
    const Json* member = Find(name);
    if (member != nullptr && member->is_string()) {
      text = member->get<std::string>();
    } else {
      Complain(name);
    }
  }
  // Null or a number that is not negative.
  void Read(const char* name, std::optional<std::int64_t>& number) {
    const Json* member = Find(name);
    if (member != nullptr && member->is_null()) return;
    if (member == nullptr || !member->is_number_integer() || *member < 0 || *member > INT64_MAX) {
      Complain(name);
    } else {
      number = member->get<std::int64_t>();
    }
  }
  std::int64_t Number(const char* name) {
    std::optional<std::int64_t> number;
    Read(name, number);
    if (!number) Complain(name);
    return number.value_or(0);
  }
  void Complain(const char* name) {
    if (wrong_.empty()) wrong_ = name;
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const Json* Find(const char* name) const {
    const auto member = json_.find(name);
    return member == json_.end() ? nullptr : &*member;
  }

  const Json& json_;
  std::string wrong_;
};

}  // namespace

std::string_view Name(Outcome outcome) { return RowOf(outcome).name; }

bool IsUnusableAnswer(Outcome outcome) {
  return outcome == Outcome::kMalformed || outcome == Outcome::kWrongSchema ||
         outcome == Outcome::kTruncated || outcome == Outcome::kRefused;
}

std::optional<Outcome> ParseOutcome(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  if (row == kRows.end()) return std::nullopt;
  return row->outcome;
}

Errc CodeOf(Outcome outcome) { return RowOf(outcome).code; }

Json ToJson(const CallRecord& record) {
  return {
      {"model", record.model},
      {"system", record.system},
      {"prompt", record.prompt},
      {"response", record.response},
      {"thinking", record.thinking},
      {"prompt_tokens", OrNull(record.tokens.prompt)},
      {"completion_tokens", OrNull(record.tokens.completion)},
      {"latency_ms", record.latency_ms},
      {"attempts", record.attempts},
      {"outcome", Name(record.outcome)},
      {"error", record.error},
  };
}

Result<CallRecord> ParseCallRecord(const Json& json) {
  if (!json.is_object()) return Fail(Errc::kCorrupt, "a model call is no object");
  CallRecord record;
  Members members(json);
  members.Read("model", record.model);
  members.Read("system", record.system);
  members.Read("prompt", record.prompt);
  members.Read("response", record.response);
  members.Read("thinking", record.thinking);
  members.Read("prompt_tokens", record.tokens.prompt);
  members.Read("completion_tokens", record.tokens.completion);
  record.latency_ms = members.Number("latency_ms");
  record.attempts = static_cast<int>(std::min<std::int64_t>(members.Number("attempts"), 1'000));
  members.Read("error", record.error);
  std::string outcome;
  members.Read("outcome", outcome);
  if (const auto known = ParseOutcome(outcome)) {
    record.outcome = *known;
  } else {
    members.Complain("outcome");
  }
  if (!members.wrong().empty()) {
    return Fail(Errc::kCorrupt, fmt::format("a model call has no usable '{}'", members.wrong()));
  }
  return record;
}

}  // namespace satchel::llm
