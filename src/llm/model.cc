#include "llm/model.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "llm/http_completer.h"
#include "llm/http_embedder.h"
#include "llm/http_reranker.h"
#include "net/http_client.h"
#include "net/url.h"
#include "text/safe_line.h"
#include "text/utf8.h"

namespace satchel::llm {
namespace {

constexpr std::uint16_t kOllamaPort = 11434;
constexpr std::string_view kOpenAiHost = "api.openai.com";
constexpr std::size_t kMostNameBytes = 256;
constexpr std::size_t kLeastTextBytes = 64;
constexpr std::size_t kMostTextBytes = 1'000'000;

bool IsKeyByte(char c) { return c > ' ' && c < 0x7f; }

// A table of settings: "llm", "embed".
Status CheckName(std::string_view table, const std::string& model) {
  if (model.empty()) {
    return Fail(Errc::kInvalidInput, fmt::format("no model is named ({}.model)", table));
  }
  if (model.size() > kMostNameBytes || text::VisibleLine(model) != model) {
    return Fail(Errc::kInvalidInput,
                "the model's name is too long or has characters that cannot be seen");
  }
  return {};
}

Status CheckKey(std::string_view key) {
  if (std::ranges::all_of(key, IsKeyByte)) return {};
  return Fail(Errc::kInvalidInput,
              "the key of the model's server has a blank or another "
              "character that no key has");
}

// What the options of all clients have alike: the address is read, name and key are checked.
template <typename Options>
Result<net::Url> CheckServer(std::string_view table, const Options& options) {
  const std::string setting = fmt::format("{}.base_url", table);
  net::Url base = SATCHEL_TRY(net::ParseUrl(options.base_url), setting);
  if (!base.query.empty()) {
    return Fail(Errc::kInvalidInput, fmt::format("{}: the address has a query (?), which would be "
                                                 "lost; keys come from the environment",
                                                 setting));
  }
  SATCHEL_TRY(CheckName(table, options.model));
  SATCHEL_TRY(CheckKey(options.api_key));
  return base;
}

template <typename Options>
auto OpenClient(const Options& options) {
  return net::HttpClient::Open({.most = options.most_calls,
                                .proxy_from_environment = options.proxy_from_environment,
                                .ca_file = options.ca_file});
}

template <typename Options>
HttpCall::Options CallOf(const net::Url& endpoint, const Options& options) {
  return {.endpoint = endpoint,
          .api_key = options.api_key,
          .timeout = options.timeout,
          .retry = options.retry};
}

std::unexpected<Error> NoKind(std::string_view name, std::string_view what,
                              std::string_view known) {
  return Fail(Errc::kInvalidInput,
              fmt::format("'{}' is no kind of {}; it is one of {}",
                          text::VisibleLine(text::SafeLine(name, 40)), what, known));
}

EmbeddingKind EmbeddingKindOf(const net::Url& base) {
  return KindOf(base) == Kind::kOllama ? EmbeddingKind::kOllama : EmbeddingKind::kOpenAi;
}

}  // namespace

Result<std::optional<Kind>> ParseKind(std::string_view name) {
  if (name == "auto") return std::optional<Kind>();
  for (const Kind kind : {Kind::kOllama, Kind::kOpenAi}) {
    if (name == Name(kind)) return std::optional(kind);
  }
  return NoKind(name, "model server", "auto, ollama, openai");
}

Result<std::optional<EmbeddingKind>> ParseEmbeddingKind(std::string_view name) {
  if (name == "auto") return std::optional<EmbeddingKind>();
  for (const EmbeddingKind kind :
       {EmbeddingKind::kOllama, EmbeddingKind::kOpenAi, EmbeddingKind::kTei}) {
    if (name == Name(kind)) return std::optional(kind);
  }
  return NoKind(name, "server of embeddings", "auto, ollama, openai, tei");
}

Result<RerankKind> ParseRerankKind(std::string_view name) {
  for (const RerankKind kind : {RerankKind::kCohere, RerankKind::kTei}) {
    if (name == Name(kind)) return kind;
  }
  return NoKind(name, "reranker", "cohere, tei");
}

Kind KindOf(const net::Url& base) {
  std::string_view path = base.path;
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with("/v1")) return Kind::kOpenAi;
  return base.port == kOllamaPort ? Kind::kOllama : Kind::kOpenAi;
}

Result<std::string> ReadApiKey(
    const std::string& variable,
    const std::function<std::optional<std::string>(std::string_view)>& find) {
  auto key = find(variable);
  if (!key || key->empty()) {
    return Fail(Errc::kInvalidInput,
                fmt::format("the variable {} with the key of the model's server is not set",
                            text::VisibleLine(variable)));
  }
  SATCHEL_TRY(CheckKey(*key), text::VisibleLine(variable));
  return *std::move(key);
}

Result<std::unique_ptr<Completer>> OpenModel(const ModelOptions& options, const Timing& timing) {
  const net::Url base = SATCHEL_TRY(CheckServer("llm", options));
  const Kind kind = options.kind.value_or(KindOf(base));
  auto http = SATCHEL_TRY(OpenClient(options));
  HttpCompleter::Options made;
  made.kind = kind;
  made.wire = {.model = options.model,
               .fixed_temperature = options.fixed_temperature,
               .newer_limit = base.host == kOpenAiHost};
  made.call = CallOf(EndpointOf(kind, base), options);
  return std::make_unique<HttpCompleter>(std::move(http), std::move(made), timing);
}

Result<std::unique_ptr<Embedder>> OpenEmbedder(const EmbedderOptions& options,
                                               const Timing& timing) {
  const net::Url base = SATCHEL_TRY(CheckServer("embed", options));
  if (options.most_text_bytes < kLeastTextBytes || options.most_text_bytes > kMostTextBytes) {
    return Fail(Errc::kInvalidInput,
                fmt::format("embed.max_text_bytes must be from {} to {}, not {}", kLeastTextBytes,
                            kMostTextBytes, options.most_text_bytes));
  }
  const EmbeddingKind kind = options.kind.value_or(EmbeddingKindOf(base));
  auto http = SATCHEL_TRY(OpenClient(options));
  HttpEmbedder::Options made;
  made.kind = kind;
  made.model = options.model;
  made.batch = options.batch;
  made.most_text_bytes = options.most_text_bytes;
  made.call = CallOf(EndpointOf(kind, base), options);
  // A batch of the longest vectors, each number in 20 characters.
  made.call.max_body = 16U << 20U;
  return std::make_unique<HttpEmbedder>(std::move(http), std::move(made), timing);
}

Result<std::unique_ptr<Reranker>> OpenReranker(const RerankerOptions& options,
                                               const Timing& timing) {
  const net::Url base = SATCHEL_TRY(CheckServer("rerank", options));
  auto http = SATCHEL_TRY(OpenClient(options));
  HttpReranker::Options made;
  made.kind = options.kind;
  made.model = options.model;
  made.batch = options.batch;
  made.call = CallOf(EndpointOf(options.kind, base), options);
  return std::make_unique<HttpReranker>(std::move(http), std::move(made), timing);
}

}  // namespace satchel::llm
