#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "llm/completer.h"
#include "llm/http_call.h"
#include "llm/wire.h"
#include "net/http_client.h"

namespace satchel::llm {

// A model behind HTTP, of either kind.
class HttpCompleter final : public Completer {
 public:
  struct Options {
    Kind kind = Kind::kOllama;
    WireOptions wire;
    HttpCall::Options call;
  };

  HttpCompleter(std::unique_ptr<const net::HttpClient> http, Options options, Timing timing);

  const std::string& model() const override { return wire_.model; }
  Called Call(const CompletionRequest& request) const override;

 private:
  void AskUntilAnswered(const CompletionRequest& request, CallRecord& record) const;
  std::string_view HintOn(Outcome outcome) const;

  // Fixed after construction.
  const Kind kind_;
  const WireOptions wire_;
  const HttpCall call_;
};

}  // namespace satchel::llm
