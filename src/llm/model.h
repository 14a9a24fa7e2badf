#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "llm/batches.h"
#include "llm/completer.h"
#include "llm/embed_wire.h"
#include "llm/embedder.h"
#include "llm/http_call.h"
#include "llm/rerank_wire.h"
#include "llm/reranker.h"
#include "llm/retry.h"
#include "llm/wire.h"

namespace satchel::llm {

// Which model is asked, and how. The settings `llm.base_url`, `llm.model` and `llm.api_key` fill
// the first three.
struct ModelOptions {
  std::string base_url;                        // http or https, without a user or a query
  std::string model;                           // never guessed
  std::string api_key;                         // empty: the server wants none
  std::optional<Kind> kind;                    // nothing: as KindOf() says
  std::size_t most_calls = 4;                  // under way at once; more wait for their turn
  std::chrono::milliseconds timeout{120'000};  // of a call with all its tries
  RetryOptions retry;
  bool fixed_temperature = true;        // see WireOptions
  bool proxy_from_environment = false;  // see net::HttpOptions
  std::string ca_file;                  // see net::HttpOptions
};

// Who makes vectors, and how. The settings `embed.*` fill the first four and the bound of a text.
struct EmbedderOptions {
  std::string base_url;  // as in ModelOptions
  std::string model;     // never guessed; TEI has one alone and is not told
  std::string api_key;
  std::optional<EmbeddingKind> kind;          // nothing: as KindOf() says
  std::size_t most_text_bytes = 8'000;        // of each; 64 to 1,000,000
  BatchLimits batch;                          // of one request
  std::size_t most_calls = 4;                 // under way at once; more wait for their turn
  std::chrono::milliseconds timeout{60'000};  // of a batch with all its tries
  RetryOptions retry;
  bool proxy_from_environment = false;  // see net::HttpOptions
  std::string ca_file;                  // see net::HttpOptions
};

// Who reranks, and how. The settings `rerank.*` fill the first four and the timeout.
struct RerankerOptions {
  std::string base_url;
  std::string model;
  std::string api_key;
  RerankKind kind = RerankKind::kCohere;
  BatchLimits batch;
  std::size_t most_calls = 4;
  std::chrono::milliseconds timeout{1'500};  // of a batch with all its tries
  RetryOptions retry = {.most_attempts = 2, .first_wait = std::chrono::milliseconds(200)};
  bool proxy_from_environment = false;
  std::string ca_file;
};

// "ollama", "openai", or nothing for "auto". kInvalidInput: another word.
Result<std::optional<Kind>> ParseKind(std::string_view name);

// "ollama", "openai", "tei", or nothing for "auto". kInvalidInput: another word.
Result<std::optional<EmbeddingKind>> ParseEmbeddingKind(std::string_view name);
// "cohere", "tei". kInvalidInput: another word.
Result<RerankKind> ParseRerankKind(std::string_view name);

// By the address alone, so that nobody is asked: a path that ends with /v1 is OpenAI's protocol,
// which Ollama speaks there too; port 11434 is Ollama's; all others are OpenAI's.
Kind KindOf(const net::Url& base);

// The key that a variable of the environment holds. `find` looks a variable up; an empty value
// counts as none. Errors name the variable and never what is in it.
Result<std::string> ReadApiKey(
    const std::string& variable,
    const std::function<std::optional<std::string>(std::string_view)>& find);

// Connects to nobody: a server that is down shows in the first call. kInvalidInput: an address or a
// name that cannot be. kUnavailable: libcurl is not installed, with the package's name.
Result<std::unique_ptr<Completer>> OpenModel(const ModelOptions& options,
                                             const Timing& timing = {});
Result<std::unique_ptr<Embedder>> OpenEmbedder(const EmbedderOptions& options,
                                               const Timing& timing = {});
Result<std::unique_ptr<Reranker>> OpenReranker(const RerankerOptions& options,
                                               const Timing& timing = {});

}  // namespace satchel::llm
