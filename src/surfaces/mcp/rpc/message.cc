#include "surfaces/mcp/rpc/message.h"

#include <utility>

#include <fmt/format.h>

namespace satchel::mcp {
namespace {

std::unexpected<BadMessage> Refuse(RpcCode code, std::string message, Json id = nullptr) {
  return std::unexpected(
      BadMessage{.error = {.code = code, .message = std::move(message)}, .id = std::move(id)});
}

bool IsId(const Json& id) { return id.is_string() || id.is_number_integer(); }

}  // namespace

std::expected<Message, BadMessage> ParseMessage(std::string_view text) {
  auto parsed = ParseJson(text, {.max_bytes = kMostMessageBytes, .max_depth = kMostMessageDepth});
  if (!parsed) return Refuse(RpcCode::kParseError, parsed.error().text());
  if (parsed->is_array()) {
    return Refuse(RpcCode::kInvalidRequest, "batches are not supported: send one message a line");
  }
  if (!parsed->is_object()) {
    return Refuse(RpcCode::kInvalidRequest, "a message is a JSON object");
  }
  Message message;
  const auto id = parsed->find("id");
  const bool has_id = id != parsed->end();
  if (has_id) {
    if (!IsId(*id)) return Refuse(RpcCode::kInvalidRequest, "id must be a text or an integer");
    message.id = std::move(*id);
  }
  if (const auto version = parsed->find("jsonrpc"); version == parsed->end() || *version != "2.0") {
    return Refuse(RpcCode::kInvalidRequest, "jsonrpc must be \"2.0\"", message.id);
  }
  const auto method = parsed->find("method");
  if (method == parsed->end()) {
    if (has_id && (parsed->contains("result") || parsed->contains("error"))) {
      message.kind = Message::Kind::kResponse;
      if (parsed->contains("result")) message.params = std::move((*parsed)["result"]);
      return message;
    }
    return Refuse(RpcCode::kInvalidRequest, "method is missing", message.id);
  }
  if (!method->is_string()) {
    return Refuse(RpcCode::kInvalidRequest, "method must be a text", message.id);
  }
  message.kind = has_id ? Message::Kind::kRequest : Message::Kind::kNotification;
  message.method = method->get<std::string>();
  if (const auto params = parsed->find("params"); params != parsed->end()) {
    if (!params->is_object()) {
      return Refuse(RpcCode::kInvalidParams, "params must be an object", message.id);
    }
    message.params = std::move(*params);
  }
  return message;
}

Json ResultMessage(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json ErrorMessage(const Json& id, const RpcError& error) {
  Json body = {{"code", static_cast<std::int32_t>(error.code)}, {"message", error.message}};
  if (!error.data.is_null()) body["data"] = error.data;
  Json message = {{"jsonrpc", "2.0"}, {"error", std::move(body)}};
  if (!id.is_null()) message["id"] = id;
  return message;
}

Json NotificationMessage(std::string_view method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace satchel::mcp
