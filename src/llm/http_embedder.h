#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "llm/batches.h"
#include "llm/embed_wire.h"
#include "llm/embedder.h"
#include "llm/http_call.h"
#include "net/http_client.h"

namespace satchel::llm {

// Embeddings from a server behind HTTP, of any kind.
class HttpEmbedder final : public Embedder {
 public:
  struct Options {
    EmbeddingKind kind = EmbeddingKind::kOllama;
    std::string model;
    BatchLimits batch;
    std::size_t most_text_bytes = 8'000;  // without the model's prefix
    HttpCall::Options call;               // the timeout is of a batch
  };

  HttpEmbedder(std::unique_ptr<const net::HttpClient> http, Options options, Timing timing);

  const std::string& model() const override { return model_; }
  const std::string& space() const override { return space_; }
  Embedded Call(const EmbeddingRequest& request) const override;

 private:
  // The texts as they are sent: without secrets, cut, behind the prefix.
  Result<std::vector<std::string>> Prepare(const EmbeddingRequest& request) const;
  void AskForAll(const EmbeddingRequest& request, std::vector<std::string>& texts,
                 CallRecord& record, Embeddings& embeddings) const;
  std::string_view HintOn(Outcome outcome) const;

  // Fixed after construction.
  const EmbeddingKind kind_;
  const std::string model_;
  const BatchLimits batch_;
  const std::size_t most_text_bytes_;
  const std::string space_;
  const HttpCall call_;
};

}  // namespace satchel::llm
