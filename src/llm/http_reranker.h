#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "llm/batches.h"
#include "llm/http_call.h"
#include "llm/rerank_wire.h"
#include "llm/reranker.h"
#include "net/http_client.h"

namespace satchel::llm {

// A reranker behind HTTP, of either kind.
class HttpReranker final : public Reranker {
 public:
  struct Options {
    RerankKind kind = RerankKind::kCohere;
    std::string model;
    BatchLimits batch;
    std::size_t most_document_bytes = 4'000;
    std::size_t most_query_bytes = 2'000;
    HttpCall::Options call;
  };

  HttpReranker(std::unique_ptr<const net::HttpClient> http, Options options, Timing timing);

  const std::string& model() const override { return options_.model; }
  Reranked Call(const RerankRequest& request) const override;

 private:
  // What is sent: without secrets, cut.
  struct Sent {
    std::string query;
    std::vector<std::string> documents;
    std::vector<std::size_t> positions;  // of each in the request
  };
  Result<Sent> Prepare(const RerankRequest& request) const;
  void AskForAll(const RerankRequest& request, Sent& sent, CallRecord& record,
                 Ranking& ranking) const;
  std::string_view HintOn(Outcome outcome) const;

  // Fixed after construction.
  const Options options_;
  const HttpCall call_;
};

}  // namespace satchel::llm
