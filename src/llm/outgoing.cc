#include "llm/outgoing.h"

#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "llm/schema.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::llm {
namespace {

constexpr std::size_t kMostBytes = 16U << 20U;
constexpr std::int64_t kMostTokens = 1'000'000;
// A shorter key is no secret, and its letters may be anywhere.
constexpr std::size_t kLeastKeyBytes = 8;
constexpr std::string_view kMark = "[redacted:api-key]";

}  // namespace

std::string Outgoing::Clean(std::string_view text) const {
  std::string clean(text);
  if (api_key_.size() >= kLeastKeyBytes) {
    for (std::size_t at = 0; (at = clean.find(api_key_, at)) != std::string::npos;) {
      clean.replace(at, api_key_.size(), kMark);
      at += kMark.size();
    }
  }
  return text::Redactor::Default().Redact(clean).text;
}

std::string Outgoing::CleanBeginning(std::string_view text, std::size_t most_bytes) const {
  std::string clean = Clean(text);
  clean.resize(text::TruncateUtf8(clean, most_bytes).size());
  return clean;
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

Result<CompletionRequest> Outgoing::Prepare(const CompletionRequest& request) const {
  if (request.max_tokens < 1 || request.max_tokens > kMostTokens) {
    return Fail(Errc::kInvalidInput, fmt::format("an answer may have 1 to {} tokens, not {}",
                                                 kMostTokens, request.max_tokens));
  }
  if (request.system.size() + request.prompt.size() > kMostBytes) {
    return Fail(Errc::kInvalidInput, fmt::format("the prompt is larger than {} bytes", kMostBytes));
  }
  if (!request.schema.is_null()) {
    SATCHEL_TRY(CheckSchema(request.schema), "the schema of a request");
    const std::string schema = CanonicalJson(request.schema);
    if (Clean(schema) != schema) {
      return Fail(Errc::kInvalidInput, "the schema of a request holds a secret");
    }
  }
  CompletionRequest prepared = request;
  prepared.system = Clean(request.system);
  prepared.prompt = Clean(request.prompt);
  return prepared;
}

std::string RequestKey(std::string_view model, const CompletionRequest& request) {
  const Json parts = {{"model", model},
                      {"system", request.system},
                      {"prompt", request.prompt},
                      {"schema", request.schema}};
  return Sha256Of(CanonicalJson(parts)).Hex();
}

}  // namespace satchel::llm
