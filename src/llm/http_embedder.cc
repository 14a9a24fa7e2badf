#include "llm/http_embedder.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/sha256.h"
#include "llm/embed_prefix.h"
#include "text/safe_line.h"

namespace satchel::llm {
namespace {

constexpr std::size_t kMostBytes = 16U << 20U;  // of all texts of a call
constexpr std::size_t kMostTexts = 10'000;
constexpr std::size_t kSpaceDigits = 16;

std::string_view Name(Purpose purpose) { return purpose == Purpose::kQuery ? "query" : "document"; }

std::string SpaceOf(const std::string& model, std::size_t most_text_bytes) {
  const Json parts = {{"bytes", most_text_bytes},
                      {"document", PrefixOf(model, Purpose::kDocument)},
                      {"query", PrefixOf(model, Purpose::kQuery)}};
  return fmt::format("{} {}", model, Sha256Of(CanonicalJson(parts)).Hex().substr(0, kSpaceDigits));
}

// Nothing as soon as one of them is unknown.
void AddTokens(const TokenCount& more, bool first, TokenCount& sum) {
  if (first) {
    sum = more;
  } else if (sum.prompt && more.prompt) {
    *sum.prompt += *more.prompt;
  } else {
    sum.prompt = std::nullopt;
  }
}

}  // namespace

HttpEmbedder::HttpEmbedder(std::unique_ptr<const net::HttpClient> http, Options options,
                           Timing timing)
    : kind_(options.kind),
      model_(std::move(options.model)),
      batch_(options.batch),
      most_text_bytes_(options.most_text_bytes),
      space_(SpaceOf(model_, most_text_bytes_)),
      call_(std::move(http), std::move(options.call), std::move(timing)) {}

Result<std::vector<std::string>> HttpEmbedder::Prepare(const EmbeddingRequest& request) const {
  if (request.texts.size() > kMostTexts) {
    return Fail(Errc::kInvalidInput,
                fmt::format("a call may have {} texts, not {}", kMostTexts, request.texts.size()));
  }
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < request.texts.size(); ++i) {
    bytes += request.texts[i].size();
    if (IsBlank(request.texts[i]))
      return Fail(Errc::kInvalidInput, fmt::format("text {} is blank", i));
  }
  if (bytes > kMostBytes) {
    return Fail(Errc::kInvalidInput, fmt::format("the texts are larger than {} bytes", kMostBytes));
  }
  const std::string_view prefix = PrefixOf(model_, request.purpose);
  std::vector<std::string> texts;
  texts.reserve(request.texts.size());
  for (const std::string& text : request.texts) {
    texts.push_back(std::string(prefix) + call_.outgoing().CleanBeginning(text, most_text_bytes_));
  }
  return texts;
}

void HttpEmbedder::AskForAll(const EmbeddingRequest& request, std::vector<std::string>& texts,
                             CallRecord& record, Embeddings& embeddings) const {
  std::size_t dimensions = request.dimensions;
  const auto ask = [&](const Batch& batch) {
    const std::size_t count = batch.end - batch.begin;
    VectorAnswer answer;
    const HttpCall::Ended ended =
        call_.Ask(EmbeddingBody(kind_, model_, std::span(texts).subspan(batch.begin, count)),
                  request.deadline, [&](std::string_view body) {
                    answer = ReadVectors(kind_, body, count, dimensions);
                    return HttpCall::Reading{.outcome = answer.outcome, .error = answer.error};
                  });
    if (ended.outcome == Outcome::kAnswered) {
      dimensions = answer.vectors.front().size();
      std::ranges::move(answer.vectors, std::back_inserter(embeddings.vectors));
      AddTokens(answer.tokens, batch.begin == 0, embeddings.tokens);
    }
    return ended;
  };
  const HttpCall::Ended ended = AskInBatches(texts, batch_, ask);
  record.outcome = ended.outcome;
  record.error = ended.error;
  record.attempts = ended.attempts;
  record.tokens = embeddings.tokens;
  if (!embeddings.vectors.empty()) {
    record.response =
        fmt::format("{} vectors of {} numbers", embeddings.vectors.size(), dimensions);
  }
}

std::string_view HttpEmbedder::HintOn(Outcome outcome) const {
  switch (outcome) {
    case Outcome::kUnreachable:
      return "is the server of embeddings running? embed.base_url says where it is looked for";
    case Outcome::kDenied:
      return "the server wants another key (SATCHEL_EMBED_API_KEY)";
    case Outcome::kNotFound:
      return kind_ == EmbeddingKind::kOllama
                 ? "`ollama list` shows the models that are there; `ollama pull` fetches one"
                 : "embed.model must be a name that the server knows, embed.base_url its address, "
                   "and embed.kind its protocol";
    case Outcome::kRejected:
    case Outcome::kServerError:
      return "some servers fail on long texts; embed.max_text_bytes cuts them shorter";
    default:
      return "";
  }
}

Embedded HttpEmbedder::Call(const EmbeddingRequest& request) const {
  const auto begin = call_.Elapsed();
  CallRecord record;
  record.model = model();
  Embeddings embeddings;
  auto texts = Prepare(request);
  if (!texts) {
    record.outcome = Outcome::kInvalidRequest;
    record.error = texts.error().text();
  } else if (texts->empty()) {
    record.outcome = Outcome::kAnswered;
  } else {
    std::size_t bytes = 0;
    for (const std::string& text : *texts) bytes += text.size();
    record.prompt = fmt::format("{} texts of {} bytes to embed, each as a {}", texts->size(), bytes,
                                Name(request.purpose));
    AskForAll(request, *texts, record, embeddings);
  }
  record.latency_ms = call_.MillisecondsSince(begin);
  if (record.outcome == Outcome::kAnswered) {
    return {.record = std::move(record), .embeddings = std::move(embeddings)};
  }
  auto error =
      Fail(CodeOf(record.outcome),
           fmt::format("embeddings of {}: {}", text::VisibleLine(record.model), record.error),
           HintOn(record.outcome));
  return {.record = std::move(record), .embeddings = std::move(error)};
}

}  // namespace satchel::llm
