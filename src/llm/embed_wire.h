#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "llm/call_record.h"
#include "net/url.h"

// What goes over the wire for embeddings: three protocols, as pure functions between our types and
// bodies of HTTP. Whatever a server sends ends in a VectorAnswer.
namespace satchel::llm {

enum class EmbeddingKind : std::uint8_t {
  kOllama,  // POST /api/embed
  kOpenAi,  // POST /v1/embeddings: OpenAI, llama.cpp, vLLM, LM Studio, Ollama and many more
  kTei,     // POST /embed: Text Embeddings Inference
};

// "ollama", "openai", "tei".
std::string_view Name(EmbeddingKind kind);

// Where requests of that kind go, below the address that a person has set.
net::Url EndpointOf(EmbeddingKind kind, net::Url base);

Json EmbeddingBody(EmbeddingKind kind, const std::string& model,
                   std::span<const std::string> texts);

// Numbers that a vector may have at most.
inline constexpr std::size_t kMostDimensions = 16'384;

struct VectorAnswer {
  Outcome outcome = Outcome::kMalformed;
  std::string error;  // a sentence part; empty when answered
  std::vector<std::vector<float>> vectors;
  TokenCount tokens;
};

// The body of an answer with status 200 to a request of `count` texts. The vectors are in the order
// of the texts and of length 1. The outcome is kAnswered, kServerError (an error inside of it),
// kMalformed (no answer of this protocol), or kWrongSchema: another number of vectors, a number
// that is none or not finite, nothing but zeros, or other dimensions than `dimensions` (0: than the
// first vector).
VectorAnswer ReadVectors(EmbeddingKind kind, std::string_view body, std::size_t count,
                         std::size_t dimensions);

}  // namespace satchel::llm
