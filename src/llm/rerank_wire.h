#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "llm/call_record.h"
#include "net/url.h"

// What goes over the wire for reranking: two protocols, as pure functions between our types and
// bodies of HTTP. Whatever a server sends ends in a ScoreAnswer.
namespace satchel::llm {

enum class RerankKind : std::uint8_t {
  kCohere,  // POST /v2/rerank: Cohere, Jina, vLLM, llama.cpp and others
  kTei,     // POST /rerank: Text Embeddings Inference
};

// "cohere", "tei".
std::string_view Name(RerankKind kind);

// Where requests of that kind go, below the address that a person has set. Without a path it is
// /v2/rerank at Cohere's own host and /v1/rerank, which more servers have, at all others.
net::Url EndpointOf(RerankKind kind, net::Url base);

// `top_n` 0: all of them. TEI has no such limit.
Json RerankBody(RerankKind kind, const std::string& model, const std::string& query,
                std::span<const std::string> documents, std::size_t top_n);

struct ScoreAnswer {
  Outcome outcome = Outcome::kMalformed;
  std::string error;                          // a sentence part; empty when answered
  std::vector<std::optional<double>> scores;  // by document
  // Entries that could not be used.
  std::size_t unknown = 0;    // of no document
  std::size_t repeated = 0;   // of one that had its score; the first counts
  std::size_t no_number = 0;  // without a finite score
  TokenCount tokens;
};

// The body of an answer with status 200 to a request of `count` documents. The outcome is
// kAnswered, also when only some scores can be used; kServerError (an error inside of it),
// kMalformed (no answer of this protocol), or kWrongSchema: no score can be used.
ScoreAnswer ReadScores(std::string_view body, std::size_t count);

}  // namespace satchel::llm
