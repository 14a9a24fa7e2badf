#include "llm/rerank_wire.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "llm/server_body.h"

namespace satchel::llm {
namespace {

constexpr std::string_view kCohereHost = "api.cohere.com";

ScoreAnswer Failed(Outcome outcome, std::string error) {
  ScoreAnswer answer;
  answer.outcome = outcome;
  answer.error = std::move(error);
  return answer;
}

// {"results": [...]}, or the list alone. Each server has its own; either is taken from any, since
// llama.cpp and vLLM speak both.
const Json* ListIn(const Json& body) {
  const Json* list = body.is_array() ? &body : FindMember(body, "results");
  return list != nullptr && list->is_array() ? list : nullptr;
}

std::optional<double> ScoreIn(const Json& entry) {
  const Json* score = FindMember(entry, "relevance_score");
  if (score == nullptr) score = FindMember(entry, "score");
  if (score == nullptr || !score->is_number()) return std::nullopt;
  const auto number = score->get<double>();
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

void Take(const Json& entry, ScoreAnswer& answer) {
  const auto index = CountOf(FindMember(entry, "index"));
  if (!index || static_cast<std::uint64_t>(*index) >= answer.scores.size()) {
    ++answer.unknown;
    return;
  }
  auto& place = answer.scores[static_cast<std::size_t>(*index)];
  const auto score = ScoreIn(entry);
  if (!score) {
    ++answer.no_number;
  } else if (place) {
    ++answer.repeated;
  } else {
    place = score;
  }
}

TokenCount TokensIn(const Json& body) {
  TokenCount tokens;
  if (const Json* usage = FindMember(body, "usage")) {
    tokens.prompt = CountOf(FindMember(*usage, "prompt_tokens"));
    if (!tokens.prompt) tokens.prompt = CountOf(FindMember(*usage, "total_tokens"));
  }
  return tokens;
}

}  // namespace

std::string_view Name(RerankKind kind) { return kind == RerankKind::kCohere ? "cohere" : "tei"; }

net::Url EndpointOf(RerankKind kind, net::Url base) {
  std::string path = base.path;
  while (path.ends_with('/')) path.pop_back();
  if (kind == RerankKind::kCohere && path.empty()) path = base.host == kCohereHost ? "/v2" : "/v1";
  base.path = path + "/rerank";
  return base;
}

Json RerankBody(RerankKind kind, const std::string& model, const std::string& query,
                std::span<const std::string> documents, std::size_t top_n) {
  Json list = Json::array();
  for (const std::string& document : documents) list.push_back(document);
  if (kind == RerankKind::kTei) {
    return {{"query", query}, {"texts", std::move(list)}, {"truncate", true}};
  }
  Json body = {{"model", model}, {"query", query}, {"documents", std::move(list)}};
  if (top_n != 0) body["top_n"] = top_n;
  return body;
}

ScoreAnswer ReadScores(std::string_view body, std::size_t count) {
  const auto json = ParseBody(body);
  if (!json) {
    return Failed(Outcome::kMalformed, ServerWords("the answer's " + json.error().text()));
  }
  if (auto error = ErrorInside(*json)) return Failed(Outcome::kServerError, *std::move(error));
  const Json* list = ListIn(*json);
  if (list == nullptr) return Failed(Outcome::kMalformed, "the answer has no list of results");
  ScoreAnswer answer;
  answer.scores.resize(count);
  for (const Json& entry : *list) Take(entry, answer);
  answer.tokens = TokensIn(*json);
  if (std::ranges::any_of(answer.scores, [](const auto& score) { return score.has_value(); })) {
    answer.outcome = Outcome::kAnswered;
  } else {
    answer.outcome = Outcome::kWrongSchema;
    answer.error =
        fmt::format("the answer has {} entries and no score that can be used", list->size());
  }
  return answer;
}

}  // namespace satchel::llm
