#include "llm/http_completer.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "llm/finish.h"

namespace satchel::llm {

HttpCompleter::HttpCompleter(std::unique_ptr<const net::HttpClient> http, Options options,
                             Timing timing)
    : kind_(options.kind),
      wire_(std::move(options.wire)),
      call_(std::move(http), std::move(options.call), std::move(timing)) {}

void HttpCompleter::AskUntilAnswered(const CompletionRequest& request, CallRecord& record) const {
  Answer answer;
  const HttpCall::Ended ended = call_.Ask(
      RequestBody(kind_, wire_, request), request.deadline,
      [&](std::string_view body) {
        answer = ReadAnswer(kind_, body);
        return HttpCall::Reading{.outcome = answer.outcome, .error = answer.error};
      },
      request.retry_unreachable);
  record.outcome = ended.outcome;
  record.error = ended.error;
  record.attempts = ended.attempts;
  record.response = call_.outgoing().Clean(answer.text);
  record.thinking = call_.outgoing().Clean(answer.thinking);
  record.tokens = answer.tokens;
}

std::string_view HttpCompleter::HintOn(Outcome outcome) const {
  switch (outcome) {
    case Outcome::kUnreachable:
      return "is the model's server running? llm.base_url says where it is looked for";
    case Outcome::kDenied:
      return "the server wants another key (SATCHEL_LLM_API_KEY)";
    case Outcome::kNotFound:
      return kind_ == Kind::kOllama
                 ? "`ollama list` shows the models that are there; `ollama pull` fetches one"
                 : "llm.model must be a name that the server knows, and llm.base_url its address";
    case Outcome::kTruncated:
      return "a larger limit of tokens, or a smaller question";
    default:
      return "";
  }
}

Called HttpCompleter::Call(const CompletionRequest& request) const {
  const auto begin = call_.Elapsed();
  CallRecord record;
  record.model = model();
  const auto prepared = call_.outgoing().Prepare(request);
  if (prepared) {
    record.system = prepared->system;
    record.prompt = prepared->prompt;
    AskUntilAnswered(*prepared, record);
  } else {
    record.outcome = Outcome::kInvalidRequest;
    record.error = prepared.error().text();
  }
  record.latency_ms = call_.MillisecondsSince(begin);
  Called called = Finish(std::move(record), prepared ? prepared->schema : Json());
  if (!called.completion) {
    called.completion =
        std::move(called.completion).error().WithHint(HintOn(called.record.outcome));
  }
  return called;
}

}  // namespace satchel::llm
