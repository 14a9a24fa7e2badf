#include "llm/wire.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "llm/schema.h"
#include "llm/server_body.h"

namespace satchel::llm {
namespace {

constexpr std::int64_t kSeed = 0;

Answer Failed(Outcome outcome, std::string error) {
  Answer answer;
  answer.outcome = outcome;
  answer.error = std::move(error);
  return answer;
}

Json Messages(const CompletionRequest& request) {
  Json messages = Json::array();
  if (!request.system.empty()) {
    messages.push_back({{"role", "system"}, {"content", request.system}});
  }
  messages.push_back({{"role", "user"}, {"content", request.prompt}});
  return messages;
}

// --- Ollama
// ---------------------------------------------------------------------------------------

// Ollama cuts off the beginning of a prompt that is longer than its context, and says nothing. Its
// default is a few thousand tokens, so each request says how many it needs: a token has three bytes
// or more of most texts. Whole powers of two, because Ollama loads the model anew when it changes.
std::int64_t ContextSize(const CompletionRequest& request) {
  const auto bytes = static_cast<std::int64_t>(request.system.size() + request.prompt.size());
  const std::int64_t needed = bytes / 3 + request.max_tokens + 256;
  std::int64_t size = 8'192;
  while (size < needed) size *= 2;
  return size;
}

Json OllamaBody(const WireOptions& options, const CompletionRequest& request) {
  Json body = {
      {"model", options.model},
      {"messages", Messages(request)},
      {"stream", false},
      {"options", {{"num_predict", request.max_tokens}, {"num_ctx", ContextSize(request)}}},
  };
  if (options.fixed_temperature) {
    body["options"]["temperature"] = 0;
    body["options"]["seed"] = kSeed;
  }
  if (!request.schema.is_null()) body["format"] = request.schema;
  return body;
}

Answer ReadOllama(const Json& body) {
  const Json* message = FindMember(body, "message");
  const Json* content = message == nullptr ? nullptr : FindMember(*message, "content");
  if (content == nullptr || !content->is_string()) {
    return Failed(Outcome::kMalformed, "the answer has no message with a content");
  }
  Answer answer;
  answer.text = content->get<std::string>();
  answer.thinking = TextOf(FindMember(*message, "thinking"));
  answer.tokens = {.prompt = CountOf(FindMember(body, "prompt_eval_count")),
                   .completion = CountOf(FindMember(body, "eval_count"))};
  const Json* done = FindMember(body, "done");
  const std::string reason = TextOf(FindMember(body, "done_reason"));
  if (done == nullptr || *done != Json(true)) {
    answer.error = "the answer is not marked as done";
  } else if (reason == "length") {
    answer.outcome = Outcome::kTruncated;
  } else if (reason.empty() || reason == "stop") {
    answer.outcome = Outcome::kAnswered;
  } else {
    answer.error = fmt::format("the answer ended for the reason '{}'", ServerWords(reason));
  }
  return answer;
}

// --- OpenAI
// ---------------------------------------------------------------------------------------

Json OpenAiBody(const WireOptions& options, const CompletionRequest& request) {
  Json body = {
      {"model", options.model},
      {"messages", Messages(request)},
      {"stream", false},
      {options.newer_limit ? "max_completion_tokens" : "max_tokens", request.max_tokens},
  };
  if (options.fixed_temperature) {
    body["temperature"] = 0;
    body["seed"] = kSeed;
  }
  if (!request.schema.is_null()) {
    body["response_format"] = {
        {"type", "json_schema"},
        {"json_schema",
         {{"name", "answer"}, {"schema", request.schema}, {"strict", IsClosed(request.schema)}}}};
  }
  return body;
}

// What a complete answer ends with; the first is OpenAI's, the others are of servers beside it.
constexpr std::array<std::string_view, 4> kCompleteReasons = {"stop", "eos", "eos_token",
                                                              "stop_sequence"};

Answer ReadOpenAi(const Json& body) {
  const Json* choices = FindMember(body, "choices");
  if (choices == nullptr || !choices->is_array() || choices->empty()) {
    return Failed(Outcome::kMalformed, "the answer has no choices");
  }
  const Json& choice = choices->front();
  const Json* message = FindMember(choice, "message");
  if (message == nullptr || !message->is_object()) {
    return Failed(Outcome::kMalformed, "the answer has no message");
  }
  Answer answer;
  const Json* content = FindMember(*message, "content");
  answer.text = TextOf(content);
  answer.thinking = TextOf(FindMember(*message, "reasoning_content"));
  if (answer.thinking.empty()) answer.thinking = TextOf(FindMember(*message, "reasoning"));
  if (const Json* usage = FindMember(body, "usage")) {
    answer.tokens = {.prompt = CountOf(FindMember(*usage, "prompt_tokens")),
                     .completion = CountOf(FindMember(*usage, "completion_tokens"))};
  }
  const std::string reason = TextOf(FindMember(choice, "finish_reason"));
  const std::string refusal = TextOf(FindMember(*message, "refusal"));
  if (reason == "content_filter" || !refusal.empty()) {
    answer.outcome = Outcome::kRefused;
  } else if (reason == "length") {
    answer.outcome = Outcome::kTruncated;
  } else if (content == nullptr || !content->is_string()) {
    answer.error = "the answer's message has no content";
  } else if (reason.empty() ||
             std::ranges::find(kCompleteReasons, reason) != kCompleteReasons.end()) {
    answer.outcome = Outcome::kAnswered;
  } else {
    answer.error = fmt::format("the answer ended for the reason '{}'", ServerWords(reason));
  }
  return answer;
}

// Joins a path with what stands behind it.
std::string Joined(std::string_view path, std::string_view rest) {
  return std::string(path) + std::string(rest);
}

}  // namespace

std::string_view Name(Kind kind) { return kind == Kind::kOllama ? "ollama" : "openai"; }

net::Url EndpointOf(Kind kind, net::Url base) {
  std::string_view path = base.path;
  while (path.ends_with('/')) path.remove_suffix(1);
  if (kind == Kind::kOllama) {
    base.path = Joined(path, path.ends_with("/api") ? "/chat" : "/api/chat");
  } else {
    base.path = Joined(path, path.empty() ? "/v1/chat/completions" : "/chat/completions");
  }
  return base;
}

Json RequestBody(Kind kind, const WireOptions& options, const CompletionRequest& request) {
  return kind == Kind::kOllama ? OllamaBody(options, request) : OpenAiBody(options, request);
}

Answer ReadAnswer(Kind kind, std::string_view body) {
  const auto json = ParseBody(body);
  if (!json) {
    return Failed(Outcome::kMalformed, ServerWords("the answer's " + json.error().text()));
  }
  if (auto error = ErrorInside(*json)) return Failed(Outcome::kServerError, *std::move(error));
  Answer answer = kind == Kind::kOllama ? ReadOllama(*json) : ReadOpenAi(*json);
  if (answer.outcome == Outcome::kTruncated) {
    answer.error = "the answer was truncated at the limit of tokens";
  } else if (answer.outcome == Outcome::kRefused) {
    answer.error = "the model, or a filter before it, declined to answer";
  }
  return answer;
}

}  // namespace satchel::llm
