#include "llm/http_reranker.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "text/safe_line.h"

namespace satchel::llm {
namespace {

constexpr std::size_t kMostBytes = 16U << 20U;  // of all documents of a call
constexpr std::size_t kMostDocuments = 1'000;

// Entries of all answers that could not be used.
struct Unused {
  std::size_t unknown = 0;
  std::size_t repeated = 0;
  std::size_t no_number = 0;
};

std::string RemarkOn(const Ranking& ranking, std::size_t wanted, const Unused& unused) {
  const auto scored = static_cast<std::size_t>(
      std::ranges::count_if(ranking.scores, [](const auto& score) { return score.has_value(); }));
  std::vector<std::string> parts;
  if (scored < wanted) {
    parts.push_back(fmt::format("{} of {} documents got no score", wanted - scored, wanted));
  }
  if (unused.unknown > 0) {
    parts.push_back(fmt::format("entries of no document: {}", unused.unknown));
  }
  if (unused.repeated > 0) parts.push_back(fmt::format("repeated entries: {}", unused.repeated));
  if (unused.no_number > 0) {
    parts.push_back(fmt::format("scores that are no number: {}", unused.no_number));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

HttpReranker::HttpReranker(std::unique_ptr<const net::HttpClient> http, Options options,
                           Timing timing)
    : options_(std::move(options)), call_(std::move(http), options_.call, std::move(timing)) {}

Result<HttpReranker::Sent> HttpReranker::Prepare(const RerankRequest& request) const {
  if (IsBlank(request.query)) return Fail(Errc::kInvalidInput, "the query is blank");
  if (request.documents.size() > kMostDocuments) {
    return Fail(Errc::kInvalidInput, fmt::format("a call may have {} documents, not {}",
                                                 kMostDocuments, request.documents.size()));
  }
  std::size_t bytes = request.query.size();
  for (const std::string& document : request.documents) bytes += document.size();
  if (bytes > kMostBytes) {
    return Fail(Errc::kInvalidInput,
                fmt::format("the documents are larger than {} bytes", kMostBytes));
  }
  Sent sent;
  sent.query = call_.outgoing().CleanBeginning(request.query, options_.most_query_bytes);
  for (std::size_t i = 0; i < request.documents.size(); ++i) {
    if (IsBlank(request.documents[i])) continue;
    sent.documents.push_back(
        call_.outgoing().CleanBeginning(request.documents[i], options_.most_document_bytes));
    sent.positions.push_back(i);
  }
  return sent;
}

void HttpReranker::AskForAll(const RerankRequest& request, Sent& sent, CallRecord& record,
                             Ranking& ranking) const {
  Unused unused;
  std::optional<std::int64_t> tokens = 0;
  const std::size_t all = sent.documents.size();
  const std::size_t wanted = request.top_n == 0 ? all : std::min(request.top_n, all);
  const auto ask = [&](const Batch& batch) {
    const std::size_t count = batch.end - batch.begin;
    // Who is among the first of all is among the first of its batch.
    const std::size_t top_n = wanted < count ? wanted : 0;
    ScoreAnswer answer;
    const HttpCall::Ended ended =
        call_.Ask(RerankBody(options_.kind, options_.model, sent.query,
                             std::span(sent.documents).subspan(batch.begin, count), top_n),
                  request.deadline, [&](std::string_view body) {
                    answer = ReadScores(body, count);
                    return HttpCall::Reading{.outcome = answer.outcome, .error = answer.error};
                  });
    if (ended.outcome != Outcome::kAnswered) return ended;
    for (std::size_t i = 0; i < count; ++i) {
      ranking.scores[sent.positions[batch.begin + i]] = answer.scores[i];
    }
    unused.unknown += answer.unknown;
    unused.repeated += answer.repeated;
    unused.no_number += answer.no_number;
    tokens = tokens && answer.tokens.prompt ? std::optional(*tokens + *answer.tokens.prompt)
                                            : std::nullopt;
    return ended;
  };
  const HttpCall::Ended ended = AskInBatches(sent.documents, options_.batch, ask);
  record.outcome = ended.outcome;
  record.error = ended.error;
  record.attempts = ended.attempts;
  if (ended.outcome != Outcome::kAnswered) return;
  ranking.tokens.prompt = tokens;
  ranking.remark = RemarkOn(ranking, wanted, unused);
  record.tokens = ranking.tokens;
  record.response =
      ranking.remark.empty() ? fmt::format("scores of {} documents", wanted) : ranking.remark;
}

std::string_view HttpReranker::HintOn(Outcome outcome) const {
  switch (outcome) {
    case Outcome::kUnreachable:
      return "is the reranker running? rerank.base_url says where it is looked for";
    case Outcome::kDenied:
      return "the server wants another key (SATCHEL_RERANK_API_KEY)";
    case Outcome::kNotFound:
      return "rerank.model must be a name that the server knows, rerank.base_url its address, and "
             "rerank.kind its protocol";
    case Outcome::kDeadline:
      return "rerank.timeout_ms says how long a search waits for it";
    default:
      return "";
  }
}

Reranked HttpReranker::Call(const RerankRequest& request) const {
  const auto begin = call_.Elapsed();
  CallRecord record;
  record.model = model();
  Ranking ranking;
  ranking.scores.resize(request.documents.size());
  auto sent = Prepare(request);
  if (!sent) {
    record.outcome = Outcome::kInvalidRequest;
    record.error = sent.error().text();
  } else if (sent->documents.empty()) {
    record.outcome = Outcome::kAnswered;
  } else {
    std::size_t bytes = 0;
    for (const std::string& document : sent->documents) bytes += document.size();
    record.system = fmt::format("{} documents of {} bytes to rank by this query",
                                sent->documents.size(), bytes);
    record.prompt = sent->query;
    AskForAll(request, *sent, record, ranking);
  }
  record.latency_ms = call_.MillisecondsSince(begin);
  if (record.outcome == Outcome::kAnswered) {
    ranking.order = OrderOf(ranking.scores, request.top_n);
    return {.record = std::move(record), .ranking = std::move(ranking)};
  }
  auto error = Fail(CodeOf(record.outcome),
                    fmt::format("reranker {}: {}", text::VisibleLine(record.model), record.error),
                    HintOn(record.outcome));
  return {.record = std::move(record), .ranking = std::move(error)};
}

}  // namespace satchel::llm
