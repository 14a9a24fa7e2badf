#include "surfaces/mcp/http/endpoint.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/deadline.h"
#include "surfaces/mcp/http/headers.h"
#include "surfaces/mcp/http/token.h"
#include "surfaces/mcp/protocol/request_log.h"

namespace satchel::mcp {
namespace {

constexpr std::chrono::minutes kMostTime(10);

bool Accepts(const net::ServedRequest& http, std::string_view type) {
  const std::string* accept = http.Find("accept");
  if (accept == nullptr) return true;
  const std::string lower = AsciiLower(*accept);
  return lower.find(type) != lower.npos || lower.find("*/*") != lower.npos;
}

void AnswerJson(net::Responder& responder, int status, const Json& message) {
  responder.Answer(status, {{"Content-Type", "application/json"}}, CanonicalJson(message));
}

void Refuse(net::Responder& responder, int status, RpcCode code, std::string_view why) {
  AnswerJson(responder, status, ErrorMessage(nullptr, {.code = code, .message = std::string(why)}));
}

// The status that goes with an answer. Legacy answers are 200 whatever they say.
int StatusOf(const Json& reply, bool modern) {
  const auto error = reply.find("error");
  if (!modern || error == reply.end()) return 200;
  switch (static_cast<RpcCode>(error->value("code", 0))) {
    case RpcCode::kMethodNotFound:
      return 404;
    case RpcCode::kParseError:
    case RpcCode::kInvalidRequest:
    case RpcCode::kInvalidParams:
    case RpcCode::kHeaderMismatch:
    case RpcCode::kMissingCapability:
    case RpcCode::kUnsupportedVersion:
      return 400;
    case RpcCode::kInternalError:
      return 500;
  }
  return 200;
}

// The answer to one request: JSON, or events as soon as there is something to say before it. Safe
// to use from several threads.
class Outlet {
 public:
  Outlet(net::Responder& responder, bool streams) : responder_(responder), streams_(streams) {}

  void Say(const Json& message) {
    const std::scoped_lock lock(mutex_);
    if (!streams_) return;  // the client would not understand it
    if (!std::exchange(begun_, true)) {
      responder_.Begin(200, {{"Content-Type", "text/event-stream"},
                             {"Cache-Control", "no-cache"},
                             {"X-Accel-Buffering", "no"}});
    }
    responder_.Write(Event(message));
  }
  void Finish(const Json& reply, bool modern) {
    const std::scoped_lock lock(mutex_);
    if (begun_) {
      responder_.Write(Event(reply));
    } else {
      AnswerJson(responder_, StatusOf(reply, modern), reply);
    }
  }

 private:
  static std::string Event(const Json& message) {
    return fmt::format("event: message\ndata: {}\n\n", CanonicalJson(message));
  }

  net::Responder& responder_;
  const bool streams_;
  std::mutex mutex_;
  bool begun_ = false;  // locked by mutex_
};

}  // namespace

bool IsLocalHost(std::string_view host) {
  constexpr std::size_t kMostDigits = 5;
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"}) {
    if (!SameButCase(host.substr(0, name.size()), name)) continue;
    const std::string_view rest = host.substr(name.size());
    if (rest.empty()) return true;
    return rest.size() > 1 && rest.size() <= kMostDigits + 1 && rest.front() == ':' &&
           std::ranges::all_of(rest.substr(1), IsDigit);
  }
  return false;
}

bool HttpEndpoint::RefusesStranger(const net::ServedRequest& http,
                                   net::Responder& responder) const {
  const auto is_foreign_origin = [this](const net::HttpHeader& header) {
    return header.name == "origin" &&
           std::ranges::find(access_.origins, header.value) == access_.origins.end();
  };
  const std::string* host = http.Find("host");
  if (host == nullptr || !IsLocalHost(*host) ||
      std::ranges::any_of(http.headers, is_foreign_origin)) {
    Refuse(responder, 403, RpcCode::kInvalidRequest, "this Host or Origin is not welcome");
    return true;
  }
  if (access_.token.empty()) return false;
  const std::string* authorization = http.Find("authorization");
  if (authorization != nullptr && IsBearer(*authorization, access_.token)) return false;
  responder.Answer(
      401, {{"Content-Type", "application/json"}, {"WWW-Authenticate", "Bearer"}},
      CanonicalJson(ErrorMessage(
          nullptr, {.code = RpcCode::kInvalidRequest,
                    .message = "send the token of this server as Authorization: Bearer TOKEN"})));
  return true;
}

void HttpEndpoint::Serve(const net::ServedRequest& http, net::Responder& responder) const {
  if (RefusesStranger(http, responder)) return;
  const std::string_view path = std::string_view(http.target).substr(0, http.target.find('?'));
  if (path != kEndpointPath) {
    return Refuse(responder, 404, RpcCode::kInvalidRequest, "messages go to /mcp");
  }
  if (http.method != "POST") {
    return responder.Answer(405, {{"Allow", "POST"}}, "");
  }
  const std::string* type = http.Find("content-type");
  if (type == nullptr || !AsciiLower(*type).starts_with("application/json")) {
    return Refuse(responder, 415, RpcCode::kInvalidRequest,
                  "Content-Type must be application/json");
  }
  if (!Accepts(http, "application/json")) {
    return Refuse(responder, 406, RpcCode::kInvalidRequest,
                  "Accept must have application/json and text/event-stream");
  }
  auto message = ParseMessage(http.body);
  if (!message) {
    return AnswerJson(responder, 400, ErrorMessage(message.error().id, message.error().error));
  }
  ServeMessage(http, *message, responder);
}

void HttpEndpoint::ServeMessage(const net::ServedRequest& http, const Message& message,
                                net::Responder& responder) const {
  if (message.kind == Message::Kind::kResponse) {
    dispatcher_.TakeResponse(message);
    return responder.Answer(202, {}, "");
  }
  // To cancel is to close the connection: nothing that a notification says concerns another one.
  if (message.kind == Message::Kind::kNotification) return responder.Answer(202, {}, "");
  const RequestLog line(log_, message);
  const bool modern = IsModern(http, message);
  std::optional<RpcError> wrong = CheckHeaders(http, message);
  if (!wrong && modern) wrong = CheckMeta(message);
  if (wrong) {
    const Json reply = ErrorMessage(message.id, *wrong);
    line.Ended(reply);
    return AnswerJson(responder, 400, reply);
  }
  Outlet outlet(responder, Accepts(http, "text/event-stream"));
  const SendMessage send = [&outlet](const Json& said) { outlet.Say(said); };
  Exchange exchange(message, Deadline::After(kMostTime).With(responder.gone()), send);
  const Json reply = ReplyTo(dispatcher_, message, exchange);
  const bool gone = Deadline::Never().With(responder.gone()).Expired();
  line.Ended(gone ? Json() : reply);
  if (!gone) outlet.Finish(reply, modern);
}

}  // namespace satchel::mcp
