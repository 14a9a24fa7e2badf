#include "tests/support/model_double.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::test {
namespace {

using Manner = ModelTurn::Manner;

bool IsOllama(const HttpSeen& seen) { return seen.target == "/api/chat"; }

// Ollama says {"error": "text"}, OpenAI {"error": {"message": "text", ...}}.
std::string ErrorBody(bool ollama, const std::string& message) {
  if (ollama) return Json{{"error", message}}.dump();
  return Json{{"error", {{"message", message}, {"type", "server_error"}, {"code", nullptr}}}}
      .dump();
}

bool HasMessages(const Json& body) {
  if (!body.contains("messages") || !body["messages"].is_array() || body["messages"].empty()) {
    return false;
  }
  for (const Json& message : body["messages"]) {
    if (!message.is_object() || !message.contains("role") || !message.contains("content")) {
      return false;
    }
  }
  return true;
}

// What such a server would say about a request that it does not take; empty: it takes it.
std::string ProblemOf(const HttpSeen& seen, const Json& body) {
  if (seen.method != "POST") return "method not allowed";
  if (seen.headers.contains("content-type") &&
      seen.headers.at("content-type") != "application/json") {
    return "unsupported content type";
  }
  if (!body.is_object()) return "invalid JSON";
  if (!body.contains("model") || !body["model"].is_string()) return "model is required";
  if (!HasMessages(body)) return "messages are required";
  const char* format = IsOllama(seen) ? "format" : "response_format";
  if (body.contains(format) && !body[format].is_object()) return "invalid format";
  if (body.contains("response_format") &&
      !body["response_format"].value("/json_schema/schema"_json_pointer, Json()).is_object()) {
    return "invalid response_format";
  }
  return "";
}

Json OllamaAnswer(const Json& asked, const ModelTurn& turn) {
  return {{"model", asked["model"]},
          {"created_at", "2026-01-01T00:00:00Z"},
          {"message", {{"role", "assistant"}, {"content", turn.content}, {"thinking", "hm"}}},
          {"done", true},
          {"done_reason", turn.manner == Manner::kTruncated ? "length" : "stop"},
          {"total_duration", 5'000'000},
          {"prompt_eval_count", 26},
          {"eval_count", 7}};
}

Json OpenAiAnswer(const Json& asked, const ModelTurn& turn) {
  return {{"id", "chatcmpl-1"},
          {"object", "chat.completion"},
          {"model", asked["model"]},
          {"choices",
           {{{"index", 0},
             {"message",
              {{"role", "assistant"}, {"content", turn.content}, {"reasoning_content", "hm"}}},
             {"finish_reason", turn.manner == Manner::kTruncated ? "length" : "stop"}}}},
          {"usage", {{"prompt_tokens", 26}, {"completion_tokens", 7}, {"total_tokens", 33}}}};
}

}  // namespace

ModelDouble::ModelDouble(std::deque<ModelTurn> turns, ModelTurn otherwise)
    : turns_(std::move(turns)),
      otherwise_(std::move(otherwise)),
      http_([this](const HttpSeen& seen) { return Reply(seen); }) {}

ModelTurn ModelDouble::NextTurn() {
  const std::scoped_lock lock(mutex_);
  if (turns_.empty()) return otherwise_;
  ModelTurn turn = std::move(turns_.front());
  turns_.pop_front();
  return turn;
}

HttpReply ModelDouble::Reply(const HttpSeen& seen) {
  const bool ollama = IsOllama(seen);
  if (!ollama && seen.target != "/v1/chat/completions") {
    return {.status = 404, .body = "404 page not found"};
  }
  const Json asked = Json::parse(seen.body, nullptr, /*allow_exceptions=*/false);
  if (const std::string problem = ProblemOf(seen, asked); !problem.empty()) {
    return {.status = 400, .body = ErrorBody(ollama, problem)};
  }
  const ModelTurn turn = NextTurn();
  const Json answer = ollama ? OllamaAnswer(asked, turn) : OpenAiAnswer(asked, turn);
  HttpReply reply{.headers = {{"Content-Type", "application/json"}}, .body = answer.dump()};
  switch (turn.manner) {
    case Manner::kAnswer:
    case Manner::kTruncated:
      break;
    case Manner::kErrorInside:
      reply.body = ErrorBody(ollama, turn.content);
      break;
    case Manner::kStatus:
      reply = {
          .status = turn.status, .headers = turn.headers, .body = ErrorBody(ollama, turn.content)};
      break;
    case Manner::kInvalidJson:
      reply.body = R"({"message": {"content": )";
      break;
    case Manner::kStall:
      reply.manner = HttpReply::Manner::kStall;
      break;
    case Manner::kReset:
      reply.manner = HttpReply::Manner::kReset;
      break;
    case Manner::kHalfLine:
      reply.manner = HttpReply::Manner::kHalfBody;
      break;
    case Manner::kDrip:
      reply.manner = HttpReply::Manner::kDrip;
      break;
    case Manner::kHuge:
      reply.manner = HttpReply::Manner::kEndless;
      break;
    case Manner::kRedirect:
      reply = {.status = 307, .headers = {{"Location", turn.content}}};
      break;
  }
  return reply;
}

}  // namespace satchel::test
