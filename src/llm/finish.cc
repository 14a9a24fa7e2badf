#include "llm/finish.h"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "llm/schema.h"
#include "text/safe_line.h"

namespace satchel::llm {
namespace {

constexpr JsonLimits kAnswerLimits = {.max_bytes = 8U << 20U, .max_depth = 32};

// Null without a schema. Otherwise the record says why there is none.
Json ReadValue(CallRecord& record, const Json& schema) {
  if (schema.is_null()) return nullptr;
  auto value = ParseJson(record.response, kAnswerLimits);
  if (!value) {
    record.outcome = Outcome::kMalformed;
    record.error = "the model's text: " + value.error().text();
    return nullptr;
  }
  if (const Status fits = CheckValue(schema, *value); !fits) {
    record.outcome = Outcome::kWrongSchema;
    record.error = "the model's text does not fit the schema: " + fits.error().text();
    return nullptr;
  }
  return *std::move(value);
}

}  // namespace

Called Finish(CallRecord record, const Json& schema) {
  Json value;
  if (record.outcome == Outcome::kAnswered) value = ReadValue(record, schema);
  if (record.outcome != Outcome::kAnswered) {
    auto error = Fail(CodeOf(record.outcome),
                      fmt::format("model {}: {}", text::VisibleLine(record.model), record.error));
    return {.record = std::move(record), .completion = std::move(error)};
  }
  Completion completion{
      .text = record.response, .value = std::move(value), .tokens = record.tokens};
  return {.record = std::move(record), .completion = std::move(completion)};
}

}  // namespace satchel::llm
