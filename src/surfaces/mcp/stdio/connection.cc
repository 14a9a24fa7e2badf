#include "surfaces/mcp/stdio/connection.h"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "surfaces/mcp/protocol/era.h"
#include "surfaces/mcp/protocol/request_log.h"
#include "surfaces/mcp/rpc/line_reader.h"

namespace satchel::mcp {

StdioConnection::StdioConnection(const Dispatcher& dispatcher, std::istream& in, std::ostream& out,
                                 Logger* log, const StdioLimits& limits)
    : dispatcher_(dispatcher),
      in_(in),
      log_(log),
      limits_(limits),
      send_([this](const Json& message) { Send(message); }),
      out_(out),
      workers_(limits.threads, limits.waiting) {}

void StdioConnection::Run() {
  LineReader reader(*in_.rdbuf(), limits_.line_bytes);
  std::string line;
  while (!broken_) {
    switch (reader.Next(line)) {
      case LineReader::Line::kWhole:
      case LineReader::Line::kCutOff:  // whole, if only its end is missing
        Take(line);
        break;
      case LineReader::Line::kTooLong:
        Send(ErrorMessage(nullptr, {.code = RpcCode::kInvalidRequest,
                                    .message = fmt::format("the message has more than {} bytes",
                                                           limits_.line_bytes)}));
        break;
      case LineReader::Line::kEnd:
        if (!workers_.WaitIdle(limits_.grace)) in_flight_.CancelAll();
        return;
    }
  }
  in_flight_.CancelAll();
}

void StdioConnection::Take(std::string_view line) {
  if (line.find_first_not_of(" \t") == line.npos) return;
  auto message = ParseMessage(line);
  if (!message) {
    Send(ErrorMessage(message.error().id, message.error().error));
    return;
  }
  switch (message->kind) {
    case Message::Kind::kRequest:
      return TakeRequest(*std::move(message));
    case Message::Kind::kNotification:
      return TakeNotification(*message);
    case Message::Kind::kResponse:
      return dispatcher_.TakeResponse(*message);
  }
}

void StdioConnection::TakeRequest(Message request) {
  const CancelSource cancel;
  const Deadline deadline = Deadline::After(limits_.request_time).With(cancel);
  if (!in_flight_.Begin(request.id, cancel)) {
    Send(ErrorMessage(request.id, {.code = RpcCode::kInvalidRequest,
                                   .message = "a request with this id has no answer yet"}));
    return;
  }
  if (request.method == "initialize") client_ = ClientNameOf(request);
  if (!dispatcher_.TakesTime(request.method)) return Answer(request, deadline, client_);
  const auto shared = std::make_shared<const Message>(std::move(request));
  const auto work = [this, shared, deadline, client = client_] {
    Answer(*shared, deadline, client);
  };
  if (workers_.Submit(work)) return;
  in_flight_.End(shared->id);
  Send(ErrorMessage(shared->id, {.code = RpcCode::kInternalError,
                                 .message = "too many requests wait; try again later"}));
}

void StdioConnection::TakeNotification(const Message& notification) {
  if (notification.method != "notifications/cancelled") return;
  const auto id = notification.params.find("requestId");
  if (id != notification.params.end()) in_flight_.Cancel(*id);
}

void StdioConnection::Answer(const Message& request, const Deadline& deadline,
                             const std::string& client) {
  const RequestLog line(log_, request);
  Exchange exchange(request, deadline, send_, client);
  const Json reply = ReplyTo(dispatcher_, request, exchange);
  // A cancelled request gets no answer.
  const bool wanted = in_flight_.End(request.id);
  line.Ended(wanted ? reply : Json());
  if (wanted) Send(reply);
}

void StdioConnection::Send(const Json& message) {
  const std::string line = CanonicalJson(message) + '\n';
  const std::scoped_lock lock(mutex_);
  out_ << line;
  out_.flush();
  if (!out_) broken_ = true;
}

}  // namespace satchel::mcp
