#include "tests/support/model_double.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::test {
namespace {

using Manner = ModelTurn::Manner;

// What is asked for, by the address.
enum class Service : std::uint8_t {
  kOllamaChat,
  kOpenAiChat,
  kOllamaEmbed,
  kOpenAiEmbed,
  kTeiEmbed,
  kCohereRerank,
  kTeiRerank,
};

constexpr std::array kRoutes = {
    std::pair("/api/chat", Service::kOllamaChat),
    std::pair("/v1/chat/completions", Service::kOpenAiChat),
    std::pair("/api/embed", Service::kOllamaEmbed),
    std::pair("/v1/embeddings", Service::kOpenAiEmbed),
    std::pair("/embed", Service::kTeiEmbed),
    std::pair("/v1/rerank", Service::kCohereRerank),
    std::pair("/v2/rerank", Service::kCohereRerank),
    std::pair("/rerank", Service::kTeiRerank),
};

// Each has its own form of an error.
std::string ErrorBody(Service service, const std::string& message) {
  switch (service) {
    case Service::kOllamaChat:
    case Service::kOllamaEmbed:
      return Json{{"error", message}}.dump();
    case Service::kTeiEmbed:
    case Service::kTeiRerank:
      return Json{{"error", message}, {"error_type", "backend"}}.dump();
    case Service::kCohereRerank:
      return Json{{"message", message}}.dump();
    default:
      return Json{{"error", {{"message", message}, {"type", "server_error"}, {"code", nullptr}}}}
          .dump();
  }
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

bool HasTexts(const Json& body, const char* name) {
  return body.contains(name) && body[name].is_array() && !body[name].empty() &&
         std::ranges::all_of(body[name], [](const Json& text) {
           return text.is_string() && !text.get_ref<const std::string&>().empty();
         });
}

std::string ChatProblem(Service service, const Json& body) {
  if (!HasMessages(body)) return "messages are required";
  const char* format = service == Service::kOllamaChat ? "format" : "response_format";
  if (body.contains(format) && !body[format].is_object()) return "invalid format";
  if (body.contains("response_format") &&
      !body["response_format"].value("/json_schema/schema"_json_pointer, Json()).is_object()) {
    return "invalid response_format";
  }
  return "";
}

// What such a server would say about a request that it does not take; empty: it takes it.
std::string ProblemOf(const HttpSeen& seen, Service service, const Json& body) {
  if (seen.method != "POST") return "method not allowed";
  if (seen.headers.contains("content-type") &&
      seen.headers.at("content-type") != "application/json") {
    return "unsupported content type";
  }
  if (!body.is_object()) return "invalid JSON";
  const bool tei = service == Service::kTeiEmbed || service == Service::kTeiRerank;
  if (!tei && (!body.contains("model") || !body["model"].is_string())) return "model is required";
  switch (service) {
    case Service::kOllamaChat:
    case Service::kOpenAiChat:
      return ChatProblem(service, body);
    case Service::kOllamaEmbed:
    case Service::kOpenAiEmbed:
      return HasTexts(body, "input") ? "" : "input is required";
    case Service::kTeiEmbed:
      return HasTexts(body, "inputs") ? "" : "`inputs` cannot be empty";
    case Service::kCohereRerank:
    case Service::kTeiRerank:
      if (!body.contains("query") || !body["query"].is_string()) return "query is required";
      return HasTexts(body, tei ? "texts" : "documents") ? "" : "there must be documents";
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

Json EmbedAnswer(Service service, const Json& asked) {
  const Json& texts = asked[service == Service::kTeiEmbed ? "inputs" : "input"];
  Json vectors = Json::array();
  Json data = Json::array();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    vectors.push_back(VectorOf(texts[i].get<std::string>()));
  }
  if (service == Service::kTeiEmbed) return vectors;
  if (service == Service::kOllamaEmbed) {
    return {{"model", asked["model"]},
            {"embeddings", vectors},
            {"total_duration", 14'143'917},
            {"prompt_eval_count", texts.size()}};
  }
  for (std::size_t i = texts.size(); i > 0; --i) {
    data.push_back({{"object", "embedding"}, {"index", i - 1}, {"embedding", vectors[i - 1]}});
  }
  return {{"object", "list"},
          {"data", data},
          {"model", asked["model"]},
          {"usage", {{"prompt_tokens", texts.size()}, {"total_tokens", texts.size()}}}};
}

Json RerankAnswer(Service service, const Json& asked) {
  const bool tei = service == Service::kTeiRerank;
  const Json& documents = asked[tei ? "texts" : "documents"];
  const auto query = asked["query"].get<std::string>();
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    ranked.emplace_back(-RelevanceOf(query, documents[i].get<std::string>()), i);
  }
  std::ranges::sort(ranked);
  if (asked.contains("top_n")) {
    ranked.resize(std::min(ranked.size(), asked["top_n"].get<std::size_t>()));
  }
  Json results = Json::array();
  for (const auto& [score, index] : ranked) {
    results.push_back({{"index", index}, {tei ? "score" : "relevance_score", -score}});
  }
  if (tei) return results;
  return {{"id", "1"}, {"results", results}, {"usage", {{"total_tokens", documents.size()}}}};
}

Json AnswerOf(Service service, const Json& asked, const ModelTurn& turn) {
  switch (service) {
    case Service::kOllamaChat:
      return OllamaAnswer(asked, turn);
    case Service::kOpenAiChat:
      return OpenAiAnswer(asked, turn);
    case Service::kOllamaEmbed:
    case Service::kOpenAiEmbed:
    case Service::kTeiEmbed:
      return EmbedAnswer(service, asked);
    case Service::kCohereRerank:
    case Service::kTeiRerank:
      return RerankAnswer(service, asked);
  }
  return nullptr;
}

// The words of a text in lower case: letters and digits of ASCII.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
      words.back() += lower;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

std::vector<double> VectorOf(std::string_view text) {
  std::vector<double> vector(kDoubleDimensions, 0.0);
  for (const std::string& word : WordsOf(text)) {
    std::uint32_t hash = 2'166'136'261U;  // FNV-1a
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
    vector[hash % kDoubleDimensions] += 1;
  }
  if (std::ranges::all_of(vector, [](double number) { return number == 0; })) vector[0] = 1;
  return vector;
}

double RelevanceOf(std::string_view query, std::string_view document) {
  const std::vector<std::string> asked = WordsOf(query);
  const std::vector<std::string> there = WordsOf(document);
  const std::set<std::string> words(asked.begin(), asked.end());
  const std::set<std::string> has(there.begin(), there.end());
  return static_cast<double>(
      std::ranges::count_if(words, [&has](const auto& word) { return has.contains(word); }));
}

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
  const auto* route =
      std::ranges::find_if(kRoutes, [&seen](const auto& one) { return seen.target == one.first; });
  if (route == kRoutes.end()) return {.status = 404, .body = "404 page not found"};
  const Service service = route->second;
  const Json asked = Json::parse(seen.body, nullptr, /*allow_exceptions=*/false);
  if (const std::string problem = ProblemOf(seen, service, asked); !problem.empty()) {
    return {.status = 400, .body = ErrorBody(service, problem)};
  }
  const ModelTurn turn = NextTurn();
  HttpReply reply{.headers = {{"Content-Type", "application/json"}},
                  .body = AnswerOf(service, asked, turn).dump()};
  switch (turn.manner) {
    case Manner::kAnswer:
    case Manner::kTruncated:
      break;
    case Manner::kErrorInside:
      // As llama.cpp has it, which speaks Cohere's protocol too.
      reply.body = ErrorBody(service == Service::kCohereRerank ? Service::kOpenAiChat : service,
                             turn.content);
      break;
    case Manner::kStatus:
      reply = {
          .status = turn.status, .headers = turn.headers, .body = ErrorBody(service, turn.content)};
      break;
    case Manner::kBody:
      reply.body = turn.content;
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
