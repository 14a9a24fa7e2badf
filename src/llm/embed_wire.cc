#include "llm/embed_wire.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/result.h"
#include "llm/server_body.h"

namespace satchel::llm {
namespace {

VectorAnswer Failed(Outcome outcome, std::string error) {
  VectorAnswer answer;
  answer.outcome = outcome;
  answer.error = std::move(error);
  return answer;
}

// A list of numbers.
Result<std::vector<double>> ReadNumbers(const Json& list) {
  std::vector<double> numbers;
  numbers.reserve(list.size());
  for (const Json& number : list) {
    // A server that has computed NaN mostly writes null.
    if (!number.is_number()) return Fail(Errc::kInvalidInput, "has a value that is no number");
    numbers.push_back(number.get<double>());
  }
  return numbers;
}

// Floats of four bytes, the lowest byte first, in base64: some servers send them unasked.
Result<std::vector<double>> ReadPacked(const std::string& text) {
  const auto bytes = DecodeBase64(text);
  if (!bytes || bytes->size() % sizeof(float) != 0) {
    return Fail(Errc::kInvalidInput, "is a text that holds no floats in base64");
  }
  std::vector<double> numbers;
  numbers.reserve(bytes->size() / sizeof(float));
  for (std::size_t at = 0; at < bytes->size(); at += sizeof(float)) {
    std::uint32_t bits = 0;
    for (std::size_t i = sizeof(float); i > 0; --i) {
      bits = bits << 8U | static_cast<unsigned char>((*bytes)[at + i - 1]);
    }
    numbers.push_back(static_cast<double>(std::bit_cast<float>(bits)));
  }
  return numbers;
}

// What is wrong with a vector is a part of a sentence that begins with "vector 3 ".
Result<std::vector<float>> ReadVector(const Json& json, std::size_t dimensions) {
  const auto numbers =
      json.is_string() ? ReadPacked(json.get_ref<const std::string&>()) : ReadNumbers(json);
  if (!numbers) return std::unexpected(numbers.error());
  if (numbers->empty() || numbers->size() > kMostDimensions) {
    return Fail(Errc::kInvalidInput, fmt::format("has {} numbers; 1 to {} can be used",
                                                 numbers->size(), kMostDimensions));
  }
  if (dimensions != 0 && numbers->size() != dimensions) {
    return Fail(Errc::kInvalidInput,
                fmt::format("has {} numbers and not {}", numbers->size(), dimensions));
  }
  double squares = 0;
  for (const double number : *numbers) {
    // Beyond a float its square could be beyond a double.
    if (!(std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max()))) {
      return Fail(Errc::kInvalidInput, "has a number that is not finite");
    }
    squares += number * number;
  }
  const double length = std::sqrt(squares);
  if (length <= 0) return Fail(Errc::kInvalidInput, "is nothing but zeros");
  std::vector<float> vector;
  vector.reserve(numbers->size());
  for (const double number : *numbers) vector.push_back(static_cast<float>(number / length));
  return vector;
}

// The vectors of an answer by the position of their texts, as they stand in it.
using Places = std::vector<const Json*>;

bool IsVector(const Json& json) { return json.is_array() || json.is_string(); }

// A list of vectors in the order of the texts.
std::optional<Places> InOrder(const Json* list) {
  if (list == nullptr || !list->is_array()) return std::nullopt;
  Places places;
  for (const Json& vector : *list) {
    if (!vector.is_array()) return std::nullopt;
    places.push_back(&vector);
  }
  return places;
}

// A list of objects, each with a vector. The index says whose it is; servers that leave it out
// everywhere answer in order. A place that got none, or more than one, is null.
std::optional<Places> ByIndex(const Json* list) {
  if (list == nullptr || !list->is_array()) return std::nullopt;
  Places places(list->size(), nullptr);
  std::vector<bool> taken(list->size(), false);
  const bool named = std::ranges::any_of(
      *list, [](const Json& entry) { return FindMember(entry, "index") != nullptr; });
  std::size_t position = 0;
  for (const Json& entry : *list) {
    const Json* vector = FindMember(entry, "embedding");
    if (vector == nullptr || !IsVector(*vector)) return std::nullopt;
    const auto index =
        named ? CountOf(FindMember(entry, "index")) : static_cast<std::int64_t>(position);
    ++position;
    if (!index || static_cast<std::uint64_t>(*index) >= places.size()) continue;
    const auto place = static_cast<std::size_t>(*index);
    places[place] = taken[place] ? nullptr : vector;
    taken[place] = true;
  }
  return places;
}

std::optional<Places> PlacesIn(EmbeddingKind kind, const Json& body) {
  switch (kind) {
    case EmbeddingKind::kOllama:
      return InOrder(FindMember(body, "embeddings"));
    case EmbeddingKind::kOpenAi:
      return ByIndex(FindMember(body, "data"));
    case EmbeddingKind::kTei:
      return InOrder(&body);
  }
  return std::nullopt;
}

TokenCount TokensIn(EmbeddingKind kind, const Json& body) {
  TokenCount tokens;
  if (kind == EmbeddingKind::kOllama) {
    tokens.prompt = CountOf(FindMember(body, "prompt_eval_count"));
  } else if (const Json* usage = FindMember(body, "usage")) {
    tokens.prompt = CountOf(FindMember(*usage, "prompt_tokens"));
  }
  return tokens;
}

}  // namespace

std::string_view Name(EmbeddingKind kind) {
  switch (kind) {
    case EmbeddingKind::kOllama:
      return "ollama";
    case EmbeddingKind::kOpenAi:
      return "openai";
    case EmbeddingKind::kTei:
      return "tei";
  }
  return "";
}

net::Url EndpointOf(EmbeddingKind kind, net::Url base) {
  std::string path = base.path;
  while (path.ends_with('/')) path.pop_back();
  switch (kind) {
    case EmbeddingKind::kOllama:
      path += path.ends_with("/api") ? "/embed" : "/api/embed";
      break;
    case EmbeddingKind::kOpenAi:
      path += path.empty() ? "/v1/embeddings" : "/embeddings";
      break;
    case EmbeddingKind::kTei:
      path += "/embed";
      break;
  }
  base.path = std::move(path);
  return base;
}

Json EmbeddingBody(EmbeddingKind kind, const std::string& model,
                   std::span<const std::string> texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(text);
  switch (kind) {
    case EmbeddingKind::kOllama:
      return {{"model", model}, {"input", std::move(list)}, {"truncate", true}};
    case EmbeddingKind::kOpenAi:
      return {{"model", model}, {"input", std::move(list)}, {"encoding_format", "float"}};
    case EmbeddingKind::kTei:
      return {{"inputs", std::move(list)}, {"normalize", true}, {"truncate", true}};
  }
  return nullptr;
}

VectorAnswer ReadVectors(EmbeddingKind kind, std::string_view body, std::size_t count,
                         std::size_t dimensions) {
  const auto json = ParseBody(body);
  if (!json) {
    return Failed(Outcome::kMalformed, ServerWords("the answer's " + json.error().text()));
  }
  if (auto error = ErrorInside(*json)) return Failed(Outcome::kServerError, *std::move(error));
  const auto places = PlacesIn(kind, *json);
  if (!places) return Failed(Outcome::kMalformed, "the answer has no list of vectors");
  if (places->size() != count) {
    return Failed(Outcome::kWrongSchema,
                  fmt::format("the answer has {} vectors for {} texts", places->size(), count));
  }
  VectorAnswer answer;
  for (std::size_t i = 0; i < count; ++i) {
    if ((*places)[i] == nullptr) {
      return Failed(Outcome::kWrongSchema, fmt::format("text {} has not one vector", i));
    }
    auto vector = ReadVector(*(*places)[i], dimensions);
    if (!vector) {
      return Failed(Outcome::kWrongSchema, fmt::format("vector {} {}", i, vector.error().text()));
    }
    dimensions = vector->size();
    answer.vectors.push_back(*std::move(vector));
  }
  answer.outcome = Outcome::kAnswered;
  answer.tokens = TokensIn(kind, *json);
  return answer;
}

}  // namespace satchel::llm
