#include "llm/model.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "net/http_client.h"
#include "net/url.h"
#include "text/safe_line.h"
#include "text/utf8.h"

namespace satchel::llm {
namespace {

constexpr std::uint16_t kOllamaPort = 11434;
constexpr std::string_view kOpenAiHost = "api.openai.com";
constexpr std::size_t kMostNameBytes = 256;

bool IsKeyByte(char c) { return c > ' ' && c < 0x7f; }

Status CheckName(const std::string& model) {
  if (model.empty()) return Fail(Errc::kInvalidInput, "no model is named (llm.model)");
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

}  // namespace

Result<std::optional<Kind>> ParseKind(std::string_view name) {
  if (name == "auto") return std::optional<Kind>();
  for (const Kind kind : {Kind::kOllama, Kind::kOpenAi}) {
    if (name == Name(kind)) return std::optional(kind);
  }
  return Fail(Errc::kInvalidInput,
              fmt::format("'{}' is no kind of model server; it is one of auto, ollama, openai",
                          text::VisibleLine(text::SafeLine(name, 40))));
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
  const net::Url base = SATCHEL_TRY(net::ParseUrl(options.base_url), "llm.base_url");
  if (!base.query.empty()) {
    return Fail(Errc::kInvalidInput,
                "llm.base_url: the address has a query (?), which would be "
                "lost; keys come from the environment");
  }
  SATCHEL_TRY(CheckName(options.model));
  SATCHEL_TRY(CheckKey(options.api_key));
  const Kind kind = options.kind.value_or(KindOf(base));
  auto http =
      SATCHEL_TRY(net::HttpClient::Open({.most = options.most_calls,
                                         .proxy_from_environment = options.proxy_from_environment,
                                         .ca_file = options.ca_file}));
  HttpCompleter::Options call;
  call.kind = kind;
  call.call = {.endpoint = EndpointOf(kind, base),
               .api_key = options.api_key,
               .timeout = options.timeout,
               .retry = options.retry};
  call.wire = {.model = options.model,
               .fixed_temperature = options.fixed_temperature,
               .newer_limit = base.host == kOpenAiHost};
  return std::make_unique<HttpCompleter>(std::move(http), std::move(call), timing);
}

}  // namespace satchel::llm
