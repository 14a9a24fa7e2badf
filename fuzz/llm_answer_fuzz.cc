#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "fuzz/require.h"
#include "llm/embed_wire.h"
#include "llm/finish.h"
#include "llm/recording.h"
#include "llm/rerank_wire.h"
#include "llm/reranker.h"
#include "llm/schema.h"
#include "llm/server_body.h"
#include "llm/wire.h"

namespace {

using satchel::fuzz::Require;
namespace llm = satchel::llm;

const satchel::Json& Schema() {
  static const satchel::Json kSchema = satchel::Json::parse(R"({
    "type": "object",
    "properties": {
      "items": {
        "type": "array",
        "maxItems": 3,
        "items": {"type": "object",
                  "properties": {"kind": {"type": "string", "enum": ["a", "b"]},
                                 "line": {"type": "integer", "minimum": 0}},
                  "required": ["kind"],
                  "additionalProperties": false}
      },
      "ok": {"type": "boolean"}
    },
    "required": ["ok"]
  })");
  return kSchema;
}

// Whatever a server says ends in an answer that fits, or in an error on one line.
void ReadAs(llm::Kind kind, std::string_view body) {
  const llm::Answer answer = llm::ReadAnswer(kind, body);
  Require(answer.error.empty() == (answer.outcome == llm::Outcome::kAnswered));
  Require(answer.error.find_first_of("\r\n") == std::string::npos && answer.error.size() < 4'000);
  llm::CallRecord record;
  record.response = answer.text;
  record.outcome = answer.outcome;
  record.error = answer.error;
  const llm::Called called = llm::Finish(record, Schema());
  Require(called.completion.has_value() == (called.record.outcome == llm::Outcome::kAnswered));
  if (called.completion) {
    const auto& value = called.completion->value;
    Require(value.is_object() && value.at("ok").is_boolean());
    Require(!value.contains("items") || value.at("items").size() <= 3);
  }
}

constexpr std::size_t kTexts = 2;

// Vectors that come through are as Embeddings says.
void ReadAsVectors(llm::EmbeddingKind kind, std::string_view body) {
  const llm::VectorAnswer answer = llm::ReadVectors(kind, body, kTexts, 0);
  Require(answer.error.empty() == (answer.outcome == llm::Outcome::kAnswered));
  if (answer.outcome != llm::Outcome::kAnswered) return;
  Require(answer.vectors.size() == kTexts);
  for (const auto& vector : answer.vectors) {
    Require(!vector.empty() && vector.size() == answer.vectors.front().size());
    double squares = 0;
    for (const float number : vector) squares += static_cast<double>(number) * number;
    Require(std::abs(squares - 1) < 1e-3);
  }
}

// Scores only permute.
void ReadAsScores(std::string_view body) {
  const llm::ScoreAnswer answer = llm::ReadScores(body, kTexts);
  Require(answer.error.empty() == (answer.outcome == llm::Outcome::kAnswered));
  if (answer.outcome != llm::Outcome::kAnswered) return;
  const std::vector<std::size_t> order = llm::OrderOf(answer.scores, 0);
  Require(order.size() == kTexts && order[0] + order[1] == 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ReadAs(llm::Kind::kOllama, text);
  ReadAs(llm::Kind::kOpenAi, text);
  ReadAsVectors(llm::EmbeddingKind::kOllama, text);
  ReadAsVectors(llm::EmbeddingKind::kOpenAi, text);
  ReadAsVectors(llm::EmbeddingKind::kTei, text);
  ReadAsScores(text);
  Require(llm::ErrorMessage(text).size() < 4'000);
  // The same bytes as a schema, and as a recording: what is read is written as it was read.
  if (const auto schema = satchel::ParseJson(text, {.max_depth = 32});
      schema && llm::CheckSchema(*schema)) {
    llm::IsClosed(*schema);
    (void)llm::CheckValue(*schema, Schema());
  }
  if (const auto recording = llm::Recording::Parse(text)) {
    const auto again = llm::Recording::Parse(recording->Text());
    Require(again.has_value() && again->Text() == recording->Text());
  }
  return 0;
}
